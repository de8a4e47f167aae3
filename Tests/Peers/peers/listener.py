"""Collects notified or indicated values."""

from __future__ import annotations

import asyncio


class Listener:
    """A subscriber that remembers every value and can wait for a number of them."""

    def __init__(self) -> None:
        self.values: list[bytes] = []
        self._more = asyncio.Event()

    def __call__(self, value: bytes) -> None:
        self.values.append(bytes(value))
        self._more.set()

    async def wait_for(self, count: int) -> None:
        """Waits until so many values have come; more than that is an error."""
        while len(self.values) < count:
            self._more.clear()
            await self._more.wait()
        assert len(self.values) == count, f"{len(self.values)} values instead of {count}"
