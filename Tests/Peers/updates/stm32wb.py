"""STM32WB OTA: an address of flash, bytes, 07, and the word that the device restarts."""

from __future__ import annotations

import struct

from bumble.core import UUID

from .client import GaveUp, UpdateClient
from .device import Properties, UpdateDevice
from .faults import Fault, FaultPlan
from .play import UpdateProtocol, firmware

SERVICE = UUID("0000fe20-cc7a-482a-984a-7f2ed5b3e58f")
ADDRESS, CONFIRMATION, DATA = (
    UUID(f"0000{number}-8e22-4541-9d4c-21edae82ed19") for number in ("fe22", "fe23", "fe24")
)
APPLICATION, FINISHED = 0x02, 0x07
RESTARTS, NOT_FREE = 0x01, 0x03
FLASH, BASE = 0x08000000, 0x7000
KEYWORD_ADDRESS, KEYWORD = 0x140, 0x94448A29
"""Where an application has the address of its last word, and what that word is."""
SIZE = 2400


class STM32WBDevice(UpdateDevice):
    """The loader."""

    def __init__(self, plan: FaultPlan) -> None:
        properties = Properties.WRITE | Properties.WRITE_WITHOUT_RESPONSE
        address = self.takes(ADDRESS, properties, self._ask)
        self.confirmation = self.takes(CONFIRMATION, Properties.INDICATE, lambda _: None)
        data = self.takes(DATA, properties, self._take, image=True)
        super().__init__(SERVICE, [address, self.confirmation, data], plan)

    def _ask(self, value: bytes) -> None:
        if value[0] == APPLICATION:
            self.stored.clear()
            if self.plan.is_on(Fault.REFUSED):
                self.answer(self.confirmation, bytes([NOT_FREE]), indicate=True)
        elif value[0] == FINISHED:
            self.answer(self.confirmation, bytes([RESTARTS]), delay=0.05, indicate=True)
            self.hang_up(after=0.5)

    def _take(self, value: bytes) -> None:
        self.stored += value


class STM32WBClient(UpdateClient):
    """A client that sends everything, and waits for the one word there is."""

    async def update(self, image: bytes) -> None:
        address, data = self.characteristic(ADDRESS), self.characteristic(DATA)
        await self.listen(self.characteristic(CONFIRMATION), indications=True)
        await self.write(address, bytes([APPLICATION]) + BASE.to_bytes(3, "big"))
        if self.plan.is_on(Fault.REFUSED):
            raise GaveUp(f"answer {(await self.answer()).hex()}")
        size = self.chunk_size // 8 * 8
        if self.plan.is_on(Fault.BAD_CHECK):
            image = image[:-4] + bytes(4)
        for offset in range(0, len(image), size):
            await self.send(data, image[offset : offset + size], offset)
        await self.write(address, bytes([FINISHED]))
        await self.answer()
        if not self.plan.is_on(*KEYWORD_PROTOCOL.untold):
            self.record.acknowledged = len(image)


def flash_image(size: int) -> bytes:
    """An application for BASE: it begins with its vector table."""
    return struct.pack("<II", 0x20030000, FLASH + BASE + 0x195) + firmware(size - 8)


def keyword_image(size: int) -> bytes:
    """The same with the keyword at its end, which the loader looks for when it starts."""
    image = bytearray(flash_image(size))
    image[KEYWORD_ADDRESS : KEYWORD_ADDRESS + 4] = struct.pack("<I", FLASH + BASE + size - 4)
    image[-4:] = struct.pack("<I", KEYWORD)
    return bytes(image)


PROTOCOL = UpdateProtocol(
    "stm32wb-ota",
    STM32WBDevice,
    STM32WBClient,
    (Fault.REFUSED, Fault.RESUMED, Fault.ATT_ERROR, Fault.NO_ANSWER, Fault.STALLED),
    flash_image(SIZE),
    mtu=220,
)
KEYWORD_PROTOCOL = UpdateProtocol(
    "stm32wb-ota",
    STM32WBDevice,
    STM32WBClient,
    (),
    keyword_image(SIZE),
    mtu=220,
    variant="keyword",
    # The loader restarts, and only then looks for the keyword.
    untold=(Fault.NEVER_SENT, Fault.BAD_CHECK, Fault.TOO_LONG),
)
