"""Writer of btsnoop captures, datalink 1002 (HCI with H4 packet indicator)."""

from __future__ import annotations

import asyncio
import struct
from pathlib import Path

HEADER = b"btsnoop\0" + struct.pack(">II", 1, 1002)
UNIX_EPOCH = 0x00DCDDB30F2F8000
"""Microseconds from btsnoop's year zero to 1970."""
START = 1_767_603_600_000_000
"""Unix time in microseconds of a scenario's first moment: 2026-01-05 09:00:00 UTC."""

COMMAND, EVENT = 0x01, 0x04
RECEIVED, COMMAND_OR_EVENT = 0x01, 0x02


class BtsnoopWriter:
    """Records the packets between one host and its controller, as that host sees them."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")
        self._file.write(HEADER)

    def record(self, packet: bytes, *, received: bool) -> None:
        flags = RECEIVED if received else 0
        if packet[0] in (COMMAND, EVENT):
            flags |= COMMAND_OR_EVENT
        now = round(asyncio.get_running_loop().time() * 1_000_000)
        self._file.write(struct.pack(">IIIIQ", len(packet), len(packet), flags, 0, UNIX_EPOCH + START + now) + packet)

    def close(self) -> None:
        self._file.close()
