"""A firmware upload over MCUmgr by smpclient: one in one go, one that is resumed after the link was lost."""

from __future__ import annotations

import asyncio
import hashlib
import struct

from bumble import hci
from smpclient import SMPClient
from smpclient.generics import success
from smpclient.requests.image_management import ImageStatesRead, ImageStatesWrite
from smpclient.requests.os_management import EchoWrite, ResetWrite
from smpclient.transport import SMPTransport, SMPTransportDisconnected

from peers.background import spawn
from peers.central import Central, CentralLink
from peers.gatt_client import LinkLost
from peers.services import mcumgr, standard
from peers.tally import Json
from peers.world import World
from updates.mcumgr import mcuboot_image

OK_BODY = 6000
INTERRUPTED_BODY = 12_000
INTERRUPTED_AFTER = 5_000


class LinkTransport(SMPTransport):
    """smpclient's transport on a connection of the central."""

    def __init__(self, link: CentralLink) -> None:
        self._link = link
        self._value = link.characteristic(mcumgr.CHARACTERISTIC)
        self._notified: asyncio.Queue[bytes] = asyncio.Queue()

    async def connect(self, address: str, timeout_s: float) -> None:
        await self._link.subscribe(self._value, lambda value: self._notified.put_nowait(bytes(value)))

    async def disconnect(self) -> None:
        await self._link.disconnect()

    async def send(self, data: bytes) -> None:
        size = self._link.value_size
        for offset in range(0, len(data), size):
            await self._link.command(self._value.handle, data[offset : offset + size])

    async def receive(self) -> bytes:
        packet = await self._next()
        length = struct.unpack_from(">H", packet, 2)[0] + mcumgr.HEADER.size
        while len(packet) < length:
            packet += await self._next()
        return packet

    async def _next(self) -> bytes:
        try:
            return await self._link.or_lost(asyncio.ensure_future(self._notified.get()), timeout=30)
        except LinkLost as lost:
            raise SMPTransportDisconnected from lost

    async def send_and_receive(self, data: bytes) -> bytes:
        try:
            await self.send(data)
        except LinkLost as lost:
            raise SMPTransportDisconnected from lost
        return await self.receive()

    @property
    def mtu(self) -> int:
        return self._link.value_size

    @property
    def max_unencoded_size(self) -> int:
        return self._smp_server_transport_buffer_size or self.mtu


async def open_client(central: Central) -> tuple[CentralLink, SMPClient]:
    link = await central.find_and_connect("Shark")
    await link.extend_data_length()
    await link.client.request_mtu(247)
    await link.discover()
    client = SMPClient(LinkTransport(link), "", timeout_s=5)
    await client.connect()
    return link, client


async def upload(client: SMPClient, image: bytes) -> list[int]:
    """Uploads an image; returns the offsets that the device answered with."""
    return [offset async for offset in client.upload(image)]


def transfer(image: bytes, offsets: list[int], resumed_from: int | None, outcome: str) -> Json:
    return {
        "protocol": "mcumgr",
        "outcome": outcome,
        "declared_bytes": len(image),
        "resumed_from": resumed_from,
        "answered_offsets": offsets,
        "image": {"bytes": len(image), "sha256": hashlib.sha256(image).hexdigest()},
    }


async def succeeded(world: World) -> None:
    service = mcumgr.McumgrService()
    peripheral = await world.peripheral([standard.device_information(), service])
    central = await world.central()
    link, client = await open_client(central)
    image = mcuboot_image(OK_BODY)
    world.save_image(image)
    await client.request(EchoWrite(d="hello"))
    await client.request(ImageStatesRead())
    offsets = await upload(client, image)
    assert bytes(service.image) == image
    states = await client.request(ImageStatesRead())
    assert success(states)
    await client.request(ImageStatesWrite(hash=states.images[1].hash))

    def reset() -> None:
        assert peripheral.connection
        spawn(peripheral.connection.disconnect())

    service.on_reset = reset
    await client.request(ResetWrite())
    await link.lost
    link.tally.append("transfers", transfer(image, offsets, None, "success"))
    link.tally.notes = "the device hangs up after the reset that the client asked for"
    await asyncio.sleep(0.1)


async def interrupted(world: World) -> None:
    service = mcumgr.McumgrService()
    await world.peripheral([standard.device_information(), service])
    central = await world.central()
    image = mcuboot_image(INTERRUPTED_BODY)
    world.save_image(image)

    def take(total: int) -> bool:
        if total < INTERRUPTED_AFTER:
            return True
        service.on_data = lambda total: True
        world.radio.links[-1].lose(hci.HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR)
        return False

    service.on_data = take
    link, client = await open_client(central)
    offsets: list[int] = []
    try:
        async for offset in client.upload(image):
            offsets.append(offset)
        raise AssertionError("the upload should not get through")
    except SMPTransportDisconnected:
        link.tally.append("transfers", transfer(image, offsets, None, "failed"))
    stored = len(service.image)
    await asyncio.sleep(0.5)

    link, client = await open_client(central)
    offsets = await upload(client, image)
    assert bytes(service.image) == image
    link.tally.append("transfers", transfer(image, offsets, stored, "success"))
    await client.disconnect()
