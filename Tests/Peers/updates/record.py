"""What the peers of an update know they did: the part of an expectation that is about the update."""

from __future__ import annotations

import binascii
import hashlib
from dataclasses import dataclass, field

from peers.tally import Json


@dataclass
class Record:
    """Counts what the client sends."""

    chunks: int = 0
    sent_bytes: int = 0
    covered: set[int] = field(default_factory=set)
    """Offsets of the bytes of the image that were sent at least once."""
    resumed_from: list[int] = field(default_factory=list)
    """Where the device had the client go on, connection by connection."""
    acknowledged: int | None = None
    """How many bytes the device last said it has; None when the protocol has no such word."""

    def sent(self, offset: int, count: int) -> None:
        self.chunks += 1
        self.sent_bytes += count
        self.covered.update(range(offset, offset + count))

    def json(self, protocol: str, fault: str, succeeded: bool, image: bytes, stored: bytes) -> Json:
        return {
            "protocol": protocol,
            "fault": fault,
            "outcome": "success" if succeeded else "failed",
            "declared_bytes": len(image),
            "sent_bytes": self.sent_bytes,
            "unique_bytes": len(self.covered),
            "chunks": self.chunks,
            "resumed_from": self.resumed_from,
            "acknowledged_bytes": self.acknowledged,
            "device_stored_bytes": len(stored),
            "image": {
                "bytes": len(image),
                "crc32": binascii.crc32(image),
                "sha256": hashlib.sha256(image).hexdigest(),
            },
        }
