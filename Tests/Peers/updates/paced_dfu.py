"""Nordic Secure DFU with a pace that is set: how long the device takes for a receipt, and for an object in flash."""

from __future__ import annotations

import asyncio
import binascii
import struct
from dataclasses import dataclass

from bumble.att import Attribute
from bumble.gatt import Characteristic, CharacteristicValue

from peers.background import spawn
from peers.services.active import ActiveService

from .device import Properties
from .nordic_secure import CHECK, COMMAND, CONTROL, CREATE, DATA, EXECUTE, PACKET, RESPONSE, SELECT, SERVICE, SET_RECEIPTS

WRITEABLE = Attribute.Permissions.WRITEABLE


@dataclass
class DevicePace:
    """Seconds that the device takes for things; for what is not named it takes none."""

    receipt: float = 0.0
    """From a packet to the receipt for it."""
    execute: float = 0.0
    """From the request to execute a data object to the answer."""


class PacedDFU(ActiveService):
    """The device's side: takes what it is sent, checks nothing, answers when its pace says so."""

    def __init__(self, pace: DevicePace, object_bytes: int) -> None:
        self.pace = pace
        self._object_bytes = object_bytes
        self.stored = bytearray()
        self.executions = 0
        """Data objects that were executed, each with the delay of the pace."""
        self.receipts = 0
        """Receipts that were given, each with the delay of the pace."""
        self._kind = COMMAND
        self._object = bytearray()
        self._receipt_interval = 0
        self._packets = 0
        self.control = Characteristic[bytes](
            CONTROL, Properties.WRITE | Properties.NOTIFY, WRITEABLE, CharacteristicValue[bytes](write=self._ask)
        )
        self.packet = Characteristic[bytes](
            PACKET,
            Properties.WRITE | Properties.WRITE_WITHOUT_RESPONSE,
            WRITEABLE,
            CharacteristicValue[bytes](write=self._take),
        )
        super().__init__(SERVICE, [self.control, self.packet])

    def _answer(self, opcode: int, more: bytes = b"", delay: float = 0.0) -> None:
        async def send() -> None:
            await asyncio.sleep(delay)
            await self.sender.notify(self.control, bytes([RESPONSE, opcode, 1]) + more)

        spawn(send())

    def _state(self) -> bytes:
        everything = self.stored + self._object if self._kind == DATA else self._object
        return struct.pack("<II", len(everything), binascii.crc32(everything))

    def _ask(self, _: object, value: bytes) -> None:
        opcode = value[0]
        if opcode == SELECT:
            self._kind = value[1]
            self._object.clear()
            self._answer(opcode, struct.pack("<I", self._object_bytes if self._kind == DATA else 256) + self._state())
        elif opcode == SET_RECEIPTS:
            self._receipt_interval = struct.unpack("<H", value[1:3])[0]
            self._answer(opcode)
        elif opcode == CREATE:
            self._kind = value[1]
            self._object.clear()
            self._packets = 0
            self._answer(opcode)
        elif opcode == CHECK:
            self._answer(opcode, self._state())
        elif opcode == EXECUTE and self._kind == COMMAND:
            self._answer(opcode)
        elif opcode == EXECUTE:
            self.stored += self._object
            self._object.clear()
            self.executions += 1
            self._answer(opcode, delay=self.pace.execute)

    def _take(self, _: object, value: bytes) -> None:
        self._object += value
        self._packets += 1
        if self._receipt_interval and self._packets % self._receipt_interval == 0:
            self.receipts += 1
            self._answer(CHECK, self._state(), delay=self.pace.receipt)
