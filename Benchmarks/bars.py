"""How fast bleshark has to be. docs/performance.md explains the numbers; here they are checked."""

from __future__ import annotations

from dataclasses import dataclass

# `bleshark analyze` against the reference walk: CPU time on the large captures.
MOST_TIMES_REFERENCE = 2.0

# How many times faster than each peer, by wall time on the slow-size captures.
LEAST_TIMES_FASTER = {
    "tshark fields": {"ota251": 100.0, "ota27": 100.0, "notifications": 100.0, "advertising": 100.0},
    "tshark io,phs": {"ota251": 60.0, "ota27": 90.0, "notifications": 140.0, "advertising": 500.0},
    "btmon -a": {"ota251": 20.0, "ota27": 20.0, "notifications": 20.0, "advertising": 20.0},
    "capinfos": {"ota251": 5.0, "ota27": 5.0, "notifications": 5.0, "advertising": 5.0},
}

# Memory on the large captures. The advertising capture has some 16,000 connections at 1 GB.
MOST_RSS_MIB = {"ota251": 16.0, "ota27": 16.0, "notifications": 16.0, "advertising": 64.0}

# CPU time per record on the large captures against the slow-size ones, start-up taken off.
MOST_GROWTH_PER_RECORD = 1.15

MOST_VERSION_MS = 5.0
MOST_SMALL_CAPTURE_MS = 10.0


@dataclass(frozen=True)
class Bar:
    """One promise, what was measured and whether it holds."""

    name: str
    value: float | None  # nothing when it was not measured
    limit: float
    unit: str
    is_upper_limit: bool
    missing: str = ""  # why it was not measured

    @property
    def is_met(self) -> bool:
        """Whether the promise holds; a bar that was not measured is not met."""
        if self.value is None:
            return False
        return self.value <= self.limit if self.is_upper_limit else self.value >= self.limit

    @property
    def verdict(self) -> str:
        """The last column of the bar's line."""
        if self.value is None:
            return f"not measured: {self.missing}"
        return "met" if self.is_met else "NOT MET"


def at_most(name: str, value: float | None, limit: float, unit: str, missing: str = "") -> Bar:
    """A bar that the value must not exceed."""
    return Bar(name, value, limit, unit, True, missing)


def at_least(name: str, value: float | None, limit: float, unit: str, missing: str = "") -> Bar:
    """A bar that the value must reach."""
    return Bar(name, value, limit, unit, False, missing)


def format_bars(bars: list[Bar]) -> list[str]:
    """The bars as lines `bar  value  needed  verdict`."""
    width = max(len(bar.name) for bar in bars)
    lines = [f"{'bar':<{width}}  {'value':>10}  {'needed':>12}  verdict"]
    for bar in bars:
        value = "-" if bar.value is None else f"{bar.value:.2f} {bar.unit}"
        sign = "<=" if bar.is_upper_limit else ">="
        needed = f"{sign} {bar.limit:g} {bar.unit}"
        lines.append(f"{bar.name:<{width}}  {value:>10}  {needed:>12}  {bar.verdict}")
    return lines


def summarize_bars(bars: list[Bar]) -> str:
    """How many bars are met, not met and not measured."""
    met = sum(bar.is_met for bar in bars)
    missing = sum(bar.value is None for bar in bars)
    return f"{met} met, {len(bars) - met - missing} NOT MET, {missing} not measured"
