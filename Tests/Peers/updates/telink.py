"""Telink OTA: numbered blocks with a check each; newer devices tell results, older ones restart or do not.

    → FF04 version, compare   ← FF05 version, accepted     → FF03 block length, compare   start of newer SDKs
    → FF01  start of older SDKs                            → FF02 last index, its complement   end
    → index:u16 block crc:u16                              ← FF06 result
"""

from __future__ import annotations

import asyncio
import struct
from typing import Any

from bumble.core import UUID

from peers.gatt_client import LinkLost

from .client import GaveUp, UpdateClient
from .device import Properties, UpdateDevice
from .faults import Fault, FaultPlan
from .play import UpdateProtocol, firmware

SERVICE = UUID("00010203-0405-0607-0809-0a0b0c0d1912")
OTA = UUID("00010203-0405-0607-0809-0a0b0c0d2b12")
START, END, START_EXTENDED, VERSION_REQUEST, VERSION_ANSWER, RESULT = 0xFF01, 0xFF02, 0xFF03, 0xFF04, 0xFF05, 0xFF06
SUCCESS, SEQUENCE_ERROR, BLOCK_CHECK_FAILED, NOT_COMPLETE, CHECK_FAILED = 0, 1, 3, 5, 7
SIZE = 2004
BLOCK, OLD_BLOCK, LONG_BLOCK = 64, 16, 112
NOT_PERMITTED = 0x03
RESTART_AFTER = 0.2
LEAVES_AFTER = 2.0
"""How long after an error an older device ends the connection, whatever comes meanwhile."""
SLOW_PACE = 0.04


def table_crc(data: bytes, polynomial: int, register: int) -> int:
    """A reflected check, bit by bit."""
    for byte in data:
        register ^= byte
        for _ in range(8):
            register = register >> 1 ^ (polynomial if register & 1 else 0)
    return register


def modbus(data: bytes) -> int:
    return table_crc(data, 0xA001, 0xFFFF)


def telink_image(size: int) -> bytes:
    """An image with its mark, its size, and its check in the last four bytes."""
    body = bytearray(firmware(size - 4))
    body[8:12] = b"KNLT"
    body[0x18:0x1C] = struct.pack("<I", size)
    return bytes(body) + struct.pack("<I", table_crc(bytes(body), 0xEDB88320, 0xFFFFFFFF))


class TelinkDevice(UpdateDevice):
    """A device of a newer SDK; of an older one it says nothing, and restarts if it likes the image."""

    ATT_ERROR = NOT_PERMITTED
    """The characteristic takes only writes without response."""

    def __init__(self, plan: FaultPlan, *, is_old: bool = False) -> None:
        self.is_old = is_old
        self._next = 0
        self._has_failed = False
        properties = Properties.READ | Properties.WRITE_WITHOUT_RESPONSE | Properties.NOTIFY
        self.ota = self.takes(OTA, properties, self._write, image=True)
        super().__init__(SERVICE, [self.ota], plan)

    def fits(self, value: bytes) -> bool:
        if self.plan.is_on(Fault.ATT_ERROR):
            return self.allows(value)
        # Commands come whatever happens to blocks.
        return not self.is_silent if self._is_command(value) else super().fits(value)

    @staticmethod
    def _is_command(value: bytes) -> bool:
        return value[1] == 0xFF

    def _write(self, value: bytes) -> None:
        if self._is_command(value):
            self._command(*struct.unpack_from("<H", value), value[2:])
        else:
            self._take(value)

    def _command(self, code: int, parameters: bytes) -> None:
        if code == VERSION_REQUEST:
            accepted = 0 if self.plan.is_on(Fault.REFUSED) else 1
            self.answer(self.ota, struct.pack("<HHB", VERSION_ANSWER, 1, accepted))
        elif code in (START, START_EXTENDED):
            self.stored.clear()
            self._next = 0
            self._has_failed = False
        elif code == END and not self._has_failed:
            self._finish()
        elif code == END:
            self.hang_up(after=RESTART_AFTER)

    def _take(self, value: bytes) -> None:
        index = struct.unpack_from("<H", value)[0]
        if self._has_failed:
            return
        if modbus(value[:-2]) != struct.unpack("<H", value[-2:])[0]:
            self._result(BLOCK_CHECK_FAILED)
            return
        if index != self._next:
            self._result(SEQUENCE_ERROR)
            return
        self._next += 1
        self.stored += value[2:-2]

    def _finish(self) -> None:
        if len(self.stored) < 0x1C:
            self._result(NOT_COMPLETE)
            return
        size = struct.unpack_from("<I", self.stored, 0x18)[0]
        if len(self.stored) < size:
            self._result(NOT_COMPLETE)
            return
        del self.stored[size:]
        self._result(CHECK_FAILED if self.plan.is_on(Fault.BAD_CHECK) else SUCCESS)

    def _result(self, result: int) -> None:
        self._has_failed = result != SUCCESS
        if not self.is_old:
            self.answer(self.ota, struct.pack("<HB", RESULT, result), delay=0.01)
        if not self.is_old or result in (SUCCESS, NOT_COMPLETE):
            self.hang_up(after=RESTART_AFTER)
        elif self.plan.is_on(Fault.LOST):
            self.hang_up(after=LEAVES_AFTER)


class TelinkClient(UpdateClient):
    """A client of newer devices."""

    async def update(self, image: bytes) -> None:
        self._ota = self.characteristic(OTA)
        await self.listen(self._ota)
        request = struct.pack("<HHB", VERSION_REQUEST, 2, 1)
        if self.plan.is_on(Fault.ATT_ERROR):
            await self.write(self._ota, request)
        await self.command(request)
        if (await self.answer())[4] == 0:
            raise GaveUp("the version is not accepted")
        size = LONG_BLOCK if self.plan.is_on(Fault.TOO_LONG) else BLOCK
        await self.command(struct.pack("<HBB", START_EXTENDED, size, 1))
        await self.send_blocks(image, size)
        result = (await self.answer())[2]
        if result != SUCCESS:
            raise GaveUp(f"result {result}")

    async def command(self, value: bytes) -> None:
        await self.link.command(self._ota.handle, value)

    async def send_blocks(self, image: bytes, size: int) -> None:
        last = (len(image) - 1) // size
        # The device begins anew, and a client may go on at the block that it was at.
        goes_on = self.plan.is_on(Fault.WRONG_RESUME) and self.record.chunks > 0
        for index in range(len(self.record.covered) // size if goes_on else 0, last + 1):
            block = struct.pack("<H", index) + image[index * size : (index + 1) * size].ljust(size, b"\xff")
            check = modbus(block) ^ (1 if self._damages(index * size) else 0)
            value = block + struct.pack("<H", check)
            await self.send(self._ota, value, index * size, size)
            if not self._answers.empty():
                return
        await self.command(struct.pack("<HHH", END, last, last ^ 0xFFFF))

    def _damages(self, offset: int) -> bool:
        """Whether the check of a block is made wrong."""
        return False


class OldTelinkClient(TelinkClient):
    """A client of older devices: it hears nothing, and takes the restart for a success."""

    async def update(self, image: bytes) -> None:
        self._ota = self.characteristic(OTA)
        if self.plan.is_on(Fault.ATT_ERROR):
            await self.write(self._ota, struct.pack("<H", START))
        await self.command(struct.pack("<H", START))
        try:
            await self.send_blocks(image, OLD_BLOCK)
            if self.plan.is_on(Fault.NO_ANSWER):
                await self.answer()
        except LinkLost as lost:
            if self.plan.is_on(Fault.LOST):
                raise GaveUp("the device hung up") from lost
            raise

    def _damages(self, offset: int) -> bool:
        # Once, for the first block behind the place.
        is_there = self.plan.at <= offset < self.plan.at + OLD_BLOCK
        return self.plan.is_on(Fault.BAD_CHECK) and is_there

    async def send(self, *arguments: Any, **options: Any) -> None:
        """A client that leaves the device time: an error then strikes in the middle."""
        await super().send(*arguments, **options)
        if self.plan.is_on(Fault.LOST):
            await asyncio.sleep(SLOW_PACE)
            if self.link.lost.done():
                raise LinkLost(self.link.lost.result())


IMAGE = telink_image(SIZE)
PROTOCOL = UpdateProtocol(
    "telink-ota",
    TelinkDevice,
    TelinkClient,
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
    IMAGE,
    mtu=100,
)
OLD_PROTOCOL = UpdateProtocol(
    "telink-ota",
    lambda plan: TelinkDevice(plan, is_old=True),
    OldTelinkClient,
    (Fault.LOST, Fault.RESUMED, Fault.ATT_ERROR, Fault.NO_ANSWER, Fault.STALLED),
    IMAGE,
    mtu=23,
    variant="old",
    # The client cannot tell a restart into the new image from one into the old.
    untold=(Fault.NEVER_SENT, Fault.BAD_CHECK, Fault.WRONG_RESUME),
)
