"""ATT on three bearers at once: the fixed channel and two enhanced bearers on credit-based channels."""

from __future__ import annotations

import asyncio

from bumble import att, l2cap
from bumble.core import UUID

from peers import channel_ids
from peers.central import CentralLink
from peers.gatt_client import CountingClient
from peers.listener import Listener
from peers.services import probe, standard
from peers.world import World

EATT_MTU = 247
EATT_MPS = 100
CREDITS = 10
NOTIFICATIONS = 8
VALUE_SIZE = 120
CLIENT_SUPPORTED_FEATURES = UUID.from_16_bits(0x2B29)
DEVICE_NAME = UUID.from_16_bits(0x2A00)
ENHANCED_BEARER = b"\x02"
BEARERS = 2
PERIPHERAL_FIRST_CID = 0x0050


def channel_spec() -> l2cap.LeCreditBasedChannelSpec:
    return l2cap.LeCreditBasedChannelSpec(psm=att.EATT_PSM, mtu=EATT_MTU, mps=EATT_MPS, max_credits=CREDITS)


async def open_bearers(link: CentralLink) -> list[CountingClient]:
    """Opens the enhanced bearers with one credit-based connection request."""
    manager = link.central.device.l2cap_channel_manager
    channels = await manager.create_enhanced_credit_based_channels(link.connection, channel_spec(), BEARERS)
    bearers = []
    for channel in channels:
        channel.att_mtu = min(channel.mtu, channel.peer_mtu)
        client = CountingClient(channel, link.tally)
        channel.sink = lambda pdu, client=client: client.on_gatt_pdu(att.ATT_PDU.from_bytes(pdu))
        bearers.append(client)
        link.tally.append(
            "channels",
            {
                "spsm": att.EATT_PSM,
                "local_cid": channel.source_cid,
                "remote_cid": channel.destination_cid,
                "mtu": channel.mtu,
                "mps": channel.mps,
            },
        )
    return bearers


async def play(world: World) -> None:
    peripheral = await world.peripheral([standard.device_information(), probe.Probe()])
    channel_ids.start_at(peripheral.device.l2cap_channel_manager, PERIPHERAL_FIRST_CID)
    channel_ids.find_credits_by_peer(peripheral.device.gatt_server.register_eatt(channel_spec()))
    central = await world.central()
    link = await central.find_and_connect("Shark")
    await link.extend_data_length()
    await link.connection.pair()
    await link.discover()
    await link.write(link.characteristic(CLIENT_SUPPORTED_FEATURES).handle, ENHANCED_BEARER)

    first, second = await open_bearers(link)
    long_value = link.characteristic(probe.LONG_VALUE).handle
    setting = link.characteristic(probe.SETTING).handle
    await asyncio.gather(
        first.read_value(long_value),
        second.read_value(setting),
        link.read(link.characteristic(DEVICE_NAME).handle),
    )
    await asyncio.gather(
        first.write_value(long_value, probe.numbered_value(1, 200), with_response=True),
        second.write_value(setting, probe.numbered_value(2, 20), with_response=True),
    )
    await second.write_value(setting, probe.numbered_value(3, 20), with_response=False)

    notifier = link.characteristic(probe.NOTIFIER)
    heard = Listener()
    first.notification_subscribers[notifier.handle] = {heard}
    await first.write_value(link.cccd(notifier).handle, b"\x01\x00", with_response=True)
    trigger = probe.trigger_value(NOTIFICATIONS, VALUE_SIZE, 30)
    await second.write_value(link.characteristic(probe.TRIGGER).handle, trigger, with_response=True)
    await heard.wait_for(NOTIFICATIONS)
    await second.bearer.disconnect()
    await first.read_value(setting)
    await link.disconnect()
