"""Qualcomm GAIA upgrade with its bytes over RWCP, on the data characteristic.

    header:u8, then a frame     header: kind 2 bits, number 6 bits
    client  0 data     1 start     2 reset          device  0 received     1 started     2 reset     3 gap
"""

from __future__ import annotations

import asyncio
from collections import deque

from .client import GaveUp
from .device import Properties
from .faults import Fault, FaultPlan
from .gaia import BYTES, DATA, SIZE, GaiaClient, GaiaDevice
from .play import UpdateProtocol, firmware

DATA_SEGMENT, START_SEGMENT, RESET_SEGMENT, GAP_SEGMENT = range(4)
NUMBERS = 64
NOT_PERMITTED = 0x03
WINDOW = 8
ACKNOWLEDGEMENT_TIMEOUT = 3.0


def header(kind: int, number: int) -> bytes:
    return bytes([kind << 6 | number])


class RwcpDevice(GaiaDevice):
    """A device that takes segments in order, and asks for the first that is missing."""

    DATA_PROPERTIES = Properties.WRITE_WITHOUT_RESPONSE | Properties.NOTIFY
    ATT_ERROR = NOT_PERMITTED
    """Segments are taken only without response."""

    def __init__(self, plan: FaultPlan) -> None:
        self._last = 0
        self._has_gap = False
        super().__init__(plan)

    def fits(self, value: bytes) -> bool:
        # Behind the header stands what otherwise is the whole value.
        if len(value) > 9 and value[5] == BYTES:
            return super().fits(value[1:]) and len(value) <= self.sender.value_size
        return super().fits(value)

    def allows(self, value: bytes) -> bool:
        # Frames come without an error, and so do segments once there was one.
        is_segment = len(value) == len(header(RESET_SEGMENT, 0))
        return super().allows(value) if is_segment else not self.is_silent

    def _segment(self, value: bytes) -> None:
        kind, number = value[0] >> 6, value[0] & (NUMBERS - 1)
        if kind in (START_SEGMENT, RESET_SEGMENT):
            self._last, self._has_gap = number, False
            self.answer(self.data, header(kind, number))
        elif number == (self._last + 1) % NUMBERS:
            self._last, self._has_gap = number, False
            self.answer(self.data, header(DATA_SEGMENT, number))
            self._ask(value[1:])
        elif not self._has_gap:
            self._has_gap = True
            self.answer(self.data, header(GAP_SEGMENT, self._last))


class RwcpClient(GaiaClient):
    """A client that has up to eight segments under way, and sends again from a gap on."""

    async def _send_image(self, image: bytes) -> None:
        self._segments: asyncio.Queue[bytes] = asyncio.Queue()
        self._under_way: deque[tuple[int, bytes, int, int]] = deque()
        self._data = self.characteristic(DATA)
        await self.link.subscribe(self._data, lambda value: self._segments.put_nowait(bytes(value)))
        for kind in (RESET_SEGMENT, START_SEGMENT):
            if self.plan.is_on(Fault.ATT_ERROR):
                await self.write(self._data, header(kind, 0))
            await self.link.command(self._data.handle, header(kind, 0))
            if await self._next() != header(kind, 0):
                raise GaveUp("no window")
        self._number = 0
        await super()._send_image(image)

    @property
    def chunk_size(self) -> int:
        """The header of a segment takes a byte."""
        return super().chunk_size - 1

    async def _send_word(self, value: bytes, position: int, count: int) -> None:
        self._number = (self._number + 1) % NUMBERS
        segment = (self._number, header(DATA_SEGMENT, self._number) + value, position, count)
        self._under_way.append(segment)
        await self.send(self._data, segment[1], position, count)
        while len(self._under_way) >= WINDOW or not self._segments.empty():
            await self._acknowledge()

    async def _flush(self) -> None:
        while self._under_way:
            await self._acknowledge()

    async def _acknowledge(self) -> None:
        value = await self._next()
        kind, number = value[0] >> 6, value[0] & (NUMBERS - 1)
        while self._under_way and (number - self._under_way[0][0]) % NUMBERS < NUMBERS // 2:
            self._under_way.popleft()
        if kind == GAP_SEGMENT:
            for _, segment, position, count in list(self._under_way):
                await self.send(self._data, segment, position, count)

    async def _next(self) -> bytes:
        try:
            waiting = asyncio.ensure_future(self._segments.get())
            return await self.link.or_lost(waiting, ACKNOWLEDGEMENT_TIMEOUT)
        except TimeoutError:
            raise GaveUp("no acknowledgement") from None


PROTOCOL = UpdateProtocol(
    "qualcomm-gaia",
    RwcpDevice,
    RwcpClient,
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
    restarts=False,
    variant="rwcp",
)
