"""WICED OTA: 01 ← 00, 02 size ← 00, bytes with Write Requests, 03 crc ← 00, and the device restarts."""

from __future__ import annotations

import binascii
import struct

from bumble.att import ATT_Error, ErrorCode
from bumble.core import UUID
from bumble.gatt_client import CharacteristicProxy

from .client import GaveUp, UpdateClient
from .device import Properties, UpdateDevice
from .faults import Fault, FaultPlan
from .play import UpdateProtocol, firmware

SERVICE = UUID("ae5d1e47-5c13-43a0-8635-82ad38a1381f")
CONTROL = UUID("a3dd50bf-f7a7-4e99-838e-570a086c661b")
DATA = UUID("a2e86c7a-d961-4091-b74f-2409e72efe26")
PREPARE, DOWNLOAD, VERIFY = 1, 2, 3
GOOD, CHECK_FAILED, WRONG_SIZE = 0, 3, 5
SIZE = 2600


class WicedDevice(UpdateDevice):
    """A device that verifies what it has."""

    def __init__(self, plan: FaultPlan) -> None:
        self._size = 0
        self.control = self.takes(
            CONTROL, Properties.WRITE | Properties.NOTIFY | Properties.INDICATE, self._ask
        )
        data = self.takes(DATA, Properties.WRITE | Properties.WRITE_WITHOUT_RESPONSE, self._take, image=True)
        super().__init__(SERVICE, [self.control, data], plan)

    def fits(self, value: bytes) -> bool:
        # The client's stack makes a long write of a chunk that is too long, and the program refuses that.
        if len(value) > self.sender.value_size:
            raise ATT_Error(ErrorCode.INVALID_ATTRIBUTE_LENGTH)
        return super().fits(value)

    def _ask(self, value: bytes) -> None:
        status = GOOD
        if value[0] == PREPARE:
            self.stored.clear()
        elif value[0] == DOWNLOAD:
            self._size = struct.unpack_from("<I", value, 1)[0]
            status = WRONG_SIZE if self.plan.is_on(Fault.REFUSED) else GOOD
        elif value[0] == VERIFY:
            check = struct.unpack_from("<I", value, 1)[0]
            is_good = len(self.stored) == self._size and binascii.crc32(self.stored) == check
            status = GOOD if is_good else CHECK_FAILED
            if is_good:
                self.hang_up(after=1.0)
        self.answer(self.control, bytes([status]), delay=0.1)

    def _take(self, value: bytes) -> None:
        self.stored += value


class WicedClient(UpdateClient):
    """A client that writes with response."""

    async def update(self, image: bytes) -> None:
        control, data = self.characteristic(CONTROL), self.characteristic(DATA)
        await self.listen(control)
        await self._talk(control, struct.pack("<B", PREPARE))
        await self._talk(control, struct.pack("<BI", DOWNLOAD, len(image)))
        for offset in range(0, len(image), self.chunk_size):
            await self.send(data, image[offset : offset + self.chunk_size], offset, with_response=True)
        check = binascii.crc32(image) ^ (1 if self.plan.is_on(Fault.BAD_CHECK) else 0)
        await self._talk(control, struct.pack("<BI", VERIFY, check))

    async def _talk(self, control: CharacteristicProxy[bytes], value: bytes) -> None:
        answer = await self.ask(control, value)
        if answer[0] != GOOD:
            raise GaveUp(f"status {answer[0]}")


PROTOCOL = UpdateProtocol(
    "wiced-ota",
    WicedDevice,
    WicedClient,
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
