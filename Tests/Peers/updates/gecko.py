"""Silicon Labs Gecko OTA: 00, the bytes of a GBL file, 03, 04; refusals are ATT errors."""

from __future__ import annotations

import asyncio
import binascii
import struct

from bumble.att import ATT_Error
from bumble.core import UUID
from bumble.gatt import Characteristic, CharacteristicValue

from peers.world import World

from .client import UpdateClient
from .device import WRITEABLE, Properties, UpdateDevice
from .faults import Fault, FaultPlan
from .play import Session, UpdateProtocol, firmware

SERVICE = UUID("1d14d6ee-fd63-4fa1-bfa4-8f47b42119f0")
CONTROL = UUID("f7bf3564-fb6d-4e53-88a4-5e37e0326063")
DATA = UUID("984227f3-34fc-4045-a5d0-2c581f81a153")
BEGIN, END, CLOSE = 0x00, 0x03, 0x04
CHECK_FAILED, TOO_LARGE = 0x80, 0x83
HEAD, PROGRAM, LAST = 0x03A617EB, 0xFE0101FE, 0xFC0404FC
SIZE = 2400


def gbl_file(program: bytes) -> bytes:
    """A chain of tags: head, program, end with the check over everything before."""
    head = struct.pack("<IIII", HEAD, 8, 0x03000000, 0)
    body = head + struct.pack("<II", PROGRAM, len(program)) + program + struct.pack("<II", LAST, 4)
    return body + struct.pack("<I", binascii.crc32(body))


class GeckoDevice(UpdateDevice):
    """The AppLoader; or an application in front of it, that only goes there."""

    ATT_ERROR = 0x81
    """Wrong state."""

    def __init__(self, plan: FaultPlan, *, is_application: bool = False) -> None:
        self.is_application = is_application
        control = Characteristic[bytes](
            CONTROL, Properties.WRITE, WRITEABLE, CharacteristicValue[bytes](write=self._control)
        )
        data = self.takes(DATA, Properties.WRITE | Properties.WRITE_WITHOUT_RESPONSE, self._take, image=True)
        super().__init__(SERVICE, [control, data], plan)

    async def _control(self, _: object, value: bytes) -> None:
        """A request of which the program itself gives the response."""
        if self.allows(value):
            self._ask(value)
        else:
            await self.never()

    def _ask(self, value: bytes) -> None:
        if value[0] == BEGIN:
            self.stored.clear()
            if self.is_application:
                self.is_application = False
                self.hang_up(after=0.05)
        elif value[0] == END:
            if self.plan.is_on(Fault.REFUSED):
                raise ATT_Error(TOO_LARGE)
            if bytes(self.stored) != IMAGE:
                raise ATT_Error(CHECK_FAILED)
        elif value[0] == CLOSE:
            self.hang_up(after=0.1)

    def _take(self, value: bytes) -> None:
        self.stored += value


class GeckoClient(UpdateClient):
    """A client that sends without response."""

    async def update(self, image: bytes) -> None:
        control, data = self.characteristic(CONTROL), self.characteristic(DATA)
        if self.plan.is_on(Fault.BAD_CHECK):
            image = image[:-1] + bytes([image[-1] ^ 1])
        await self.write(control, bytes([BEGIN]))
        for offset in range(0, len(image), self.chunk_size):
            await self.send(data, image[offset : offset + self.chunk_size], offset)
        await self.write(control, bytes([END]))
        self.record.acknowledged = len(image)
        await self.write(control, bytes([CLOSE]))


IMAGE = gbl_file(firmware(SIZE))
PROTOCOL = UpdateProtocol(
    "silabs-gecko-ota",
    GeckoDevice,
    GeckoClient,
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
    IMAGE,
)


async def jumped(world: World) -> None:
    """The application goes into the AppLoader, which has the same address and the same attributes."""
    session = Session(world, PROTOCOL, Fault.NONE)
    session.device = GeckoDevice(session.plan, is_application=True)
    await session.start()
    session.central = await world.central()
    link = await session.connect()
    await link.write(link.characteristic(CONTROL).handle, bytes([BEGIN]))
    await link.lost
    await asyncio.sleep(0.3)
    assert await session.update()
    session.finish(True)
