"""What the programs of a scenario know they did: the source of NAME.expected.json.

Every number here is counted where a program asks for something or gets something, never read from a capture.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bumble.core import UUID
from bumble.hci import Address

FIXED_ATT_CHANNEL = 4
Json = dict[str, Any]


@dataclass(frozen=True)
class StreamKey:
    """Values of one attribute, of one kind, in one direction, on one ATT bearer."""

    kind: str
    handle: int
    sender: str
    channel: int = FIXED_ATT_CHANNEL


@dataclass
class Stream:
    count: int = 0
    bytes: int = 0
    failed: int = 0
    """How many of `count` were answered by an error or not at all."""
    failed_bytes: int = 0

    def json(self, key: StreamKey) -> Json:
        result: Json = {
            "kind": key.kind,
            "handle": key.handle,
            "count": self.count,
            "bytes": self.bytes,
            "sender": key.sender,
        }
        if self.failed:
            result |= {"failed": self.failed, "failed_bytes": self.failed_bytes}
        if key.channel != FIXED_ATT_CHANNEL:
            result["channel"] = key.channel
        return result


@dataclass
class ConnectionTally:
    """One connection as one of its programs experienced it."""

    peer: Address
    parameters: list[Json] = field(default_factory=list)
    streams: dict[StreamKey, Stream] = field(default_factory=dict)
    errors: list[Json] = field(default_factory=list)
    unanswered: list[Json] = field(default_factory=list)
    mtu: Json | None = None
    disconnect_reason: int | None = None
    encrypted: bool = False
    discovered: bool = False
    """Whether the client discovered the whole GATT table."""
    notes: str = ""
    facts: Json = field(default_factory=dict)
    """What only some scenarios have: phy, data_length, channels, pairing, transfers."""

    def add(self, kind: str, handle: int, sender: str, size: int, channel: int = FIXED_ATT_CHANNEL) -> None:
        stream = self.streams.setdefault(StreamKey(kind, handle, sender, channel), Stream())
        stream.count += 1
        stream.bytes += size

    def add_failed(self, kind: str, handle: int, sender: str, size: int, channel: int = FIXED_ATT_CHANNEL) -> None:
        self.add(kind, handle, sender, size, channel)
        stream = self.streams[StreamKey(kind, handle, sender, channel)]
        stream.failed += 1
        stream.failed_bytes += size

    def add_error(self, request: int, handle: int, code: int) -> None:
        self.errors.append({"request": request, "handle": handle, "code": code})

    def add_parameters(self, interval_ms: float, latency: int, timeout_ms: float) -> None:
        self.parameters.append({"interval_ms": interval_ms, "latency": latency, "timeout_ms": round(timeout_ms)})

    def append(self, name: str, fact: Json) -> None:
        self.facts.setdefault(name, []).append(fact)

    def json(self, *, mirrored: bool = False) -> Json:
        """`mirrored` tells it from the other host's side: what one sent, the other received."""
        swap = {"local": "peer", "peer": "local"} if mirrored else {"local": "local", "peer": "peer"}
        keys = sorted(self.streams, key=lambda key: (key.channel, key.handle, key.kind))
        result: Json = {
            "peer": self.peer.to_string(False),
            "mtu": self.mtu,
            "parameters": self.parameters,
            "streams": [
                self.streams[key].json(StreamKey(key.kind, key.handle, swap[key.sender], key.channel)) for key in keys
            ],
            "errors": self.errors,
            "disconnect": {"reason": self.disconnect_reason},
            "encrypted": self.encrypted,
        }
        if self.unanswered:
            result["unanswered"] = self.unanswered
        result |= self.facts
        if self.notes:
            result["notes"] = self.notes
        return result


@dataclass
class Expectation:
    """The whole NAME.expected.json."""

    capture: str
    side: str
    connections: list[ConnectionTally] = field(default_factory=list)
    facts: Json = field(default_factory=dict)
    mirrored: bool = False

    def json(self) -> Json:
        connections = [connection.json(mirrored=self.mirrored) for connection in self.connections]
        return {"capture": self.capture, "side": self.side, "connections": connections} | self.facts


def uuid_text(uuid: UUID) -> str:
    """Lower-case: four digits for a 16-bit UUID, the canonical form for a 128-bit one."""
    digits = uuid.to_bytes()[::-1].hex()
    if len(digits) < 32:
        return digits
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
