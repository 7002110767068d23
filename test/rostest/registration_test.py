#!/usr/bin/env python3
"""Registration of a workcell as at NIST.

A marker is placed, reported and touched, and the offset is recorded.
"""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy as np
import rospy
import rostest

from gazebo_msgs.srv import GetModelState
from sim.kitting.registration import read_registration
from sim.noise.profile import read_profile
from sim.resources import resource

LAYOUT = Path(os.path.realpath(__file__)).parent / "registration.yaml"
TABLE_1 = read_profile("motoman_table_1", [resource("config", "noise")])


class RegistrationTest(unittest.TestCase):
    def test_table_1_is_found_and_cancelled(self) -> None:
        rospy.init_node("registration_test")
        points, offsets = table_1()
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "motoman.yaml"
            places = points + offsets
            said = register(file, ", ".join(f"{x} {y}" for x, y in places))
            found = read_registration(file).registration
        self.assertLess(np.abs(found.points[:, :2] - points).max(), 0.001)
        self.assertLess(np.abs(found.offsets[:, :2] - offsets).max(), 0.001)
        figures = re.search(
            r"up to ([\d.]+) mm at the places; between them by ([\d.]+) mm, and by ([\d.]+) mm",
            said,
        )
        at, between, after = map(float, figures.groups())
        self.assertGreater(at, 11.0)
        self.assertGreater(between, 1.5)
        self.assertLess(after, 0.5)
        pose = rospy.ServiceProxy("/gazebo/get_model_state", GetModelState)("marker", "world").pose
        self.assertAlmostEqual(pose.position.x, 0.4, delta=0.005)


def table_1() -> tuple:
    """Return the points (4, 2) and offsets (4, 2) of the profile."""
    model = TABLE_1.chains[0].steps[0].model
    return np.array(model.points), np.array(model.offsets)


def register(file: Path, places: str) -> str:
    """Return the node's output."""
    words = ["rosrun", "sim", "register_workcell", f"_layout:={LAYOUT}", "_robot:=motoman"]
    words += [f"_output:={file}", f"_places:={places}", "_reports:=8"]
    ran = subprocess.run(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=400.0
    )
    assert ran.returncode == 0, ran.stdout
    return ran.stdout


if __name__ == "__main__":
    rostest.rosrun("sim", "registration", RegistrationTest)
