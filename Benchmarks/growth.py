#!/usr/bin/env python3
"""Checks that work grows with the capture and not with its square.

Each shape below is a small capture that repeats one thing N times: connections of one device, resets
with many links open, transfers in a row. Instructions are counted on N and on 2 N of them, start-up
taken off. Twice the capture may cost twice as much and a little more; a walk over everything there was,
made for each new thing, costs four times as much and shows at once.

Exit code 0: nothing grows faster than it may. 1: something does. 2: the count could not be made.
"""

from __future__ import annotations

import argparse
import shlex
import struct
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from captures import DEFAULT_BLESHARK, BenchmarkError, note
from instructions import EXIT_CANNOT_COMPARE, EXIT_WORSE, check_command, count_instructions

# Sorting and hash tables that double cost a little more than twice.
MOST_GROWTH = 2.6

BTSNOOP_H4 = 1002
BTSNOOP_MONITOR = 2001
# 2026-01-01 in microseconds since the year 0, as btsnoop counts.
FIRST_TIME = 0x00DCDDB30F2F8000 + 820_454_400_000_000

# Flags of a btsnoop record: who sent it, and whether it is a command or an event.
SENT, RECEIVED, COMMAND, EVENT = 0, 1, 2, 3

ATT, SIGNALING, SMP = 0x0004, 0x0005, 0x0006
HANDLE = 0x0040
DEVICE = bytes([1, 2, 3, 4, 5, 0xC6])

Record = tuple[int, bytes]


@dataclass(frozen=True)
class CapturePath:
    """A capture by its path, as `count_instructions` wants it."""

    path: Path


def acl(direction: int, channel: int, payload: bytes) -> Record:
    """One ACL packet with a whole L2CAP PDU."""
    start = 0x2000 if direction == RECEIVED else 0
    return direction, struct.pack("<BHHHH", 2, HANDLE | start, 4 + len(payload), len(payload), channel) + payload


def connected(device: bytes, status: int = 0, handle: int = HANDLE) -> Record:
    """LE Connection Complete, this host as the central, to a random address."""
    body = struct.pack("<BBHBB6sHHHB", 1, status, handle, 0, 1, device, 24, 0, 500, 0)
    return EVENT, bytes([4, 0x3E, len(body)]) + body


def disconnected(reason: int) -> Record:
    """Disconnection Complete."""
    return EVENT, struct.pack("<BBBBHB", 4, 0x05, 4, 0, HANDLE, reason)


def one_device(count: int) -> Iterator[Record]:
    """Short connections to one device without a pause."""
    for _ in range(count):
        yield connected(DEVICE)
        yield acl(SENT, ATT, bytes([0x12, 3, 0, 1, 0]))
        yield acl(RECEIVED, ATT, bytes([0x13]))
        yield disconnected(0x13)


def many_devices(count: int) -> Iterator[Record]:
    """A connection to each of many devices."""
    for number in range(count):
        yield connected(struct.pack("<IH", number, 0xC101))
        yield acl(SENT, ATT, bytes([0x12, 3, 0, 1, 0]))
        yield acl(RECEIVED, ATT, bytes([0x13]))
        yield disconnected(0x13)


def failed_attempts(count: int) -> Iterator[Record]:
    """Connections that are never established."""
    for _ in range(count):
        yield connected(DEVICE)
        yield disconnected(0x3E)


def errors(count: int) -> Iterator[Record]:
    """Error Responses on one connection."""
    yield connected(DEVICE)
    for number in range(count):
        handle = struct.pack("<H", number % 60_000 + 1)
        yield acl(SENT, ATT, bytes([0x0A]) + handle)
        yield acl(RECEIVED, ATT, bytes([0x01, 0x0A]) + handle + bytes([0x05]))


def pairings(count: int) -> Iterator[Record]:
    """Pairings that fail on one connection."""
    yield connected(DEVICE)
    for _ in range(count):
        yield acl(SENT, SMP, bytes([1, 3, 0, 1, 16, 1, 1]))
        yield acl(RECEIVED, SMP, bytes([5, 5]))


def streams(count: int) -> Iterator[Record]:
    """Notifications of ever more attributes, and Service Changed for each."""
    yield connected(DEVICE)
    yield acl(SENT, ATT, bytes([0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28]))
    yield acl(RECEIVED, ATT, bytes([0x09, 7, 2, 0, 0x20, 3, 0, 0x05, 0x2A]))
    for number in range(count):
        handle = struct.pack("<H", 100 + number % 60_000)
        yield acl(RECEIVED, ATT, bytes([0x1B]) + handle + bytes([1]))
        yield acl(RECEIVED, ATT, bytes([0x1D, 3, 0]) + handle + handle)
        yield acl(SENT, ATT, bytes([0x1E]))


def stale_uses(count: int) -> Iterator[Record]:
    """Service Changed many times, and then writes to ever more attributes of all those ranges."""
    yield connected(DEVICE)
    yield acl(SENT, ATT, bytes([0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28]))
    yield acl(RECEIVED, ATT, bytes([0x09, 7, 2, 0, 0x20, 3, 0, 0x05, 0x2A]))
    for _ in range(count):
        yield acl(RECEIVED, ATT, bytes([0x1D, 3, 0, 100, 0, 0xFF, 0xFF]))
        yield acl(SENT, ATT, bytes([0x1E]))
    for number in range(count):
        yield acl(SENT, ATT, struct.pack("<BHB", 0x52, 100 + number % 60_000, 1))


def refused_uses(count: int) -> Iterator[Record]:
    """Reads of ever more attributes that offer none, all refused."""
    yield connected(DEVICE)
    for number in range(count):
        handle = 2 * number % 60_000 + 1
        entry = struct.pack("<HBHH", handle, 0, handle + 1, 0x2A00 + number % 200)
        yield acl(SENT, ATT, struct.pack("<BHHH", 0x08, handle, handle, 0x2803))
        yield acl(RECEIVED, ATT, bytes([0x09, 7]) + entry)
    for number in range(count):
        handle = struct.pack("<H", 2 * number % 60_000 + 2)
        yield acl(SENT, ATT, bytes([0x0A]) + handle)
        yield acl(RECEIVED, ATT, bytes([0x01, 0x0A]) + handle + bytes([0x02]))


def channels(count: int) -> Iterator[Record]:
    """L2CAP channels that open and close while many are open."""
    yield connected(DEVICE)
    for number in range(count):
        source = 0x40 + number
        yield acl(SENT, SIGNALING, struct.pack("<BBHHHHHH", 0x14, 1, 10, 0x80, source, 100, 100, 1))
        yield acl(RECEIVED, SIGNALING, struct.pack("<BBHHHHHH", 0x15, 1, 10, source, 100, 100, 1, 0))
    for number in range(count):
        yield acl(RECEIVED, SIGNALING, struct.pack("<BBHHH", 0x07, 1, 4, 0x40 + number, 0x40 + number))


def resets(count: int) -> Iterator[Record]:
    """Links open on some adapters, and resets of another one; in the format of the Linux monitor."""
    for number in range(count):
        adapter, handle = divmod(number, 3000)
        body = struct.pack("<BBBHBB6sHHHB", 19, 1, 0, handle, 0, 1, DEVICE, 24, 0, 500, 0)
        yield adapter << 16 | 3, bytes([0x3E]) + body
    for _ in range(count):
        yield 9999 << 16 | 2, bytes([0x03, 0x0C, 0])


def transfers(count: int) -> Iterator[Record]:
    """Updates of Nordic Legacy DFU that succeed, each on a connection of its own."""

    def told(*code: int) -> Record:
        return acl(RECEIVED, ATT, bytes([0x1B, 0x10, 0, *code]))

    def asked(*code: int) -> Iterator[Record]:
        yield acl(SENT, ATT, bytes([0x12, 0x10, 0, *code]))
        yield acl(RECEIVED, ATT, bytes([0x13]))

    def written(value: bytes) -> Record:
        return acl(SENT, ATT, bytes([0x52, 0x12, 0]) + value)

    for _ in range(count):
        yield connected(DEVICE)
        yield from asked(0x01, 0x04)
        yield written(struct.pack("<III", 0, 0, 80))
        yield told(0x10, 0x01, 0x01)
        yield from asked(0x03)
        yield from (written(bytes([number] * 20)) for number in range(4))
        yield told(0x10, 0x03, 0x01)
        yield from asked(0x04)
        yield told(0x10, 0x04, 0x01)
        yield from asked(0x05)
        yield disconnected(0x13)


@dataclass(frozen=True)
class Shape:
    """One thing that is repeated, how often, and the command that looks at it."""

    records: Callable[[int], Iterator[Record]]
    count: int
    command: str = "analyze"
    data_link: int = BTSNOOP_H4

    @property
    def name(self) -> str:
        """The name of its line."""
        return f"{self.records.__name__} ({self.command})"


SHAPES = (
    Shape(one_device, 1000),
    Shape(one_device, 1000, "check"),
    Shape(many_devices, 1000),
    Shape(failed_attempts, 2000),
    Shape(errors, 8000),
    Shape(pairings, 4000),
    # Past the limits of lists: within them each change may look at all streams.
    Shape(streams, 4000),
    Shape(stale_uses, 2000),
    Shape(refused_uses, 4000),
    Shape(channels, 1000, "packets"),
    Shape(resets, 4000, data_link=BTSNOOP_MONITOR),
    Shape(transfers, 300, "why"),
    Shape(transfers, 300, "analyze --json"),
)


def write(path: Path, shape: Shape, count: int) -> CapturePath:
    """Writes the capture of a shape, a record each millisecond."""
    with path.open("wb") as file:
        file.write(b"btsnoop\0" + struct.pack(">II", 1, shape.data_link))
        for number, (flags, packet) in enumerate(shape.records(count)):
            time = FIRST_TIME + 1000 * number
            file.write(struct.pack(">IIIIQ", len(packet), len(packet), flags, 0, time) + packet)
    return CapturePath(path)


def growth(tool: str, shape: Shape, folder: Path) -> float:
    """How many times more twice the capture costs."""
    command = [tool, *shape.command.split()]
    none = count_instructions(command, write(folder / "none.btsnoop", shape, 1))
    once = count_instructions(command, write(folder / "once.btsnoop", shape, shape.count)) - none
    twice = count_instructions(command, write(folder / "twice.btsnoop", shape, 2 * shape.count)) - none
    return twice / max(once, 1)


def run(tool: str) -> int:
    """Counts every shape, and prints a line for each."""
    check_command([tool])
    print(f"{'shape':<26} {'growth':>6}  verdict")
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for shape in SHAPES:
            found = growth(tool, shape, Path(folder))
            worst = max(worst, found)
            verdict = "ok" if found <= MOST_GROWTH else f"TOO MUCH, {MOST_GROWTH} times is allowed"
            print(f"{shape.name:<26} {found:>6.2f}  {verdict}", flush=True)
    return EXIT_WORSE if worst > MOST_GROWTH else 0


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=str(DEFAULT_BLESHARK), help="the program (.build/release/bleshark)")
    try:
        return run(shlex.split(parser.parse_args().tool)[0])
    except (BenchmarkError, OSError) as error:
        note(f"growth.py: {error}")
        return EXIT_CANNOT_COMPARE
    except KeyboardInterrupt:
        note("growth.py: interrupted")
        return EXIT_CANNOT_COMPARE


if __name__ == "__main__":
    sys.exit(main())
