"""Search in a campaign's folder: draw, run, learn, shrink, replay.

Until a run fails; the smallest failing set-up is run once more to check that it is reproducible.
"""

from __future__ import annotations

import filecmp
import math
import os
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Optional, Set

import numpy as np
import yaml

from sim.arrays import Array
from sim.campaign.campaign import Campaign
from sim.campaign.cells import RUNS_FOLDER, Cells
from sim.campaign.cluster import Cluster
from sim.campaign.commands import launched, replay
from sim.campaign.plan import KINEMATIC, CampaignCell, CampaignPlan
from sim.campaign.search.coverage import SpaceCoverage, space_coverage
from sim.campaign.search.samplers import SAMPLERS
from sim.campaign.search.shrink import shrink_failure
from sim.campaign.store import FAILED, PASSED, CampaignStore, RunRow
from sim.errors import InputError
from sim.files import drafted

FAILURE_FILE = "failure.yaml"
SUMMARY_FILE = "search.json"
TRAJECTORIES_FILE = "trajectories.csv"
# Number of consecutive runs without a verdict that ends a search.
MAX_FRUITLESS_RUNS = 10


@dataclass
class SearchResult:
    """Findings of a search.

    ``sampled`` are the points of the runs by number; ``first`` is the number of the first failure,
    ``smallest`` that of the smallest failing set-up; ``equal`` if its replay had the same
    trajectories to the last bit.
    """

    sampled: Dict[int, Array] = field(default_factory=dict)
    first: Optional[int] = None
    smallest: Optional[int] = None
    equal: Optional[bool] = None
    coverage: Optional[SpaceCoverage] = None


class Search:
    """Search of a plan with a ``search``, resumable.

    Runs in the store are not repeated, since a search with the same seed and the same verdicts is
    deterministic.
    """

    def __init__(
        self,
        plan: CampaignPlan,
        cell: CampaignCell,
        store: CampaignStore,
        jobs: int,
        progressed: Callable[[], None],
        cluster: Optional[Cluster] = None,
    ) -> None:
        if plan.search is None:
            raise InputError(plan.path, "has no search")
        self.plan, self._search, self._cell = plan, plan.search, cell
        self._store, self._jobs, self._progressed = store, jobs, progressed
        self._cells: List[CampaignCell] = []
        self._cluster = cluster
        self.found = SearchResult()

    def run(self) -> SearchResult:
        point = self._sample()
        judged = [
            each
            for number, each in self.found.sampled.items()
            if self._row(number).status in (PASSED, FAILED)
        ]
        self.found.coverage = space_coverage(self._search.space, judged)
        if point is not None:
            self._shrink(point)
        return self.found

    def _sample(self) -> Optional[Array]:
        """Return the first failing point, by its number."""
        search = self._search
        rng = np.random.default_rng(search.seed)
        start = np.clip(search.usual, 0.0, 1.0)
        sampler = SAMPLERS[search.sampler](search.space, start, rng)
        fruitless = 0
        while len(self.found.sampled) < search.runs:
            points = sampler.ask(min(search.at_once, search.runs - len(self.found.sampled)))
            if not points:
                break
            rows = self._make(points)
            for point, row in zip(points, rows):
                self.found.sampled[row.number] = point
                sampler.tell(point, search.value(row.findings))
                fruitless = 0 if row.status in (PASSED, FAILED) else fruitless + 1
            for point, row in zip(points, rows):
                if row.status == FAILED:
                    self.found.first = row.number
                    return point
            if fruitless >= MAX_FRUITLESS_RUNS:
                raise InputError(
                    self.plan.path,
                    f"the last {fruitless} runs gave no verdict: {rows[-1].cause}",
                )
        return None

    def _shrink(self, point: Array) -> None:
        """Shrink a failure while it breaks an assertion of the first."""
        first = self._row(self.found.first)
        broken = _broken(first)
        numbers = {self._key(each): number for number, each in self.found.sampled.items()}

        def fails(tried: Array) -> bool:
            key = self._key(tried)
            if key not in numbers:
                numbers[key] = self._make([tried])[0].number
            row = self._row(numbers[key])
            return row.status == FAILED and bool(_broken(row) & broken)

        search = self._search
        smallest = shrink_failure(search.space, point, search.usual, fails, search.shrink)
        number = numbers[self._key(smallest)]
        again = self._make([smallest])[0]
        before, after = (
            self._store.folder / RUNS_FOLDER / f"{each:05d}" / TRAJECTORIES_FILE
            for each in (number, again.number)
        )
        same = before.is_file() and after.is_file() and filecmp.cmp(before, after, shallow=False)
        self.found.smallest, self.found.equal = number, same
        self._save(self._row(number))

    def _key(self, point: Array) -> str:
        return str(self._search.parameters(point))

    def _make(self, points: List[Array]) -> List[RunRow]:
        numbers = []
        for point in points:
            parameters = (*self._cell.parameters, *self._search.parameters(point))
            cell = CampaignCell(
                self._cell.scenario,
                self._cell.variation,
                parameters,
                self._cell.ego,
                self._cell.seed,
            )
            self._cells.append(cell)
            numbers.append(len(self._cells))
            self._store.take(numbers[-1], cell, replay(self.plan, cell, self._store.folder))
        work = Cells(self.plan, self._cells, self._store.folder)
        Campaign(work, self._store, self._jobs, self._progressed, self._cluster).run()
        return [self._row(number) for number in numbers]

    def _row(self, number: Optional[int]) -> RunRow:
        return next(row for row in self._store.rows() if row.number == number)

    def _save(self, row: RunRow) -> None:
        """Write the smallest failing set-up as a file for ``./run validate``."""
        plan, path = self.plan, self._store.folder / FAILURE_FILE
        text = yaml.safe_dump(
            {
                "name": f"{plan.name}: smallest failing set-up",
                "scenarios": [os.path.relpath(row.scenario, path.parent)],
                "variations": row.variation,
                "parameters": {name: [value] for name, value in row.parameters.items()},
                "ego": row.ego,
                "seeds": row.seed,
                "run": plan.kind,
                "launch": plan.words,
                "timeout": plan.timeout,
                "retries": plan.retries,
                "assertions": {
                    name: limits
                    for name, limits in plan.assertions.items()
                    if any(map(math.isfinite, limits.values()))
                },
            },
            sort_keys=False,
        )
        with drafted(path) as draft:
            draft.write_text(text, encoding="utf-8")


def _broken(row: RunRow) -> Set[str]:
    return {each["name"] for each in row.findings if not each["holds"]}


def result_document(plan: CampaignPlan, found: SearchResult, rows: List[RunRow]) -> Dict[str, Any]:
    """Return the findings of a search for other programs."""
    named = {row.number: row for row in rows}
    search = plan.search
    assert search is not None
    result: Dict[str, Any] = {
        "objective": {search.extreme: search.measure},
        "sampler": search.sampler,
        "seed": search.seed,
        "sampled": len(found.sampled),
        "first_failure": found.first,
        "smallest": None,
        "coverage": found.coverage.document() if found.coverage else None,
    }
    if found.smallest is not None:
        row = named[found.smallest]
        cell = CampaignCell(
            row.scenario, row.variation, tuple(row.parameters.items()), row.ego, row.seed
        )
        result["smallest"] = {
            "run": row.number,
            "parameters": row.parameters,
            "cause": row.cause,
            "replay": row.replay,
            "on_a_simulator": launched(plan, cell) if plan.kind == KINEMATIC else row.replay,
            "replayed_bit_equal": found.equal,
        }
    return result


def result_lines(plan: CampaignPlan, found: SearchResult, rows: List[RunRow]) -> List[str]:
    """Return the findings as lines of text."""
    result = result_document(plan, found, rows)
    runs, smallest = result["sampled"], result["smallest"]
    lines = []
    if smallest is None:
        lines.append(f"no failure in {runs} runs")
    else:
        equal = "bit-equal" if found.equal else "NOT the same as before"
        given = ", ".join(f"{name}={value}" for name, value in smallest["parameters"].items())
        lines += [
            f"a failure at run {result['first_failure']}, after {runs} runs",
            f"smallest failing set-up: {given or 'the scenario as it is'} ({smallest['cause']})",
            f"replayed ({equal}): {smallest['replay']}",
            f"on a simulator: {smallest['on_a_simulator']}",
        ]
    if found.coverage is not None:
        shares = ", ".join(f"{name} {share:.0%}" for name, share in found.coverage.single.items())
        lines.append(f"covered: {shares}; largest hole {found.coverage.hole:.2f} of the diagonal")
    return lines
