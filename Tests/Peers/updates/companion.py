"""What the companion apps of many ESP32 products do, as docs/profiles/esp32-companion.json describes it.

    control   01 size:u32 sha256  prepare     02  verify     03  reboot
    progress  ← 81 result offset:u32  ready     82 result bytes:u32     83 result  verified     84 result  rebooting
    data      the image in order, every 16th chunk with response
"""

from __future__ import annotations

import hashlib
import struct

from bumble.core import UUID

from peers.services import standard
from peers.world import World

from .client import GaveUp, UpdateClient
from .device import Properties, UpdateDevice
from .faults import Fault, FaultPlan
from .play import Session, UpdateProtocol, firmware

SERVICE, CONTROL, DATA, PROGRESS = (
    UUID(f"0c7a000{number}-5b1e-4d1a-9a52-3d6f0e2b7c10") for number in (0, 1, 2, 3)
)
PREPARE, VERIFY, REBOOT = 1, 2, 3
READY, COUNT, VERIFIED, REBOOTING = 0x81, 0x82, 0x83, 0x84
OK, TOO_LARGE, HASH_DIFFERS = 0, 1, 3
WITH_RESPONSE_EVERY = 16
ERASE_TIME = 0.9
NEW_VERSION = "1.1.0"
SIZE = 4000


class CompanionDevice(UpdateDevice):
    """A device that keeps what it has over a lost link, and counts after each 16 chunks and at the end."""

    def __init__(self, plan: FaultPlan) -> None:
        self._size = 0
        self._hash = b""
        self._chunks = 0
        control = self.takes(CONTROL, Properties.WRITE, self._ask)
        data = self.takes(DATA, Properties.WRITE | Properties.WRITE_WITHOUT_RESPONSE, self._write, image=True)
        self.progress = self.takes(PROGRESS, Properties.NOTIFY, lambda _: None)
        super().__init__(SERVICE, [control, data, self.progress], plan)

    def _say(self, code: int, result: int = OK, more: bytes = b"", delay: float = 0.0) -> None:
        self.answer(self.progress, bytes([code, result]) + more, delay)

    def _ask(self, value: bytes) -> None:
        if value[0] == PREPARE:
            self._size = struct.unpack_from("<I", value, 1)[0]
            self._hash = value[5:37]
            self._chunks = 0
            is_refused = self.plan.is_on(Fault.REFUSED)
            offset = struct.pack("<I", len(self.stored))
            self._say(READY, TOO_LARGE if is_refused else OK, offset, delay=ERASE_TIME)
        elif value[0] == VERIFY:
            is_good = hashlib.sha256(self.stored).digest() == self._hash
            self._say(VERIFIED, OK if is_good else HASH_DIFFERS, delay=0.2)
        elif value[0] == REBOOT:
            self._say(REBOOTING)
            self.hang_up(after=0.05)

    def _write(self, value: bytes) -> None:
        self.stored += value
        self._chunks += 1
        if self._chunks % WITH_RESPONSE_EVERY == 0 or len(self.stored) == self._size:
            self._say(COUNT, more=struct.pack("<I", len(self.stored)))


class CompanionClient(UpdateClient):
    """An app that reads the version first, and waits for progress after each 16 chunks."""

    async def update(self, image: bytes) -> None:
        control = self.characteristic(CONTROL)
        data = self.characteristic(DATA)
        await self.link.read(self.characteristic(standard.FIRMWARE_REVISION).handle)
        await self.listen(self.characteristic(PROGRESS))
        digest = hashlib.sha256(image).digest()
        if self.plan.is_on(Fault.BAD_CHECK):
            digest = digest[::-1]
        offset = await self._ask(control, bytes([PREPARE]) + struct.pack("<I", len(image)) + digest, READY)
        if offset and self.record.chunks:
            self.record.resumed_from.append(offset)
        if offset and self.plan.is_on(Fault.WRONG_RESUME):
            offset = 0
        for number, start in enumerate(range(offset, len(image), self.chunk_size), 1):
            chunk = image[start : start + self.chunk_size]
            is_marked = number % WITH_RESPONSE_EVERY == 0
            await self.send(data, chunk, start, with_response=is_marked)
            if is_marked or start + len(chunk) == len(image):
                await self._wait(COUNT)
        await self._ask(control, bytes([VERIFY]), VERIFIED)
        await self._ask(control, bytes([REBOOT]), REBOOTING)

    async def _wait(self, code: int) -> None:
        self.record.acknowledged = self._check(await self.answer(), code)

    async def _ask(self, control: object, value: bytes, code: int) -> int:
        return self._check(await self.ask(control, value), code)  # type: ignore[arg-type]

    def _check(self, answer: bytes, code: int) -> int:
        if answer[0] != code or answer[1] != OK:
            raise GaveUp(f"refused: {answer.hex()}")
        return struct.unpack_from("<I", answer, 2)[0] if len(answer) == 6 else 0


PROTOCOL = UpdateProtocol(
    "esp32-companion",
    CompanionDevice,
    CompanionClient,
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
    firmware(SIZE, b"\xe9"),
    strikes_at=3100,
    mtu=185,
)


async def new_version(world: World) -> None:
    """After the restart the app connects again and reads another version."""
    session = Session(world, PROTOCOL, Fault.NONE)
    await session.start()
    session.central = await world.central()
    assert await session.update()
    revision = next(
        attribute
        for attribute in session.peripheral.device.gatt_server.attributes
        if attribute.type == standard.FIRMWARE_REVISION
    )
    revision.value = NEW_VERSION.encode()
    link = await session.connect()
    assert await link.read(link.characteristic(standard.FIRMWARE_REVISION).handle) == NEW_VERSION.encode()
    await link.disconnect()
    session.finish(True)
