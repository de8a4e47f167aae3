#!/usr/bin/env python3
"""Compares NAME.expected.json, which a scenario's programs counted, with what tshark reads in NAME.btsnoop.

    Tests/Peers/check-captures.py [--folder FOLDER] [NAME]...

tshark must be installed. It does not read ATT on enhanced bearers, so those streams are left out of the comparison.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CAPTURES = Path(__file__).resolve().parent.parent / "Fixtures" / "captures"
FIELDS = (
    "frame.number",
    "frame.p2p_dir",
    "bthci_acl.chandle",
    "btl2cap.cid",
    "btl2cap.length",
    "btatt.opcode",
    "btatt.handle",
    "btatt.error_code",
    "btatt.req_opcode_in_error",
    "btatt.client_rx_mtu",
    "btatt.server_rx_mtu",
    "btatt.flags",
    "bthci_evt.code",
    "bthci_evt.le_meta_subevent",
    "bthci_evt.status",
    "bthci_evt.connection_handle",
    "bthci_evt.reason",
    "bthci_evt.bd_addr",
    "bthci_evt.encryption_enable",
)
ERROR, READ, READ_BLOB, WRITE, COMMAND, PREPARE, EXECUTE = 0x01, 0x0A, 0x0C, 0x12, 0x52, 0x16, 0x18
NOTIFICATION, INDICATION = 0x1B, 0x1D
CONNECTION_COMPLETE = (0x01, 0x0A)
DISCONNECTION_COMPLETE, ENCRYPTION_CHANGE, LE_META = 0x05, 0x08, 0x3E
ATT_CHANNEL = 4
TSHARK_MISTAKES = {"two-links-discovery": {"malformed frame 73"}}
"""tshark pairs a response with the request that is open on the other connection."""
Key = tuple[str, int, str]


@dataclass
class Seen:
    """One connection as tshark shows it."""

    peer: str
    streams: dict[Key, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    errors: list[tuple[int, int, int]] = field(default_factory=list)
    mtu: dict[str, int] = field(default_factory=dict)
    mtu_requests: int = 0
    reason: int | None = None
    encrypted: bool = False
    pending: dict[bool, tuple[str, int, str, int]] = field(default_factory=dict)
    prepared: Counter[int] = field(default_factory=Counter)

    def add(self, key: Key, size: int) -> None:
        stream = self.streams[key]
        stream[0] += 1
        stream[1] += size


def rows(capture: Path) -> list[dict[str, str]]:
    command = ["tshark", "-r", str(capture), "-T", "fields", "-E", "occurrence=f", "-E", "separator=/t"]
    for name in FIELDS:
        command += ["-e", name]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [dict(zip(FIELDS, line.split("\t"), strict=True)) for line in output.splitlines()]


def number(row: dict[str, str], name: str) -> int:
    return int(row[name] or "0", 0)


def read_with_tshark(capture: Path) -> list[Seen]:
    connections: list[Seen] = []
    open_now: dict[int, Seen] = {}
    for row in rows(capture):
        if row["bthci_evt.code"]:
            read_event(row, connections, open_now)
        elif row["btatt.opcode"] and number(row, "btl2cap.cid") == ATT_CHANNEL:
            if seen := open_now.get(number(row, "bthci_acl.chandle")):
                read_att(row, seen)
    return connections


def read_event(row: dict[str, str], connections: list[Seen], open_now: dict[int, Seen]) -> None:
    code = number(row, "bthci_evt.code")
    handle = number(row, "bthci_evt.connection_handle")
    if number(row, "bthci_evt.status") != 0:
        return
    if code == LE_META and number(row, "bthci_evt.le_meta_subevent") in CONNECTION_COMPLETE:
        open_now[handle] = Seen(row["bthci_evt.bd_addr"].upper())
        connections.append(open_now[handle])
    elif code == DISCONNECTION_COMPLETE and handle in open_now:
        open_now.pop(handle).reason = number(row, "bthci_evt.reason")
    elif code == ENCRYPTION_CHANGE and handle in open_now:
        open_now[handle].encrypted = number(row, "bthci_evt.encryption_enable") > 0


def read_att(row: dict[str, str], seen: Seen) -> None:
    opcode = number(row, "btatt.opcode")
    handle = number(row, "btatt.handle")
    received = row["frame.p2p_dir"] == "1"
    size = number(row, "btl2cap.length")
    by_me, by_sender = ("peer", "local") if received else ("local", "peer")
    match opcode:
        case 0x02:
            seen.mtu_requests += 1
            seen.mtu.setdefault("client", number(row, "btatt.client_rx_mtu"))
        case 0x03:
            seen.mtu.setdefault("server", number(row, "btatt.server_rx_mtu"))
        case 0x01:
            error = number(row, "btatt.req_opcode_in_error"), handle
            seen.errors.append((*error, number(row, "btatt.error_code")))
            finish(seen, not received, 0)
        case 0x0A | 0x0C:
            seen.pending[received] = ("read" if opcode == READ else "read_blob", handle, by_sender, 0)
        case 0x0B | 0x0D:
            finish(seen, not received, size - 1)
        case 0x12:
            seen.add(("write_request", handle, by_me), size - 3)
        case 0x52:
            seen.add(("write_command", handle, by_me), size - 3)
        case 0x16:
            seen.add(("prepare_write", handle, by_me), size - 5)
            seen.prepared[handle] += size - 5
        case 0x18:
            if number(row, "btatt.flags"):
                for target, total in seen.prepared.items():
                    seen.add(("long_write", target, by_me), total)
            seen.prepared.clear()
        case 0x1B:
            seen.add(("notification", handle, by_me), size - 3)
        case 0x1D:
            seen.add(("indication", handle, by_me), size - 3)
        case _:
            pass


def finish(seen: Seen, asked_by_peer: bool, size: int) -> None:
    if pending := seen.pending.pop(asked_by_peer, None):
        seen.add(pending[:3], size)


def compare(expected: dict[str, Any], seen: Seen) -> list[str]:
    differences = []

    def check(what: str, wanted: object, found: object) -> None:
        if wanted != found:
            differences.append(f"{what}: expected {wanted}, tshark {found}")

    check("peer", expected["peer"], seen.peer)
    check("reason", expected["disconnect"]["reason"], seen.reason)
    check("encrypted", expected["encrypted"], seen.encrypted)
    errors = [(error["request"], error["handle"], error["code"]) for error in expected["errors"]]
    check("errors", errors, seen.errors)
    if expected["mtu"]:
        check("mtu", {name: expected["mtu"][name] for name in ("client", "server")}, seen.mtu)
    else:
        check("mtu", {}, seen.mtu)
    for pending in seen.pending.values():
        seen.add(pending[:3], 0)
    wanted = {
        (stream["kind"], stream["handle"], stream["sender"]): [stream["count"], stream["bytes"]]
        for stream in expected["streams"]
        if "channel" not in stream
    }
    for key in sorted(set(wanted) | set(seen.streams)):
        check(f"{key}", wanted.get(key), seen.streams.get(key))
    return differences


def malformed(capture: Path) -> list[str]:
    command = ["tshark", "-r", str(capture), "-Y", "_ws.malformed", "-T", "fields", "-e", "frame.number"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def check_capture(capture: Path) -> list[str]:
    expected = json.loads(capture.with_suffix(".expected.json").read_text())
    seen = read_with_tshark(capture)
    found = [f"malformed frame {frame}" for frame in malformed(capture)]
    if len(seen) != len(expected["connections"]):
        return [*found, f"connections: expected {len(expected['connections'])}, tshark {len(seen)}"]
    for index, (one, other) in enumerate(zip(expected["connections"], seen, strict=True), 1):
        found += [f"connection {index}: {difference}" for difference in compare(one, other)]
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--folder", type=Path, default=CAPTURES)
    arguments = parser.parse_args()
    names = arguments.names or sorted(path.stem for path in arguments.folder.glob("*.btsnoop"))
    wrong = 0
    for name in names:
        differences = check_capture(arguments.folder / f"{name}.btsnoop")
        differences = [one for one in differences if one not in TSHARK_MISTAKES.get(name, ())]
        print(f"{name}: {'as expected' if not differences else f'{len(differences)} differences'}")
        print("".join(f"    {difference}\n" for difference in differences), end="")
        wrong += bool(differences)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
