"""Runs of a campaign's file: scenarios with verdicts in their folders."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Dict, List, Sequence

from sim.campaign.child import ProgramsOutcome
from sim.campaign.commands import ASSERTIONS_FILE, VERDICT_FILE, commands
from sim.campaign.node import LAUNCH
from sim.campaign.plan import CampaignCell, CampaignPlan
from sim.campaign.store import CRASHED, FAILED, HUNG, PASSED, REFUSED
from sim.campaign.work import RunSource, RunVerdict
from sim.run_folder import UNDER_TEST, read_summary

# Exit code of this package's programs for a wrong input, for which a retry is useless.
INPUT_ERROR_CODE = 2
RUNS_FOLDER = "runs"
# Result file of a dynamic Scenic program, and its status if a requirement fails.
RESULT_FILE = "scenario.json"
VIOLATED = "violated"


class Cells(RunSource):
    """Runs numbered from 1, in a campaign's folder."""

    def __init__(self, plan: CampaignPlan, cells: Sequence[CampaignCell], folder: Path) -> None:
        self._plan, self._cells, self._folder = plan, cells, folder
        self.timeout, self.retries = plan.timeout, plan.retries

    def numbers(self) -> range:
        return range(1, len(self._cells) + 1)

    def prepare(self) -> None:
        for name, content in self.files().items():
            (self._folder / name).write_bytes(content)

    def files(self) -> Dict[str, bytes]:
        found = {ASSERTIONS_FILE: json.dumps(self._plan.assertions).encode()}
        if self._plan.node is not None:
            found[LAUNCH] = self._plan.node.document().encode()
        return found

    def folder(self, number: int) -> Path:
        return self._folder / RUNS_FOLDER / f"{number:05d}"

    def commands(self, number: int) -> List[List[str]]:
        return commands(self._plan, self._cells[number - 1], self.folder(number))

    def judged(self, number: int, outcome: ProgramsOutcome) -> RunVerdict:
        return verdict(self.folder(number), outcome)


def _under_test(folder: Path) -> str:
    """Return the end of the user's node if it failed the run."""
    cause = str(read_summary(folder).get("cause", ""))
    return cause if UNDER_TEST in cause else ""


def _violated(folder: Path) -> str:
    """Return the violated requirement of a Scenic program, or empty."""
    with contextlib.suppress(OSError, ValueError):
        found = json.loads((folder / RESULT_FILE).read_text(encoding="utf-8"))
        if found.get("status") == VIOLATED:
            return str(found["reason"])
    return ""


def verdict(folder: Path, outcome: ProgramsOutcome) -> RunVerdict:
    """Judge a run by its exit code and its folder."""
    if outcome.hung:
        return RunVerdict(HUNG, f"did not end in its time: {outcome.last}")
    if outcome.code == INPUT_ERROR_CODE:
        return RunVerdict(REFUSED, outcome.last)
    if outcome.code:
        ended = _under_test(folder) or _violated(folder)
        if ended:
            return RunVerdict(FAILED, ended)
        return RunVerdict(CRASHED, f"exit code {outcome.code}: {outcome.last}")
    try:
        found = json.loads((folder / VERDICT_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        return RunVerdict(CRASHED, f"left no verdict ({error})")
    findings = found["findings"]
    failed = [f"{each['name']}: {each['said']}" for each in findings if not each["holds"]]
    return RunVerdict(PASSED if found["passed"] else FAILED, "; ".join(failed), findings)
