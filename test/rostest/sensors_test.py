#!/usr/bin/env python3
"""Measurements of sensors against geometry and mechanics, on both simulators."""

import os
import sys
import unittest

import rospy
import rostest

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from sensors_bodies import BodiesTest, FramesTest
from sensors_cameras import CamerasTest
from sensors_distortion import DistortionTest
from sensors_rates import PaceTest, RatesTest
from sensors_scanners import RadarTest, ScannersTest
from sensors_spawned import BadSensorsTest, MemoryTest, SonarsTest, VisitorsTest


class SensorsTest(unittest.TestSuite):
    def __init__(self) -> None:
        kinds = (
            FramesTest,
            CamerasTest,
            ScannersTest,
            BodiesTest,
            RatesTest,
            PaceTest,
            VisitorsTest,
            MemoryTest,
            RadarTest,
            BadSensorsTest,
            SonarsTest,
            DistortionTest,
        )
        super().__init__(unittest.defaultTestLoader.loadTestsFromTestCase(kind) for kind in kinds)


if __name__ == "__main__":
    rospy.init_node("sensors_test")
    rostest.rosrun("sim", "sensors_test", "sensors_test.SensorsTest")
