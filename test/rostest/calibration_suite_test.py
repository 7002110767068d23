#!/usr/bin/env python3
"""calibration_suite.launch on a running simulator: its lines, against the settings' truth."""

import os
import sys
import unittest
from pathlib import Path

import numpy as np
import rospy
import rostest

from sim.calibration.suite.figures import settings_table, table
from sim.calibration.suite.runner import RESULTS, read_results, trials_of
from sim.calibration.suite.settings import setting_for
from sim.calibration.suite.trials import TrialPlan
from sim.ros.calibration.live_suite import LiveSuiteScene

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from simulator_client import until

ROS_HOME = Path(os.environ.get("ROS_HOME", "~/.ros")).expanduser()
PLAN = TrialPlan((1, 8), ("vlp16",), (1.0,), (4,), (1,), ("board_fit", "velo2cam"))
# m and deg; few frames of a lidar with 16 rings.
NEAR = (0.006, 0.25)


class CalibrationSuiteTest(unittest.TestCase):
    def test_each_setting_is_calibrated_by_each_method(self) -> None:
        rospy.init_node("calibration_suite_test")
        folder = ROS_HOME / rospy.get_param("/calibration_suite/output")
        until((folder / "error_against_frames.png").is_file, "end of the suite", 600.0)
        results = read_results(folder / RESULTS)
        wanted = {trial for case in PLAN.scenes() for trial in PLAN.trials(case)}
        self.assertEqual(trials_of(results), wanted)
        self.assertEqual(len(results), len(wanted))
        tables = f"{table(results)}\n{settings_table(results)}"
        self.assertEqual((folder / "table.md").read_text(), tables)
        for one in results:
            self.assertGreater(one["seconds"], 0.1)
            if one["method"] == "board_fit":
                self.assertEqual(one["verdict"], "good", one["reasons"])
                self.assertLess(one["e_t"], NEAR[0])
                self.assertLess(one["e_r"], NEAR[1])
                sigma = np.sqrt(np.diag(one["covariance"]))
                self.assertTrue((sigma[:3] < NEAR[0]).all())
            else:
                self.assertIsNone(one["covariance"])
        truth = setting_for(8, "vlp16").camera_from_lidar
        np.testing.assert_allclose(LiveSuiteScene().camera_from_lidar(), truth, atol=1e-6)
        self.assertTrue((folder / "ours_after.png").is_file())


if __name__ == "__main__":
    rostest.rosrun("sim", "calibration_suite_test", CalibrationSuiteTest)
