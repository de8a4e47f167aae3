#!/usr/bin/env python3
"""Counts instructions per record of `bleshark analyze` with callgrind, and compares with baseline.txt.

Time is noisy on a shared machine; the number of instructions is the same in every run, so it can
stop a change that makes bleshark slower. Each scenario is counted on two captures, one twice as
large as the other, and the difference is divided by the difference in records: start-up cancels.

Exit code 0: not worse than the baseline. 1: worse by more than the tolerance. 2: nothing to
compare with, or the count could not be made.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from captures import (
    AIR,
    BENCHMARKS,
    DEFAULT_BLESHARK,
    DEFAULT_DATA,
    SCENARIOS,
    BenchmarkError,
    Capture,
    compile_tools,
    note,
    provide_air_capture,
    provide_captures,
)

BASELINE = BENCHMARKS / "baseline.txt"
TOLERANCE = 0.05

# Large enough for the walk to outweigh the first sight of everything, small enough for CI.
SMALLER_BYTES = 24_000_000
LARGER_BYTES = 36_000_000

# How often the first capture is counted before anything is compared, and how far the counts may lie apart.
REPETITIONS = 4
REPEATABLE = 0.0002

# bleshark exits with 1 when it has something to report about the capture.
ALLOWED_EXIT_CODES = (0, 1)

# Swift seeds its hashing at random unless told otherwise, and the seed changes the count.
ENVIRONMENT = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "SWIFT_DETERMINISTIC_HASHING": "1"}

EXIT_WORSE = 1
EXIT_CANNOT_COMPARE = 2


@dataclass(frozen=True)
class Comparison:
    """One scenario: what was counted, and what the baseline allows."""

    scenario: str
    counted: float
    baseline: float

    @property
    def change(self) -> float:
        """The relative change; above zero is worse."""
        return self.counted / self.baseline - 1

    @property
    def verdict(self) -> str:
        """The last column of the scenario's line."""
        if self.change > TOLERANCE:
            return f"WORSE by {self.change:.1%}, {TOLERANCE:.0%} is allowed"
        if self.change < -TOLERANCE:
            return "better: record it with --record"
        return "ok"


def count_instructions(command: list[str], capture: Capture) -> int:
    """Instructions of one whole run of the command on the capture."""
    callgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command, str(capture.path)]
    result = subprocess.run(
        callgrind, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT, check=False
    )
    collected = re.search(r"Collected\s*:\s*(\d+)", result.stderr)
    if result.returncode not in ALLOWED_EXIT_CODES or collected is None:
        raise BenchmarkError(f"{shlex.join(callgrind)}: exit code {result.returncode}\n{result.stderr.strip()}")
    return int(collected.group(1))


def check_repeatable(command: list[str], capture: Capture) -> None:
    """Refuses to compare when the same work is not counted the same: a draw of each run would decide then."""
    counts = [count_instructions(command, capture) for _ in range(REPETITIONS)]
    apart = max(counts) / min(counts) - 1
    if apart > REPEATABLE:
        raise BenchmarkError(
            f"{capture.path.name} counted {REPETITIONS} times differs by {apart:.2%}: {counts}; "
            "something is drawn at random in each run and not from the seed of Swift's hashing"
        )


def instructions_per_record(command: list[str], smaller: Capture, larger: Capture) -> float:
    """What one more record costs."""
    difference = count_instructions(command, larger) - count_instructions(command, smaller)
    return difference / (larger.records - smaller.records)


def count_scenarios(command: list[str], data: Path) -> dict[str, float]:
    """Instructions per record of every scenario."""
    captures = provide_captures(compile_tools(data), data, [SMALLER_BYTES, LARGER_BYTES])
    check_repeatable(command, captures[SCENARIOS[0].name, SMALLER_BYTES])
    counted = {}
    for scenario in SCENARIOS:
        note(f"counting {scenario.name}")
        smaller = captures[scenario.name, SMALLER_BYTES]
        larger = captures[scenario.name, LARGER_BYTES]
        counted[scenario.name] = instructions_per_record(command, smaller, larger)
    note(f"counting {AIR}")
    smaller, larger = (provide_air_capture(data, size) for size in (SMALLER_BYTES, LARGER_BYTES))
    counted[AIR] = instructions_per_record(command, smaller, larger)
    return counted


def check_command(command: list[str]) -> None:
    """Says early, and in full, what is missing."""
    if shutil.which("valgrind") is None:
        raise BenchmarkError("valgrind is not installed")
    if shutil.which(command[0]) is None:
        raise BenchmarkError(f"{command[0]} is not there: build it (swift build -c release), or use --command")


def read_baseline(path: Path) -> dict[str, float]:
    """Reads lines `SCENARIO INSTRUCTIONS`; '#' starts a comment."""
    baseline = {}
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            name, value = words
            baseline[name] = float(value)
        except ValueError as error:
            raise BenchmarkError(f"{path}:{number}: expected 'SCENARIO INSTRUCTIONS', found '{line}'") from error
    return baseline


def load_baseline(path: Path) -> dict[str, float]:
    """The baseline of every scenario; an absent one is an error that says how to make it."""
    if not path.is_file():
        raise BenchmarkError(f"there is no {path}: make it with `instructions.py --record` and commit it")
    baseline = read_baseline(path)
    names = [*(scenario.name for scenario in SCENARIOS), AIR]
    missing = [name for name in names if baseline.get(name, 0) <= 0]
    if missing:
        raise BenchmarkError(f"{path} says nothing about {', '.join(missing)}: run `instructions.py --record`")
    return baseline


def record_baseline(path: Path, counted: dict[str, float]) -> None:
    """Writes what was counted as the new baseline, and says so."""
    lines = [
        "# Instructions per record of `bleshark analyze`; written by `instructions.py --record`.",
        f"# {platform.machine()}. scenario, instructions",
        *(f"{name} {value:.1f}" for name, value in counted.items()),
    ]
    path.write_text("\n".join(lines) + "\n")
    for name, value in counted.items():
        print(f"{name:<14} {value:>8.1f}")
    print(f"recorded as the new baseline in {path}")


def compare(counted: dict[str, float], baseline: dict[str, float]) -> bool:
    """Prints every scenario beside its baseline; returns whether none is worse."""
    comparisons = [Comparison(name, value, baseline[name]) for name, value in counted.items()]
    print(f"{'scenario':<14} {'instructions/record':>19} {'baseline':>9} {'change':>7}  verdict")
    for item in comparisons:
        change = f"{round(item.change, 3) + 0.0:+.1%}"  # adding zero turns -0.0 into 0.0
        print(f"{item.scenario:<14} {item.counted:>19.1f} {item.baseline:>9.1f} {change:>7}  {item.verdict}")
    worst = max(comparisons, key=lambda item: item.change)
    if worst.change <= TOLERANCE:
        return True
    print(f"{worst.scenario} needs {worst.change:.1%} more instructions per record than the baseline.")
    print("If the change is worth it, run `instructions.py --record` and say why in the commit.")
    return False


def parse_arguments() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", action="store_true", help="write the counts to the baseline instead of comparing")
    parser.add_argument(
        "--command",
        default=shlex.join([str(DEFAULT_BLESHARK), "analyze"]),
        help="what is counted, the capture is added at the end (.build/release/bleshark analyze)",
    )
    parser.add_argument("--baseline", type=Path, default=BASELINE, help="the baseline (Benchmarks/baseline.txt)")
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="place of tools and captures (.build/bench)")
    return parser.parse_args()


def run(arguments: argparse.Namespace) -> int:
    """Counts, then records or compares."""
    command = shlex.split(arguments.command)
    baseline = None if arguments.record else load_baseline(arguments.baseline)
    check_command(command)
    counted = count_scenarios(command, arguments.data.resolve())
    if baseline is None:
        record_baseline(arguments.baseline, counted)
        return 0
    return 0 if compare(counted, baseline) else EXIT_WORSE


def main() -> int:
    """Runs the command line."""
    try:
        return run(parse_arguments())
    except (BenchmarkError, OSError) as error:
        note(f"instructions.py: {error}")
        return EXIT_CANNOT_COMPARE
    except KeyboardInterrupt:
        note("instructions.py: interrupted")
        return EXIT_CANNOT_COMPARE


if __name__ == "__main__":
    sys.exit(main())
