"""Tasks that run beside a scenario. One that fails makes the scenario fail."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

_running: set[asyncio.Task[Any]] = set()
_failures: list[BaseException] = []


def spawn(work: Coroutine[Any, Any, Any]) -> None:
    """Starts a coroutine that nobody waits for."""
    task = asyncio.get_running_loop().create_task(work)
    _running.add(task)
    task.add_done_callback(_finished)


def _finished(task: asyncio.Task[Any]) -> None:
    _running.discard(task)
    if not task.cancelled() and (failure := task.exception()):
        _failures.append(failure)


def check() -> None:
    """Raises what the first failed task raised."""
    if _failures:
        raise _failures[0]
