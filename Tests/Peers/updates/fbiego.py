"""The ESP32 update of fbiego: a file in parts, a part in pieces, and no check before the image is installed.

    FD  begin                 ← AA mode            FE size:u32      FF parts:u16 piece:u16
    FB index:u8 bytes         a piece              FC length:u16 part:u16   ← F1 next:u16, F2 parts:u16, 0F text
"""

from __future__ import annotations

import struct

from bumble.core import UUID

from .client import GaveUp, UpdateClient
from .device import Properties, UpdateDevice
from .faults import Fault, FaultPlan
from .play import UpdateProtocol, firmware

SERVICE, TAKES, TELLS = (UUID(f"fb1e400{number}-54ae-4a28-9f74-dfccb248601d") for number in (1, 2, 3))
BEGIN, SIZES, PARTS, PIECE, PART_END = 0xFD, 0xFE, 0xFF, 0xFB, 0xFC
MODE, NEXT, COMPLETE, RESULT = 0xAA, 0xF1, 0xF2, 0x0F
SLOW, FAST = 0, 1
PART = 1000
SIZE = 2450
INSTALL_TIME = 0.8


class FbiegoDevice(UpdateDevice):
    """A device in slow mode. What does not come stays as it was in its buffer."""

    MODE = SLOW

    def __init__(self, plan: FaultPlan) -> None:
        self._size = self._parts = self._piece = 0
        self._part = bytearray(PART)
        takes = self.takes(TAKES, Properties.WRITE | Properties.WRITE_WITHOUT_RESPONSE, self._write, image=True)
        self.says = self.takes(TELLS, Properties.NOTIFY, lambda _: None)
        super().__init__(SERVICE, [takes, self.says], plan)

    def fits(self, value: bytes) -> bool:
        return super().fits(value) if value[0] == PIECE else self.allows(value)

    def _write(self, value: bytes) -> None:
        code = value[0]
        if code == BEGIN:
            self.stored.clear()
            self.answer(self.says, bytes([MODE, self.MODE]))
        elif code == SIZES:
            self._size = struct.unpack_from(">I", value, 1)[0]
        elif code == PARTS:
            self._parts, self._piece = struct.unpack_from(">HH", value, 1)
        elif code == PIECE:
            start = value[1] * self._piece
            self._part[start : start + len(value) - 2] = value[2:]
        elif code == PART_END:
            length, part = struct.unpack_from(">HH", value, 1)
            self.stored += self._part[:length]
            self._part = bytearray(PART)
            self._end(part)

    def _end(self, part: int) -> None:
        if part + 1 < self._parts:
            if self.MODE == SLOW:
                self.answer(self.says, struct.pack(">BH", NEXT, part + 1))
            return
        self.answer(self.says, struct.pack(">BH", COMPLETE, self._parts))
        if self.plan.is_on(Fault.REFUSED):
            text = "Not enough space to begin BLE OTA DFU"
        else:
            is_good = bytes(self.stored) == IMAGE and not self.plan.is_on(Fault.BAD_CHECK)
            text = f"Written : {self._size}/{self._size} [100 %] \n" + (
                "OTA Done: Success!\n" if is_good else "Error #: 9"
            )
        self.answer(self.says, bytes([RESULT]) + text.encode(), delay=INSTALL_TIME)
        self.hang_up(after=INSTALL_TIME + 2)


class FastDevice(FbiegoDevice):
    """A device in fast mode, which asks for no part."""

    MODE = FAST


class FbiegoClient(UpdateClient):
    """A client that sends the parts that the device asks for, or in fast mode all of them."""

    async def update(self, image: bytes) -> None:
        takes = self.characteristic(TAKES)
        await self.listen(self.characteristic(TELLS))
        piece = min(self.chunk_size - 2, PART)
        parts = -(-len(image) // PART)
        mode = await self.ask(takes, bytes([BEGIN]))
        assert mode[0] == MODE
        await self.link.command(takes.handle, struct.pack(">BI", SIZES, len(image)))
        await self.link.command(takes.handle, struct.pack(">BHH", PARTS, parts, piece))
        # The device begins anew, and a client may go on at the part that it was at.
        goes_on = self.plan.is_on(Fault.WRONG_RESUME) and self.record.chunks > 0
        part = max(self.record.covered) // PART if goes_on else 0
        while True:
            start = part * PART
            length = min(PART, len(image) - start)
            for index, place in enumerate(range(0, length, piece)):
                bytes_of_piece = image[start + place : start + min(place + piece, length)]
                await self.send(takes, bytes([PIECE, index]) + bytes_of_piece, start + place, len(bytes_of_piece))
            end = struct.pack(">BHH", PART_END, length, part)
            if mode[1] == FAST and part + 1 < parts:
                await self.write(takes, end)
                part += 1
                continue
            answer = await self.ask(takes, end)
            if answer[0] == COMPLETE:
                break
            part = struct.unpack_from(">H", answer, 1)[0]
        result = await self.answer()
        if b"Success" not in result:
            raise GaveUp(result[1:].decode())


IMAGE = firmware(SIZE, b"\xe9")
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
    Fault.WRONG_RESUME,
)
PROTOCOL = UpdateProtocol("fbiego-esp32", FbiegoDevice, FbiegoClient, FAULTS, IMAGE)
FAST_PROTOCOL = UpdateProtocol("fbiego-esp32", FastDevice, FbiegoClient, FAULTS, IMAGE, variant="fast")
