"""MCUmgr, with smpclient making the client's bytes, which no one here wrote."""

from __future__ import annotations

import asyncio
import hashlib
import random
import struct
from typing import Any

import cbor2
from bumble.att import ATT_Error
from smpclient import SMPClient
from smpclient.exceptions import SMPClientException, SMPUploadError
from smpclient.generics import success
from smpclient.requests.image_management import ImageStatesRead, ImageStatesWrite, ImageUploadWrite
from smpclient.requests.os_management import ResetWrite
from smpclient.transport import SMPTransport, SMPTransportDisconnected

from peers.gatt_client import LinkLost
from peers.services.mcumgr import CHARACTERISTIC, HEADER, Map, McumgrService

from .client import ANSWER_TIMEOUT, STALL, GaveUp, UpdateClient
from .device import UpdateDevice
from .faults import Fault, FaultPlan
from .play import UpdateProtocol

BODY = 2800
BUFFER_SIZE = 700
IMAGE_GROUP, UPLOAD, NO_FREE_SLOT = 1, 1, 9
NOT_PERMITTED = 0x03
WRONG_BY = 300


class McumgrDevice(McumgrService, UpdateDevice):
    """The device, with its faults."""

    def __init__(self, plan: FaultPlan) -> None:
        self.plan = plan
        super().__init__()
        self.buffer_size = BUFFER_SIZE
        self.stored = self.image
        self.on_reset = self.hang_up

    def _write(self, connection: object, value: bytes) -> None:
        # The characteristic takes only writes without response.
        if self.plan.is_on(Fault.ATT_ERROR) and self.plan.has_struck:
            raise ATT_Error(NOT_PERMITTED)
        if self.fits(value):
            super()._write(connection, value)

    def hang_up(self, after: float = 0.0) -> None:
        self._incoming.clear()
        super().hang_up(after)

    def _upload(self, request: Map) -> Map | None:
        if self.plan.is_on(Fault.REFUSED):
            return {"err": {"group": IMAGE_GROUP, "rc": NO_FREE_SLOT}}
        answer = super()._upload(request)
        if answer and "match" in answer and self.plan.is_on(Fault.BAD_CHECK):
            answer["match"] = False
        return answer


class FaultyTransport(SMPTransport):
    """smpclient's transport on a connection, which leaves out and delays what the fault wants."""

    def __init__(self, client: UpdateClient) -> None:
        self._client = client
        self._value = client.characteristic(CHARACTERISTIC)

    async def connect(self, address: str, timeout_s: float) -> None:
        await self._client.listen(self._value)

    async def disconnect(self) -> None:
        await self._client.link.disconnect()

    async def send(self, data: bytes) -> None:
        client = self._client
        size = client.chunk_size
        body = cbor2.loads(data[HEADER.size :])
        is_upload = data[5] == IMAGE_GROUP and data[7] == UPLOAD
        is_whole = True
        for number, start in enumerate(range(0, len(data), size)):
            # A fault of the client strikes the second write of a request in the middle of the image.
            offset = body["off"] if is_upload and number == 1 else -1
            if offset >= 0 and client.plan.strikes(Fault.STALLED, offset):
                await asyncio.sleep(STALL)
                raise GaveUp("stalled")
            if offset >= 0 and client.plan.strikes(Fault.NEVER_SENT, offset):
                is_whole = False
                continue
            with_response = offset >= 0 and client.plan.strikes(Fault.ATT_ERROR, offset)
            value = data[start : start + size]
            if with_response:
                await client.write(self._value, value)
            else:
                await client.link.command(self._value.handle, value)
        if is_upload and is_whole:
            client.record.sent(body["off"], len(body["data"]))

    async def receive(self) -> bytes:
        packet = await self._client.answer()
        length = struct.unpack_from(">H", packet, 2)[0] + HEADER.size
        while len(packet) < length:
            packet += await self._client.answer()
        return packet

    async def send_and_receive(self, data: bytes) -> bytes:
        try:
            await self.send(data)
            return await self.receive()
        except LinkLost as lost:
            raise SMPTransportDisconnected from lost

    @property
    def mtu(self) -> int:
        return self._client.chunk_size

    @property
    def max_unencoded_size(self) -> int:
        return self._smp_server_transport_buffer_size or self.mtu


class McumgrClient(UpdateClient):
    """Uploads, marks the image for a test, and resets the device."""

    async def update(self, image: bytes) -> None:
        client = SMPClient(FaultyTransport(self), "", timeout_s=ANSWER_TIMEOUT + 1)
        try:
            await client.connect()
            if self.plan.is_on(Fault.WRONG_RESUME) and self.plan.has_struck:
                await self._go_on_elsewhere(client, image)
            await self._upload(client, image)
            states = await client.request(ImageStatesRead())
            assert success(states)
            await client.request(ImageStatesWrite(hash=states.images[1].hash))
            await client.request(ResetWrite())
        except SMPTransportDisconnected:
            raise LinkLost(await self.link.lost) from None
        except (SMPUploadError, SMPClientException, TimeoutError) as error:
            raise GaveUp(type(error).__name__) from None

    async def _upload(self, client: SMPClient, image: bytes) -> None:
        resumes = self.record.chunks > 0
        async for offset in client.upload(image):
            if resumes:
                # The device answers the first request again with what it has.
                self.record.resumed_from.append(offset)
                resumes = False
            self.record.acknowledged = offset

    async def _go_on_elsewhere(self, client: SMPClient, image: bytes) -> None:
        """Asks where to go on, and goes on behind that."""

        async def send(offset: int, data: bytes, **first: Any) -> int:
            answer = await client.request(ImageUploadWrite(off=offset, data=data, **first))
            assert success(answer) and answer.off is not None
            self.record.acknowledged = answer.off
            return answer.off

        wanted = await send(0, image[:64], len=len(image), sha=hashlib.sha256(image).digest())
        self.record.resumed_from.append(wanted)
        start = wanted + WRONG_BY
        assert await send(start, image[start : start + 64]) == wanted
        raise GaveUp("the device wants to go on elsewhere")


def mcuboot_image(body_size: int) -> bytes:
    """An image of the bootloader: header, body, one TLV with the hash of both."""
    body = random.Random(3).randbytes(body_size)
    header = struct.pack("<IIHHIIBBHI", 0x96F3B83D, 0, 32, 0, len(body), 0, 1, 1, 0, 0).ljust(32, b"\0")
    tlv = struct.pack("<BBH", 0x10, 0, 32) + hashlib.sha256(header + body).digest()
    return header + body + struct.pack("<HH", 0x6907, 4 + len(tlv)) + tlv


PROTOCOL = UpdateProtocol(
    "mcumgr",
    McumgrDevice,
    McumgrClient,
    (
        Fault.NEVER_SENT,
        Fault.LOST,
        Fault.REFUSED,
        Fault.BAD_CHECK,
        Fault.RESUMED,
        Fault.WRONG_RESUME,
        Fault.ATT_ERROR,
        Fault.NO_ANSWER,
        Fault.STALLED,
        Fault.TOO_LONG,
    ),
    mcuboot_image(BODY),
    strikes_at=1000,
)
