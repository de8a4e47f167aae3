"""ArduinoBleOTA, the present form and the one before.

    01 ← 02 flags      03 size package buffer compressed: 4 × u32, flags ← 04 package:u32 buffer:u32
    05 bytes   06 bytes ← 07      08 crc:u32 ← 09      ← 10 error
    before:    10 size:u32 ← 00 package:u32 buffer:u32     11 bytes (← 00 when the buffer is full)     12 crc:u32 ← 00
"""

from __future__ import annotations

import binascii
import struct

from bumble.core import UUID


from .client import GaveUp, UpdateClient
from .device import Properties, UpdateDevice
from .faults import Fault, FaultPlan
from .play import UpdateProtocol, firmware

SERVICE = UUID("dac890c2-35a1-11ef-aba0-9b95565f4ffb")
TAKES = UUID("dac89266-35a1-11ef-aba2-0f0127bce478")
TELLS = UUID("dac89194-35a1-11ef-aba1-b37714ad9a54")
OLD_SERVICE = UUID("15c155ca-36c5-11ed-adc0-9741d6a72f04")
OLD_TAKES = UUID("15c1564c-36c5-11ed-adc1-a3d6cf5cc2a4")
OLD_TELLS = UUID("15c156e2-36c5-11ed-adc2-7396d4fd413a")
INIT, INIT_ANSWER, BEGIN, BEGIN_ANSWER, KEEP, STORE, STORED, END, END_ANSWER = range(1, 10)
ERROR = 0x10
OLD_OK, OLD_BEGIN, OLD_PACKAGE, OLD_END = 0x00, 0x10, 0x11, 0x12
WRONG_SIZE, UPLOAD_DISABLED, WRONG_CHECK = 0x03, 0x10, 0x41
HAS_CHECK = 0x02
ANY = 0xFFFFFFFF
BUFFER = 900
SIZE = 2600


class ArduinoDevice(UpdateDevice):
    """A device with a buffer that takes a few packages."""

    def __init__(self, plan: FaultPlan, *, is_old: bool = False) -> None:
        self.is_old = is_old
        self._size = 0
        self._buffered = 0
        properties = Properties.WRITE | Properties.WRITE_WITHOUT_RESPONSE
        takes = self.takes(OLD_TAKES if is_old else TAKES, properties, self._write, image=True)
        self.says = self.takes(OLD_TELLS if is_old else TELLS, Properties.NOTIFY, lambda _: None)
        super().__init__(OLD_SERVICE if is_old else SERVICE, [takes, self.says], plan)

    def fits(self, value: bytes) -> bool:
        is_package = value[0] in ((OLD_PACKAGE,) if self.is_old else (KEEP, STORE))
        return super().fits(value) if is_package else self.allows(value)

    def _say(self, *values: int) -> None:
        self.answer(self.says, bytes(values))

    def _write(self, value: bytes) -> None:
        code = value[0]
        if code == INIT:
            self._say(INIT_ANSWER, HAS_CHECK | 0x04)
        elif code in (BEGIN, OLD_BEGIN):
            self.stored.clear()
            self._buffered = 0
            self._size = struct.unpack_from("<I", value, 1)[0]
            if self.plan.is_on(Fault.REFUSED):
                self._say(ERROR, UPLOAD_DISABLED)
                return
            first = OLD_OK if self.is_old else BEGIN_ANSWER
            self.answer(self.says, struct.pack("<BII", first, self.sender.value_size - 1, BUFFER), delay=0.4)
        elif code in (KEEP, STORE, OLD_PACKAGE):
            self._take(code, value[1:])
        elif code in (END, OLD_END):
            self._end(struct.unpack_from("<I", value, 1)[0])

    def _take(self, code: int, package: bytes) -> None:
        self.stored += package
        self._buffered += len(package)
        # The one before says so by itself, when no further package would fit.
        is_full = self._buffered + len(package) > BUFFER and len(self.stored) < self._size
        if code == STORE or code == OLD_PACKAGE and is_full:
            self._buffered = 0
            self._say(OLD_OK if self.is_old else STORED)

    def _end(self, check: int) -> None:
        if len(self.stored) < self._size:
            self._say(ERROR, WRONG_SIZE)
        elif binascii.crc32(self.stored) != check:
            self._say(ERROR, WRONG_CHECK)
        else:
            self._say(OLD_OK if self.is_old else END_ANSWER)
            self.hang_up(after=0.5)


class ArduinoClient(UpdateClient):
    """A client that has the device empty its buffer when the next package would not fit."""

    async def update(self, image: bytes) -> None:
        takes = self.characteristic(TAKES)
        await self.listen(self.characteristic(TELLS))
        self._check(await self.ask(takes, bytes([INIT])), INIT_ANSWER)
        request = struct.pack("<BIIIIB", BEGIN, len(image), ANY, ANY, 0, HAS_CHECK)
        answer = self._check(await self.ask(takes, request), BEGIN_ANSWER)
        size, buffer = min(struct.unpack_from("<I", answer, 1)[0], self.chunk_size - 1), BUFFER
        if self.plan.is_on(Fault.TOO_LONG):
            size = self.chunk_size - 1
        buffered = 0
        for offset in range(0, len(image), size):
            package = image[offset : offset + size]
            buffered += len(package)
            code = STORE if buffered + size > buffer and offset + size < len(image) else KEEP
            await self.send(takes, bytes([code]) + package, offset, len(package))
            if code == STORE:
                self._check(await self.answer(), STORED)
                buffered = 0
        check = binascii.crc32(image) ^ (1 if self.plan.is_on(Fault.BAD_CHECK) else 0)
        self._check(await self.ask(takes, struct.pack("<BI", END, check)), END_ANSWER)

    @staticmethod
    def _check(answer: bytes, code: int) -> bytes:
        if answer[0] != code:
            raise GaveUp(f"refused: {answer.hex()}")
        return answer


class OldArduinoClient(ArduinoClient):
    """The same for the form before."""

    async def update(self, image: bytes) -> None:
        takes = self.characteristic(OLD_TAKES)
        await self.listen(self.characteristic(OLD_TELLS))
        answer = self._check(await self.ask(takes, struct.pack("<BI", OLD_BEGIN, len(image))), OLD_OK)
        size, buffer = struct.unpack_from("<II", answer, 1)
        if self.plan.is_on(Fault.TOO_LONG):
            size = self.chunk_size - 1
        buffered = 0
        for offset in range(0, len(image), size):
            package = image[offset : offset + size]
            await self.send(takes, bytes([OLD_PACKAGE]) + package, offset, len(package))
            buffered += len(package)
            if buffered + size > buffer and offset + size < len(image):
                self._check(await self.answer(), OLD_OK)
                buffered = 0
        check = binascii.crc32(image) ^ (1 if self.plan.is_on(Fault.BAD_CHECK) else 0)
        self._check(await self.ask(takes, struct.pack("<BI", OLD_END, check)), OLD_OK)


IMAGE = firmware(SIZE)
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
PROTOCOL = UpdateProtocol("arduino-ble-ota", ArduinoDevice, ArduinoClient, FAULTS, IMAGE)
OLD_PROTOCOL = UpdateProtocol(
    "arduino-ble-ota", lambda plan: ArduinoDevice(plan, is_old=True), OldArduinoClient, FAULTS, IMAGE, variant="old"
)
