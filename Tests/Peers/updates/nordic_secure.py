"""Nordic Secure DFU: objects of a flash page, each created, written, checked and executed; and the jump before it.

    control  06 type  select → max offset crc     01 type size  create     03  crc → offset crc     04  execute
             02 n     receipt every n packets     answers are 60 op result …, integers little-endian
    packet   bytes of the object, write commands
"""

from __future__ import annotations

import asyncio
import binascii
import hashlib
import struct

from bumble.core import UUID
from bumble.core import TimeoutError as ConnectTimeout
from bumble.hci import Address

from peers.gatt_client import LinkLost
from peers.services import standard
from peers.world import World

from .client import GaveUp, UpdateClient
from .device import Properties, UpdateDevice
from .faults import Fault, FaultPlan
from .play import Session, UpdateProtocol, firmware

SERVICE = UUID.from_16_bits(0xFE59)
SELECT, CREATE, SET_RECEIPTS, CHECK, EXECUTE, RESPONSE = 0x06, 0x01, 0x02, 0x03, 0x04, 0x60
SUCCESS, NOT_PERMITTED, EXTENDED = 0x01, 0x08, 0x0B
VERSION_TOO_LOW, VERIFICATION_FAILED = 0x05, 0x0C
COMMAND, DATA = 1, 2
MAXIMUM = {COMMAND: 256, DATA: 1024}
RECEIPTS_EVERY = 3
RETRIES = 3
FLASH_TIME_PER_BYTE = 4e-6


def nordic_uuid(number: int) -> UUID:
    return UUID(f"8ec9{number:04x}-f315-4f60-9fb8-838830daea50")


CONTROL, PACKET, BUTTONLESS = nordic_uuid(1), nordic_uuid(2), nordic_uuid(3)

# The init packet, a protobuf message.


def field(number: int, value: int | bytes) -> bytes:
    """One field: a varint, or bytes with their length."""

    def varint(number: int) -> bytes:
        low, rest = number & 0x7F, number >> 7
        return bytes([low | 0x80]) + varint(rest) if rest else bytes([low])

    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def init_packet(image: bytes, digest: bytes) -> bytes:
    """Signed by nobody; the hash is stored with its bytes reversed."""
    init = field(1, 3) + field(2, 52) + field(3, b"\xb6\x01") + field(4, 0) + field(7, len(image))
    init += field(8, field(1, 3) + field(2, digest[::-1]))
    command = field(1, 1) + field(2, init)
    return field(2, field(1, command) + field(2, 0) + field(3, bytes(64)))


class SecureDevice(UpdateDevice):
    """The bootloader."""

    ATT_ERROR = 0xFD
    """CCCD improperly configured: what this bootloader says when it could not answer."""

    def __init__(self, plan: FaultPlan) -> None:
        self._kind = COMMAND
        self._init = bytearray()
        self._size = 0
        self._executed = 0
        self._receipts = 0
        self._packets = 0
        self.control = self.takes(CONTROL, Properties.WRITE | Properties.NOTIFY, self._ask)
        packet = self.takes(PACKET, Properties.WRITE_WITHOUT_RESPONSE, self._write, image=True)
        super().__init__(SERVICE, [self.control, packet], plan)

    @property
    def _object(self) -> bytearray:
        return self._init if self._kind == COMMAND else self.stored

    def _state(self) -> bytes:
        return struct.pack("<II", len(self._object), binascii.crc32(self._object))

    def _respond(self, opcode: int, result: int = SUCCESS, more: bytes = b"", delay: float = 0.0) -> None:
        self.answer(self.control, bytes([RESPONSE, opcode, result]) + more, delay)

    def _ask(self, value: bytes) -> None:
        opcode = value[0]
        if opcode == SELECT:
            self._kind = value[1]
            self._respond(opcode, more=struct.pack("<I", MAXIMUM[self._kind]) + self._state())
        elif opcode == SET_RECEIPTS:
            self._receipts = struct.unpack("<H", value[1:3])[0]
            self._respond(opcode)
        elif opcode == CREATE:
            self._kind, self._size = struct.unpack("<BI", value[1:6])
            self._packets = 0
            if self._kind == COMMAND:
                self._init.clear()
                self.stored.clear()
                self._executed = 0
            else:
                del self.stored[self._executed :]
            self._respond(opcode, delay=0.002)
        elif opcode == CHECK:
            self._respond(opcode, more=self._state())
        elif opcode == EXECUTE:
            self._execute()

    def _execute(self) -> None:
        if self._kind == COMMAND:
            refused = self.plan.is_on(Fault.REFUSED)
            self._respond(EXECUTE, *((EXTENDED, bytes([VERSION_TOO_LOW])) if refused else ()))
            return
        if len(self.stored) - self._executed != self._size:
            self._respond(EXECUTE, NOT_PERMITTED)
            return
        self._executed = len(self.stored)
        # The hash is the last field of the command; the signature's type and 64 bytes follow.
        digest = bytes(self._init[-100:-68])[::-1]
        delay = self._size * FLASH_TIME_PER_BYTE
        if self._executed < SIZE:
            self._respond(EXECUTE, delay=delay)
        elif hashlib.sha256(self.stored).digest() == digest:
            self._respond(EXECUTE, delay=delay)
            self.hang_up(after=0.1)
        else:
            self._respond(EXECUTE, EXTENDED, bytes([VERIFICATION_FAILED]), delay)

    def _write(self, value: bytes) -> None:
        self._object.extend(value)
        self._packets += 1
        if self._receipts and self._packets % self._receipts == 0:
            self._respond(CHECK, more=self._state())


class SecureClient(UpdateClient):
    """A client that sends objects again whose check fails, three times each."""

    async def update(self, image: bytes) -> None:
        self._control = self.characteristic(CONTROL)
        self._packet = self.characteristic(PACKET)
        if not self.plan.is_on(Fault.ATT_ERROR):
            await self.listen(self._control)
        digest = hashlib.sha256(image if not self.plan.is_on(Fault.BAD_CHECK) else image[::-1]).digest()
        await self._send_init(init_packet(image, digest))
        await self._ask(bytes([SET_RECEIPTS, self._receipts_every, 0]))
        offset, _ = await self._select(DATA)
        if offset:
            self.record.resumed_from.append(offset)
        await self._send_data(image, offset)

    @property
    def _receipts_every(self) -> int:
        """Without receipts nothing but the check after an object tells of a packet that is missing."""
        return 0 if self.plan.is_on(Fault.LOST, Fault.NEVER_SENT) else RECEIPTS_EVERY

    async def _ask(self, value: bytes) -> bytes:
        """A request; receipts that come before its answer are passed over."""
        await self.write(self._control, value)
        while True:
            answer = await self.answer()
            if answer[1] == value[0] and not (value[0] != CHECK and answer[1] == CHECK):
                break
        if answer[2] != SUCCESS:
            raise GaveUp(f"refused: {answer.hex()}")
        return answer[3:]

    async def _select(self, kind: int) -> tuple[int, int]:
        _, offset, crc = struct.unpack("<III", await self._ask(bytes([SELECT, kind])))
        return offset, crc

    async def _send_init(self, packet: bytes) -> None:
        offset, crc = await self._select(COMMAND)
        is_there = offset == len(packet) and crc == binascii.crc32(packet)
        # A client that does not look begins anew, and the device forgets the image that it had.
        if is_there and not self.plan.is_on(Fault.WRONG_RESUME):
            return
        await self._ask(bytes([SET_RECEIPTS, 0, 0]))
        await self._ask(struct.pack("<BBI", CREATE, COMMAND, len(packet)))
        for start in range(0, len(packet), self.chunk_size):
            await self.link.command(self._packet.handle, packet[start : start + self.chunk_size])
        offset, crc = struct.unpack("<II", await self._ask(bytes([CHECK])))
        if (offset, crc) != (len(packet), binascii.crc32(packet)):
            raise GaveUp("the init packet did not arrive")
        await self._ask(bytes([EXECUTE]))

    async def _send_data(self, image: bytes, offset: int) -> None:
        maximum = MAXIMUM[DATA]
        for start in range(offset - offset % maximum, len(image), maximum):
            end = min(start + maximum, len(image))
            for retry in range(RETRIES):
                if start >= offset or retry:
                    await self._ask(struct.pack("<BBI", CREATE, DATA, end - start))
                    await self._send_object(image, start, end)
                else:
                    await self._send_object(image, offset, end)
                device, crc = await self._check()
                # A client that counts by itself asks for the execution of what is not all there.
                if self.plan.is_on(Fault.NEVER_SENT) or crc == binascii.crc32(image[:end]):
                    break
            else:
                raise GaveUp("the check fails every time")
            await self._ask(bytes([EXECUTE]))

    async def _check(self) -> tuple[int, int]:
        while not self._answers.empty():
            self._answers.get_nowait()
        offset, crc = struct.unpack("<II", await self._ask(bytes([CHECK])))
        self.record.acknowledged = offset
        return offset, crc

    async def _send_object(self, image: bytes, start: int, end: int) -> None:
        """Sends one object; waits for a receipt as often as the device gives one."""
        size = self.chunk_size & ~3
        for number, offset in enumerate(range(start, end, size), 1):
            await self.send(self._packet, image[offset : min(offset + size, end)], offset)
            if self._receipts_every and number % self._receipts_every == 0:
                self.record.acknowledged = struct.unpack_from("<I", await self.answer(), 3)[0]


SIZE = 2500
IMAGE = firmware(SIZE)
PROTOCOL = UpdateProtocol(
    "nordic-secure-dfu",
    SecureDevice,
    SecureClient,
    (
        Fault.NEVER_SENT,
        Fault.LOST,
        Fault.REFUSED,
        Fault.BAD_CHECK,
        Fault.RESUMED,
        Fault.WRONG_RESUME,
        Fault.ATT_ERROR,
        Fault.NO_ANSWER,
        Fault.STALLED,
        Fault.TOO_LONG,
    ),
    IMAGE,
    strikes_at=1200,
)

# The jump from the application.

BOOTLOADER_ADDRESS = "F0:F1:F2:F3:F4:F6"
"""The application's address plus one."""
GIVE_UP_AFTER = 5.0


class ButtonlessDevice(UpdateDevice):
    """The application, which goes into the bootloader when it is told to."""

    def __init__(self, plan: FaultPlan) -> None:
        self.has_left = asyncio.Event()
        self.control = self.takes(BUTTONLESS, Properties.WRITE | Properties.INDICATE, self._ask)
        super().__init__(SERVICE, [self.control], plan)

    def _ask(self, value: bytes) -> None:
        self.peripheral.comes_back = False
        self.answer(self.control, b"\x20\x01\x01", indicate=True)
        self.hang_up(after=0.1)
        self.has_left.set()


class ButtonlessClient(UpdateClient):
    """Sends the application into the bootloader."""

    async def update(self, image: bytes) -> None:
        control = self.characteristic(BUTTONLESS)
        await self.listen(control, indications=True)
        await self.write(control, b"\x01")
        if await self.answer() != b"\x20\x01\x01":
            raise GaveUp("no jump")
        await self.link.lost


async def jump(world: World) -> Session:
    """The application at its address goes, and the client knows that it has."""
    plan = FaultPlan(Fault.NONE, 0)
    application = ButtonlessDevice(plan)
    peripheral = world.silent_peripheral([standard.device_information(), application], "Shark", APPLICATION_ADDRESS)
    application.peripheral = peripheral
    await peripheral.start()
    session = Session(world, PROTOCOL, Fault.NONE)
    await session.start(address=BOOTLOADER_ADDRESS, name="DfuTarg", advertises=False)
    session.central = await world.central()
    link = await session.central.find_and_connect("Shark")
    await link.discover()
    try:
        await ButtonlessClient(link, plan, session.record).update(b"")
    except LinkLost:
        pass
    return session


APPLICATION_ADDRESS = "F0:F1:F2:F3:F4:F5"


async def jumped(world: World) -> None:
    """The bootloader is found at the address plus one, and takes the image."""
    session = await jump(world)
    await session.peripheral.start()
    await asyncio.sleep(0.3)
    assert await session.update()
    session.finish(True)


async def jumped_in_vain(world: World) -> None:
    """The client looks for the bootloader at the application's address, and gives up."""
    session = await jump(world)
    await session.peripheral.start()
    await asyncio.sleep(0.3)
    try:
        await session.central.connect(Address(APPLICATION_ADDRESS), give_up_after=GIVE_UP_AFTER)
        raise AssertionError("nobody is there")
    except ConnectTimeout:
        attempt = {"peer": APPLICATION_ADDRESS, "cancelled_after_s": GIVE_UP_AFTER, "status": 2}
        world.expectation.facts["failed_attempts"] = [attempt]
    session.finish(False)
