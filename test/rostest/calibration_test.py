#!/usr/bin/env python3
"""calibration.launch on a running simulator, against its transforms.

Tests its result, further places of the board, and the check that reports a moved lidar.
"""

import os
import sys
import unittest
from pathlib import Path

import numpy as np
import rospy
import rostest
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from geometry_msgs.msg import PoseWithCovarianceStamped, Twist
from sensor_msgs.msg import Image, PointCloud2
from std_msgs.msg import String
from std_srvs.srv import Trigger
from visualization_msgs.msg import MarkerArray

from gazebo_msgs.msg import ModelState
from sim.calibration.report import read_result
from sim.process import end_child, start_child
from sim.ros.conversions import matrix_from_pose, pose_from_matrix
from sim.transforms import transform_from_pose

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from calibration_client import ROLES, Truth, assert_near, heard_as
from calibration_inputs import CalibrationInputsTest
from launched import slow_on_gazebo
from simulator_client import call, done, program, until

NODE = "/extrinsic_calibration"
CAMERA_FRAME = "camera/stereo_bumblebee/left_optical"
LIDAR_FRAME = "lidar/vlp16"
FOLDER = Path(os.environ.get("ROS_HOME", "~/.ros")).expanduser() / "calibration_test"
TOLERANCES = (0.006, 0.25)  # m, degrees; five frames of a lidar with 16 rings
# Real-time factors: that of the launch file, and one at which fits on a busy machine take little of
# simulated time.
REAL_TIME_FACTOR = 0.4
SLOW_REAL_TIME_FACTOR = 0.1
# Until a lidar that was turned is reported.
MAX_REPORT_DELAY = 10.0  # s of simulated time


class CalibrationTest(unittest.TestCase):
    """Each case goes on from the result of those before it."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.truth = Truth()
        cls.heard = {}
        for name, kind in {
            "result": PoseWithCovarianceStamped,
            "report": String,
            "markers": MarkerArray,
            "after/image": Image,
            "after/cloud": PointCloud2,
        }.items():
            rospy.Subscriber(f"{NODE}/{name}", kind, heard_as(cls.heard, name))

    def ask(self, service: str) -> str:
        answer = rospy.ServiceProxy(f"{NODE}/{service}", Trigger)()
        self.assertTrue(answer.success, answer.message)
        return answer.message

    def place(self, model: str, world_from_model: np.ndarray) -> None:
        pose = pose_from_matrix(world_from_model)
        done("set_model_state", ModelState(model, pose, Twist(), "world"))

    def pace(self, factor: float) -> None:
        """Set the real-time factor."""
        was = call("get_physics_properties")
        rate = factor / was.time_step
        done("set_physics_properties", was.time_step, rate, was.gravity, was.ode_config)

    def pose(self, model: str) -> np.ndarray:
        return matrix_from_pose(done("get_model_state", model, "world").pose)

    def check(self, found: np.ndarray) -> None:
        assert_near(found, self.truth.between(CAMERA_FRAME, LIDAR_FRAME), *TOLERANCES)

    def calibrated(self, frames: int) -> np.ndarray:
        """Return the result by so many frames, five of them gathered."""
        self.settle()
        for name in ("report", "result"):
            self.heard.pop(name, None)
        self.ask("start")
        until(lambda: {"report", "result"} <= set(self.heard), "a result", 300.0)
        return self.good(frames)

    def good(self, frames: int) -> np.ndarray:
        """Return the last result, which must be good and of ``frames`` frames."""
        said = self.heard["report"].data
        self.assertIn(f"verdict: good\nframes: {frames} of {frames} used", said)
        return matrix_from_pose(self.heard["result"].pose.pose)

    def settle(self) -> None:
        """Wait for earlier measurements to arrive."""
        now = rospy.get_time()
        until(lambda: rospy.get_time() > now + 1.0, "a second")

    def test_1_the_launchs_result_is_what_the_simulator_says(self) -> None:
        until(lambda: len(self.heard) == 5, "all that is shown", 300.0)
        self.check(self.good(5))
        self.assertEqual(self.heard["after/image"].width, 1280)
        self.assertGreater(self.heard["after/cloud"].width, 500)
        names = {marker.ns for marker in self.heard["markers"].markers}
        self.assertLessEqual({"camera_board", "lidar_board", "camera_centers"}, names)
        self.ask("save")
        found, parent, child = read_result(FOLDER / "result.yaml")
        self.assertEqual((parent, child), (CAMERA_FRAME, LIDAR_FRAME))
        self.check(found.matrix)
        self.assertTrue((FOLDER / "result_before.png").is_file())
        self.assertTrue((FOLDER / "result_after.png").is_file())

    @slow_on_gazebo
    def test_2_a_second_place_of_the_board_adds_to_the_first(self) -> None:
        board = self.pose("board")
        try:
            self.place("board", board @ transform_from_pose((0.3, 0.1, 0.0, 0.0, 0.0, 0.2)))
            self.check(self.calibrated(10))
        finally:
            self.place("board", board)

    @slow_on_gazebo
    def test_3_a_lidar_that_was_turned_is_reported(self) -> None:
        statuses, lidar, board = [], self.pose("lidar"), self.pose("board")

        def take(message: DiagnosticArray) -> None:
            statuses.extend(
                (message.header.stamp.to_sec(), one.level, one.message)
                for one in message.status
                if one.name.startswith("/calibration_check")
            )

        listener = rospy.Subscriber("/diagnostics", DiagnosticArray, take)
        remaps = [f"{role}:={rospy.resolve_name(role)}" for role in ROLES]
        words = [*remaps, f"_calibration:={FOLDER / 'result.yaml'}"]
        check = start_child([program("calibration_check"), *words])
        try:

            def level(wanted: int, since: float) -> list:
                return [one for one in statuses if one[0] > since and one[1] == wanted]

            until(lambda: level(DiagnosticStatus.OK, 0.0), "a calibration that holds", 300.0)
            self.assertEqual(level(DiagnosticStatus.ERROR, 0.0), [])
            self.pace(SLOW_REAL_TIME_FACTOR)
            turned = rospy.get_time()
            self.place("lidar", lidar @ transform_from_pose((0, 0, 0, 0, 0, np.radians(0.3))))
            until(lambda: level(DiagnosticStatus.ERROR, turned), "report of the drift", 300.0)
            found = level(DiagnosticStatus.ERROR, turned)[0]
            self.assertLess(found[0] - turned, MAX_REPORT_DELAY)
            self.assertIn("calibrate again", found[2])
            self.pace(REAL_TIME_FACTOR)
            self.place("board", board @ transform_from_pose((0, 5, 0, 0, 0, 0)))
            away = rospy.get_time()
            until(
                lambda: [
                    one
                    for one in level(DiagnosticStatus.WARN, away)
                    if "cannot judge" in one[2] and "no board" in one[2]
                ],
                "that nothing can be said without a board",
                300.0,
            )
        finally:
            self.pace(REAL_TIME_FACTOR)
            end_child(check)
            listener.unregister()
            self.place("lidar", lidar)
            self.place("board", board)

    def test_4_what_cannot_be_done_is_said(self) -> None:
        self.ask("forget")
        for service, said in (
            ("stop", "nothing is being gathered; start begins"),
            ("save", "no result yet: not started"),
        ):
            answer = rospy.ServiceProxy(f"{NODE}/{service}", Trigger)()
            self.assertFalse(answer.success)
            self.assertIn(said, answer.message)


def everything() -> unittest.TestSuite:
    """Return all cases, which share one launch.

    rosunit takes one class, or one suite by its name.
    """
    kinds = (CalibrationTest, CalibrationInputsTest)
    return unittest.TestSuite(map(unittest.defaultTestLoader.loadTestsFromTestCase, kinds))


if __name__ == "__main__":
    rospy.init_node("calibration_test")
    rostest.rosrun("sim", "calibration", "calibration_test.everything")
