"""Transfers whose pace is planted: what the sender waits for, and how long, is known to the programs that make it wait.

All are Nordic Secure DFU. The device checks nothing; what matters is time.
"""

from __future__ import annotations

import asyncio
import random
import struct
from dataclasses import dataclass, field

from bumble.hci import Address

from peers.central import CentralLink
from peers.controller import Capabilities
from peers.services import standard
from peers.stopwatch import Stopwatch
from peers.tally import Json
from peers.world import CENTRAL_ADDRESS, World
from updates.nordic_secure import CHECK, COMMAND, CONTROL, CREATE, DATA, EXECUTE, PACKET, SELECT, SET_RECEIPTS
from updates.paced_dfu import DevicePace, PacedDFU

ANSWER_TIMEOUT = 10.0
USB_SECONDS_PER_BYTE = 0.1e-6
"""A controller on a fast bus: the host's handing over takes no time that matters."""


@dataclass(frozen=True)
class Pace:
    """One transfer."""

    limiter: str
    """What the transfer mostly waits for, by the name it has in bleshark."""
    window: int = 0
    """Packets between two receipts, 0 for none."""
    device: DevicePace = field(default_factory=DevicePace)
    objects: int = 6
    object_bytes: int = 4096
    chunk: int = 244
    mtu: int = 247
    data_length: int = 251
    with_response: bool = False
    sleep: float = 0.0
    """How long the client sleeps after each `sleep_every` packets."""
    sleep_every: int = 8
    sleep_from: int = 0
    """The packet from which on it sleeps: before, it was in the foreground."""
    interval_ms: float = 15.0
    slower_ms: float = 0.0
    """The interval that the link gets after half of the image."""
    exchanges: int = 4
    """Packets that each device can send in one connection event."""
    jam: float = 0.0
    """How long the radio is jammed, after each third of the image."""
    acl_length: int = 251
    """The longest ACL packet that the client's controller takes."""
    acl_packets: int = 8


class PacedClient:
    """Sends an image as its pace says, and measures what it waits for."""

    def __init__(self, link: CentralLink, pace: Pace, watch: Stopwatch) -> None:
        self._link = link
        self._pace = pace
        self._watch = watch
        self._control = link.characteristic(CONTROL)
        self._packet = link.characteristic(PACKET)
        self._answers: asyncio.Queue[bytes] = asyncio.Queue()
        self.chunks = 0

    @property
    def data_handle(self) -> int:
        return self._packet.handle

    async def update(self, image: bytes) -> None:
        await self._link.subscribe(self._control, lambda value: self._answers.put_nowait(bytes(value)))
        await self._ask(bytes([SELECT, COMMAND]))
        await self._send_object(COMMAND, b"\x00" * 60)
        await self._ask(struct.pack("<BH", SET_RECEIPTS, self._pace.window))
        await self._ask(bytes([SELECT, DATA]))
        for start in range(0, len(image), self._pace.object_bytes):
            await self._before(start, len(image))
            await self._send_object(DATA, image[start : start + self._pace.object_bytes])

    async def _before(self, start: int, size: int) -> None:
        """What happens to the link while the image goes over it."""
        if self._pace.slower_ms and start == size // 2:
            interval = self._pace.slower_ms
            await self._watch.wait(
                "procedure", self._link.connection.update_parameters(interval, interval, 0, 4000)
            )

    async def _send_object(self, kind: int, content: bytes) -> None:
        await self._ask(struct.pack("<BBI", CREATE, kind, len(content)))
        for number, offset in enumerate(range(0, len(content), self._pace.chunk), 1):
            await self._send(content[offset : offset + self._pace.chunk])
            if kind == DATA and self._pace.window and number % self._pace.window == 0:
                await self._answer()
        await self._ask(bytes([CHECK]))
        await self._ask(bytes([EXECUTE]))

    async def _buffers(self, value: bytes) -> None:
        await self._watch.wait("credits", self._link.client.wait_for_buffers(7 + len(value)))

    async def _send(self, value: bytes) -> None:
        await self._buffers(value)
        self._watch.sent()
        if self._pace.with_response:
            await self._watch.wait("att_response", self._link.write(self._packet.handle, value))
        else:
            await self._link.command(self._packet.handle, value)
        self.chunks += 1
        if self._pace.jam and self.chunks % 34 == 0:
            await self._jam()
        if self._pace.sleep and self.chunks >= self._pace.sleep_from and self.chunks % self._pace.sleep_every == 0:
            await self._watch.wait("sender_silent", asyncio.sleep(self._pace.sleep))

    async def _jam(self) -> None:
        """Nothing gets through for a while; the link lives on."""
        link = self._link.central.controller.link_to(self._link.connection.peer_address)
        link.jam(self._pace.jam)
        self._watch.seconds["link_trouble"] = self._watch.seconds.get("link_trouble", 0.0) + self._pace.jam

    async def _ask(self, value: bytes) -> None:
        await self._buffers(value)
        await self._watch.wait("att_response", self._link.write(self._control.handle, value))
        await self._answer()

    async def _answer(self) -> None:
        answer = self._link.or_lost(asyncio.ensure_future(self._answers.get()), ANSWER_TIMEOUT)
        await self._watch.wait("application_ack", answer)


async def play(world: World, pace: Pace) -> None:
    """One transfer, and what its programs know of its pace."""
    service = PacedDFU(pace.device, pace.object_bytes)
    world.radio.exchanges_per_event = pace.exchanges
    peripheral = await world.peripheral([standard.device_information(), service], max_mtu=pace.mtu)
    central = await world.central(Capabilities(pace.acl_length, pace.acl_packets, USB_SECONDS_PER_BYTE))
    link = await central.find_and_connect("Shark", interval_ms=pace.interval_ms)
    if pace.data_length > 27:
        await link.extend_data_length()
    await link.client.request_mtu(pace.mtu)
    await link.discover()
    watch = Stopwatch()
    client = PacedClient(link, pace, watch)
    image = random.Random(1).randbytes(pace.objects * pace.object_bytes)
    await client.update(image)
    assert bytes(service.stored) == image
    world.expectation.facts["pace"] = planted(world, pace, watch, service, client)
    await link.disconnect()
    if world.expectation.side == "peripheral":
        await asyncio.sleep(0.5)
        link.tally.peer = Address(CENTRAL_ADDRESS)
        link.tally.disconnect_reason = peripheral.disconnect_reason


def planted(world: World, pace: Pace, watch: Stopwatch, service: PacedDFU, client: PacedClient) -> Json:
    """The seconds of the transfer by what was waited for; the last object's execution comes after the last packet."""
    flash = pace.device.execute * (service.executions - 1)
    jammed = watch.share("link_trouble")
    waits = {
        "att_response": watch.share("att_response"),
        "application_ack": watch.share("application_ack") - flash,
        "peer_busy": flash,
        "sender_silent": watch.share("sender_silent"),
        "procedure": watch.share("procedure"),
        "interval" if pace.exchanges == 1 else "credits": watch.share("credits") - jammed,
        "link_trouble": jammed,
    }
    if world.expectation.side == "peripheral":
        # What the device sees of it: how long it takes itself.
        waits = {"application_ack": pace.device.receipt * service.receipts}
    return {
        "limiter": pace.limiter,
        "seconds": round(watch.total, 6),
        "waits": {name: round(seconds, 6) for name, seconds in waits.items() if seconds > 0},
        "data_handle": client.data_handle,
        "chunks": client.chunks,
        "image_bytes": pace.objects * pace.object_bytes,
        "window": pace.window,
        "data_length": pace.data_length,
        "intervals_ms": [pace.interval_ms, *([pace.slower_ms] if pace.slower_ms else [])],
    }


SLOW_ACK = Pace("application_ack", window=8, device=DevicePace(receipt=0.12))
LARGE_OBJECT = 12_288
PACES = {
    "slow-ack": SLOW_ACK,
    "window-1": Pace("application_ack", window=1, objects=3),
    "window-4": Pace("application_ack", window=4),
    "window-16": Pace("application_ack", window=16, acl_packets=16, object_bytes=LARGE_OBJECT, objects=2),
    "host-sleeps": Pace("sender_silent", sleep=0.15),
    "app-in-background": Pace(
        "sender_silent",
        interval_ms=60.0,
        object_bytes=LARGE_OBJECT,
        objects=4,
        sleep=0.3,
        sleep_every=4,
        sleep_from=156,
    ),
    "flash-page": Pace("peer_busy", window=8, device=DevicePace(execute=0.2), objects=8),
    "interval-raised": Pace("credits", slower_ms=60.0, object_bytes=LARGE_OBJECT, objects=4),
    "write-request": Pace("att_response", with_response=True, objects=3),
    "write-command": Pace("credits", object_bytes=LARGE_OBJECT, objects=2),
    "one-packet-event": Pace("interval", exchanges=1, object_bytes=LARGE_OBJECT, objects=1),
    "fragments-27": Pace("credits", data_length=27, object_bytes=LARGE_OBJECT, objects=1),
    "fragments-251": Pace("credits", object_bytes=LARGE_OBJECT, objects=1),
    "buffers-27": Pace("credits", acl_length=27, acl_packets=20, object_bytes=LARGE_OBJECT, objects=1),
    "jammed": Pace("link_trouble", jam=2.5, objects=4),
}
DEVICE_PACES = {"slow-ack-device": SLOW_ACK}
"""Recorded at the device."""
