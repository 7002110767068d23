"""Benchmark of the idle agility lab: ``./run bench lab``, a minute.

Processor time of each process of ``agility_lab.launch`` on the embedded simulator, in real time,
without windows and without subscribers.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Dict, Iterator, List

from bench.lib.cpu import CpuTimes
from bench.lib.processes import end_launch
from bench.lib.report import ROOT, Figure, Report, attempt, header, run
from sim.ports import free_port
from sim.process import start_child

# Wall time until the arms are there, until all has come to rest, and of the measurement.
START_TIMEOUT = 120.0  # s
SETTLING_TIME = 10.0  # s
MEASURING_TIME = 20.0  # s
GOAL = 0.35
# Simulated s in a wall s, below which the machine was too busy for the figure to mean anything.
MIN_REAL_TIME_FACTOR = 0.95
FIGURE = "agility lab at rest, real time, all processes"


@contextmanager
def lab(environment: Dict[str, str], log: int) -> Iterator[int]:
    """Yield roslaunch's process id of a launch in this context."""
    words = {"simulator": "embedded", "gui": "false", "rtf": 1, "fanuc_port": 0, "motoman_port": 0}
    port = environment["ROS_MASTER_URI"].rstrip("/").rpartition(":")[2]
    launch = start_child(
        ["roslaunch", "-p", port, "sim", "agility_lab.launch"]
        + [f"{name}:={value}" for name, value in words.items()],
        log,
        environment,
    )
    try:
        yield launch.pid
    finally:
        end_launch(launch)


def said(environment: Dict[str, str], topic: str, patience: float) -> str:
    """Return the next message of a topic."""
    command = ["rostopic", "echo", "-n", "1", topic]
    return subprocess.run(
        command, env=environment, timeout=patience, check=True, capture_output=True, text=True
    ).stdout


def simulated(environment: Dict[str, str]) -> float:
    """Return the simulator's clock."""
    words = said(environment, "/clock", SETTLING_TIME).split()
    return float(words[words.index("secs:") + 1]) + 1e-9 * float(words[words.index("nsecs:") + 1])


def costs() -> List[Figure]:
    with tempfile.TemporaryDirectory() as folder, open(Path(folder) / "output.txt", "wb") as log:
        environment = {
            **os.environ,
            "ROS_MASTER_URI": f"http://127.0.0.1:{free_port()}/",
            "ROS_HOME": folder,
        }
        with lab(environment, log.fileno()) as root:
            time.sleep(SETTLING_TIME)
            for robot in ("fanuc", "motoman"):
                said(environment, f"/{robot}/crcl/status", START_TIMEOUT)
            time.sleep(SETTLING_TIME)
            watch, simulated_before = CpuTimes(), simulated(environment)
            began = time.monotonic()
            watch(root)
            before, looked = watch.seconds, time.monotonic()
            time.sleep(MEASURING_TIME)
            watch(root)
            span, after = time.monotonic() - looked, watch.seconds
            pace = (simulated(environment) - simulated_before) / (time.monotonic() - began)
    if pace < MIN_REAL_TIME_FACTOR:
        raise RuntimeError(f"the machine is too busy: {pace:.2f} simulated s in a wall s")
    spent = {name: (used - before.get(name, 0.0)) / span for name, used in after.items()}
    return [
        Figure(FIGURE, sum(spent.values()), "cores", GOAL),
        *(
            Figure(f"{FIGURE[: FIGURE.rindex(',')]}, {name}", value, "cores")
            for name, value in sorted(spent.items(), key=lambda one: -one[1])
            if value >= 0.001
        ),
    ]


def main() -> None:
    report = Report("lab", header(f"{MEASURING_TIME:g} s of one launch"))
    report.add(attempt(costs, Figure(FIGURE, None, "cores", GOAL)))
    print(f"results in {report.write(ROOT / 'bench' / 'results')}")


if __name__ == "__main__":
    run(main)
