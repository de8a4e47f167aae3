"""Huami's bands and watches, older and newer.

    newer  D0 ← 10 D0 01 05 chunk:u16     D2 FD size:u32 crc:u32 chunk:u16 00 00 01 size:u32     D3 01     the image
           ← 10 D4 bytes:u32 after each chunk     D5  check     D6  restart
    older  01 size:u24     03     the image     00  after each hundred packets     ← 10 03 01     04 crc:u16     05  restart
"""

from __future__ import annotations

import binascii
import struct

from bumble.core import UUID

from .client import GaveUp, UpdateClient
from .device import Properties, UpdateDevice
from .faults import Fault, FaultPlan
from .play import UpdateProtocol, firmware


def huami_uuid(number: int) -> UUID:
    return UUID(f"0000{number:04x}-0000-3512-2118-0009af100700")


SERVICE, CONTROL, PACKET = (huami_uuid(number) for number in (0x1530, 0x1531, 0x1532))
ANSWER, SUCCESS, FAILURE, LOW_BATTERY, NO_SPACE = 0x10, 0x01, 0x02, 0x22, 0x47
PARAMETERS, SIZES, START, COUNT, CHECK, RESTART = 0xD0, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6
OLD_SIZE, OLD_START, OLD_SYNC, OLD_CHECK, OLD_RESTART = 0x01, 0x03, 0x00, 0x04, 0x05
CHUNK = 976
"""Four packets of 244 bytes."""
SYNC_EVERY = 100
ERASE_TIME = 0.6
SIZE = 2500


class HuamiDevice(UpdateDevice):
    """A newer device: it counts what it has after each chunk."""

    def __init__(self, plan: FaultPlan) -> None:
        self._size = self._check = 0
        self.control = self.takes(CONTROL, Properties.WRITE | Properties.NOTIFY, self._ask)
        packet = self.takes(PACKET, Properties.WRITE_WITHOUT_RESPONSE, self._write, image=True)
        super().__init__(SERVICE, [self.control, packet], plan)

    def _respond(self, opcode: int, result: int = SUCCESS, more: bytes = b"", delay: float = 0.0) -> None:
        self.answer(self.control, bytes([ANSWER, opcode, result]) + more, delay)

    def _ask(self, value: bytes) -> None:
        opcode = value[0]
        if opcode == PARAMETERS:
            self._respond(opcode, more=struct.pack("<BH", 5, CHUNK))
        elif opcode == SIZES:
            self.stored.clear()
            self._size, self._check = struct.unpack_from("<II", value, 2)
            self._respond(opcode, NO_SPACE if self.plan.is_on(Fault.REFUSED) else SUCCESS)
        elif opcode == START:
            self._respond(opcode, delay=ERASE_TIME)
        elif opcode == CHECK:
            self._respond(opcode, SUCCESS if binascii.crc32(self.stored) == self._check else FAILURE, delay=0.05)
        elif opcode == RESTART:
            self._respond(opcode)
            self.hang_up(after=0.05)

    def _write(self, value: bytes) -> None:
        self.stored += value
        if len(self.stored) % CHUNK == 0 or len(self.stored) == self._size:
            self.answer(self.control, struct.pack("<BBI", ANSWER, COUNT, len(self.stored)))


class HuamiClient(UpdateClient):
    """A client that waits for the count after each chunk."""

    async def update(self, image: bytes) -> None:
        self._control = self.characteristic(CONTROL)
        packet = self.characteristic(PACKET)
        await self.listen(self._control)
        answer = await self._ask(bytes([PARAMETERS]))
        chunk = struct.unpack_from("<H", answer, 4)[0]
        check = binascii.crc32(image) ^ (1 if self.plan.is_on(Fault.BAD_CHECK) else 0)
        size = struct.pack("<I", len(image))
        sizes = bytes([SIZES, 0xFD]) + size + struct.pack("<IH", check, chunk) + b"\x00\x00\x01" + size
        await self._ask(sizes)
        await self._ask(bytes([START, 1]))
        for start in range(0, len(image), chunk):
            end = min(start + chunk, len(image))
            for offset in range(start, end, self.chunk_size):
                await self.send(packet, image[offset : min(offset + self.chunk_size, end)], offset)
            count = await self.answer()
            self.record.acknowledged = struct.unpack_from("<I", count, 2)[0]
        await self._ask(bytes([CHECK]))
        await self._ask(bytes([RESTART]))

    async def _ask(self, value: bytes) -> bytes:
        answer = await self.ask(self._control, value)
        if answer[:3] != bytes([ANSWER, value[0], SUCCESS]):
            raise GaveUp(f"refused: {answer.hex()}")
        return answer


class OlderDevice(UpdateDevice):
    """An older device: it says something after the last byte."""

    def __init__(self, plan: FaultPlan) -> None:
        self._size = 0
        self.control = self.takes(CONTROL, Properties.WRITE | Properties.NOTIFY, self._ask)
        packet = self.takes(PACKET, Properties.WRITE_WITHOUT_RESPONSE, self._write, image=True)
        super().__init__(SERVICE, [self.control, packet], plan)

    def _respond(self, opcode: int, result: int = SUCCESS, delay: float = 0.0) -> None:
        self.answer(self.control, bytes([ANSWER, opcode, result]), delay)

    def _ask(self, value: bytes) -> None:
        opcode = value[0]
        if opcode == OLD_SIZE:
            self.stored.clear()
            self._size = int.from_bytes(value[1:4], "little")
            self._respond(opcode, LOW_BATTERY if self.plan.is_on(Fault.REFUSED) else SUCCESS, delay=ERASE_TIME)
        elif opcode == OLD_CHECK:
            is_good = crc16(self.stored) == struct.unpack_from("<H", value, 1)[0]
            self._respond(opcode, SUCCESS if is_good else FAILURE, delay=0.05)
        elif opcode == OLD_RESTART:
            self._respond(opcode)
            self.hang_up(after=0.05)

    def _write(self, value: bytes) -> None:
        self.stored += value
        if len(self.stored) == self._size:
            self._respond(OLD_START)


class OlderClient(HuamiClient):
    """A client of the older protocol, which begins anew after every interruption."""

    async def update(self, image: bytes) -> None:
        self._control = self.characteristic(CONTROL)
        packet = self.characteristic(PACKET)
        await self.listen(self._control)
        await self._ask(bytes([OLD_SIZE]) + len(image).to_bytes(3, "little"))
        await self.write(self._control, bytes([OLD_START]))
        for number, offset in enumerate(range(0, len(image), self.chunk_size), 1):
            await self.send(packet, image[offset : offset + self.chunk_size], offset)
            if number % SYNC_EVERY == 0:
                await self.write(self._control, bytes([OLD_SYNC]))
        if await self.answer() != bytes([ANSWER, OLD_START, SUCCESS]):
            raise GaveUp("the image was not taken")
        self.record.acknowledged = len(image)
        check = crc16(image) ^ (1 if self.plan.is_on(Fault.BAD_CHECK) else 0)
        await self._ask(struct.pack("<BH", OLD_CHECK, check))
        await self._ask(bytes([OLD_RESTART]))


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE."""
    return binascii.crc_hqx(bytes(data), 0xFFFF)


FAULTS = (
    Fault.NEVER_SENT,
    Fault.LOST,
    Fault.REFUSED,
    Fault.BAD_CHECK,
    Fault.RESUMED,
    Fault.ATT_ERROR,
    Fault.NO_ANSWER,
    Fault.STALLED,
    Fault.TOO_LONG,
)
PROTOCOL = UpdateProtocol("huami-dfu", HuamiDevice, HuamiClient, FAULTS, firmware(SIZE), strikes_at=2100)
OLDER = UpdateProtocol("huami-dfu", OlderDevice, OlderClient, FAULTS, firmware(SIZE - 10), mtu=23, variant="older")
