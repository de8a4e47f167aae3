#!/usr/bin/env python3
"""Makes the captures in Tests/Fixtures/captures, each with what its programs know they did (NAME.expected.json).

    python3 -m venv .build/peers-venv
    .build/peers-venv/bin/pip install -r Tests/Peers/requirements.txt
    .build/peers-venv/bin/python Tests/Peers/make-captures.py [--only NAME]... [--output FOLDER] [--list]

Each scenario runs in a process of its own, on a virtual clock with fixed randomness: two runs give the same bytes.
"""

from __future__ import annotations

import argparse
import logging
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
CAPTURES = HERE.parent / "Fixtures" / "captures"


def play(name: str, output: Path) -> None:
    """Plays one scenario in this process."""
    from peers import entropy, virtual_clock
    from peers.world import World
    from scenarios import SCENARIOS

    scenario = next(one for one in SCENARIOS if one.name == name)
    entropy.fix(name)

    async def main() -> None:
        world = World(name, output, side=scenario.side)
        await scenario.play(world)
        world.finish()

    virtual_clock.run(main())


def play_in_new_process(name: str, output: Path, verbose: bool) -> bool:
    command = [sys.executable, __file__, "--play", name, "--output", str(output)]
    command += ["--verbose"] if verbose else []
    return subprocess.run(command, env=os.environ | {"PYTHONHASHSEED": "0"}).returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--only", action="append", metavar="NAME", help="make only this capture (repeatable)")
    parser.add_argument("--output", type=Path, default=CAPTURES, metavar="FOLDER")
    parser.add_argument("--list", action="store_true", help="list the scenarios and stop")
    parser.add_argument("--verbose", action="store_true", help="show what the stacks log")
    parser.add_argument("--play", metavar="NAME", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if sys.version_info < (3, 11):
        parser.error("Python 3.11 or newer is needed")
    logging.basicConfig(level=logging.DEBUG if arguments.verbose else logging.WARNING)
    sys.path.insert(0, str(HERE))
    if arguments.play:
        play(arguments.play, arguments.output)
        return 0

    from scenarios import SCENARIOS

    names = [scenario.name for scenario in SCENARIOS]
    if arguments.list:
        print("\n".join(names))
        return 0
    if unknown := set(arguments.only or []) - set(names):
        parser.error(f"no such scenario: {', '.join(sorted(unknown))}")
    arguments.output.mkdir(parents=True, exist_ok=True)
    failed = []
    for name in arguments.only or names:
        (arguments.output / name).parent.mkdir(parents=True, exist_ok=True)
        if play_in_new_process(name, arguments.output, arguments.verbose):
            size = (arguments.output / f"{name}.btsnoop").stat().st_size
            print(f"{name}.btsnoop {size} bytes")
        else:
            failed.append(name)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
