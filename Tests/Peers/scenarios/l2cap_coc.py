"""LE credit-based channels: SDUs cut into segments, data both ways, credits that run out, one refused request."""

from __future__ import annotations

import asyncio
import logging

from bumble import l2cap
from bumble.l2cap import LeCreditBasedChannel, LeCreditBasedChannelSpec

from peers import channel_ids
from peers.services import probe, standard
from peers.tally import Json
from peers.world import World

SPSM = 0x0080
REVERSE_SPSM = 0x0081
UNKNOWN_SPSM = 0x00F0
MTU = 512
MPS = 96
CREDITS = 4
PERIPHERAL_FIRST_CID = 0x0050
SDU_SIZES = (500, 12, 512, 94, 95, 300)
"""94 bytes fill one segment together with the SDU length, 95 do not."""


class ChannelLog:
    """One channel as its local end sees it."""

    def __init__(self, channel: LeCreditBasedChannel) -> None:
        self.channel = channel
        self.sent: list[int] = []
        self.received: list[int] = []
        channel.sink = lambda sdu: self.received.append(len(sdu))

    async def send(self, number: int, size: int) -> None:
        """Sends one SDU and waits until all its segments have gone out."""
        self.channel.write(probe.numbered_value(number, size))
        await self.channel.drain()
        self.sent.append(size)

    def json(self, opened_by: str, closed_by: str) -> Json:
        channel = self.channel
        return {
            "spsm": channel.psm,
            "local_cid": channel.source_cid,
            "remote_cid": channel.destination_cid,
            "mtu": channel.mtu,
            "mps": channel.mps,
            "opened_by": opened_by,
            "closed_by": closed_by,
            "sdus_sent": len(self.sent),
            "bytes_sent": sum(self.sent),
            "sdus_received": len(self.received),
            "bytes_received": sum(self.received),
        }


def spec(psm: int) -> LeCreditBasedChannelSpec:
    return LeCreditBasedChannelSpec(psm=psm, mtu=MTU, mps=MPS, max_credits=CREDITS)


async def play(world: World) -> None:
    peripheral = await world.peripheral([standard.device_information()])
    channel_ids.start_at(peripheral.device.l2cap_channel_manager, PERIPHERAL_FIRST_CID)
    accepted: asyncio.Queue[LeCreditBasedChannel] = asyncio.Queue()
    peripheral.device.create_l2cap_server(spec(SPSM), accepted.put_nowait)
    central = await world.central()
    central.device.create_l2cap_server(spec(REVERSE_SPSM), accepted.put_nowait)
    link = await central.find_and_connect("Shark")
    await link.extend_data_length()

    logging.getLogger("bumble.l2cap").setLevel(logging.CRITICAL)
    try:
        await link.connection.create_l2cap_channel(spec(UNKNOWN_SPSM))
    except l2cap.L2capError as refused:
        link.tally.append("refused_channels", {"spsm": UNKNOWN_SPSM, "result": refused.error_code})

    near = ChannelLog(await link.connection.create_l2cap_channel(spec(SPSM)))
    far = ChannelLog(await accepted.get())
    await asyncio.gather(exchange(near), exchange(far))

    assert peripheral.connection
    reverse_far = ChannelLog(await peripheral.connection.create_l2cap_channel(spec(REVERSE_SPSM)))
    reverse_near = ChannelLog(await accepted.get())
    await reverse_far.send(40, 256)
    await asyncio.sleep(0.2)
    await reverse_near.send(41, 128)
    await asyncio.sleep(0.2)

    await near.channel.disconnect()
    await reverse_far.channel.disconnect()
    assert near.sent == far.received and far.sent == near.received
    link.tally.facts["channels"] = [near.json("local", "local"), reverse_near.json("peer", "peer")]
    await link.disconnect()


async def exchange(log: ChannelLog) -> None:
    for number, size in enumerate(SDU_SIZES):
        await log.send(number, size)
    await asyncio.sleep(0.3)
