#!/usr/bin/env python3
"""patrol.launch drives its mission and reports its end, also with a manipulator.

scene:= puts a scene beside the road of hybrid_merge.launch.
"""

import json
import math
import os
import subprocess
import sys
import unittest

import rostest

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from launched import PACKAGE, Launched, slow

EXAMPLE = PACKAGE / "examples" / "mobile_manipulator"
PATH = {"ROS_PACKAGE_PATH": f"{EXAMPLE}:{os.environ.get('ROS_PACKAGE_PATH', '')}"}


class ByRoslaunch(Launched):
    """A launch file of the example, with its package in a workspace."""

    def command(self, file: str):
        return ["roslaunch", "-p", str(self.port), str(EXAMPLE / "launch" / file)]


class PatrolTest(unittest.TestCase):
    def run_launch(self, file, arguments):
        """Return a launch once it has ended."""
        launched = Launched(file, arguments)
        self.addCleanup(launched.close)
        launched.ended(600.0)
        return launched

    def test_the_robot_reaches_every_waypoint_and_touches_nothing(self):
        launched = self.run_launch("patrol.launch", {"scene_seed": 3, "rtf": 0})
        self.assertEqual(launched.failure, "", launched.output)
        summary = json.loads((launched.run_folder / "mission.json").read_text(encoding="utf-8"))
        self.assertEqual(
            (summary["status"], summary["seed"], summary["scenario"]),
            ("success", 3, "patrol.scenic"),
        )
        self.assertEqual([one["name"] for one in summary["reached"]], summary["waypoints"])
        self.assertEqual(len(summary["waypoints"]), 6)
        self.assertEqual(summary["objects_moved"], [])
        times = [one["time_s"] for one in summary["reached"]]
        self.assertEqual(times, sorted(times))
        self.assertAlmostEqual(summary["duration_s"], times[-1], delta=0.2)
        self.assertLess(abs(times[-1] - summary["length_m"] / 1.5), 8.0)
        for name in summary["waypoints"]:
            self.assertRegex(launched.output, rf"reached {name} \(")
        self.assertRegex(launched.output, r"mission: success: 6 of 6 waypoints")

    def fetch(self, **arguments):
        """Start the mobile manipulator's mission in the fetch room."""
        launched = ByRoslaunch(
            "fetch_cube.launch", {"scene_seed": 0, "rtf": 0, **arguments}, environment=PATH
        )
        self.addCleanup(launched.close)
        return launched

    def cube_is_on_the_other_table(self, launched):
        launched.ended(600.0)
        self.assertEqual(launched.failure, "", launched.output)
        summary = json.loads((launched.run_folder / "mission.json").read_text(encoding="utf-8"))
        self.assertEqual(summary["status"], "success")
        self.assertEqual([one["name"] for one in summary["reached"]], ["waypoint", "waypoint_1"])
        # Nothing else was touched; the other table's centre is (-1.7, 2.2), its top 0.775 m high.
        self.assertEqual(summary["objects_moved"], ["demo_cube"])
        x, y, z = summary["moved_to"]["demo_cube"]
        self.assertLess(math.hypot(x + 1.7, y - 2.2), 0.05)
        self.assertAlmostEqual(z, 0.775, delta=0.003)
        self.assertEqual(launched.tracebacks, [])

    def test_a_mobile_manipulator_takes_the_cube_to_the_other_table(self):
        self.cube_is_on_the_other_table(self.fetch())

    @slow
    def test_a_planner_of_the_robots_own_takes_it_there(self):
        launched = self.fetch(drive="move_base")
        program = PACKAGE / "test" / "rostest" / "goal_planner.py"
        planner = subprocess.Popen([sys.executable, str(program)], env=launched.environment)
        try:
            launched.until(lambda: launched.process.poll() is not None, "end of roslaunch", 600.0)
        finally:
            planner.terminate()
            planner.wait(30.0)
        self.cube_is_on_the_other_table(launched)

    @slow
    def test_a_mission_that_cannot_be_done_in_time_fails(self):
        launched = self.run_launch("patrol.launch", {"scene_seed": 3, "rtf": 0, "time_limit": 15})
        self.assertRegex(launched.failure, "the mission failed: has not reached .* within 15 s")
        summary = json.loads((launched.run_folder / "mission.json").read_text(encoding="utf-8"))
        self.assertEqual(summary["status"], "failure")
        self.assertTrue(0 < len(summary["reached"]) < 6)

    @slow
    def test_a_scene_stands_beside_the_merge_before_the_first_step(self):
        launched = self.run_launch(
            "hybrid_merge.launch",
            {
                "scene": "roadside",
                "scene_seed": 2,
                "mode": "lockstep",
                "rtf": 0,
                "duration": 10,
                "warm_up": 20,
            },
        )
        self.assertEqual(launched.failure, "", launched.output)
        self.assertRegex(
            launched.output,
            r"\[INFO\] \[[\d.]+, 0\.000000\]: scene: roadside.scenic, seed 2: 19 objects",
        )
        self.assertAlmostEqual(launched.summary["duration_s"], 10.0, delta=0.15)

    @slow
    def test_a_scenario_that_is_not_there_ends_the_launch_with_its_name(self):
        launched = self.run_launch("scene.launch", {"scene": "nowhere", "duration": 30, "rtf": 0})
        self.assertRegex(
            launched.failure, r"scene_spawner: scenario: file nowhere.scenic not found"
        )
        self.assertEqual(launched.tracebacks, [])


if __name__ == "__main__":
    rostest.rosrun("sim", "patrol_test", PatrolTest)
