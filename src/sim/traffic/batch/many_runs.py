"""Runs the same traffic with several seeds as a campaign.

Each run is a process; a limited number runs at a time. A killed campaign is resumed.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
import shlex
import sys
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Callable, Dict, List, Sequence, Set

from sim.campaign.campaign import Campaign
from sim.campaign.child import ProgramsOutcome
from sim.campaign.plan import CampaignCell
from sim.campaign.store import CRASHED, PASSED, CampaignStore
from sim.campaign.work import RunSource, RunVerdict
from sim.errors import InputError
from sim.files import file_hash
from sim.traffic.batch.one_run import TrafficRunOptions
from sim.traffic.batch.table import figure, text_of

SOURCE = Path(__file__).resolve().parents[3]
MOST_SEEDS = 10000
SUMMARY = "summary.json"
# Fraction of a run between two progress lines.
PART = 0.25


def seeds_from(text: str) -> List[int]:
    """Parse seeds written as ``1..8`` or ``1,5,9``. They are in the order given, each once."""
    found: List[int] = []
    for part in text.split(","):
        first, dots, last = part.strip().partition("..")
        if (
            not first.isdecimal()
            or (dots and not last.isdecimal())
            or (dots and int(last) < int(first))
        ):
            raise InputError(
                "--seeds", f"{part.strip()!r} is not a seed; give whole numbers as 1..8 or 1,5,9"
            )
        found += range(
            int(first), min(int(last) if dots else int(first), int(first) + MOST_SEEDS) + 1
        )
    found = list(dict.fromkeys(found))
    if len(found) > MOST_SEEDS or max(found) >= 2**31:
        raise InputError(
            "--seeds",
            f"{text!r} is too much; at most {MOST_SEEDS} seeds below {2**31} can be given",
        )
    return found


@dataclass(frozen=True)
class Batched:
    """Identity of the traffic of a folder's runs; seeds may be added."""

    name: str
    path: Path
    fingerprint: str


class RunBatch(RunSource):
    """Runs of one scenario in folders ``seed_<n>`` of ``out``.

    ``say`` receives progress line by line.
    """

    def __init__(
        self,
        options: TrafficRunOptions,
        seeds: Sequence[int],
        jobs: int,
        say: Callable[[str], None],
    ) -> None:
        if not math.isfinite(options.duration) or round(options.duration / options.step) < 1:
            raise InputError(
                "--duration",
                f"{options.duration:g} s is not a finite time of at least one step of "
                f"{options.step:g} s",
            )
        if jobs < 1:
            raise InputError("--jobs", f"{jobs} is below 1")
        self._options, self._seeds, self._jobs, self._say = options, list(seeds), jobs, say
        self._out = Path(options.folder)
        self._far: Dict[int, float] = {}

    def run(self) -> List[Path]:
        """Make the missing runs and return the folders of the successful ones.

        A failure is reported and the other runs go on; the failed run is repeated next time.
        """
        with contextlib.closing(CampaignStore(self._out)) as store:
            store.open(self._batched(), replace=True)
            for seed in self._seeds:
                store.take(_number(seed), self._cell(seed), shlex.join(self._command(seed)))
            kept = self._kept(store)
            for number in set(self.numbers()) - kept:
                store.again(number)
            if kept:
                self._say(f"{len(kept)} runs are there already")
            Campaign(self, store, self._jobs).run()
            done = self._kept(store)
        return [self.folder(_number(seed)) for seed in self._seeds if _number(seed) in done]

    def _kept(self, store: CampaignStore) -> Set[int]:
        wanted = set(self.numbers())
        return {
            row.number
            for row in store.rows()
            if row.number in wanted
            and row.status == PASSED
            and (self.folder(row.number) / SUMMARY).is_file()
        }

    def _batched(self) -> Batched:
        """Return everything that determines a run's result except its seed."""
        options, files = self._options, []
        for name in [options.net, *options.demand.split(",")]:
            path = Path(name.strip()).expanduser()
            files.append(file_hash(path) if path.is_file() else name)
        known = {**asdict(options), "folder": "", "seed": 0, "files": files}
        text = json.dumps(known, sort_keys=True)
        path = Path(options.demand.split(",")[0])
        return Batched(path.stem, path, hashlib.sha256(text.encode()).hexdigest())

    def _cell(self, seed: int) -> CampaignCell:
        options = self._options
        given = (("demand", options.demand), ("duration", f"{options.duration:g}"))
        return CampaignCell(options.net, 0, given, "", seed)

    def _command(self, seed: int) -> List[str]:
        folder = str(self.folder(_number(seed)))
        options = replace(self._options, folder=folder, seed=seed)
        return [sys.executable, "-m", "sim.traffic.batch.one_run", json.dumps(asdict(options))]

    # The campaign's runs.

    def numbers(self) -> List[int]:
        return [_number(seed) for seed in self._seeds]

    def folder(self, number: int) -> Path:
        return self._out / f"seed_{_seed(number)}"

    def commands(self, number: int) -> List[List[str]]:
        return [self._command(_seed(number))]

    def environment(self) -> Dict[str, str]:
        paths = [str(SOURCE), os.environ.get("PYTHONPATH", "")]
        return {"PYTHONPATH": os.pathsep.join(filter(None, paths))}

    def heard(self, number: int, line: str) -> None:
        kind, _, share = line.partition(" ")
        if kind != "progress":
            return
        said = self._far.get(number, 0.0)
        if said + PART - 1e-9 <= float(share) < 1.0:
            self._far[number] = float(share)
            self._say(f"seed {_seed(number)}: {100.0 * float(share):.0f} %")

    def judged(self, number: int, outcome: ProgramsOutcome) -> RunVerdict:
        if outcome.code:
            kind, _, rest = outcome.last.partition(" ")
            said = rest if kind == "error" else outcome.last
            return RunVerdict(CRASHED, said or f"exit code {outcome.code}")
        return RunVerdict(PASSED)

    def ended(self, number: int, judged: RunVerdict, wall: float) -> None:
        if judged.status != PASSED:
            self._say(f"seed {_seed(number)}: failed: {judged.cause}")
            return
        text = (self.folder(number) / SUMMARY).read_text(encoding="utf-8")
        summary = json.loads(text)
        self._say(
            f"seed {_seed(number)}: done in {wall:.1f} s, x{summary['rtf']:.1f} real "
            f"time, {summary['vehicles_arrived']} arrived, "
            f"mean time loss {text_of(figure(summary, 'delay.time_loss_s.mean'))} s"
        )


def _number(seed: int) -> int:
    """Return the number of a seed's run, from 1 on."""
    return seed + 1


def _seed(number: int) -> int:
    return number - 1
