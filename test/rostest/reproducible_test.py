#!/usr/bin/env python3
"""Lockstep runs of hybrid_merge.launch depend only on their seed.

The motion is the same as in the library, and as beside a busy process.
"""

import os
import subprocess
import sys
import unittest
from dataclasses import replace

import rosunit

from sim.environments.closed_loop import ClosedLoop
from sim.environments.lane_following import LaneFollowing
from sim.environments.scenario import merge
from sim.traffic.session import TRACI

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from launched import SIMULATOR, Launched, slow


def run(seed: int) -> dict:
    """Return the summary of 20 s of lockstep."""
    launched = Launched(
        "hybrid_merge.launch",
        {"mode": "lockstep", "warm_up": 0, "rtf": 0, "duration": 20, "seed": seed},
    )
    try:
        launched.ended(240.0)
        assert launched.summary.get("status") == "ok", launched.output
        return launched.summary
    finally:
        launched.close()


def run_beside_a_busy_process(seed: int) -> dict:
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        return run(seed)
    finally:
        busy.kill()
        busy.wait()


def run_without_ros(seed: int, seconds: float) -> str:
    """Return the fingerprint of the same motion in this process.

    SUMO's state is available one step ahead.
    """
    with ClosedLoop(replace(merge(), warm_up=0.0, sumo=TRACI)) as loop:
        loop.reset(seed)
        driver, step = LaneFollowing(loop, ["Out"]), loop.scenario.step
        for _ in range(round(seconds / step) - 1):
            loop.command(*driver.command(), delay=step)
            loop.step()
        return loop.traffic.summary.trajectories


class ReproducibleTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.alone = run(7)

    def test_a_seed_gives_the_motion_of_the_library_and_another_seed_another(self) -> None:
        self.assertEqual(self.alone["mode"], "lockstep")
        self.assertAlmostEqual(self.alone["duration_s"], 20.0, delta=0.15)
        self.assertGreaterEqual(self.alone["vehicles_max"], 300)
        self.assertRegex(self.alone["trajectories"], "^[0-9a-f]{32}$")
        seconds = self.alone["duration_s"]
        if SIMULATOR == "embedded":
            self.assertEqual(run_without_ros(7, seconds), self.alone["trajectories"])
        self.assertNotEqual(run_without_ros(8, seconds), self.alone["trajectories"])

    @slow
    def test_a_seed_gives_one_motion_under_any_load(self) -> None:
        beside = run_beside_a_busy_process(7)
        measured = (
            "trajectories",
            "duration_s",
            "vehicles_max",
            "vehicles_departed",
            "vehicles_arrived",
            "ego_min_gap_m",
            "ego_min_ttc_s",
        )
        self.assertEqual(
            [self.alone[name] for name in measured], [beside[name] for name in measured]
        )

    @slow
    def test_another_seed_gives_another_motion(self) -> None:
        self.assertNotEqual(run(8)["trajectories"], self.alone["trajectories"])


if __name__ == "__main__":
    rosunit.unitrun("sim", "reproducible", ReproducibleTest)
