"""Espressif BLE OTA: sectors of 4096 bytes in numbered packets, with a check each.

    command  01 00 size:u32 …  start    02 00 …  stop     20 bytes with CRC-16; answers 03 00 command:u16 status:u16 …
    image    sector:u16 packet:u8 bytes, packet FF with the CRC-16 of the sector; answers sector:u16 status:u16 …
"""

from __future__ import annotations

import binascii
import struct

from bumble.core import UUID

from .client import GaveUp, UpdateClient
from .device import Properties, UpdateDevice
from .faults import Fault, FaultPlan
from .play import UpdateProtocol, firmware

SERVICE, IMAGE, COMMAND = (UUID.from_16_bits(number) for number in (0x8018, 0x8020, 0x8022))
START, STOP, ACKNOWLEDGEMENT = 1, 2, 3
ACCEPTED, REJECTED = 0, 1
GOOD, CRC_ERROR, INDEX_ERROR = 0, 1, 2
SECTOR, LAST = 4096, 0xFF
ERASE_TIME = 0.6
SIZE = 5000


def framed(*numbers: int) -> bytes:
    """A message of 20 bytes: numbers of 16 bits, and the check."""
    head = struct.pack(f"<{len(numbers)}H", *numbers).ljust(18, b"\0")
    return head + struct.pack("<H", binascii.crc_hqx(head, 0))


class EspressifDevice(UpdateDevice):
    """A device as the NimBLE build is: it looks at a sector when its last packet has come."""

    def __init__(self, plan: FaultPlan) -> None:
        self._size = 0
        self._sector = bytearray()
        properties = Properties.WRITE | Properties.WRITE_WITHOUT_RESPONSE | Properties.INDICATE
        self.image = self.takes(IMAGE, properties, self._write, image=True)
        self.command = self.takes(COMMAND, Properties.WRITE | Properties.INDICATE, self._ask)
        super().__init__(SERVICE, [self.image, self.command], plan)

    def _ask(self, value: bytes) -> None:
        assert len(value) == 20 and binascii.crc_hqx(value[:18], 0) == struct.unpack_from("<H", value, 18)[0]
        code = struct.unpack_from("<H", value)[0]
        if code == START:
            self._size = struct.unpack_from("<I", value, 2)[0]
            self.stored.clear()
            self._sector.clear()
        status = REJECTED if code == START and self.plan.is_on(Fault.REFUSED) else ACCEPTED
        delay = ERASE_TIME if code == START else 0.0
        self.answer(self.command, framed(ACKNOWLEDGEMENT, code, status), delay, indicate=True)
        if code == STOP:
            self.hang_up(after=0.3)

    def _write(self, value: bytes) -> None:
        sector, packet = struct.unpack_from("<HB", value)
        if packet == 0:
            self._sector.clear()
        self._sector += value[3:]
        if packet != LAST:
            return
        check = struct.unpack("<H", self._sector[-2:])[0]
        del self._sector[-2:]
        expected = len(self.stored) // SECTOR
        if sector != expected:
            self._sector.clear()
            self.answer(self.image, framed(sector, INDEX_ERROR, expected), indicate=True)
            return
        is_good = binascii.crc_hqx(self._sector, 0) == check
        if is_good:
            self.stored += self._sector
        self._sector.clear()
        self.answer(self.image, framed(sector, GOOD if is_good else CRC_ERROR), indicate=True)


class EspressifClient(UpdateClient):
    """A client that gives up when a sector is refused."""

    async def update(self, image: bytes) -> None:
        data, command = self.characteristic(IMAGE), self.characteristic(COMMAND)
        await self.listen(data, indications=True)
        await self.listen(command, indications=True)
        self._check(await self.ask(command, framed(START, len(image) & 0xFFFF, len(image) >> 16)), 4)
        # The last packet has two bytes more.
        size = self.chunk_size - 5
        goes_on = self.plan.is_on(Fault.WRONG_RESUME) and self.record.acknowledged
        for start in range(self.record.acknowledged or 0 if goes_on else 0, len(image), SECTOR):
            sector = image[start : start + SECTOR]
            check = binascii.crc_hqx(sector, 0) ^ (1 if self.plan.is_on(Fault.BAD_CHECK) else 0)
            for number, place in enumerate(range(0, len(sector), size)):
                part = sector[place : place + size]
                is_last = place + size >= len(sector)
                head = struct.pack("<HB", start // SECTOR, LAST if is_last else number)
                tail = struct.pack("<H", check) if is_last else b""
                await self.send(data, head + part + tail, start + place, len(part))
            answer = await self.answer()
            if answer[2] == INDEX_ERROR:
                self.record.acknowledged = struct.unpack_from("<H", answer, 4)[0] * SECTOR
            self._check(answer, 2)
            self.record.acknowledged = start + len(sector)
        self._check(await self.ask(command, framed(STOP)), 4)

    @staticmethod
    def _check(answer: bytes, place: int) -> None:
        if struct.unpack_from("<H", answer, place)[0] != 0:
            raise GaveUp(f"refused: {answer.hex()}")


PROTOCOL = UpdateProtocol(
    "espressif-ble-ota",
    EspressifDevice,
    EspressifClient,
    (
        Fault.NEVER_SENT,
        Fault.LOST,
        Fault.REFUSED,
        Fault.BAD_CHECK,
        Fault.RESUMED,
        Fault.ATT_ERROR,
        Fault.NO_ANSWER,
        Fault.STALLED,
        Fault.TOO_LONG,
        Fault.WRONG_RESUME,
    ),
    firmware(SIZE, b"\xe9"),
    strikes_at=2000,
)
