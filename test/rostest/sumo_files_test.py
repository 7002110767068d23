#!/usr/bin/env python3
"""The example in SUMO's files: departures as in SUMO itself.

Vehicles have the sizes and models of their types, pools are large enough.
"""

import os
import subprocess
import sys
import tempfile
import unittest
from typing import Tuple

import numpy as np
import rospy
import rostest
import sumolib
from lxml import etree
from rosgraph_msgs.msg import Log

from sim.msg import TrafficVehicles
from sim.ros.conversions import matrix_from_pose
from sim.traffic.looks import looks_of
from sim.traffic.state import VehicleType

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from stepper import Stepper

SECONDS = 40.0
# The example's types and SUMO's own: their models, in SUMO's size, in their colours.
KINDS = (
    VehicleType("estate", "estate", 4.9, 1.85, 1.6, (0.75, 0.1, 0.1)),
    VehicleType("parcel_van", "van", 5.9, 2.0, 2.6, (0.9, 0.7, 0.1)),
    VehicleType("semi", "semitrailer", 16.5, 2.55, 4.0, (0.2, 0.5, 0.3)),
    VehicleType("DEFAULT_VEHTYPE", "car", 5.0, 1.8, 1.5),
)


def rounded(kind: VehicleType) -> Tuple:
    """Name, model, size and paint as far as a message keeps them."""
    size = (kind.length, kind.width, kind.height)
    paint = kind.color and tuple(round(value, 2) for value in kind.color)
    return (kind.name, kind.model, *(round(one, 3) for one in size), paint)


def departed(config: str, seconds: float) -> set:
    """Return the vehicles that have departed in plain SUMO."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "trips.xml")
        subprocess.run(
            [
                sumolib.checkBinary("sumo"),
                "-c",
                config,
                "--end",
                str(seconds),
                "--tripinfo-output",
                path,
                "--tripinfo-output.write-unfinished",
                "true",
                "--no-step-log",
                "true",
                "--lanechange.duration",
                "3",
            ],
            check=True,
        )
        return {row.get("id") for row in etree.parse(path).iter("tripinfo")}


class SumoFilesTest(unittest.TestCase):
    """The simulator is held at every SUMO step."""

    def test_the_example(self) -> None:
        rospy.init_node("sumo_files_test")
        lines, names = [], {}
        rospy.Subscriber("/rosout", Log, lambda message: lines.append(message.msg))
        rospy.Subscriber(
            "/traffic/vehicles",
            TrafficVehicles,
            lambda message: names.update(zip(message.id, message.name)),
        )
        stepper, seen = Stepper([]), set()
        for _ in range(round(SECONDS / 0.1)):
            stepper.step()
            state = stepper.shown()
            seen.update(state.id.tolist())
        # A type is shown by all bodies of about its length, and, without its own colours, in those
        # of its kind.
        looks = [look for kind in KINDS for look, _ in looks_of(kind)]
        self.assertEqual(set(map(rounded, stepper.types.values())), set(map(rounded, looks)))
        for row, number in enumerate(state.id.tolist()):
            pose = matrix_from_pose(stepper.model_state(f"traffic_{number}", "").pose)
            self.assertLess(np.linalg.norm(pose[:2, 3] - state.position[row, :2]), 0.05)
        self.assertGreater(len(state), 8)
        self.assertFalse([line for line in lines if "not drawn" in line])
        expected = departed(rospy.get_param("~demand"), SECONDS - 0.2)
        shown = {names[number] for number in seen if number in names}
        self.assertGreater(len(shown), 10)
        self.assertLessEqual(
            len(shown ^ expected), 2, f"{sorted(shown)} and in SUMO {sorted(expected)}"
        )


if __name__ == "__main__":
    rostest.rosrun("sim", "sumo_files_test", SumoFilesTest)
