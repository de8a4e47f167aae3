"""Qualcomm GAIA upgrade, in the frames of vendor 001D, data on the command characteristic.

    vendor:u16 0C00 connect ← 0D00     0C02 word ← 0C80 word     word: op:u8 length:u16 data, big-endian
    13 ← 14   01 ← 02   15 ← 03 length skip   04 last bytes   16 ← 0B   0C; restart; 13 ← 14 point 3   0E ← 0F   10 ← 12
"""

from __future__ import annotations

import asyncio
import struct

from bumble.core import UUID

from peers.gatt_client import LinkLost

from .client import GaveUp, UpdateClient
from .device import Properties, UpdateDevice
from .faults import Fault, FaultPlan
from .play import UpdateProtocol, firmware

SERVICE, COMMAND, RESPONSE, DATA = (
    UUID(f"0000110{number}-d102-11e1-9b23-00025b00a5a5") for number in (0, 1, 2, 3)
)
VENDOR = 0x001D
CONNECT, CONTROL, CONNECTED, WORD = 0x0C00, 0x0C02, 0x0D00, 0x0C80
START, STARTED, WANT, BYTES, TRANSFERRED, COMPLETE_ANSWER = 0x01, 0x02, 0x03, 0x04, 0x0B, 0x0C
PROCEED, COMMIT_REQUEST, COMMIT, FAILED, COMPLETE = 0x0E, 0x0F, 0x10, 0x11, 0x12
SYNCHRONIZE, SYNCHRONIZED, START_DATA, IS_VALID = 0x13, 0x14, 0x15, 0x16
FROM_START, AFTER_RESTART = 0, 3
WRONG_VARIANT, CHECK_FAILED, WRONG_DATA_HEADER = 0x13, 0x1A, 0x35
FILE = 0x11223344
REQUEST = 700
SIZE = 2600


def frame(command: int, word: bytes = b"") -> bytes:
    return struct.pack(">HH", VENDOR, command) + word


def word(op: int, data: bytes = b"") -> bytes:
    return struct.pack(">BH", op, len(data)) + data


class GaiaDevice(UpdateDevice):
    """A device that keeps what it has over a lost link, and restarts before the commit."""

    DATA_PROPERTIES = Properties.WRITE_WITHOUT_RESPONSE

    def __init__(self, plan: FaultPlan) -> None:
        self._wanted = 0
        self._point = FROM_START
        self._has_failed = False
        command = self.takes(COMMAND, Properties.WRITE | Properties.WRITE_WITHOUT_RESPONSE, self._ask, image=True)
        self.response = self.takes(RESPONSE, Properties.NOTIFY, lambda _: None)
        self.data = self.takes(DATA, self.DATA_PROPERTIES, self._segment, image=True)
        super().__init__(SERVICE, [command, self.response, self.data], plan)

    def fits(self, value: bytes) -> bool:
        is_data = len(value) > 8 and value[4] == BYTES
        return super().fits(value) if is_data else self.allows(value)

    def _segment(self, value: bytes) -> None:
        """What comes on the data characteristic, which only RWCP uses."""

    def _say(self, op: int, data: bytes = b"", delay: float = 0.0) -> None:
        self.answer(self.response, frame(WORD, word(op, data)), delay)

    def _want(self, skip: int = 0, delay: float = 0.0) -> None:
        self._wanted = REQUEST
        self._say(WANT, struct.pack(">II", REQUEST, skip), delay)

    def _ask(self, value: bytes) -> None:
        if struct.unpack_from(">H", value, 2)[0] == CONNECT:
            self.answer(self.response, frame(CONNECTED))
            return
        op, data = value[4], value[7:]
        if op == SYNCHRONIZE:
            self._say(SYNCHRONIZED, struct.pack(">BIB", self._point, FILE, 4))
        elif op == START:
            self._say(STARTED, bytes([0, 0, 100]))
        elif op == START_DATA:
            self._want(skip=len(self.stored), delay=0.3)
        elif op == BYTES:
            self._take(data[0] == 1, data[1:])
        elif op == IS_VALID:
            if self.plan.is_on(Fault.BAD_CHECK):
                self._say(FAILED, struct.pack(">H", CHECK_FAILED))
            else:
                self._say(TRANSFERRED, delay=0.2)
        elif op == COMPLETE_ANSWER:
            self._point = AFTER_RESTART
            self.hang_up(after=0.1)
        elif op == PROCEED:
            self._say(COMMIT_REQUEST)
        elif op == COMMIT:
            self._say(COMPLETE)

    def _take(self, is_last: bool, data: bytes) -> None:
        if self.plan.is_on(Fault.WRONG_RESUME) and self.plan.has_struck:
            # It expects to go on in the data of a partition, and gets the header of the file.
            if not self._has_failed:
                self._say(FAILED, struct.pack(">H", WRONG_DATA_HEADER))
            self._has_failed = True
            return
        self.stored += data
        self._wanted -= len(data)
        if self.plan.is_on(Fault.REFUSED):
            # The header of the image is in the first bytes.
            if len(self.stored) == len(data):
                self._say(FAILED, struct.pack(">H", WRONG_VARIANT))
        elif self._wanted <= 0 and not is_last:
            self._want()


class GaiaClient(UpdateClient):
    """A client that gives what is asked for, and commits after the restart."""

    async def update(self, image: bytes) -> None:
        self._command = self.characteristic(COMMAND)
        await self.listen(self.characteristic(RESPONSE))
        assert await self.ask(self._command, frame(CONNECT)) == frame(CONNECTED)
        point = (await self._talk(SYNCHRONIZE, struct.pack(">I", FILE), SYNCHRONIZED))[0]
        await self._talk(START, b"", STARTED)
        if point == AFTER_RESTART:
            await self._talk(PROCEED, bytes([0]), COMMIT_REQUEST)
            await self._talk(COMMIT, bytes([0]), COMPLETE)
            await asyncio.sleep(0.05)
            return
        await self._send_image(image)
        await self._talk(IS_VALID, b"", TRANSFERRED)
        self.record.acknowledged = len(image)
        await self.write(self._command, frame(CONTROL, word(COMPLETE_ANSWER, bytes([0]))))
        raise LinkLost(await self.link.lost)

    async def _talk(self, op: int, data: bytes, expected: int) -> bytes:
        return self._check(await self.ask(self._command, frame(CONTROL, word(op, data))), expected)

    async def _send_image(self, image: bytes) -> None:
        wanted = await self._talk(START_DATA, b"", WANT)
        position = struct.unpack_from(">I", wanted, 4)[0]
        if self.record.chunks:
            self.record.resumed_from.append(position)
        self.record.acknowledged = position
        if self.record.chunks and self.plan.is_on(Fault.WRONG_RESUME):
            # A client that does not look at what is to be skipped.
            position = 0
        size = self.chunk_size - 8
        while True:
            end = min(position + struct.unpack_from(">I", wanted)[0], len(image))
            while position < end:
                part = image[position : min(position + size, end)]
                is_last = position + len(part) == len(image)
                await self._send_word(frame(CONTROL, word(BYTES, bytes([is_last]) + part)), position, len(part))
                position += len(part)
                if not self._answers.empty() and position < end:
                    self._check(await self.answer(), WANT)
            await self._flush()
            if position >= len(image):
                return
            wanted = self._check(await self.answer(), WANT)
            self.record.acknowledged = position

    async def _send_word(self, value: bytes, position: int, count: int) -> None:
        """Sends a word with bytes of the image."""
        await self.send(self._command, value, position, count)

    async def _flush(self) -> None:
        """Waits for what the device has to say to what was sent."""

    @staticmethod
    def _check(answer: bytes, op: int) -> bytes:
        if answer[4] != op:
            raise GaveUp(f"refused: {answer.hex()}")
        return answer[7:]


PROTOCOL = UpdateProtocol(
    "qualcomm-gaia",
    GaiaDevice,
    GaiaClient,
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
    strikes_at=1150,
    mtu=131,
    restarts=False,
)
