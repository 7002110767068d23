"""Commands that execute, judge and replay one run."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import List, Sequence

from sim.campaign.node import LAUNCH
from sim.campaign.plan import KINEMATIC, CampaignCell, CampaignPlan
from sim.campaign.sorts import LAUNCHED, OPENSCENARIO
from sim.errors import InputError
from sim.resources import resource

ASSERTIONS_FILE = "assertions.json"
VERDICT_FILE = "verdict.json"


def commands(plan: CampaignPlan, cell: CampaignCell, folder: Path) -> List[List[str]]:
    """Return the commands that leave a verdict in a run's folder."""
    own = folder.parent.parent
    asserted = str(own / ASSERTIONS_FILE)
    if plan.kind_of(cell) == KINEMATIC:
        play = [sys.executable, "-m", "sim.verdicts", "play", str(folder), asserted]
        return [[*play, *_played(cell)]]
    how = "judge" if plan.sort == OPENSCENARIO else "figures"
    judge = [sys.executable, "-m", "sim.verdicts", how, str(folder), asserted]
    return [[*_launched(plan, cell, own), f"run_folder:={folder}"], judge]


def replay(plan: CampaignPlan, cell: CampaignCell, own: Path = Path()) -> str:
    """Return the command that replays one run. ``own`` is the campaign's folder."""
    if plan.kind_of(cell) == KINEMATIC:
        return shlex.join(
            ["./run", "exec", "python", "-m", "sim.openscenario", "run", *_played(cell)]
        )
    return launched(plan, cell, own)


def launched(plan: CampaignPlan, cell: CampaignCell, own: Path = Path()) -> str:
    """Return the replay command on a simulator, for any plan."""
    return shlex.join(["./run", *_launched(plan, cell, own)[1:]])


def _played(cell: CampaignCell) -> List[str]:
    words = [cell.scenario, "--ego", cell.ego, "--seed", str(cell.seed)]
    words += ["--variation", str(cell.variation)] if cell.variation else []
    for name, value in cell.parameters:
        words += ["--parameter", f"{name}={value}"]
    return words


def _launched(plan: CampaignPlan, cell: CampaignCell, own: Path) -> List[str]:
    if plan.sort == LAUNCHED:
        words = [str(resource("run")), Path(cell.scenario).stem, f"seed:={cell.seed}", "gui:=false"]
        words += [f"{name}:={value}" for name, value in cell.parameters]
        return words + [f"{name}:={value}" for name, value in plan.words.items()]
    words = [str(resource("run")), "scenario", f"scenario:={cell.scenario}"]
    words += [f"ego:={cell.ego}"] if cell.ego else []
    words += [f"seed:={cell.seed}", "gui:=false", "rtf:=0"]
    words += [f"variation:={cell.variation}"] if cell.variation else []
    words += [f"params:={json.dumps(dict(cell.parameters))}"] if cell.parameters else []
    if plan.node is not None:
        words += [f"node:={own / LAUNCH}"]
        words += [f"wait_for:={plan.node.participant}"] if plan.node.participant else []
    return words + [f"{name}:={value}" for name, value in plan.words.items()]


def allowed_variations(path: Path, most: int) -> List[int]:
    """Return the numbers of a file's variations within constraints.

    By ``sim.openscenario``; raises InputError for more than ``most``.
    """
    words = ["sim.openscenario", "variations", str(path), "--numbers", "--most", str(most)]
    return [int(line) for line in _said(words, path).split()]


def check_assertions(plan: CampaignPlan) -> None:
    """Raise InputError for assertions unknown to ``sim.verdicts``.

    Before any run; figures of runs of other sorts are known only afterwards.
    """
    if plan.sort == OPENSCENARIO:
        _said(["sim.verdicts", "check", json.dumps(plan.assertions)], plan.path)


def _said(words: Sequence[str], path: Path) -> str:
    """Return the output of one of this package's programs.

    Raises InputError with its complaint about a file.
    """
    done = subprocess.run(
        [sys.executable, "-m", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    if done.returncode:
        raise InputError(path, (done.stderr.strip().splitlines() or ["cannot be read"])[-1])
    return done.stdout
