"""A firmware update over a vendor's service: one that succeeds, one that the device breaks off."""

from __future__ import annotations

import asyncio
import binascii
import hashlib
import random
import struct

from bumble.core import TimeoutError as ConnectTimeout

from peers.background import spawn
from peers.central import CentralLink
from peers.gatt_client import LinkLost
from peers.services import ota, standard
from peers.tally import Json
from peers.world import World

WINDOW = 8
ANSWER_TIMEOUT = 5.0
OK_SIZE = 8192
FAILED_SIZE = 20_000
FAILS_AFTER = 9_000
RECONNECT_TIMEOUT = 5.0


def firmware(size: int) -> bytes:
    """The image of an update: the same in every run."""
    return random.Random(1).randbytes(size)


def describe(image: bytes) -> Json:
    return {"bytes": len(image), "crc32": binascii.crc32(image), "sha256": hashlib.sha256(image).hexdigest()}


class OtaClient:
    """The client's side of an update."""

    def __init__(self, link: CentralLink) -> None:
        self._link = link
        self._control = link.characteristic(ota.CONTROL)
        self._data = link.characteristic(ota.DATA)
        self._answers: asyncio.Queue[bytes] = asyncio.Queue()
        self.sent = 0
        self.chunks = 0
        self.acknowledged = 0

    @property
    def handles(self) -> Json:
        return {"data_handle": self._data.handle, "control_handle": self._control.handle}

    async def _answer(self) -> bytes:
        return await self._link.or_lost(asyncio.ensure_future(self._answers.get()), ANSWER_TIMEOUT)

    async def _request(self, value: bytes) -> bytes:
        await self._link.write(self._control.handle, value)
        return await self._answer()

    async def update(self, image: bytes) -> bool:
        """Sends the whole image; says whether the device accepted it."""
        await self._link.subscribe(self._control, lambda value: self._answers.put_nowait(bytes(value)))
        await self._request(bytes([ota.Opcode.STATUS]))
        await self._request(struct.pack("<BIIB", ota.Opcode.START, len(image), binascii.crc32(image), WINDOW))
        while self.sent < len(image):
            chunk = image[self.sent : self.sent + self._link.value_size]
            await self._link.command(self._data.handle, chunk)
            self.sent += len(chunk)
            self.chunks += 1
            if self.chunks % WINDOW == 0 or self.sent == len(image):
                _, status, offset, crc = struct.unpack("<BBII", await self._answer())
                assert status == ota.OK and offset == self.sent and crc == binascii.crc32(image[:offset])
                self.acknowledged = offset
        finished = await self._request(bytes([ota.Opcode.FINISH]))
        return finished[1] == ota.OK


async def open_link(world: World, central_finds: str) -> CentralLink:
    central = await world.central()
    link = await central.find_and_connect(central_finds)
    await link.extend_data_length()
    await link.use_2m_phy()
    await link.client.request_mtu(247)
    await link.discover()
    await link.read(link.characteristic(standard.FIRMWARE_REVISION).handle)
    return link


def transfer(client: OtaClient, service: ota.OtaService, image: bytes, outcome: str) -> Json:
    return {
        "protocol": "generic",
        "outcome": outcome,
        **client.handles,
        "declared_bytes": len(image),
        "sent_bytes": client.sent,
        "chunks": client.chunks,
        "acknowledged_bytes": client.acknowledged,
        "device_received_bytes": len(service.received),
        "image": describe(image),
    }


async def succeeded(world: World) -> None:
    service = ota.OtaService()
    await world.peripheral([standard.device_information(), service])
    link = await open_link(world, "Shark")
    client = OtaClient(link)
    image = firmware(OK_SIZE)
    world.save_image(image)
    assert await client.update(image) and bytes(service.received) == image
    link.tally.append("transfers", transfer(client, service, image, "success"))
    await link.disconnect()


async def failed(world: World) -> None:
    """After some 9,000 bytes the device hangs up and never advertises again; the client gives up after five seconds."""
    service = ota.OtaService()
    peripheral = await world.peripheral([standard.device_information(), service])
    peripheral.comes_back = False

    def take(total: int) -> bool:
        if total < FAILS_AFTER:
            return True
        assert peripheral.connection
        spawn(peripheral.connection.disconnect())
        return False

    service.on_data = take
    link = await open_link(world, "Shark")
    client = OtaClient(link)
    image = firmware(FAILED_SIZE)
    world.save_image(image)
    try:
        await client.update(image)
        raise AssertionError("the update should not get through")
    except LinkLost as lost:
        link.tally.notes = f"the device hung up (0x{lost.reason:02X}) in the middle of the update"
    link.tally.append("transfers", transfer(client, service, image, "failed"))
    await asyncio.sleep(0.4)
    try:
        await link.central.connect(peripheral.address, give_up_after=RECONNECT_TIMEOUT)
    except ConnectTimeout:
        attempt = {"peer": peripheral.address.to_string(False), "cancelled_after_s": RECONNECT_TIMEOUT, "status": 2}
        world.expectation.facts["failed_attempts"] = [attempt]
