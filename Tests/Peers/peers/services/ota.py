"""A vendor's firmware update service: one control characteristic, one data characteristic, acknowledged windows.

    START    01 size:u32 crc32:u32 window:u8   → 81 status offset:u32
    STATUS   02                                → 82 status offset:u32 crc32:u32
    FINISH   03                                → 83 status crc32:u32
    (data)   write commands                    → 84 status offset:u32 crc32:u32, after each window and at the end

Requests are written to the control characteristic, answers are its notifications. Integers are little-endian.
"""

from __future__ import annotations

import asyncio
import binascii
import struct
from collections.abc import Callable
from enum import IntEnum

from bumble.att import ATT_Error, Attribute
from bumble.core import UUID
from bumble.gatt import Characteristic, CharacteristicValue

from ..background import spawn
from .active import ActiveService

Properties = Characteristic.Properties
WRITEABLE = Attribute.Permissions.WRITEABLE
APPLICATION_ERROR = 0x80
OK, BAD_IMAGE = 0x00, 0x02
FLASH_TIME_PER_BYTE = 2.2e-6


class Opcode(IntEnum):
    START = 0x01
    STATUS = 0x02
    FINISH = 0x03
    STARTED = 0x81
    STATUS_IS = 0x82
    FINISHED = 0x83
    RECEIVED = 0x84


def ota_uuid(number: int) -> UUID:
    return UUID(f"b1e5{number:04x}-0000-4a00-8000-00805f9b34fb")


SERVICE, CONTROL, DATA = (ota_uuid(number) for number in range(3))


class OtaService(ActiveService):
    """The device's side of an update."""

    def __init__(self) -> None:
        self._size = 0
        self._crc = 0
        self._window = 8
        self._chunks = 0
        self.received = bytearray()
        self.acknowledged = 0
        self.on_data: Callable[[int], bool] = lambda total: True
        """Called with the bytes received so far; the device stops taking data when it answers false."""
        self.control = Characteristic[bytes](
            CONTROL,
            Properties.WRITE | Properties.NOTIFY,
            WRITEABLE,
            CharacteristicValue[bytes](write=self._write_control),
        )
        self.data = Characteristic[bytes](
            DATA, Properties.WRITE_WITHOUT_RESPONSE, WRITEABLE, CharacteristicValue[bytes](write=self._write_data)
        )
        self._taking = True
        super().__init__(SERVICE, [self.control, self.data])

    def _answer(self, value: bytes, delay: float = 0.0) -> None:
        async def send() -> None:
            await asyncio.sleep(delay)
            await self.sender.notify(self.control, value)

        spawn(send())

    def _write_control(self, _: object, value: bytes) -> None:
        match value[0]:
            case Opcode.START:
                self._size, self._crc, self._window = struct.unpack("<IIB", value[1:])
                self.received.clear()
                self._chunks = self.acknowledged = 0
                self._answer(struct.pack("<BBI", Opcode.STARTED, OK, 0), delay=0.020)
            case Opcode.STATUS:
                crc = binascii.crc32(self.received)
                self._answer(struct.pack("<BBII", Opcode.STATUS_IS, OK, len(self.received), crc))
            case Opcode.FINISH:
                crc = binascii.crc32(self.received)
                complete = crc == self._crc and len(self.received) == self._size
                self._answer(struct.pack("<BBI", Opcode.FINISHED, OK if complete else BAD_IMAGE, crc), delay=0.080)
            case _:
                raise ATT_Error(APPLICATION_ERROR)

    def _write_data(self, _: object, value: bytes) -> None:
        if not self._taking:
            return
        self.received += value
        self._chunks += 1
        self._taking = self.on_data(len(self.received))
        if self._taking and (self._chunks % self._window == 0 or len(self.received) >= self._size):
            unwritten = len(self.received) - self.acknowledged
            self.acknowledged = len(self.received)
            value = struct.pack("<BBII", Opcode.RECEIVED, OK, len(self.received), binascii.crc32(self.received))
            self._answer(value, delay=unwritten * FLASH_TIME_PER_BYTE)
