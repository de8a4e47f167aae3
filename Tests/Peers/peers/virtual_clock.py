"""An asyncio event loop whose clock jumps from timer to timer.

A scenario that lasts a minute of radio time runs in a moment, and every run sees exactly the same times.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class VirtualClockLoop(asyncio.SelectorEventLoop):
    """Event loop that advances its own clock instead of waiting."""

    def __init__(self) -> None:
        self._now = 0.0
        super().__init__(_SkippingSelector(self))

    def time(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
        self._now += seconds


class _SkippingSelector(selectors.DefaultSelector):
    """Selector that never blocks: where another one would wait, it advances the loop's clock."""

    def __init__(self, loop: VirtualClockLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if ready:
            return ready
        if timeout is None:
            raise RuntimeError("every task waits and no timer is set: the scenario is stuck")
        self._loop.advance(max(0.0, timeout))
        return []


def run(main: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine to its end on a virtual clock that starts at zero."""
    with asyncio.Runner(loop_factory=VirtualClockLoop) as runner:
        return runner.run(main)
