"""What a client spent its time with, as it knows itself: for transfers whose pace is planted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from typing import TypeVar

Result = TypeVar("Result")


class Stopwatch:
    """Sums seconds by name, from the first value that was sent to the last one.

    What is running when the last value goes out counts only up to there: nothing after it is part of the stream.
    """

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._first: float | None = None
        self._last = 0.0
        self._at_last: dict[str, float] = {}
        self._loop = asyncio.get_running_loop()

    def sent(self) -> None:
        """A value goes out now."""
        now = self._loop.time()
        if self._first is None:
            self._first = now
            self.seconds.clear()
        self._last = now
        self._at_last = dict(self.seconds)

    @contextmanager
    def during(self, name: str) -> Iterator[None]:
        """Counts the time of a block."""
        began = self._loop.time()
        yield
        self.seconds[name] = self.seconds.get(name, 0.0) + self._loop.time() - began

    async def wait(self, name: str, work: Awaitable[Result]) -> Result:
        """Counts the time that something takes."""
        with self.during(name):
            return await work

    @property
    def total(self) -> float:
        """Seconds from the first value to the last one."""
        return self._last - (self._first or self._last)

    def share(self, name: str) -> float:
        """Seconds spent so far between the first value and the last one."""
        return self._at_last.get(name, 0.0)
