"""An MCUmgr (SMP) server: echo, parameters, image state, upload with resume, reset."""

from __future__ import annotations

import asyncio
import hashlib
import struct
from collections.abc import Callable
from typing import Any

import cbor2
from bumble.att import Attribute
from bumble.core import UUID
from bumble.gatt import Characteristic, CharacteristicValue

from ..background import spawn
from .active import ActiveService

SERVICE = UUID("8d53dc1d-1db7-4cd3-868b-8a527460aa84")
CHARACTERISTIC = UUID("da2e7828-fbce-4e01-ae9e-261174997c48")
HEADER = struct.Struct(">BBHHBB")
VERSION_BITS = 0x18
OPERATION_BITS = 0x07
WRITE = 2
NOT_SUPPORTED = 8
BUFFER_SIZE = 2475
BUFFER_COUNT = 4
FLASH_TIME_PER_BYTE = 4e-6
Map = dict[str, Any]


class Command:
    """Group and command number."""

    ECHO = (0, 0)
    RESET = (0, 5)
    PARAMETERS = (0, 6)
    IMAGE_STATE = (1, 0)
    UPLOAD = (1, 1)


class McumgrService(ActiveService):
    """The device's side of MCUmgr, with one image slot to upload to."""

    def __init__(self) -> None:
        self.image = bytearray()
        self.on_data: Callable[[int], bool] = lambda total: True
        """Called with the bytes stored so far; the device does not answer when it says false."""
        self.on_reset: Callable[[], None] = lambda: None
        self.buffer_size = BUFFER_SIZE
        self._length = 0
        self._sha: bytes | None = None
        self._slots = [_slot(0, "1.0.0", hashlib.sha256(b"running").digest(), running=True)]
        self._incoming = bytearray()
        properties = Characteristic.Properties
        self.channel = Characteristic[bytes](
            CHARACTERISTIC,
            properties.WRITE_WITHOUT_RESPONSE | properties.NOTIFY,
            Attribute.Permissions.WRITEABLE,
            CharacteristicValue[bytes](write=self._write),
        )
        super().__init__(SERVICE, [self.channel])

    def _write(self, _: object, value: bytes) -> None:
        self._incoming += value
        while len(self._incoming) >= HEADER.size:
            first, _, length, group, sequence, command = HEADER.unpack_from(self._incoming)
            end = HEADER.size + length
            if len(self._incoming) < end:
                return
            request = cbor2.loads(bytes(self._incoming[HEADER.size : end])) if length else {}
            del self._incoming[:end]
            operation = first & OPERATION_BITS
            answer = self._answer((group, command), operation == WRITE, request)
            if answer is None:
                self._incoming.clear()
                return
            body = cbor2.dumps(answer)
            header = HEADER.pack(first & VERSION_BITS | (operation + 1), 0, len(body), group, sequence, command)
            spawn(self._send(header + body, length * FLASH_TIME_PER_BYTE))

    async def _send(self, packet: bytes, delay: float) -> None:
        await asyncio.sleep(delay)
        size = self.sender.value_size
        for offset in range(0, len(packet), size):
            await self.sender.notify(self.channel, packet[offset : offset + size])

    def _answer(self, command: tuple[int, int], write: bool, request: Map) -> Map | None:
        match command:
            case Command.ECHO:
                return {"r": request.get("d", "")}
            case Command.PARAMETERS:
                return {"buf_size": self.buffer_size, "buf_count": BUFFER_COUNT}
            case Command.RESET:
                asyncio.get_running_loop().call_later(0.2, self.on_reset)
                return {}
            case Command.IMAGE_STATE:
                if write and len(self._slots) > 1:
                    self._slots[1] |= {"pending": True, "permanent": bool(request.get("confirm"))}
                return {"images": self._slots, "splitStatus": 0}
            case Command.UPLOAD:
                return self._upload(request)
            case _:
                return {"rc": NOT_SUPPORTED}

    def _upload(self, request: Map) -> Map | None:
        if request["off"] == 0 and not (self.image and request.get("sha") == self._sha):
            self.image.clear()
            self._length, self._sha = request["len"], request.get("sha")
        if request["off"] == len(self.image):
            self.image += request["data"]
            if not self.on_data(len(self.image)):
                return None
        answer: Map = {"off": len(self.image)}
        if len(self.image) == self._length:
            digest = hashlib.sha256(self.image).digest()
            answer["match"] = digest == self._sha
            self._slots = [self._slots[0], _slot(1, "1.1.0", digest, running=False)]
        return answer


def _slot(number: int, version: str, digest: bytes, *, running: bool) -> Map:
    return {
        "slot": number,
        "version": version,
        "hash": digest,
        "bootable": True,
        "pending": False,
        "confirmed": running,
        "active": running,
        "permanent": False,
    }
