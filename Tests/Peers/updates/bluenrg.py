"""BlueNRG OTA: numbered units of 16 bytes with their XOR; the device names the one it wants every few units.

    new image  interval:u8 size:u32 base:u32     content  xor:u8 bytes ack:u8 number:u16     expected ← number:u16 status:u16
"""

from __future__ import annotations

import struct
from functools import reduce
from operator import xor

from bumble.core import UUID
from bumble.gatt_client import CharacteristicProxy

from .client import GaveUp, UpdateClient
from .device import Properties, UpdateDevice
from .faults import Fault, FaultPlan
from .play import UpdateProtocol, firmware

SERVICE = UUID("8a97f7c0-8506-11e3-baa7-0800200c9a66")
NEW_IMAGE, CONTENT, EXPECTED = (
    UUID(f"{number}-8508-11e3-baa7-0800200c9a66") for number in ("210f99f0", "2691aa80", "2bdc5760")
)
GOOD, XOR_WRONG, VERIFY_FAILED, NOT_EXPECTED = 0x00, 0x0F, 0x3C, 0xF0
UNIT, LONG_UNIT, INTERVAL, BASE = 16, 48, 8, 0x10040800
SIZE = 1100


class BlueNRGDevice(UpdateDevice):
    """A device that answers every eighth unit, and a wrong one once."""

    def __init__(self, plan: FaultPlan) -> None:
        self._size = 0
        self._is_refusing = False
        properties = Properties.WRITE | Properties.WRITE_WITHOUT_RESPONSE
        image = self.takes(NEW_IMAGE, properties, self._begin)
        content = self.takes(CONTENT, properties, self._take, image=True)
        self.expected = self.takes(EXPECTED, Properties.NOTIFY | Properties.READ, lambda _: None)
        super().__init__(SERVICE, [image, content, self.expected], plan)

    def _want(self, status: int = GOOD, delay: float = 0.0) -> None:
        number = -(-len(self.stored) // UNIT)
        self.answer(self.expected, struct.pack("<HH", number, status), delay)

    def _begin(self, value: bytes) -> None:
        self._size = struct.unpack_from("<I", value, 1)[0]
        self.stored.clear()
        self._is_refusing = False
        self._want(delay=0.3)

    def _take(self, value: bytes) -> None:
        needs_answer, number = struct.unpack("<BH", value[-3:])
        if reduce(xor, value) != 0 and number * UNIT == len(self.stored):
            self._is_refusing = False
            self._refuse(XOR_WRONG)
        elif number * UNIT != len(self.stored):
            self._refuse(NOT_EXPECTED)
        elif self.plan.is_on(Fault.REFUSED) and len(self.stored) >= self.plan.at:
            self._refuse(VERIFY_FAILED)
        else:
            self._is_refusing = False
            self.stored += value[1:-3]
            if len(self.stored) >= self._size:
                del self.stored[self._size :]
                self._want()
                self.hang_up(after=0.3)
            elif needs_answer:
                self._want()

    def _refuse(self, status: int) -> None:
        if not self._is_refusing:
            self._want(status)
        self._is_refusing = True


class BlueNRGClient(UpdateClient):
    """A client that goes back to the unit that is wanted, a few times."""

    TRIES = 3

    async def update(self, image: bytes) -> None:
        new_image, content = self.characteristic(NEW_IMAGE), self.characteristic(CONTENT)
        await self.listen(self.characteristic(EXPECTED))
        request = struct.pack("<BII", INTERVAL, len(image), BASE)
        self._unit = LONG_UNIT if self.plan.is_on(Fault.TOO_LONG) else UNIT
        number, _ = struct.unpack("<HH", await self.ask(new_image, request))
        goes_on = self.plan.is_on(Fault.WRONG_RESUME) and self.record.acknowledged is not None
        if goes_on:
            # The device begins anew, and this client does not look.
            number = (self.record.acknowledged or 0) // self._unit
        tries = 0
        while number * self._unit < len(image):
            last = min((number // INTERVAL + 1) * INTERVAL, -(-len(image) // self._unit))
            for unit in range(number, last):
                await self._send_unit(content, image, unit)
            number, status = struct.unpack("<HH", await self.answer())
            self.record.acknowledged = min(number * self._unit, len(image))
            tries += status != GOOD
            if status == VERIFY_FAILED or tries == self.TRIES or tries and goes_on:
                raise GaveUp(f"status {status:#x}")

    async def _send_unit(self, content: CharacteristicProxy[bytes], image: bytes, number: int) -> None:
        part = image[number * self._unit : (number + 1) * self._unit]
        needs_answer = (number + 1) % INTERVAL == 0
        offset = number * self._unit
        body = part.ljust(self._unit, b"\0") + struct.pack("<BH", needs_answer, number)
        check = reduce(xor, body) ^ (1 if self.plan.is_on(Fault.BAD_CHECK) and offset >= self.plan.at else 0)
        await self.send(content, bytes([check]) + body, offset, len(part))


PROTOCOL = UpdateProtocol(
    "bluenrg-ota",
    BlueNRGDevice,
    BlueNRGClient,
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
    mtu=23,
)
