"""What an advertiser sends, and the timer that sends it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass

from bumble.hci import Address, Phy

MAX_ADVERTISING_DELAY = 0.010
NO_TX_POWER = 0x7F


@dataclass(frozen=True)
class Advertisement:
    """One advertising event, with the scan response an active scanner would get to it."""

    address: Address
    data: bytes
    scan_response: bytes = b""
    connectable: bool = True
    scannable: bool = True
    legacy: bool = True
    """True for the advertising PDUs of Bluetooth 4, false for extended advertising."""
    secondary_phy: Phy | int = 0
    sid: int = 0xFF
    tx_power: int = NO_TX_POWER


class Advertiser:
    """Sends an advertisement every interval, plus the random delay the specification asks for."""

    def __init__(
        self, send: Callable[[Advertisement], None], describe: Callable[[], Advertisement], interval: float, seed: str
    ) -> None:
        self._send = send
        self._describe = describe
        self._interval = interval
        self._delay = random.Random(seed + "/advertiser")
        self._timer: asyncio.TimerHandle | None = None

    @property
    def advertisement(self) -> Advertisement:
        return self._describe()

    @property
    def running(self) -> bool:
        return self._timer is not None

    def start(self) -> None:
        self.stop()
        self._timer = asyncio.get_running_loop().call_later(
            self._delay.uniform(0.001, MAX_ADVERTISING_DELAY), self._fire
        )

    def stop(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _fire(self) -> None:
        delay = self._interval + self._delay.uniform(0, MAX_ADVERTISING_DELAY)
        self._timer = asyncio.get_running_loop().call_later(delay, self._fire)
        self._send(self._describe())
