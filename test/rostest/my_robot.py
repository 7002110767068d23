"""A robot in xacro with a launch file for gazebo_ros.

It is spawned unchanged, twice, on both simulators.
"""

import os
import re
import unittest

from launched import PACKAGE, SIMULATOR, Launched

EXAMPLE = PACKAGE / "examples" / "my_robot"


class ByRoslaunch(Launched):
    """A launch file of the example, with its package in a workspace."""

    def command(self, file: str):
        return ["roslaunch", "-p", str(self.port), str(EXAMPLE / "launch" / file)]


class MyRobot(unittest.TestCase):
    def test_two_of_it_come_up_and_one_drives(self) -> None:
        path = f"{EXAMPLE}:{os.environ['ROS_PACKAGE_PATH']}"
        launched = ByRoslaunch(
            "two.launch", {}, environment={"ROS_PACKAGE_PATH": path, "SIM_SIMULATOR": SIMULATOR}
        )
        self.addCleanup(launched.close)
        launched.said(r"\[one/spawn_urdf-\d+\] process has finished cleanly")
        launched.said(r"\[two/spawn_urdf-\d+\] process has finished cleanly")
        command = "{linear: {x: 0.3}}"
        launched.run("rostopic", "pub", "-1", "/one/cmd_vel", "geometry_msgs/Twist", command)

        def along(name: str) -> float:
            answer = launched.run("rosservice", "call", "/gazebo/get_model_state", name, "")
            return float(re.search(r"position: *\n *x: (\S+)", answer).group(1))

        launched.until(lambda: along("one") > -1.2, "robot that drives")
        self.assertAlmostEqual(along("two"), 1.5, delta=0.02)
        topics = launched.run("rostopic", "list").split()
        for name in ("one", "two"):
            for topic in ("odom", "scan", "joint_states", "ground_truth"):
                self.assertIn(f"/{name}/{topic}", topics)
        models = launched.run("rosservice", "call", "/gazebo/get_world_properties")
        for name in ("ground_plane", "room", "one", "two"):
            self.assertIn(f"- {name}\n", models)
        launched.interrupt()
        launched.ended()
        self.assertEqual(launched.tracebacks, [])
