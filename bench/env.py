"""Benchmark of the closed loop without ROS: ``./run bench env``.

It takes half a minute. SUMO's cost is the time waited for its step with the subscriptions; the
rest is the simulator, the coupling and the environment. Machines differ, so both goals of speed,
which assume that a bare step of SUMO takes 1.5 ms, are also given in bare steps of the same run.
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

EPISODES = 5
RESETS = 15
STEPS = 60
BARE_STEPS = 40
BARE_STEP = 1.5e-3  # s, for which the goals of speed are meant
SEED = 1
REPETITIONS = f"medians of {EPISODES} episodes, {RESETS} resets, {EPISODES} rounds of {STEPS} steps"
SPEED = "sim/MergeJam-v0, 10 Hz, states of 60 m around: steps a second and core"
WITHOUT = "the same with SUMO's cost taken out"
RESET = "reset from a saved state"
ADVANCE = "embedded simulator, all vehicles known, one ego, no listener: a physics step"
IN_BARE = "one of its steps, in bare steps of SUMO"
WITHOUT_IN_BARE = "the same with SUMO's cost taken out, in bare steps"
SPEED_GOAL = 250.0  # 1/s
WITHOUT_GOAL = 1000.0  # 1/s
LACKING = (
    Figure(SPEED, None, "1/s", SPEED_GOAL, "higher"),
    Figure(WITHOUT, None, "1/s", WITHOUT_GOAL, "higher"),
    Figure(IN_BARE, None, "x", 1 / SPEED_GOAL / BARE_STEP),
    Figure(WITHOUT_IN_BARE, None, "x", 1 / WITHOUT_GOAL / BARE_STEP),
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
    """Measure a car's episodes at 1.5 m/s, and resets of one seed."""
    env = DriveEnv(merge_jam(), traffic_seeds=[SEED])
    try:
        env.reset()
        resets = [_seconds(env.reset) * 1e3 for _ in range(RESETS)]
        episodes = np.array([_episode(env) for _ in range(EPISODES)])
    finally:
        env.close()
    whole, rest, bare, vehicles = episodes.T
    note = (
        f"{int(np.median(vehicles))} vehicles in SUMO, whose step takes "
        f"{1e3 * np.median(whole - rest):.2f} ms, bare {1e3 * np.median(bare):.2f} ms"
    )
    return [
        of_samples(SPEED, list(1 / whole), "1/s", SPEED_GOAL, better="higher", note=note),
        of_samples(WITHOUT, list(1 / rest), "1/s", WITHOUT_GOAL, better="higher"),
        of_samples(IN_BARE, list(whole / bare), "x", 1 / SPEED_GOAL / BARE_STEP),
        of_samples(WITHOUT_IN_BARE, list(rest / bare), "x", 1 / WITHOUT_GOAL / BARE_STEP),
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
    """Return step times without SUMO, bare SUMO steps (s), and vehicles."""
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
    return [spent / steps, (spent - watch.seconds) / steps, _bare_step(env), count]


def _bare_step(env: DriveEnv) -> float:
    """Return s of a SUMO step without subscriptions.

    The next reset restarts SUMO.
    """
    session = env.loop.traffic.session
    session.view.look({})

    def step() -> None:
        session.link.begin_step()
        session.link.end_step()

    return float(np.median([_seconds(step) for _ in range(BARE_STEPS)]))


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
