"""NXP OTAP: the device asks for blocks, which come in numbered chunks.

    ← 02 id version:8     03 id:u16 version:8 size:u32     ← 04 id start:u32 size:u32 chunk:u16 method:u8 channel:u16
    data 05 number:u8 bytes     ← 06 id status     ← 07 command status
"""

from __future__ import annotations

import struct

from bumble.core import UUID

from .client import GaveUp, UpdateClient
from .device import Properties, UpdateDevice
from .faults import Fault, FaultPlan
from .play import UpdateProtocol, firmware

SERVICE, CONTROL, DATA = (UUID(f"01ff555{number}-ba5e-f4ee-5ca1-eb1e5e4b1ce0") for number in (0, 1, 2))
NEW, INFORMATION_REQUEST, INFORMATION, BLOCK, CHUNK, COMPLETE, ERROR = range(1, 8)
SUCCESS, NOT_EXPECTED, TOO_LARGE, WRONG_CRC = 0x00, 0x0B, 0x0C, 0x18
IMAGE_ID, VERSION = 1, bytes.fromhex("0200004111110001")
CHUNKS_OF_BLOCK = 4
WRONG_BY = 2
SIZE = 2600
ATT_METHOD, ATT_CHANNEL = 0, 4


class NxpDevice(UpdateDevice):
    """A device that keeps what it has over a lost link."""

    def __init__(self, plan: FaultPlan) -> None:
        self._size = 0
        self._block = 0
        self._next = 0
        self.control = self.takes(CONTROL, Properties.WRITE | Properties.INDICATE, self._ask)
        data = self.takes(DATA, Properties.WRITE_WITHOUT_RESPONSE | Properties.WRITE, self._take, image=True)
        super().__init__(SERVICE, [self.control, data], plan)

    def _say(self, value: bytes, delay: float = 0.0) -> None:
        self.answer(self.control, value, delay, indicate=True)

    def _ask(self, value: bytes) -> None:
        if value[0] == NEW:
            self._say(struct.pack("<BH", INFORMATION_REQUEST, 0) + bytes.fromhex("0100004111110001"))
        elif value[0] == INFORMATION:
            self._size = struct.unpack_from("<I", value, 11)[0]
            if self.plan.is_on(Fault.REFUSED):
                self._say(bytes([ERROR, INFORMATION, TOO_LARGE]))
                return
            # Whole blocks of what came before the link was lost are kept.
            size = self._chunk * CHUNKS_OF_BLOCK
            del self.stored[len(self.stored) // size * size :]
            self._want(delay=0.3)

    @property
    def _chunk(self) -> int:
        return self.sender.value_size - 2

    def _want(self, delay: float = 0.0) -> None:
        self._next = 0
        start = len(self.stored)
        self._block = min(self._chunk * CHUNKS_OF_BLOCK, self._size - start)
        numbers = (BLOCK, IMAGE_ID, start, self._block, self._chunk, ATT_METHOD, ATT_CHANNEL)
        self._say(struct.pack("<BHIIHBH", *numbers), delay)

    def _take(self, value: bytes) -> None:
        if self._next < 0:
            return
        if value[1] != self._next:
            self._next = -1
            self._say(bytes([ERROR, CHUNK, NOT_EXPECTED]))
            return
        self._next += 1
        self.stored += value[2:]
        self._block -= len(value) - 2
        if self._block > 0:
            return
        if len(self.stored) < self._size:
            self._want()
            return
        status = WRONG_CRC if self.plan.is_on(Fault.BAD_CHECK) else SUCCESS
        self._say(struct.pack("<BHB", COMPLETE, IMAGE_ID, status), delay=0.1)
        if status == SUCCESS:
            self.hang_up(after=0.5)


class NxpClient(UpdateClient):
    """A client that gives what the device asks for."""

    async def update(self, image: bytes) -> None:
        control, data = self.characteristic(CONTROL), self.characteristic(DATA)
        await self.listen(control, indications=True)
        information = struct.pack("<H", IMAGE_ID) + VERSION + struct.pack("<I", len(image))
        answer = await self.ask(control, bytes([NEW]) + information)
        assert answer[0] == INFORMATION_REQUEST
        resumes = self.record.chunks > 0
        answer = await self.ask(control, bytes([INFORMATION]) + information)
        while answer[0] == BLOCK:
            _, _, start, size, chunk = struct.unpack_from("<BHIIH", answer)
            first = 0
            if resumes:
                self.record.resumed_from.append(start)
                # The device keeps whole blocks, and a client may believe that it keeps chunks.
                first = WRONG_BY if self.plan.is_on(Fault.WRONG_RESUME) else 0
                resumes = False
            self.record.acknowledged = start
            chunk = self.chunk_size - 2 if self.plan.is_on(Fault.TOO_LONG) else chunk
            for number, place in list(enumerate(range(start, start + size, chunk)))[first:]:
                part = image[place : min(place + chunk, start + size)]
                await self.send(data, bytes([CHUNK, number]) + part, place, len(part))
            answer = await self.answer()
        if answer[0] == ERROR or answer[3] != SUCCESS:
            raise GaveUp(f"refused: {answer.hex()}")
        self.record.acknowledged = len(image)


PROTOCOL = UpdateProtocol(
    "nxp-otap",
    NxpDevice,
    NxpClient,
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
    firmware(SIZE),
    strikes_at=1250,
    mtu=131,
)
