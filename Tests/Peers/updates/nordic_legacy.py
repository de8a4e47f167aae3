"""Nordic Legacy DFU: sizes, an init packet, the image in packets of 20 bytes, validate, activate.

    control  01 mode  start     02 0/1  init packet     03  image     04  validate     05  activate     06  restart
             07  report size    08 n  receipt every n packets; answers 10 op status, receipts 11 bytes:u32
    packet   sizes 3 × u32, then the init packet, then the image
"""

from __future__ import annotations

import asyncio
import binascii
import struct

from bumble.core import UUID

from peers.gatt_client import LinkLost
from peers.world import World

from .client import GaveUp, UpdateClient
from .device import Properties, UpdateDevice
from .faults import Fault, FaultPlan
from .play import Session, UpdateProtocol, firmware

START, INIT, IMAGE_FOLLOWS, VALIDATE, ACTIVATE, RESTART, REPORT, RECEIPTS = range(1, 9)
RESPONSE, RECEIPT = 0x10, 0x11
SUCCESS, TOO_LARGE, CRC_ERROR = 1, 4, 5
APPLICATION = 4
ERASE_TIME = 1.2
RECEIPTS_EVERY = 10
SIZE = 1990
"""Not a whole number of packets, so the last one is shorter."""


def legacy_uuid(number: int) -> UUID:
    return UUID(f"0000{number:04x}-1212-efde-1523-785feabcd123")


SERVICE, CONTROL, PACKET = (legacy_uuid(number) for number in (0x1530, 0x1531, 0x1532))


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE."""
    return binascii.crc_hqx(data, 0xFFFF)


def init_packet(image: bytes, check: int) -> bytes:
    """For any device, one SoftDevice, any."""
    return struct.pack("<HHIHHH", 0xFFFF, 0xFFFF, 0xFFFFFFFF, 1, 0xFFFE, check)


class LegacyDevice(UpdateDevice):
    """The bootloader; or an application in front of it, that only goes there."""

    ATT_ERROR = 0x08
    """Insufficient Authorization: what a watch says whose owner has switched updates off."""

    def __init__(self, plan: FaultPlan, *, is_application: bool = False) -> None:
        self.is_application = is_application
        self._expects = 0
        self._init = bytearray()
        self._size = 0
        self._receipts = 0
        self._packets = 0
        self.control = self.takes(CONTROL, Properties.WRITE | Properties.NOTIFY, self._ask)
        packet = self.takes(PACKET, Properties.WRITE_WITHOUT_RESPONSE, self._write, image=True)
        super().__init__(SERVICE, [self.control, packet], plan)

    def _respond(self, opcode: int, status: int = SUCCESS, more: bytes = b"", delay: float = 0.0) -> None:
        self.answer(self.control, bytes([RESPONSE, opcode, status]) + more, delay)

    def _ask(self, value: bytes) -> None:
        opcode = value[0]
        if opcode == START:
            if self.is_application:
                self.is_application = False
                self.hang_up(after=0.05)
                return
            self.stored.clear()
            self._init.clear()
            self._packets = 0
            self._expects = START
        elif opcode == INIT:
            self._expects = INIT
            if value[1] == 1:
                self._respond(INIT)
        elif opcode == IMAGE_FOLLOWS:
            self._expects = IMAGE_FOLLOWS
        elif opcode == RECEIPTS:
            self._receipts = struct.unpack("<H", value[1:3])[0]
        elif opcode == REPORT:
            self._respond(REPORT, more=struct.pack("<I", len(self.stored)))
        elif opcode == VALIDATE:
            good = crc16(self.stored) == struct.unpack("<H", self._init[-2:])[0]
            self._respond(VALIDATE, SUCCESS if good else CRC_ERROR, delay=0.05)
        elif opcode in (ACTIVATE, RESTART):
            self.hang_up(after=0.02)

    def _write(self, value: bytes) -> None:
        if self._expects == START:
            self._size = sum(struct.unpack("<III", value))
            self._respond(START, TOO_LARGE if self.plan.is_on(Fault.REFUSED) else SUCCESS, delay=ERASE_TIME)
        elif self._expects == INIT:
            self._init += value
        elif self._expects == IMAGE_FOLLOWS:
            self.stored += value
            self._packets += 1
            if len(self.stored) == self._size:
                self._respond(IMAGE_FOLLOWS, delay=0.005)
            elif self._receipts and self._packets % self._receipts == 0:
                self.answer(self.control, struct.pack("<BI", RECEIPT, len(self.stored)))


class LegacyClient(UpdateClient):
    """A client that begins anew after every interruption, as the protocol has it."""

    async def update(self, image: bytes) -> None:
        self._control = self.characteristic(CONTROL)
        self._packet = self.characteristic(PACKET)
        await self.listen(self._control)
        await self.write(self._control, bytes([START, APPLICATION]))
        await self.link.command(self._packet.handle, struct.pack("<III", 0, 0, len(image)))
        self._check(await self.answer(), START)
        await self.write(self._control, bytes([INIT, 0]))
        check = crc16(image) ^ (0x1234 if self.plan.is_on(Fault.BAD_CHECK) else 0)
        await self.link.command(self._packet.handle, init_packet(image, check))
        self._check(await self.ask(self._control, bytes([INIT, 1])), INIT)
        # Many clients ask for no receipts; what is missing then shows at the end.
        receipts = 0 if self.plan.is_on(Fault.NEVER_SENT, Fault.LOST) else RECEIPTS_EVERY
        if receipts:
            await self.write(self._control, struct.pack("<BH", RECEIPTS, receipts))
        await self.write(self._control, bytes([IMAGE_FOLLOWS]))
        await self._send_image(image, receipts)
        self._check(await self.ask(self._control, bytes([VALIDATE])), VALIDATE)
        await self.write(self._control, bytes([ACTIVATE]))

    async def _send_image(self, image: bytes, receipts: int) -> None:
        size = self.chunk_size
        for number, offset in enumerate(range(0, len(image), size), 1):
            await self.send(self._packet, image[offset : offset + size], offset)
            if receipts and number % receipts == 0 and offset + size < len(image):
                self.record.acknowledged = struct.unpack("<BI", await self.answer())[1]
        try:
            self._check(await self.answer(), IMAGE_FOLLOWS)
            self.record.acknowledged = len(image)
        except GaveUp:
            if self.plan.is_on(Fault.LOST):
                answer = await self.ask(self._control, bytes([REPORT]))
                self.record.acknowledged = struct.unpack_from("<I", answer, 3)[0]
            raise

    @staticmethod
    def _check(answer: bytes, opcode: int) -> None:
        if answer[:3] != bytes([RESPONSE, opcode, SUCCESS]):
            raise GaveUp(f"refused: {answer.hex()}")


IMAGE = firmware(SIZE)
PROTOCOL = UpdateProtocol(
    "nordic-legacy-dfu",
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
        Fault.TOO_LONG,
    ),
    IMAGE,
    mtu=23,
)


async def jumped(world: World) -> None:
    """The application goes into its bootloader, which has the same address and the same attributes."""
    session = Session(world, PROTOCOL, Fault.NONE)
    session.device = LegacyDevice(session.plan, is_application=True)
    await session.start()
    session.central = await world.central()
    link = await session.connect()
    control = link.characteristic(CONTROL)
    await link.subscribe(control, lambda value: None)
    try:
        await link.write(control.handle, bytes([START, APPLICATION]))
        await link.lost
    except LinkLost:
        pass
    await asyncio.sleep(0.3)
    assert await session.update()
    session.finish(True)
