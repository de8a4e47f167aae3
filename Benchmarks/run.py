#!/usr/bin/env python3
"""Measures bleshark beside a plain C walk and beside tshark, btmon and capinfos, in one run.

Prints one table of medians and ratios, then every bar of docs/performance.md with its verdict.
Exit code 0: measured, whatever the bars say. 1: bleshark's counts are wrong, so its speed means
nothing. 2: the benchmark could not be run.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bars import (
    LEAST_TIMES_FASTER,
    MOST_GROWTH_PER_RECORD,
    MOST_RSS_MIB,
    MOST_SMALL_CAPTURE_MS,
    MOST_TIMES_REFERENCE,
    MOST_VERSION_MS,
    Bar,
    at_least,
    at_most,
    format_bars,
    summarize_bars,
)
from captures import (
    DEFAULT_BLESHARK,
    DEFAULT_DATA,
    MEGABYTE,
    SCENARIOS,
    BenchmarkError,
    Capture,
    Tools,
    compile_tools,
    note,
    provide_captures,
    remove_data,
)
from measure import Job, Phase, Runner, cpu, rss, wall

DEFAULT_SIZE_MB = 1000
DEFAULT_SLOW_SIZE_MB = 100
SMALL_MB = 10  # the capture whose memory is compared with the large one's
TINY_MB = 1  # the capture that is mostly start-up
START_UP_ROUNDS = 21  # a few milliseconds each, so many rounds are cheap and needed
LEAST_GROWTH_FACTOR = 5  # smaller differences in size say nothing about growth
MILLISECONDS = 1000
NANOSECONDS = 1e9

EXIT_DIFFERENT = 1
EXIT_CANNOT_RUN = 2

# analyze exits with 1 when it has something to report about the capture.
BLESHARK_EXIT_CODES = (0, 1)
ANALYZE = "bleshark analyze"
REFERENCE = "reference-walk"

FILE = "FILE"  # stands for the capture in a peer's command


@dataclass(frozen=True)
class Peer:
    """A tool that reads the same captures."""

    name: str
    command: tuple[str, ...]
    version_command: tuple[str, ...]

    @property
    def program(self) -> str:
        """The executable."""
        return self.command[0]

    def command_for(self, capture: Capture) -> tuple[str, ...]:
        """The command line for one capture."""
        return tuple(str(capture.path) if word == FILE else word for word in self.command)


TSHARK_FIELDS = ("-Y", "btatt", "-T", "fields", "-e", "frame.number", "-e", "btatt.opcode", "-e", "btatt.handle")

PEERS = (
    Peer("tshark fields", ("tshark", "-r", FILE, *TSHARK_FIELDS), ("tshark", "--version")),
    Peer("tshark io,phs", ("tshark", "-r", FILE, "-q", "-z", "io,phs"), ("tshark", "--version")),
    Peer("btmon -a", ("btmon", "-a", FILE), ("btmon", "--version")),
    Peer("capinfos", ("capinfos", FILE), ("capinfos", "--version")),
)


@dataclass(frozen=True)
class Options:
    """The command line."""

    size_mb: int
    slow_size_mb: int
    rounds: int
    slow_rounds: int
    timeout_s: int
    data: Path
    bleshark: Path
    skips_peers: bool
    removes_data: bool
    samples_path: Path | None


def positive(text: str) -> int:
    """Parses a whole number above zero."""
    value = int(text)
    if value <= 0:
        raise argparse.ArgumentTypeError("must be above zero")
    return value


def parse_options() -> Options:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--size", type=positive, default=DEFAULT_SIZE_MB, metavar="MB", help="large captures (%(default)s)"
    )
    parser.add_argument(
        "--slow-size", type=positive, default=DEFAULT_SLOW_SIZE_MB, metavar="MB", help="peers' captures (%(default)s)"
    )
    parser.add_argument("--rounds", type=positive, default=5, help="rounds on the large captures (%(default)s)")
    parser.add_argument("--slow-rounds", type=positive, default=1, help="rounds with the peers (%(default)s)")
    parser.add_argument("--timeout", type=positive, default=900, metavar="S", help="longest run (%(default)s)")
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="place of tools and captures (.build/bench)")
    parser.add_argument("--bleshark", type=Path, default=DEFAULT_BLESHARK, help="the program (.build/release/bleshark)")
    parser.add_argument("--skip-peers", action="store_true", help="leave tshark, btmon and capinfos out")
    parser.add_argument("--samples", type=Path, metavar="FILE", help="also write every single sample, as JSON")
    parser.add_argument("--clean", action="store_true", help="delete generated captures and compiled tools, then stop")
    arguments = parser.parse_args()
    return Options(
        size_mb=arguments.size,
        slow_size_mb=arguments.slow_size,
        rounds=arguments.rounds,
        slow_rounds=arguments.slow_rounds,
        timeout_s=arguments.timeout,
        data=arguments.data.resolve(),
        bleshark=arguments.bleshark.resolve(),
        skips_peers=arguments.skip_peers,
        removes_data=arguments.clean,
        samples_path=arguments.samples,
    )


# --------------------------------------------------------------------------------------------------
# Jobs and phases
# --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """Everything that is going to be measured, and the captures it is measured on."""

    options: Options
    tools: Tools
    captures: dict[tuple[str, int], Capture]

    def capture(self, scenario_name: str, megabytes: int) -> Capture:
        """The capture of a scenario in one of the planned sizes."""
        return self.captures[scenario_name, megabytes * MEGABYTE]

    def analyze(self, scenario_name: str, megabytes: int) -> Job:
        """bleshark on a capture."""
        capture = self.capture(scenario_name, megabytes)
        command = (str(self.options.bleshark), "analyze", str(capture.path))
        return capture_job(ANALYZE, command, capture, BLESHARK_EXIT_CODES)

    def reference(self, scenario_name: str) -> Job:
        """The reference walk on a large capture."""
        capture = self.capture(scenario_name, self.options.size_mb)
        return capture_job(REFERENCE, (str(self.tools.reference_walk), str(capture.path)), capture)

    def peer(self, peer: Peer, scenario_name: str) -> Job:
        """A peer on a slow-size capture."""
        capture = self.capture(scenario_name, self.options.slow_size_mb)
        return capture_job(peer.name, peer.command_for(capture), capture, is_optional=True)

    def version(self) -> Job:
        """bleshark's start-up."""
        return Job("bleshark --version", (str(self.options.bleshark), "--version"))

    @staticmethod
    def nothing() -> Job:
        """The start-up of a program that does nothing: what run-one itself costs."""
        return Job("true", ("/bin/true",))


def capture_job(
    name: str,
    command: tuple[str, ...],
    capture: Capture,
    allowed_exit_codes: tuple[int, ...] = (0,),
    is_optional: bool = False,
) -> Job:
    """A job on one capture."""
    return Job(
        command_name=name,
        command=command,
        capture_name=capture.scenario,
        requested_bytes=capture.requested_bytes,
        records=capture.records,
        input=capture.path,
        allowed_exit_codes=allowed_exit_codes,
        is_optional=is_optional,
    )


def start_up_phase(plan: Plan) -> Phase:
    """Start-up, and captures so small that they are mostly start-up."""
    order = [plan.nothing(), plan.version()]
    order.extend(plan.analyze(scenario.name, TINY_MB) for scenario in SCENARIOS)
    return Phase("start-up", order, START_UP_ROUNDS)


def large_phase(plan: Plan) -> Phase:
    """bleshark beside the reference walk, and beside itself on smaller captures."""
    order = []
    for scenario in SCENARIOS:
        order.append(plan.reference(scenario.name))
        for megabytes in (plan.options.size_mb, plan.options.slow_size_mb, SMALL_MB):
            order.append(plan.analyze(scenario.name, megabytes))
    return Phase("large captures", list(dict.fromkeys(order)), plan.options.rounds)


def peers_phase(plan: Plan, peers: list[Peer]) -> Phase:
    """The peers, with a run of bleshark before each: peers take minutes, and the machine changes meanwhile."""
    order = []
    for scenario in SCENARIOS:
        for peer in peers:
            order.append(plan.analyze(scenario.name, plan.options.slow_size_mb))
            order.append(plan.peer(peer, scenario.name))
    return Phase("peers", order, plan.options.slow_rounds)


@dataclass(frozen=True)
class Results:
    """The measured phases, and why some peers are missing."""

    plan: Plan
    start_up: Phase
    large: Phase
    peers: Phase
    absent_peers: dict[str, str]

    @property
    def phases(self) -> tuple[Phase, Phase, Phase]:
        """In the order of the table."""
        return (self.start_up, self.large, self.peers)


# --------------------------------------------------------------------------------------------------
# The table
# --------------------------------------------------------------------------------------------------

TABLE_HEADER = (
    f"{'capture':<14} {'MB':>5}  {'command':<19} {'runs':>4} {'wall ms':>10} {'CPU ms':>10} "
    f"{'RSS MiB':>8} {'ns/record':>9} {'wall x':>8} {'CPU x':>8}"
)


def reference_job(phase: Phase, job: Job) -> Job:
    """The bleshark run that a row is compared with: on the same capture, else the start-up."""
    for candidate in phase.jobs:
        is_bleshark = candidate.command_name.startswith("bleshark")
        has_same_input = candidate.input == job.input
        if is_bleshark and has_same_input:
            return candidate
    raise BenchmarkError(f"{job.command_name} is measured without bleshark beside it")


def optional_number(value: float | None, width: int, decimals: int, scale: float = 1) -> str:
    """A right-aligned number, or a dash."""
    return f"{'-':>{width}}" if value is None else f"{value * scale:>{width}.{decimals}f}"


def format_row(phase: Phase, job: Job) -> str:
    """One line of the table: medians, and times relative to bleshark's."""
    megabytes = job.requested_bytes // MEGABYTE if job.requested_bytes else "-"
    cells = f"{job.capture_name:<14} {megabytes:>5}  {job.command_name:<19}"
    if job in phase.failures:
        return f"{cells} {phase.failures[job]}"
    reference = reference_job(phase, job)
    cpu_s = phase.median(job, cpu)
    per_record = cpu_s / job.records if cpu_s is not None and job.records else None
    return " ".join(
        (
            cells,
            f"{phase.runs(job):>4}",
            optional_number(phase.median(job, wall), 10, 2, MILLISECONDS),
            optional_number(cpu_s, 10, 2, MILLISECONDS),
            optional_number(phase.median(job, rss), 8, 1),
            optional_number(per_record, 9, 1, NANOSECONDS),
            optional_number(phase.ratio(job, reference, wall), 8, 2),
            optional_number(phase.ratio(job, reference, cpu), 8, 2),
        )
    )


def print_table(results: Results) -> None:
    """Prints all phases as one table, an empty line between them."""
    print(TABLE_HEADER)
    for phase in results.phases:
        for job in phase.jobs:
            print(format_row(phase, job))
        print()
    for name, reason in results.absent_peers.items():
        print(f"{'-':<14} {'-':>5}  {name:<19} {reason}")
    if results.absent_peers:
        print()
    print("Medians. wall x and CPU x: this command's time / bleshark's on the same capture in the same rounds.")
    print("ns/record is CPU time. Rows are interleaved within a block; compare rows of one block only.")
    print()


# --------------------------------------------------------------------------------------------------
# The bars
# --------------------------------------------------------------------------------------------------


def reference_bars(results: Results) -> list[Bar]:
    """CPU time against the reference walk."""
    plan = results.plan
    size = plan.options.size_mb
    bars = []
    for scenario in SCENARIOS:
        value = results.large.ratio(plan.analyze(scenario.name, size), plan.reference(scenario.name), cpu)
        bars.append(at_most(f"CPU against the C walk, {scenario.name} {size} MB", value, MOST_TIMES_REFERENCE, "x"))
    return bars


def peer_bars(results: Results) -> list[Bar]:
    """Wall time against the peers."""
    plan = results.plan
    bars = []
    for peer in PEERS:
        for scenario in SCENARIOS:
            job = plan.peer(peer, scenario.name)
            value = None
            missing = results.absent_peers.get(peer.name) or results.peers.failures.get(job, "")
            if not missing:
                analyze = plan.analyze(scenario.name, plan.options.slow_size_mb)
                value = results.peers.ratio(job, analyze, wall)
            name = f"faster than {peer.name}, {scenario.name} {plan.options.slow_size_mb} MB"
            bars.append(at_least(name, value, LEAST_TIMES_FASTER[peer.name][scenario.name], "x", missing))
    return bars


def memory_bars(results: Results) -> list[Bar]:
    """The largest resident set on the large captures."""
    plan = results.plan
    size = plan.options.size_mb
    return [
        at_most(
            f"RSS, {scenario.name} {size} MB",
            results.large.median(plan.analyze(scenario.name, size), rss),
            MOST_RSS_MIB[scenario.name],
            "MiB",
        )
        for scenario in SCENARIOS
    ]


def growth(results: Results, scenario_name: str) -> float | None:
    """CPU time per record on the large capture / on the slow-size one; the small one takes start-up off both."""
    plan = results.plan
    jobs = [plan.analyze(scenario_name, mb) for mb in (SMALL_MB, plan.options.slow_size_mb, plan.options.size_mb)]
    small, medium, large = (results.large.median(job, cpu) for job in jobs)
    small_records, medium_records, large_records = (job.records for job in jobs)
    if small is None or medium is None or large is None or medium <= small:
        return None
    per_record_medium = (medium - small) / (medium_records - small_records)
    per_record_large = (large - small) / (large_records - small_records)
    return per_record_large / per_record_medium


def growth_bars(results: Results) -> list[Bar]:
    """Whether time is linear in the size of the capture."""
    options = results.plan.options
    has_sizes = (
        options.slow_size_mb >= LEAST_GROWTH_FACTOR * SMALL_MB
        and options.size_mb >= LEAST_GROWTH_FACTOR * options.slow_size_mb
    )
    missing = "too noisy" if has_sizes else f"each size must be {LEAST_GROWTH_FACTOR} times the one before"
    bars = []
    for scenario in SCENARIOS:
        value = growth(results, scenario.name) if has_sizes else None
        name = f"time per record, {scenario.name} {options.size_mb} / {options.slow_size_mb} MB"
        bars.append(at_most(name, value, MOST_GROWTH_PER_RECORD, "x", missing))
    return bars


def start_up_bars(results: Results) -> list[Bar]:
    """Wall time of what is mostly start-up."""
    plan = results.plan
    limits = {plan.version(): MOST_VERSION_MS}
    limits.update({plan.analyze(scenario.name, TINY_MB): MOST_SMALL_CAPTURE_MS for scenario in SCENARIOS})
    bars = []
    for job, limit in limits.items():
        seconds = results.start_up.median(job, wall)
        value = None if seconds is None else seconds * MILLISECONDS
        name = f"{job.command_name}, {job.capture_name} {TINY_MB} MB" if job.input else job.command_name
        bars.append(at_most(name, value, limit, "ms"))
    return bars


def all_bars(results: Results) -> list[Bar]:
    """Every bar, in the order of docs/performance.md."""
    return [
        *reference_bars(results),
        *peer_bars(results),
        *memory_bars(results),
        *growth_bars(results),
        *start_up_bars(results),
    ]


# --------------------------------------------------------------------------------------------------
# The same work
# --------------------------------------------------------------------------------------------------


def count_analysis(document: dict[str, Any]) -> dict[str, int]:
    """What an analysis document says it read, in the generator's words."""
    connections = document["connections"]
    return {
        "records": document["capture"]["frames"],
        "connections": len(connections),
        "att_pdus": sum(sum(connection["att"]["pdus"].values()) for connection in connections),
    }


def compare_counts(plan: Plan, scenario_name: str) -> str:
    """Runs bleshark on a tiny capture; returns the first count that differs from the truth, or nothing."""
    capture = plan.capture(scenario_name, TINY_MB)
    command = [str(plan.options.bleshark), "analyze", "--json", str(capture.path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=plan.options.timeout_s)
    try:
        counts = count_analysis(json.loads(result.stdout))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        return f"{scenario_name}: {' '.join(command[1:3])} gave no analysis document ({error!r})"
    for name, value in counts.items():
        if value != capture.truth[name]:
            return f"{scenario_name}: bleshark counts {value} {name}, the capture has {capture.truth[name]}"
    return ""


def check_same_work(plan: Plan) -> bool:
    """Whether bleshark counts what the generator wrote: a fast wrong answer is no result."""
    differences = list(filter(None, (compare_counts(plan, scenario.name) for scenario in SCENARIOS)))
    for difference in differences:
        print(f"counts NOT equal: {difference}")
    if not differences:
        print(f"counts equal: records, connections and ATT PDUs of {len(SCENARIOS)} captures of {TINY_MB} MB")
    print()
    return not differences


# --------------------------------------------------------------------------------------------------
# The run
# --------------------------------------------------------------------------------------------------


def first_line(command: tuple[str, ...]) -> str:
    """The first line a tool prints about itself."""
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return (result.stdout.strip().splitlines() or ["unknown version"])[0]


def proc_value(path: str, key: str) -> str:
    """The value of the first line `KEY: VALUE` of a file in /proc."""
    for line in Path(path).read_text().splitlines():
        name, _, value = line.partition(":")
        if name.strip() == key:
            return value.strip()
    return "0 (unknown)"


def print_machine(options: Options) -> None:
    """Says what the numbers depend on."""
    print(f"machine   {os.cpu_count()} x {proc_value('/proc/cpuinfo', 'model name')}, Linux {platform.release()}")
    print(f"bleshark  {first_line((str(options.bleshark), '--version'))}")
    print(f"compiler  {first_line((os.environ.get('CC', 'gcc'), '--version'))}")
    if not options.skips_peers:
        for peer in {peer.program: peer for peer in PEERS}.values():
            version = first_line(peer.version_command) if shutil.which(peer.program) else "not found"
            print(f"{peer.program:<9} {version}")
    print()


def warn_about_memory(plan: Plan) -> None:
    """Says when the page cache cannot hold a large capture, because then the disk is measured."""
    available_kib = proc_value("/proc/meminfo", "MemAvailable").split()[0]
    if plan.options.size_mb * MEGABYTE > int(available_kib) * 1024:
        note("warning: a large capture does not fit into memory; times will be those of the disk")


def warn_about_sizes(options: Options) -> None:
    """Says when the sizes are not those the bars are meant for."""
    if (options.size_mb, options.slow_size_mb) != (DEFAULT_SIZE_MB, DEFAULT_SLOW_SIZE_MB):
        print(f"Sizes are {options.size_mb} and {options.slow_size_mb} MB; ", end="")
        print(f"the bars are meant for {DEFAULT_SIZE_MB} and {DEFAULT_SLOW_SIZE_MB} MB.")
        print()


def absent_peers(options: Options) -> dict[str, str]:
    """The peers that are not going to be measured, and why."""
    if options.skips_peers:
        return {peer.name: "skipped (--skip-peers)" for peer in PEERS}
    return {peer.name: f"{peer.program} not found, skipped" for peer in PEERS if shutil.which(peer.program) is None}


def check_program(bleshark: Path) -> None:
    """Asks for bleshark early, before minutes of generating."""
    if not os.access(bleshark, os.X_OK):
        raise BenchmarkError(f"{bleshark} is not there: build it (swift build -c release), or name it with --bleshark")


def measure(plan: Plan) -> Results:
    """Measures all phases."""
    absent = absent_peers(plan.options)
    present = [peer for peer in PEERS if peer.name not in absent]
    results = Results(plan, start_up_phase(plan), large_phase(plan), peers_phase(plan, present), absent)
    runner = Runner(plan.tools.run_one, plan.options.timeout_s)
    for phase in results.phases:
        phase.run(runner)
    return results


def write_samples(results: Results, path: Path) -> None:
    """Writes every single sample, for whoever distrusts medians."""
    rows = [
        {"phase": phase.title, "command": job.command_name, "capture": job.capture_name, "bytes": job.requested_bytes}
        | {"records": job.records, "round": number}
        | vars(sample)
        for phase in results.phases
        for job, rounds in phase.samples.items()
        for number, samples in enumerate(rounds, start=1)
        for sample in samples
    ]
    path.write_text(json.dumps(rows, indent=1) + "\n")


def run_benchmark(options: Options) -> int:
    """Prepares, measures and prints."""
    check_program(options.bleshark)
    tools = compile_tools(options.data)
    sizes = [size * MEGABYTE for size in (TINY_MB, SMALL_MB, options.slow_size_mb, options.size_mb)]
    plan = Plan(options, tools, provide_captures(tools, options.data, sizes))
    warn_about_memory(plan)
    print_machine(options)
    is_same_work = check_same_work(plan)
    results = measure(plan)
    print_table(results)
    warn_about_sizes(options)
    bars = all_bars(results)
    print("\n".join(format_bars(bars)))
    print(summarize_bars(bars))
    if options.samples_path is not None:
        write_samples(results, options.samples_path)
    return 0 if is_same_work else EXIT_DIFFERENT


def main() -> int:
    """Runs the command line."""
    options = parse_options()
    if options.removes_data:
        print(f"deleted {remove_data(options.data)} files from {options.data}")
        return 0
    try:
        return run_benchmark(options)
    except (BenchmarkError, OSError, subprocess.TimeoutExpired) as error:
        note(f"run.py: {error}")
        return EXIT_CANNOT_RUN
    except KeyboardInterrupt:
        note("run.py: interrupted")
        return EXIT_CANNOT_RUN


if __name__ == "__main__":
    sys.exit(main())
