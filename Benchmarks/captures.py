"""Tools and captures of the benchmarks: compiled and generated once, reused while they are current."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parent
REPOSITORY = BENCHMARKS.parent
DEFAULT_DATA = REPOSITORY / ".build" / "bench"
DEFAULT_BLESHARK = REPOSITORY / ".build" / "release" / "bleshark"

CAPTURE_FORMAT = "btsnoop-1002"  # the one format that bleshark, every peer and the reference walk read
# The scenario of generate-air.c.
AIR = "air"

CAPTURE_SUFFIX = ".btsnoop"
TRUTH_SUFFIX = ".truth.json"
MEGABYTE = 1_000_000

# A generated capture ends with the session it is in, so it is a little larger than asked for.
SPACE_MARGIN = 1.1


class BenchmarkError(Exception):
    """The benchmark cannot go on; the text says why and what helps."""


@dataclass(frozen=True)
class Scenario:
    """What a capture holds: a scenario of the generator at one ACL length."""

    name: str
    generator_name: str
    acl_length: int


SCENARIOS = (
    Scenario("ota251", "ota", 251),
    Scenario("ota27", "ota", 27),
    Scenario("notifications", "notifications", 251),
    Scenario("advertising", "advertising", 251),
)


@dataclass(frozen=True)
class Tools:
    """The compiled C programs."""

    generator: Path
    reference_walk: Path
    run_one: Path


@dataclass(frozen=True)
class Capture:
    """One generated capture. Its size is the size asked for; `truth` has the exact one."""

    scenario: str
    requested_bytes: int
    path: Path
    truth: dict[str, int]

    @property
    def records(self) -> int:
        """The number of records, as the generator counted them."""
        return self.truth["records"]


def note(text: str) -> None:
    """Says what is going on, away from the results on stdout."""
    print(text, file=sys.stderr, flush=True)


def run_checked(command: list[str]) -> str:
    """Runs a helper command and returns its stdout; a failure becomes a `BenchmarkError`."""
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise BenchmarkError(f"cannot run {command[0]}: {error.strerror}") from error
    if result.returncode != 0:
        raise BenchmarkError(f"{' '.join(command)} failed:\n{result.stderr.strip()}")
    return result.stdout


def compile_tool(name: str, data: Path, *flags: str) -> Path:
    """Compiles Benchmarks/NAME.c into the data directory. It takes a second, so it is always done."""
    compiler = os.environ.get("CC", "gcc")
    binary = data / name
    run_checked([compiler, "-std=gnu17", "-Wall", "-Wextra", *flags, "-o", str(binary), str(BENCHMARKS / f"{name}.c")])
    return binary


def compile_tools(data: Path) -> Tools:
    """Compiles every C tool into the data directory."""
    data.mkdir(parents=True, exist_ok=True)
    return Tools(
        generator=compile_tool("generate-capture", data, "-O3"),
        reference_walk=compile_tool("reference-walk", data, "-O3"),
        run_one=compile_tool("run-one", data, "-O2", "-static"),
    )


def capture_path(data: Path, scenario: Scenario, requested_bytes: int) -> Path:
    """Where the capture of this scenario and size lies."""
    return data / f"{scenario.name}-{requested_bytes}{CAPTURE_SUFFIX}"


def truth_path(capture: Path) -> Path:
    """Where the ground truth of a capture lies."""
    return capture.with_suffix(TRUTH_SUFFIX)


def generator_fingerprint() -> str:
    """Changes with the generator's source, so that captures of an older generator are made again."""
    return hashlib.sha256((BENCHMARKS / "generate-capture.c").read_bytes()).hexdigest()


def load_capture(data: Path, scenario: Scenario, requested_bytes: int) -> Capture | None:
    """The capture, when it lies there complete and the current generator made it."""
    path = capture_path(data, scenario, requested_bytes)
    try:
        saved = json.loads(truth_path(path).read_text())
        actual_bytes = path.stat().st_size
    except (OSError, ValueError):
        return None
    if saved.get("generator") != generator_fingerprint() or saved["truth"]["bytes"] != actual_bytes:
        return None
    return Capture(scenario.name, requested_bytes, path, saved["truth"])


def check_with_reference_walk(tools: Tools, path: Path, truth: dict[str, int]) -> None:
    """The reference walk has to count what the generator wrote, or neither is worth a measurement."""
    counted = json.loads(run_checked([str(tools.reference_walk), str(path)]))
    for name, value in truth.items():
        if name in counted and counted[name] != value:
            raise BenchmarkError(f"{path.name}: reference-walk counts {counted[name]} {name}, generated were {value}")


def generate_capture(tools: Tools, data: Path, scenario: Scenario, requested_bytes: int) -> Capture:
    """Generates and checks a capture. It gets its name last, so a broken one is never reused."""
    path = capture_path(data, scenario, requested_bytes)
    unfinished = path.with_suffix(".unfinished")
    note(f"generating {path.name}")
    arguments = [scenario.generator_name, CAPTURE_FORMAT, str(requested_bytes), str(scenario.acl_length)]
    try:
        line = json.loads(run_checked([str(tools.generator), *arguments, str(unfinished)]))
        truth = {name: value for name, value in line.items() if isinstance(value, int)}
        check_with_reference_walk(tools, unfinished, truth)
        truth_path(path).write_text(json.dumps({"generator": generator_fingerprint(), "truth": truth}) + "\n")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return Capture(scenario.name, requested_bytes, path, truth)


def check_space(data: Path, missing_bytes: int) -> None:
    """Refuses to start generating what the disk cannot hold."""
    free = shutil.disk_usage(data).free
    if missing_bytes * SPACE_MARGIN > free:
        raise BenchmarkError(
            f"{data} has {free // MEGABYTE} MB left, the captures need {missing_bytes // MEGABYTE} MB: "
            "choose another place with --data, or smaller captures"
        )


def provide_captures(tools: Tools, data: Path, sizes: list[int]) -> dict[tuple[str, int], Capture]:
    """Every scenario in every size (bytes), by scenario name and size; generates those that are missing."""
    wanted = [(scenario, size) for size in dict.fromkeys(sizes) for scenario in SCENARIOS]
    found = {(scenario.name, size): load_capture(data, scenario, size) for scenario, size in wanted}
    check_space(data, sum(size for (_, size), capture in found.items() if capture is None))
    return {
        (scenario.name, size): found[scenario.name, size] or generate_capture(tools, data, scenario, size)
        for scenario, size in wanted
    }


def provide_air_capture(data: Path, requested_bytes: int) -> Capture:
    """A capture of the air; generated each time, which takes a second."""
    data.mkdir(parents=True, exist_ok=True)
    path = data / f"{AIR}-{requested_bytes}.pcap"
    generator = compile_tool("generate-air", data, "-O3")
    truth = json.loads(run_checked([str(generator), str(requested_bytes), str(path)]))
    return Capture(AIR, requested_bytes, path, truth)


def remove_data(data: Path) -> int:
    """Deletes captures and compiled tools, nothing else, and returns how many files that were."""
    tool_names = ("generate-capture", "reference-walk", "run-one", "generate-air", "walk-air")
    files = [data / name for name in tool_names if (data / name).is_file()]
    files.extend(data.glob(f"{AIR}-*.pcap"))
    for suffix in (CAPTURE_SUFFIX, TRUTH_SUFFIX, ".unfinished"):
        files.extend(data.glob(f"*{suffix}"))
    for file in files:
        file.unlink()
    if data.is_dir() and not any(data.iterdir()):
        data.rmdir()
    return len(files)
