"""Dialog SUOTA: a memory, a block length, blocks with an answer each, and a byte that makes the XOR of all 0.

    MEM_DEV bank:u16 00 device ← 10     PATCH_LEN length:u16     PATCH_DATA bytes ← 02 a block
    MEM_DEV 00 00 00 FE ← 02            MEM_DEV 00 00 00 FD      restart
"""

from __future__ import annotations

import struct
from functools import reduce
from operator import xor

from bumble.core import UUID

from .client import GaveUp, UpdateClient
from .device import Properties, UpdateDevice
from .faults import Fault, FaultPlan
from .play import UpdateProtocol, firmware

SERVICE = UUID.from_16_bits(0xFEF5)
MEMORY = UUID("8082caa8-41a6-4021-91c6-56f9b954cc34")
LENGTH = UUID("9d84b9a3-000c-49d8-9183-855b673fda31")
DATA = UUID("457871e8-d516-4ca1-9116-57d0b17b9cb2")
STATUS = UUID("5f78df94-798c-46f5-990a-b3eb6a065c88")
SPI_FLASH, IMAGE_END, RESTART = 0x13, 0xFE, 0xFD
GOOD, CRC_ERROR, STARTED, SAME_IMAGE = 0x02, 0x04, 0x10, 0x15
CHUNKS_OF_BLOCK = 4
CODE = 2400
TAKES = Properties.READ | Properties.WRITE


def suota_image(code: bytes) -> bytes:
    """Header of 64 bytes, code, and the last byte."""
    header = struct.pack("<BBHII", 0x70, 0x51, 0x00AA, len(code), 0).ljust(64, b"\0")
    return header + code + bytes([reduce(xor, header + code)])


class SuotaDevice(UpdateDevice):
    """A device that answers each block."""

    def __init__(self, plan: FaultPlan) -> None:
        self._block = 0
        self._start = 0
        memory = self.takes(MEMORY, TAKES, self._choose)
        length = self.takes(LENGTH, TAKES, self._measure)
        data = self.takes(DATA, TAKES | Properties.WRITE_WITHOUT_RESPONSE, self._take, image=True)
        self.status = self.takes(STATUS, Properties.READ | Properties.NOTIFY, lambda _: None)
        super().__init__(SERVICE, [memory, length, data, self.status], plan)

    def _say(self, status: int, delay: float = 0.0) -> None:
        self.answer(self.status, bytes([status]), delay)

    def _choose(self, value: bytes) -> None:
        if value[3] == SPI_FLASH:
            self.stored.clear()
            self._start = 0
            self._say(STARTED, delay=0.3)
        elif value[3] == IMAGE_END:
            self._say(GOOD if reduce(xor, self.stored) == 0 else CRC_ERROR)
        elif value[3] == RESTART:
            self.hang_up(after=0.1)

    def _measure(self, value: bytes) -> None:
        self._block = struct.unpack("<H", value)[0]

    def _take(self, value: bytes) -> None:
        self.stored += value
        if len(self.stored) - self._start < self._block:
            return
        is_first = self._start == 0
        self._start = len(self.stored)
        # The header is in the first block.
        self._say(SAME_IMAGE if is_first and self.plan.is_on(Fault.REFUSED) else GOOD)


class SuotaClient(UpdateClient):
    """A client that waits for the answer to each block."""

    async def update(self, image: bytes) -> None:
        memory, length, data = (self.characteristic(uuid) for uuid in (MEMORY, LENGTH, DATA))
        await self.listen(self.characteristic(STATUS))
        self._check(await self.ask(memory, bytes([0, 0, 0, SPI_FLASH])), STARTED)
        if self.plan.is_on(Fault.BAD_CHECK):
            image = image[:-1] + bytes([image[-1] ^ 1])
        size = self.chunk_size
        block = size * CHUNKS_OF_BLOCK
        measured = 0
        for start in range(0, len(image), block):
            part = image[start : start + block]
            if len(part) != measured:
                measured = len(part)
                await self.write(length, struct.pack("<H", measured))
            for place in range(0, len(part), size):
                await self.send(data, part[place : place + size], start + place)
            self._check(await self.answer(), GOOD)
            self.record.acknowledged = start + len(part)
        self._check(await self.ask(memory, bytes([0, 0, 0, IMAGE_END])), GOOD)
        await self.write(memory, bytes([0, 0, 0, RESTART]))

    @staticmethod
    def _check(answer: bytes, status: int) -> None:
        if answer[0] != status:
            raise GaveUp(f"status {answer[0]:#x}")


PROTOCOL = UpdateProtocol(
    "dialog-suota",
    SuotaDevice,
    SuotaClient,
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
    ),
    suota_image(firmware(CODE)),
    mtu=131,
)
