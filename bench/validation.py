"""Campaigns and searches for failures: ``./run bench validation``, four minutes.

A failure planted anywhere in a space of four parameters is looked for by the search and by random
draws; a campaign of the example's cut-in is made by two jobs and compared with its own runs one at
a time; the state machine is timed while that scenario is played.
"""

from __future__ import annotations

import contextlib
import io
import resource
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Callable, Dict, List, Type

import numpy as np

from bench.lib.report import ROOT, Figure, Report, attempt, header, of_samples, run
from sim.arrays import Array
from sim.campaign.__main__ import main as validate
from sim.campaign.commands import ASSERTIONS_FILE, commands
from sim.campaign.plan import read_plan
from sim.campaign.search.samplers import BayesianSampler, RandomSampler
from sim.campaign.search.space import ParameterSpace, SearchParameter
from sim.openscenario.play.player import ScenarioPlayer
from sim.openscenario.reading.reader import read_scenario

CUT_IN = ROOT / "examples" / "validation" / "cut_in.xosc"
SEARCHES = 30
FAILURE_VOLUME = 0.02  # share of the space
MAX_RUNS = 2000
PROBES = 20000
RUNS = 60
JOBS = 2
RATIO = "planted failure, runs until found over random's, worst of four shapes"
SPEED_UP = f"campaign of {RUNS} kinematic runs, {JOBS} jobs over the runs one at a time"
OVERHEAD = "campaign's own processor time over its runs'"
STEP = "state machine's step, example's cut-in"
Objective = Callable[[Array], float]


def ball(rng: np.random.Generator) -> Objective:
    """Return the distance to a ball, negative inside.

    Centres are anywhere, so that the space's sides cut some off.
    """
    centre = rng.random(4)
    return _planted(lambda points: np.linalg.norm(points - centre, axis=-1), rng)


def ellipsoid(rng: np.random.Generator) -> Objective:
    """Return an ellipsoid along no axis of the space."""
    turned, _ = np.linalg.qr(rng.standard_normal((4, 4)))
    widths, centre = np.exp(rng.normal(0.0, 0.5, 4)), rng.random(4)
    return _planted(
        lambda points: np.linalg.norm((points - centre) @ turned * widths, axis=-1), rng
    )


def saturated(rng: np.random.Generator) -> Objective:
    """Return an ellipsoid with an objective that steepens towards it."""
    near = ellipsoid(rng)

    def value(point: Array) -> float:
        away = near(point)
        return away if away <= 0.0 else 5.0 * (1.0 - float(np.exp(-3.0 * away)))

    return value


def with_a_decoy(rng: np.random.Generator) -> Objective:
    """Return an ellipsoid, and another valley without failure at its floor."""
    near, decoy = ellipsoid(rng), rng.random(4)
    return lambda point: min(near(point), 0.1 + float(np.linalg.norm(point - decoy)))


def _planted(distance: Callable[[Array], Array], rng: np.random.Generator) -> Objective:
    edge = float(np.quantile(distance(rng.random((PROBES, 4))), FAILURE_VOLUME))
    return lambda point: float(distance(point)) - edge


SHAPES: Dict[str, Callable[[np.random.Generator], Objective]] = {
    "ball": ball,
    "ellipsoid": ellipsoid,
    "saturated": saturated,
    "with a decoy": with_a_decoy,
}


def until_found(kind: Type[RandomSampler], objective: Objective, seed: int) -> int:
    space = ParameterSpace(tuple(SearchParameter(name) for name in "abcd"))
    sampler = kind(space, np.full(4, 0.5), np.random.default_rng(seed))
    for count in range(1, MAX_RUNS + 1):
        (point,) = sampler.ask(1)
        value = objective(point)
        if value <= 0.0:
            return count
        sampler.tell(point, value)
    return MAX_RUNS


def searches() -> List[Figure]:
    figures, ratios = [], []
    for name, planted in SHAPES.items():
        found = {}
        for kind in (BayesianSampler, RandomSampler):
            found[kind] = [
                until_found(kind, planted(np.random.default_rng(seed)), 1000 + seed)
                for seed in range(SEARCHES)
            ]
            title = f"planted {name}, runs until found, {kind.__name__.lower()}"
            figures.append(of_samples(title, found[kind], ""))
        ratios.append(float(np.median(found[BayesianSampler]) / np.median(found[RandomSampler])))
    note = f"medians of {SEARCHES} searches, {FAILURE_VOLUME:.0%} of the volume of four parameters"
    worst = Figure(RATIO, max(ratios), "", 1.0 / 3.0, low=min(ratios), high=max(ratios), note=note)
    return [worst, *figures]


def campaign() -> List[Figure]:
    """Measure a campaign against bare runs, one after another.

    Bare runs are the same programs with the same arguments.
    """
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        path = folder / "campaign.yaml"
        path.write_text(
            f"scenarios: {CUT_IN}\nego: human\nassertions: {{collisions: {{most: 0}}}}\n"
            f"parameters: {{gap: {{from: 1, to: {RUNS}, step: 1}}}}\n"
        )
        plan = read_plan(path)
        cells = plan.cells(RUNS, lambda file, most: [])
        (folder / "bare").mkdir()
        (folder / "bare" / ASSERTIONS_FILE).write_text('{"collisions": {"most": 0}}')
        began = time.monotonic()
        for number, cell in enumerate(cells):
            for command in commands(plan, cell, folder / "bare" / "runs" / str(number)):
                subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        alone = time.monotonic() - began
        own, others, began = (
            spent(resource.RUSAGE_SELF),
            spent(resource.RUSAGE_CHILDREN),
            time.monotonic(),
        )
        with contextlib.redirect_stdout(io.StringIO()):
            validate([str(path), "--jobs", str(JOBS)])
        wall = time.monotonic() - began
        own = spent(resource.RUSAGE_SELF) - own
        others = spent(resource.RUSAGE_CHILDREN) - others
    note = f"a run of 20 s takes {alone / RUNS:.2g} s of wall time"
    return [
        Figure(SPEED_UP, alone / wall, "", 1.7, "higher", note=note),
        Figure(OVERHEAD, 100.0 * own / others, "%", 3.0, note=note),
    ]


def spent(whose: int) -> float:
    """Processor time, s."""
    usage = resource.getrusage(whose)
    return usage.ru_utime + usage.ru_stime


def storyboard() -> List[Figure]:
    player = ScenarioPlayer(read_scenario(CUT_IN, {}))
    machine, times = player.machine, []

    def timed(now: float) -> None:
        began = time.perf_counter()
        type(machine).step(machine, now)
        times.append(1e3 * (time.perf_counter() - began))

    machine.step = timed  # type: ignore[method-assign]
    for _ in player.play():
        pass
    return [of_samples(STEP, times, "ms", 0.3)]


def main() -> None:
    report = Report(
        "validation", header(f"{SEARCHES} searches a shape; one campaign of {RUNS} runs")
    )
    report.add(attempt(searches, Figure(RATIO, None, "", 1.0 / 3.0)))
    report.add(attempt(storyboard, Figure(STEP, None, "ms", 0.3)))
    report.add(
        attempt(
            campaign, Figure(SPEED_UP, None, "", 1.7, "higher"), Figure(OVERHEAD, None, "%", 3.0)
        )
    )
    print(report.write(ROOT / "bench" / "results"))


if __name__ == "__main__":
    run(main)
