"""Cost of a launch's step by process and function: ``./run profile``.

It takes three minutes. Processor time of each process of ``hybrid_merge.launch`` on the embedded
simulator for 0.1 s of simulated time, from the difference of two launches, and that of a SUMO alone
beside it.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Dict, List, Tuple

import numpy as np

from bench.lib.cpu import CpuTimes
from bench.lib.functions import FunctionSamples
from bench.lib.overhead import PlainSumo
from bench.lib.processes import launch
from bench.lib.report import ROOT, Figure, Report, attempt, header, run
from bench.lib.scenario import STEP, Scenario, merge
from sim.traffic.backend.host_link import PROGRAM

# By number of vehicles, simulated s of the short launch, of the long one, and of the sampled one.
LAUNCHES = {
    300: (20.0, 80.0, 400.0),
    1000: (20.0, 60.0, 160.0),
    3000: (10.0, 40.0, 80.0),
}
FIRST = 2.0
BLOCKS = 10
STEPS = 20
# Without, and with SUMO, over a bare step of SUMO's.
GOALS = {300: (2.5, 4.0)}
MIN_COST = 0.05  # ms
MIN_SHARE = 0.04
REPETITIONS = (
    f"differences of two launches; SUMO alone: median of {BLOCKS} blocks of {STEPS} steps; "
    "functions: samples of one more launch, what they call included"
)


def costs(folder: Path, vehicles: int) -> List[Figure]:
    scenario = merge(folder, vehicles)
    alone = bare(scenario)
    short, long, sampled = LAUNCHES[vehicles]
    spent = per_step(scenario, short, long)
    shares = functions(scenario, sampled, folder)
    others = sum(value for name, value in spent.items() if name not in ("sumo", PROGRAM))
    without, whole = GOALS.get(vehicles, (None, None))
    note = f"a bare step of SUMO takes {alone:.3g} ms"
    name = f"N = {vehicles}, processor time of a step over a bare SUMO step"
    return [
        Figure(f"{name}, without SUMO", others / alone, "", without, note=note),
        Figure(f"{name}, with SUMO", sum(spent.values()) / alone, "", whole, note=note),
        *(
            Figure(f"N = {vehicles}, {process}", value, "ms")
            for process, value in sorted(spent.items(), key=lambda one: -one[1])
            if value > MIN_COST
        ),
        *(
            Figure(f"N = {vehicles}, {process}: {function}", share * spent[process], "ms")
            for process, found in shares.items()
            for function, share in found
        ),
    ]


def functions(
    scenario: Scenario, duration: float, folder: Path
) -> Dict[str, List[Tuple[str, float]]]:
    """Return shares of the package's functions in each process, callees included."""
    samples = FunctionSamples(folder)
    launch(scenario, duration, "embedded", watch=samples)
    return samples.shares(MIN_SHARE)


def per_step(scenario: Scenario, short: float, long: float) -> Dict[str, float]:
    """ms of each process, after a launch that warms SUMO up."""
    launch(scenario, FIRST, "embedded")
    found = []
    for duration in (short, long):
        watch = CpuTimes()
        launch(scenario, duration, "embedded", watch=watch)
        found.append(watch.seconds)
    steps = (long - short) / STEP
    return {
        name: 1e3 * (value - found[0].get(name, 0.0)) / steps for name, value in found[1].items()
    }


def bare(scenario: Scenario) -> float:
    """Return ms of a SUMO step without queries."""
    sumo = PlainSumo(scenario.sumo)
    try:
        return 1e3 * float(np.median([sumo.processor_time(STEPS) for _ in range(BLOCKS)]))
    finally:
        sumo.close()


def main() -> None:
    report = Report("step_cost", header(REPETITIONS))
    with tempfile.TemporaryDirectory() as folder:
        for vehicles in LAUNCHES:
            lacking = Figure(f"N = {vehicles}, processor time of a step", None, "ms")
            report.add(attempt(lambda: costs(Path(folder), vehicles), lacking))  # noqa: B023
    print(f"results in {report.write(ROOT / 'bench' / 'results')}")


if __name__ == "__main__":
    run(main)
