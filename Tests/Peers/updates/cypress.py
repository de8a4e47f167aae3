"""The Cypress PSoC bootloader: frames with a checksum on one characteristic, rows of flash in parts.

    01 command length:u16 payload checksum:u16 17      38 enter   37 part of a row   39 array row:u16 rest   31 verify   3B leave
"""

from __future__ import annotations

import struct

from bumble.core import UUID

from .client import GaveUp, UpdateClient
from .device import Properties, UpdateDevice
from .faults import Fault, FaultPlan
from .play import UpdateProtocol, firmware

SERVICE, COMMAND = (UUID(f"0006000{number}-f8ce-11e4-abf4-0002a5d5c51b") for number in (0, 1))
VERIFY, SEND, ENTER, PROGRAM, LEAVE = 0x31, 0x37, 0x38, 0x39, 0x3B
GOOD, LENGTH_WRONG, ROW_NOT_VALID = 0x00, 0x03, 0x0A
ROW, FIRST_ROW, PART = 256, 64, 130
FRAME = 7
SIZE = 8 * ROW


def framed(code: int, payload: bytes = b"") -> bytes:
    head = struct.pack("<BBH", 1, code, len(payload)) + payload
    return head + struct.pack("<HB", -sum(head) & 0xFFFF, 0x17)


class CypressDevice(UpdateDevice):
    """A bootloader for rows of 256 bytes."""

    def __init__(self, plan: FaultPlan) -> None:
        self._part = bytearray()
        properties = Properties.WRITE | Properties.WRITE_WITHOUT_RESPONSE | Properties.NOTIFY
        self.command = self.takes(COMMAND, properties, self._ask, image=True)
        super().__init__(SERVICE, [self.command], plan)

    def fits(self, value: bytes) -> bool:
        return super().fits(value) if value[1] in (SEND, PROGRAM) else self.allows(value)

    def _say(self, status: int, payload: bytes = b"", delay: float = 0.0) -> None:
        self.answer(self.command, framed(status, payload), delay)

    def _ask(self, value: bytes) -> None:
        assert value == framed(value[1], value[4:-3])
        code, payload = value[1], value[4:-3]
        if code == ENTER:
            self.stored.clear()
            self._part.clear()
            self._say(GOOD, bytes.fromhex("9311041e11010132"))
        elif code == SEND:
            self._part += payload
            self._say(GOOD)
        elif code == PROGRAM:
            self._program(bytes(self._part) + payload[3:])
            self._part.clear()
        elif code == VERIFY:
            self._say(GOOD, bytes([0 if self.plan.is_on(Fault.BAD_CHECK) else 1]), delay=0.1)
        elif code == LEAVE:
            self.hang_up(after=0.1)

    def _program(self, row: bytes) -> None:
        if self.plan.is_on(Fault.REFUSED) and len(self.stored) >= self.plan.at:
            self._say(ROW_NOT_VALID)
        elif len(row) != ROW:
            self._say(LENGTH_WRONG)
        else:
            self.stored += row
            self._say(GOOD, delay=0.01)


class CypressClient(UpdateClient):
    """A client that waits for every answer."""

    async def update(self, image: bytes) -> None:
        self._command = self.characteristic(COMMAND)
        await self.listen(self._command)
        await self._talk(framed(ENTER))
        for start in range(0, len(image), ROW):
            row = image[start : start + ROW]
            part = self.chunk_size - FRAME if self.plan.is_on(Fault.TOO_LONG) else PART
            await self._send(framed(SEND, row[:part]), start, part)
            head = struct.pack("<BH", 0, FIRST_ROW + start // ROW)
            await self._send(framed(PROGRAM, head + row[part:]), start + part, ROW - part)
            self.record.acknowledged = start + ROW
        if (await self._talk(framed(VERIFY)))[4] == 0:
            raise GaveUp("the image is not valid")
        await self.write(self._command, framed(LEAVE))

    async def _talk(self, value: bytes) -> bytes:
        return self._check(await self.ask(self._command, value))

    async def _send(self, value: bytes, offset: int, count: int) -> None:
        before = self.record.chunks
        await self.send(self._command, value, offset, count, with_response=True)
        # What was left out gets no answer, which this client does not notice.
        if self.record.chunks > before:
            self._check(await self.answer())

    @staticmethod
    def _check(answer: bytes) -> bytes:
        if answer[1] != GOOD:
            raise GaveUp(f"status {answer[1]:#x}")
        return answer


PROTOCOL = UpdateProtocol(
    "cypress-bootloader",
    CypressDevice,
    CypressClient,
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
    firmware(SIZE),
    mtu=160,
)
