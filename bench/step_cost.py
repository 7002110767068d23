"""Where a step of a launch goes, process by process: ``./run bench step_cost``, a minute.

Processor time of each process of ``hybrid_merge.launch`` on the embedded simulator for 0.1 s of
simulated time, from the difference of two launches, and that of a SUMO alone beside it.
"""

from __future__ import annotations

import struct
import tempfile
import time
from pathlib import Path
from typing import Dict, List

import numpy as np
import sumolib
import traci
import traci.constants as tc

from bench.lib.cpu import CpuTimes
from bench.lib.processes import launch
from bench.lib.report import ROOT, Figure, Report, attempt, header, run
from bench.lib.scenario import STEP, Scenario, merge
from sim.ports import free_port
from sim.process import end_child, start_child

# Of each number of vehicles, simulated s of the short launch and of the long one.
LAUNCHES = {300: (20.0, 80.0), 1000: (20.0, 60.0), 3000: (10.0, 40.0)}
BLOCKS, STEPS = 10, 20
# Without, and with SUMO, over a bare step of SUMO's.
GOALS = {300: (2.5, 4.0)}
LEAST = 0.05
REPETITIONS = f"differences of two launches; SUMO alone: median of {BLOCKS} blocks of {STEPS} steps"


def costs(folder: Path, vehicles: int) -> List[Figure]:
    scenario = merge(folder, vehicles)
    alone = bare(scenario)
    spent = per_step(scenario, *LAUNCHES[vehicles])
    others = sum(value for name, value in spent.items() if name != "sumo")
    without, whole = GOALS.get(vehicles, (None, None))
    note = f"a bare step of SUMO takes {alone:.3g} ms"
    name = f"N = {vehicles}, processor time of a step over a bare SUMO step"
    return [
        Figure(f"{name}, without SUMO", others / alone, "", without, note=note),
        Figure(f"{name}, with SUMO", sum(spent.values()) / alone, "", whole, note=note),
        *(
            Figure(f"N = {vehicles}, {process}", value, "ms")
            for process, value in sorted(spent.items(), key=lambda one: -one[1])
            if value > LEAST
        ),
    ]


def per_step(scenario: Scenario, short: float, long: float) -> Dict[str, float]:
    """ms of each process."""
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
    """ms of a step of SUMO's that nobody asks anything of."""
    port = free_port()
    program = [sumolib.checkBinary("sumo"), *scenario.sumo.arguments()]
    process = start_child([*program, "--remote-port", str(port)])
    try:
        connection = traci.connect(port, numRetries=100)
        found = []
        for _ in range(BLOCKS):
            before = _nanoseconds(process.pid)
            for _ in range(STEPS):
                connection._socket.sendall(struct.pack("!iBBd", 14, 10, tc.CMD_SIMSTEP, 0.0))
                connection._recvExact()
            found.append((_nanoseconds(process.pid) - before) / 1e6 / STEPS)
        connection.close()
        return float(np.median(found))
    finally:
        time.sleep(0.1)
        end_child(process)


def _nanoseconds(pid: int) -> int:
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0])


def main() -> None:
    report = Report("step_cost", header(REPETITIONS))
    with tempfile.TemporaryDirectory() as folder:
        for vehicles in LAUNCHES:
            lacking = Figure(f"N = {vehicles}, processor time of a step", None, "ms")
            report.add(attempt(lambda: costs(Path(folder), vehicles), lacking))  # noqa: B023
    print(f"results in {report.write(ROOT / 'bench' / 'results')}")


if __name__ == "__main__":
    run(main)
