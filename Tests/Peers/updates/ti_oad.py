"""TI OAD. The enhanced form has a control characteristic and blocks of a length that the device names:

    control   01 ← 01 size:u16    03 ← 12 status block:u32    04 ← 04 status
    identify  header of 22 bytes ← status          block  number:u32 bytes

The legacy one asks for blocks of 16 bytes, and says nothing at the end:

    identify  ver:u16 words:u16 uid:4 4 bytes      block  number:u16 16 bytes ← number:u16
"""

from __future__ import annotations

import struct

from bumble.core import UUID

from peers.gatt_client import LinkLost

from .client import GaveUp, UpdateClient
from .device import Properties, UpdateDevice
from .faults import Fault, FaultPlan
from .play import UpdateProtocol, firmware

SERVICE, IDENTIFY, BLOCK, CONTROL = (
    UUID(f"f000{number}-0451-4000-b000-000000000000") for number in ("ffc0", "ffc1", "ffc2", "ffc5")
)
BLOCK_SIZE, START, ENABLE, WANTED = 0x01, 0x03, 0x04, 0x12
SUCCESS, CHECK_FAILED, NOT_THE_BLOCK, INCOMPATIBLE, COMPLETE = 0, 1, 3, 9, 14
BOTH = Properties.WRITE | Properties.WRITE_WITHOUT_RESPONSE | Properties.NOTIFY
LEGACY_BLOCK = 16
SIZE = 2000
LEGACY_SIZE = 1024


class EnhancedDevice(UpdateDevice):
    """A device that asks for block after block."""

    def __init__(self, plan: FaultPlan) -> None:
        self._size = 0
        self._block = 0
        self.identify = self.takes(IDENTIFY, BOTH, self._identify)
        self.block = self.takes(BLOCK, BOTH, self._write, image=True)
        self.control = self.takes(CONTROL, Properties.WRITE | Properties.NOTIFY, self._ask)
        super().__init__(SERVICE, [self.identify, self.block, self.control], plan)

    def _identify(self, header: bytes) -> None:
        self._size = struct.unpack_from("<I", header, 14)[0]
        self.stored.clear()
        self.answer(self.identify, bytes([INCOMPATIBLE if self.plan.is_on(Fault.REFUSED) else SUCCESS]))

    def _ask(self, value: bytes) -> None:
        if value[0] == BLOCK_SIZE:
            self._block = self.sender.value_size // 4 * 4
            self.answer(self.control, struct.pack("<BH", BLOCK_SIZE, self._block))
        elif value[0] == START:
            self._want(delay=0.5)
        elif value[0] == ENABLE:
            is_bad = self.plan.is_on(Fault.BAD_CHECK)
            self.answer(self.control, bytes([ENABLE, CHECK_FAILED if is_bad else SUCCESS]))
            if not is_bad:
                self.hang_up(after=0.2)

    def _want(self, status: int = SUCCESS, delay: float = 0.0) -> None:
        number = len(self.stored) // (self._block - 4)
        self.answer(self.control, struct.pack("<BBI", WANTED, status, number), delay)

    def _write(self, value: bytes) -> None:
        number = struct.unpack_from("<I", value)[0]
        if number * (self._block - 4) != len(self.stored):
            self._want(NOT_THE_BLOCK)
            return
        self.stored += value[4:]
        self._want(COMPLETE if len(self.stored) >= self._size else SUCCESS)


class EnhancedClient(UpdateClient):
    """A client that sends the block that was asked for, and asks no questions."""

    async def update(self, image: bytes) -> None:
        identify, block, control = (self.characteristic(uuid) for uuid in (IDENTIFY, BLOCK, CONTROL))
        for characteristic in (identify, block, control):
            await self.listen(characteristic)
        payload = struct.unpack_from("<H", await self.ask(control, bytes([BLOCK_SIZE])), 1)[0] - 4
        if self.plan.is_on(Fault.TOO_LONG):
            payload = self.chunk_size // 4 * 4 - 4
        header = b"OAD IMG " + bytes([3, 1, 0xFF, 0xFE, 1, 0]) + struct.pack("<I", len(image)) + b"0001"
        if (await self.ask(identify, header))[0] != SUCCESS:
            raise GaveUp("the header is refused")
        last = (self.record.acknowledged or 0) // payload if self.plan.is_on(Fault.WRONG_RESUME) else 0
        answer = await self.ask(control, bytes([START]))
        while answer[1] != COMPLETE:
            if answer[1] != SUCCESS:
                raise GaveUp(f"status {answer[1]}")
            number = struct.unpack_from("<I", answer, 2)[0]
            self.record.acknowledged = number * payload
            # A block that is left out is one that the client has counted as sent.
            if self.plan.strikes(Fault.NEVER_SENT, number * payload):
                number += 1
            # The device begins anew, and this client goes on at the block that it was at.
            number = max(number, last)
            part = image[number * payload : (number + 1) * payload]
            await self.send(block, struct.pack("<I", number) + part, number * payload, len(part))
            answer = await self.answer()
        self.record.acknowledged = len(image)
        answer = await self.ask(control, bytes([ENABLE]))
        if answer[1] != SUCCESS:
            raise GaveUp(f"status {answer[1]}")


class LegacyDevice(UpdateDevice):
    """A device that asks for blocks, and restarts when it has all."""

    def __init__(self, plan: FaultPlan) -> None:
        self._size = 0
        self.identify = self.takes(IDENTIFY, BOTH, self._identify)
        self.block = self.takes(BLOCK, BOTH, self._write, image=True)
        super().__init__(SERVICE, [self.identify, self.block], plan)

    def _identify(self, header: bytes) -> None:
        self.stored.clear()
        if self.plan.is_on(Fault.REFUSED):
            self.answer(self.identify, struct.pack("<HH4s", 1, 0x7C00, b"BBBB"))
            return
        self._size = struct.unpack_from("<H", header, 2)[0] * 4
        self.answer(self.block, struct.pack("<H", 0), delay=0.2)

    def _write(self, value: bytes) -> None:
        number = struct.unpack_from("<H", value)[0]
        if number * LEGACY_BLOCK != len(self.stored):
            return
        self.stored += value[2:]
        if len(self.stored) >= self._size:
            # A device that finds the image bad keeps what it runs, and says nothing.
            if not self.plan.is_on(Fault.BAD_CHECK):
                self.hang_up(after=0.3)
        else:
            self.answer(self.block, struct.pack("<H", number + 1))


class LegacyClient(UpdateClient):
    """A client that sends blocks whether they were asked for or not, as the usual one does."""

    async def update(self, image: bytes) -> None:
        identify, block = self.characteristic(IDENTIFY), self.characteristic(BLOCK)
        await self.listen(identify)
        await self.listen(block)
        header = struct.pack("<HH4sI", 2, len(image) // 4, b"AAAA", 0)
        if len(await self.ask(identify, header)) != 2:
            raise GaveUp("the header is refused")
        goes_on = self.plan.is_on(Fault.WRONG_RESUME) and self.record.chunks > 0
        for offset in range(max(self.record.covered) + 1 if goes_on else 0, len(image), LEGACY_BLOCK):
            value = struct.pack("<H", offset // LEGACY_BLOCK) + image[offset : offset + LEGACY_BLOCK]
            await self.send(block, value, offset, LEGACY_BLOCK)
        # The device's last word is that it restarts.
        try:
            while True:
                self.record.acknowledged = struct.unpack("<H", await self.answer())[0] * LEGACY_BLOCK
        except LinkLost:
            return


PROTOCOL = UpdateProtocol(
    "ti-oad",
    EnhancedDevice,
    EnhancedClient,
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
    mtu=131,
)
LEGACY_PROTOCOL = UpdateProtocol(
    "ti-oad",
    LegacyDevice,
    LegacyClient,
    (
        Fault.NEVER_SENT,
        Fault.LOST,
        Fault.REFUSED,
        Fault.BAD_CHECK,
        Fault.RESUMED,
        Fault.ATT_ERROR,
        Fault.NO_ANSWER,
        Fault.STALLED,
        Fault.WRONG_RESUME,
    ),
    firmware(LEGACY_SIZE),
    mtu=23,
    variant="legacy",
)
