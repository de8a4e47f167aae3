"""The client's side of an update, as all protocols have it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bumble.core import UUID
from bumble.gatt_client import CharacteristicProxy

from peers.central import CentralLink

from .faults import Fault, FaultPlan
from .record import Record

ANSWER_TIMEOUT = 5.0
STALL = 8.0
TOO_LONG_BY = 40
Answer = TypeVar("Answer")


class GaveUp(Exception):
    """The client does not go on: the device refused, did not answer, or the client lost heart."""


class UpdateClient:
    """Sends an image over one connection. A protocol's client has `update`, written with the rest of this class."""

    def __init__(self, link: CentralLink, plan: FaultPlan, record: Record) -> None:
        self.link = link
        self.plan = plan
        self.record = record
        self._answers: asyncio.Queue[bytes] = asyncio.Queue()

    async def update(self, image: bytes) -> None:
        """Sends an image and has the device use it; raises GaveUp, or LinkLost when the device hangs up.

        On a second connection it asks the device where to go on, if the protocol can.
        """
        raise NotImplementedError

    # Commands.

    def characteristic(self, uuid: UUID) -> CharacteristicProxy[bytes]:
        return self.link.characteristic(uuid)

    async def listen(self, characteristic: CharacteristicProxy[bytes], *, indications: bool = False) -> None:
        """Subscribes: what the device says goes to `answer`."""
        await self.link.subscribe(
            characteristic, lambda value: self._answers.put_nowait(bytes(value)), indications=indications
        )

    async def answer(self, timeout: float = ANSWER_TIMEOUT) -> bytes:
        """The next value that the device sends."""
        try:
            return await self.link.or_lost(asyncio.ensure_future(self._answers.get()), timeout)
        except TimeoutError:
            raise GaveUp("no answer") from None

    async def write(self, characteristic: CharacteristicProxy[bytes], value: bytes) -> None:
        """A Write Request; an error in answer to it is the end."""
        await self._or_give_up(lambda: self.link.write(characteristic.handle, value))

    async def ask(self, characteristic: CharacteristicProxy[bytes], value: bytes) -> bytes:
        """A Write Request, and what the device says to it."""
        await self.write(characteristic, value)
        return await self.answer()

    async def _or_give_up(self, request: Callable[[], Awaitable[Answer]]) -> Answer:
        from bumble.core import ProtocolError
        from bumble.core import TimeoutError as NoResponse

        try:
            return await request()
        except ProtocolError as error:
            raise GaveUp(str(error)) from None
        except NoResponse:
            raise GaveUp("no response") from None

    # The image.

    @property
    def chunk_size(self) -> int:
        """The longest chunk, which under Fault.TOO_LONG is longer than the MTU allows."""
        return self.link.value_size + (TOO_LONG_BY if self.plan.is_on(Fault.TOO_LONG) else 0)

    async def send(
        self,
        characteristic: CharacteristicProxy[bytes],
        value: bytes,
        offset: int,
        count: int | None = None,
        *,
        with_response: bool = False,
    ) -> None:
        """Sends the chunk of the image that is at an offset.

        `count` is how many of the bytes in `value` are of the image, all if nothing else is said.
        """
        if self.plan.strikes(Fault.STALLED, offset):
            await asyncio.sleep(STALL)
            raise GaveUp("stalled")
        if self.plan.strikes(Fault.NEVER_SENT, offset):
            return
        # A request is counted before its response: a link that is lost between the two carried it.
        if with_response:
            self.record.sent(offset, len(value) if count is None else count)
            await self.write(characteristic, value)
        else:
            await self.link.command(characteristic.handle, value)
            self.record.sent(offset, len(value) if count is None else count)
