"""Measuring whole commands: one at a time, interleaved round by round, compared within a round."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from captures import BenchmarkError, note

READ_BYTES = 1 << 20


@dataclass(frozen=True)
class Sample:
    """What the kernel accounted to one run of a command."""

    wall_s: float
    user_s: float
    sys_s: float
    max_rss_kib: int
    exit_code: int
    timed_out: bool

    @property
    def cpu_s(self) -> float:
        """User and system time."""
        return self.user_s + self.sys_s

    @property
    def rss_mib(self) -> float:
        """The largest resident set."""
        return self.max_rss_kib / 1024


Metric = Callable[[Sample], float]


def wall(sample: Sample) -> float:
    """Elapsed seconds."""
    return sample.wall_s


def cpu(sample: Sample) -> float:
    """Seconds of CPU."""
    return sample.cpu_s


def rss(sample: Sample) -> float:
    """MiB of memory."""
    return sample.rss_mib


@dataclass(frozen=True)
class Job:
    """One command on one capture, or on none."""

    command_name: str
    command: tuple[str, ...]
    capture_name: str = "-"
    requested_bytes: int = 0
    records: int = 0
    input: Path | None = None
    allowed_exit_codes: tuple[int, ...] = (0,)
    is_optional: bool = False  # a failure is reported and the job is left out from then on


@dataclass(frozen=True)
class Runner:
    """Runs jobs under run-one."""

    run_one: Path
    timeout_s: int

    def run(self, job: Job) -> tuple[Sample, str]:
        """Runs a job once; returns its sample and the last line it wrote to stderr."""
        if job.input is not None:
            warm(job.input)
        command = [str(self.run_one), str(self.timeout_s), *job.command]
        result = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        last_line = (result.stderr.strip().splitlines() or [""])[-1]
        if result.returncode != 0:
            raise BenchmarkError(f"cannot run {job.command_name}: {last_line}")
        return Sample(**json.loads(result.stdout)), last_line


def warm(path: Path) -> None:
    """Reads the file once, so that the page cache holds it."""
    buffer = bytearray(READ_BYTES)
    with path.open("rb", buffering=0) as file:
        while file.readinto(buffer):
            pass


def failure_text(job: Job, sample: Sample, last_line: str) -> str | None:
    """Why a run does not count, or nothing when it does."""
    if sample.timed_out:
        return f"stopped after {sample.wall_s:.0f} s"
    if sample.exit_code not in job.allowed_exit_codes:
        return f"exit code {sample.exit_code}: {last_line}".rstrip(": ")
    return None


@dataclass
class Phase:
    """Jobs that are measured together and may therefore be compared with one another.

    A job may stand in `order` more than once; then a round has several samples of it.
    """

    title: str
    order: list[Job]
    rounds: int
    samples: dict[Job, list[list[Sample]]] = field(default_factory=dict)
    failures: dict[Job, str] = field(default_factory=dict)

    @property
    def jobs(self) -> list[Job]:
        """Every job once, in order."""
        return list(dict.fromkeys(self.order))

    def run(self, runner: Runner) -> None:
        """Measures all rounds."""
        note(f"measuring {self.title}: {self.rounds} rounds")
        for _ in range(self.rounds):
            self._run_round(runner)

    def _run_round(self, runner: Runner) -> None:
        for job in self.jobs:
            self.samples.setdefault(job, []).append([])
        for job in self.order:
            if job not in self.failures:
                self._run_job(runner, job)

    def _run_job(self, runner: Runner, job: Job) -> None:
        if job.is_optional:
            note(f"measuring {job.command_name} on {job.capture_name}")  # the ones that take minutes
        sample, last_line = runner.run(job)
        failure = failure_text(job, sample, last_line)
        if failure is None:
            self.samples[job][-1].append(sample)
            return
        if not job.is_optional:
            raise BenchmarkError(f"{' '.join(job.command)}: {failure}")
        note(f"{job.command_name} on {job.capture_name}: {failure}; left out")
        self.failures[job] = failure

    def runs(self, job: Job) -> int:
        """How many samples there are."""
        return sum(len(samples) for samples in self.samples.get(job, []))

    def per_round(self, job: Job, metric: Metric) -> list[float | None]:
        """The median of each round, nothing for a round without a sample."""
        rounds = self.samples.get(job, [])
        return [median(map(metric, samples)) if samples else None for samples in rounds]

    def median(self, job: Job, metric: Metric) -> float | None:
        """The median over all samples."""
        values = [metric(sample) for samples in self.samples.get(job, []) for sample in samples]
        return median(values) if values else None

    def ratio(self, job: Job, reference: Job, metric: Metric) -> float | None:
        """How many times the reference: the median of the ratios of each round.

        Noise that lasts longer than a round moves both sides and cancels.
        """
        pairs = zip(self.per_round(job, metric), self.per_round(reference, metric), strict=True)
        ratios = [value / base for value, base in pairs if value is not None and base]
        return median(ratios) if ratios else None
