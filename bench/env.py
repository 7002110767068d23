"""The figures of the closed loop without ROS: ``./run bench env``, ten seconds.

SUMO's cost is what its library takes for a step with the subscriptions; the rest is the simulator,
the coupling and the environment.
"""

from __future__ import annotations

import time
from typing import List

import numpy as np

from bench.lib.report import ROOT, Figure, Report, attempt, header, of_samples, run
from sim.environments.closed_loop import ClosedLoop
from sim.environments.drive_env import DriveEnv
from sim.environments.gym import merge_jam
from sim.environments.scenario import merge

EPISODES, RESETS, STEPS = 5, 15, 60
SEED = 1
REPETITIONS = f"medians of {EPISODES} episodes, {RESETS} resets, {EPISODES} rounds of {STEPS} steps"
SPEED = "sim/MergeJam-v0, 10 Hz, states of 60 m around: steps a second and core"
WITHOUT = "the same with SUMO's cost taken out"
RESET = "reset from a saved state"
ADVANCE = "embedded simulator, all vehicles known, one ego, no listener: a physics step"
LACKING = (
    Figure(SPEED, None, "1/s", 250.0, "higher"),
    Figure(WITHOUT, None, "1/s", 1000.0, "higher"),
    Figure(RESET, None, "ms", 50.0),
)


class Timed:
    """Seconds spent in a function that it stands for."""

    def __init__(self, work: object) -> None:
        self._work, self.seconds = work, 0.0

    def __call__(self, *arguments: object) -> object:
        begin = time.perf_counter()
        try:
            return self._work(*arguments)  # type: ignore[operator]
        finally:
            self.seconds += time.perf_counter() - begin


def environment() -> List[Figure]:
    """Episodes of a car that creeps at 1.5 m/s, and resets of one seed."""
    env = DriveEnv(merge_jam(), traffic_seeds=[SEED])
    try:
        env.reset()
        resets = [_seconds(env.reset) * 1e3 for _ in range(RESETS)]
        speeds, without, vehicles = zip(*(_episode(env) for _ in range(EPISODES)))
    finally:
        env.close()
    sumo = np.median([1e3 / a - 1e3 / b for a, b in zip(speeds, without)])
    note = f"{int(np.median(vehicles))} vehicles in SUMO, whose step takes {sumo:.2f} ms"
    return [
        of_samples(SPEED, list(speeds), "1/s", 250.0, better="higher", note=note),
        of_samples(WITHOUT, list(without), "1/s", 1000.0, better="higher"),
        of_samples(RESET, resets, "ms", 50.0, note="SUMO's start with the state is most of it"),
    ]


def advance() -> List[Figure]:
    with ClosedLoop(merge()) as loop:
        loop.reset(SEED)
        found = []
        for _ in range(EPISODES):
            watch = Timed(loop.advance)
            loop.advance = watch  # type: ignore[method-assign]
            for _ in range(STEPS):
                loop.command(0.0, 1.5)
                loop.step()
            found.append(1e6 * watch.seconds / STEPS / loop.physics_steps)
            del loop.advance
        note = f"{len(loop.shown)} vehicles"
    return [of_samples(ADVANCE, found, "us", 40.0, note=note)]


def _episode(env: DriveEnv) -> List[float]:
    """Steps a second, the same without SUMO, and how many vehicles SUMO has."""
    env.reset()
    link = env.loop.traffic.session.link
    watch = Timed(link.end_step)
    link.end_step = watch
    begin, steps, over, cut = time.perf_counter(), 0, False, False
    while not (over or cut):
        speed = env.loop.ego.speed
        _, _, over, cut, _ = env.step(np.array([np.clip(1.5 - speed, -1.0, 1.0)]))
        steps += 1
    spent = time.perf_counter() - begin
    count = env.loop.traffic.session.connection.vehicle.getIDCount()
    return [steps / spent, steps / (spent - watch.seconds), count]


def _seconds(work: object) -> float:
    watch = Timed(work)
    watch()
    return watch.seconds


def main() -> None:
    report = Report("env", header(REPETITIONS))
    report.add(attempt(environment, *LACKING))
    report.add(attempt(advance, Figure(ADVANCE, None, "us", 40.0)))
    print(f"results in {report.write(ROOT / 'bench' / 'results')}")


if __name__ == "__main__":
    run(main)
