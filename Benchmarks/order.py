#!/usr/bin/env python3
"""Finds out which functions bleshark runs, and writes their names to function-order.txt.

The linker puts the functions of that list beside each other. The kernel brings a program into memory
in pieces of 64 KiB, so functions that are strewn over the program take many times their size. A name
that is no longer there does no harm, one that is missing costs memory: write the list again when
`run.py` says that memory has grown.

Uses callgrind and the captures of instructions.py.
"""

from __future__ import annotations

import argparse
import bisect
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from captures import (
    BENCHMARKS,
    DEFAULT_BLESHARK,
    DEFAULT_DATA,
    SCENARIOS,
    BenchmarkError,
    compile_tools,
    note,
    provide_air_capture,
    provide_captures,
    run_checked,
)
from instructions import ENVIRONMENT, SMALLER_BYTES, check_command

ORDER = BENCHMARKS / "function-order.txt"
SMALL_BYTES = 1_000_000

# bleshark is not linked to random addresses, so what callgrind sees is what nm lists.
CODE_LINE = re.compile(r"(0x[0-9a-f]+|\+\d+|-\d+|\*) \d+ \d+$")

# A line of nm for code: address, size, kind, name.
FUNCTION_LINE = re.compile(r"([0-9a-f]+) ([0-9a-f]+) [tTwW] (\S+)$")


def functions(program: Path) -> list[tuple[int, int, str]]:
    """Start, end and name of every function, by address; aliases follow each other."""
    lines = run_checked(["nm", "-S", "--defined-only", str(program)]).splitlines()
    found = filter(None, (FUNCTION_LINE.match(line) for line in lines))
    return sorted((int(one[1], 16), int(one[1], 16) + int(one[2], 16), one[3]) for one in found)


def executed_addresses(program: Path, arguments: list[str]) -> set[int]:
    """The addresses of all instructions that one run executes."""
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder) / "profile"
        callgrind = ["valgrind", "--tool=callgrind", "--dump-instr=yes", f"--callgrind-out-file={profile}"]
        subprocess.run(
            [*callgrind, str(program), *arguments],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT, check=False,
        )
        if not profile.is_file():
            raise BenchmarkError("callgrind wrote nothing")
        addresses, last = set(), 0
        for line in profile.read_text().splitlines():
            match = CODE_LINE.match(line)
            if match is None:
                continue
            step = match[1]
            if step.startswith("0x"):
                last = int(step, 16)
            elif step != "*":
                last += int(step)
            addresses.add(last)
        return addresses


def executed_functions(program: Path, runs: list[list[str]]) -> list[str]:
    """The names of the functions that the runs execute, those of the first run first."""
    known = functions(program)
    starts = [start for start, _, _ in known]
    names: dict[str, None] = {}
    for arguments in runs:
        note(f"running {' '.join(arguments)}")
        for address in sorted(executed_addresses(program, arguments)):
            place = bisect.bisect_right(starts, address) - 1
            if place < 0 or address >= known[place][1]:
                continue
            start = starts[place]
            while place >= 0 and starts[place] == start:
                names.setdefault(known[place][2])
                place -= 1
    return list(names)


def main() -> None:
    """Runs the program, and writes the list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bleshark", type=Path, default=DEFAULT_BLESHARK)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="place of tools and captures (.build/bench)")
    options = parser.parse_args()
    data = options.data.resolve()
    try:
        check_command([str(options.bleshark)])
        captures = provide_captures(compile_tools(data), data, [SMALLER_BYTES, SMALL_BYTES])
        air = provide_air_capture(data, SMALLER_BYTES).path
        large = [str(captures[scenario.name, SMALLER_BYTES].path) for scenario in SCENARIOS]
        small = [str(captures[scenario.name, SMALL_BYTES].path) for scenario in SCENARIOS]
        runs = [["analyze", capture] for capture in [*large, str(air)]]
        runs += [["analyze", "--json", capture] for capture in small]
        runs += [[command, capture] for command in ("speed", "packets", "requests") for capture in small[:1]]
        names = executed_functions(options.bleshark, runs)
    except (BenchmarkError, OSError) as error:
        sys.exit(f"order.py: {error}")
    ORDER.write_text("\n".join(names) + "\n")
    print(f"{len(names)} functions in {ORDER}")


if __name__ == "__main__":
    main()
