"""Measures `bleshark analyze` on a generated capture of the air against a plain C walk of the same file.

    python3 Benchmarks/air.py [--size MB] [--rounds N] [--bleshark PATH]

Checks first that bleshark counts what the generator wrote, then takes CPU time and peak memory of both, in turn. The
bars are those of docs/performance.md: at most twice the CPU time of the walk, at most 16 MiB.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path

from captures import DEFAULT_BLESHARK, DEFAULT_DATA, compile_tool, provide_air_capture

MOST_TIMES_WALK = 2.0
MOST_RSS_MIB = 16.0


def run(run_one: Path, command: list[str]) -> tuple[float, float]:
    """CPU seconds and peak memory in MiB of a command, as the small program beside this one accounts them."""
    line = subprocess.run([str(run_one), "600", *command], check=True, capture_output=True).stdout
    usage = json.loads(line)
    if usage["exit_code"] != 0:
        sys.exit(f"{command[0]} exited with {usage['exit_code']}")
    return usage["user_s"] + usage["sys_s"], usage["max_rss_kib"] / 1024


def check(bleshark: Path, capture: Path, truth: dict[str, int]) -> None:
    """Stops unless the analysis counts what was written."""
    text = subprocess.run(
        [str(bleshark), "analyze", "--json", str(capture)], check=True, capture_output=True
    ).stdout
    document = json.loads(text)
    found = {
        "records": document["capture"]["frames"],
        "connections": len(document["connections"]),
        "att_pdus": sum(sum(c["att"]["pdus"].values()) for c in document["connections"]),
        "value_bytes": sum(s["bytes"] for c in document["connections"] for s in c["streams"]),
        "retransmissions": document["capture"]["air"]["retransmissions"],
        "damaged": document["capture"]["air"]["damaged"],
    }
    for key, value in found.items():
        if value != truth[key]:
            sys.exit(f"{key}: bleshark counts {value}, {truth[key]} were written")


def main() -> None:
    """Generates, checks and measures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=1000, help="megabytes of the capture")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--bleshark", type=Path, default=DEFAULT_BLESHARK)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA)
    options = parser.parse_args()
    made = provide_air_capture(options.data, options.size * 1_000_000)
    capture, truth = made.path, made.truth
    walk = compile_tool("walk-air", options.data, "-O3")
    run_one = compile_tool("run-one", options.data, "-O2", "-static")
    check(options.bleshark, capture, truth)
    ours, theirs = [], []
    for _ in range(options.rounds):
        theirs.append(run(run_one, [str(walk), str(capture)]))
        ours.append(run(run_one, [str(options.bleshark), "analyze", str(capture)]))
    ratio = statistics.median(our[0] / their[0] for our, their in zip(ours, theirs))
    memory = max(our[1] for our in ours)
    each = statistics.median(our[0] for our in ours) / truth["records"] * 1e9
    print(f"{truth['records']} records, {truth['connections']} connections, counts as written")
    print(f"CPU time against the walk  {ratio:.2f} times ({each:.0f} ns a record), at most {MOST_TIMES_WALK:g}")
    print(f"peak memory                {memory:.1f} MiB, at most {MOST_RSS_MIB:g}")
    if ratio > MOST_TIMES_WALK or memory > MOST_RSS_MIB:
        sys.exit(1)


if __name__ == "__main__":
    main()
