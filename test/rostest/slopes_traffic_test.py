#!/usr/bin/env python3
"""SUMO's vehicles on the slope: all wheels touch it, also between states.

They pass over the kinks without a jump.
"""

import os
import sys
import unittest

import numpy as np
import rospy
import rostest

from sim.ros.conversions import matrix_from_pose

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from slopes_test import GRADE, KINKS, NEAR, height
from stepper import Stepper

SECONDS = 60.0


class SlopesTrafficTest(unittest.TestCase):
    """The simulator is held at every SUMO step."""

    @classmethod
    def setUpClass(cls) -> None:
        rospy.init_node("slopes_traffic_test")
        cls.stepper = Stepper([])

    def poses(self) -> dict:
        """Return pose (4, 4) and length of each shown vehicle."""
        state = self.stepper.shown()
        return {
            number: (
                matrix_from_pose(self.stepper.model_state(f"traffic_{number}", "").pose),
                self.stepper.types[kind],
            )
            for number, kind in zip(state.id.tolist(), state.type.tolist())
        }

    def test_wheels_on_the_road(self) -> None:
        kinks, seen, climbed = np.array([x for x, _ in KINKS[1:-1]]), 0, 0
        for _ in range(round(SECONDS / 0.1)):
            self.stepper.step()
            for number, (pose, kind) in self.poses().items():
                corners = np.array([[x, y, 0.0] for x in (-0.3, 0.3) for y in (-0.4, 0.4)]) * (
                    kind.length,
                    kind.width,
                    0.0,
                )
                points = corners @ pose[:3, :3].T + pose[:3, 3]
                off = np.abs(points[:, 2] - height(points[:, 0])).max()
                free = np.abs(kinks - pose[0, 3]).min() > 0.5 * kind.length + 1.0
                self.assertLess(
                    off,
                    NEAR if free else 0.5 * GRADE * kind.length,
                    f"vehicle {number}, a {kind.name}, at {pose[:3, 3]}",
                )
                climbed += free and 40.0 < pose[0, 3] < 140.0
                if free and 40.0 < pose[0, 3] < 140.0:
                    self.assertAlmostEqual(
                        np.degrees(np.arcsin(pose[2, 0])), np.degrees(np.arctan(GRADE)), delta=0.2
                    )
                seen += 1
        self.assertGreater(seen, 500)
        self.assertGreater(climbed, 100)


if __name__ == "__main__":
    rostest.rosrun("sim", "slopes_traffic_test", SlopesTrafficTest)
