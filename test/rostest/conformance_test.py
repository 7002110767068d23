#!/usr/bin/env python3
"""Results of check_simulator on a running simulator.

The simulator's state is restored.
"""

import os
import subprocess
import sys
import unittest

import rospy
import rostest

from gazebo_msgs import srv

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from launched import slow_on_gazebo
from simulator_client import MODELS, call, done, now, program, rosrun, state, until


def check(*words: str) -> tuple:
    """Exit code and lines of one run."""
    code, said = rosrun("check_simulator", "--wait", "60", *words)
    return code, said.splitlines()


def rows(lines: list, outcome: str) -> list:
    return [line for line in lines if [part.strip() for part in line.split("|")][2:3] == [outcome]]


class ConformanceTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        rospy.init_node("conformance_test")

    def setUp(self) -> None:
        call("unpause_physics")
        begin = now()
        until(lambda: now() > begin, "progress of time")

    def test_a_running_simulator_conforms_and_runs_on(self) -> None:
        code, lines = check()
        self.assertEqual((code, rows(lines, "differs")), (0, []), "\n".join(lines))
        self.assertGreater(len(rows(lines, "ok")), 70)
        self.assertRegex(lines[-1], "conforms: 62 of 64 required checks ok, 2 skipped")
        self.assertEqual(done("get_world_properties").model_names, MODELS)
        begin = now()
        until(lambda: now() > begin, "progress of time")

    def test_a_paused_simulator_conforms_to_the_last_check_and_stays_paused(self) -> None:
        call("pause_physics")
        code, lines = check("--all")
        self.assertEqual((code, rows(lines, "differs")), (0, []), "\n".join(lines))
        self.assertEqual(len(rows(lines, "skipped")), 3)
        self.assertTrue(done("get_physics_properties").pause)
        self.assertEqual(done("get_world_properties").model_names, MODELS)

    def test_reading_changes_nothing(self) -> None:
        call("pause_physics")
        before = now(), repr(state("pendulum")), repr(state("box"))
        code, lines = check("--read-only")
        self.assertEqual((code, rows(lines, "differs")), (0, []), "\n".join(lines))
        self.assertEqual((now(), repr(state("pendulum")), repr(state("box"))), before)

    @slow_on_gazebo
    def test_what_differs_is_named(self) -> None:
        true_state = rospy.ServiceProxy("/gazebo/get_model_state", srv.GetModelState)

        def shifted(request: srv.GetModelStateRequest) -> srv.GetModelStateResponse:
            answer = true_state(request)
            answer.pose.position.x += 1e-3
            return answer

        served = [
            rospy.Service("/wrong/get_model_state", srv.GetModelState, shifted),
            rospy.Service("/wrong/get_link_state", srv.GetModelState, true_state),
        ]
        code, lines = check(
            "/gazebo/get_model_state:=/wrong/get_model_state",
            "/gazebo/get_link_state:=/wrong/get_link_state",
            "/gazebo/delete_model:=/wrong/delete_model",
        )
        for service in served:
            service.shutdown()
        said = "\n".join(lines)
        self.assertEqual(code, 1, said)
        self.assertRegex(
            said, r"set_model_state, get_model_state +\| required \| differs \| the pose is 1\.251 "
        )
        self.assertRegex(
            said,
            r"service /gazebo/get_link_state +\| required \| differs \| is "
            r"gazebo_msgs/GetModelState ",
        )
        self.assertRegex(said, r"service /gazebo/delete_model +\| required \| absent ")
        self.assertRegex(said, "check_simulator_box_[0-9]+ may be left in the world")
        self.assertRegex(lines[-1], "does not conform")
        for name in done("get_world_properties").model_names:
            if name not in MODELS:
                done("delete_model", name)

    @slow_on_gazebo
    def test_no_simulator_is_said(self) -> None:
        elsewhere = {**os.environ, "ROS_MASTER_URI": "http://127.0.0.1:1"}
        found = subprocess.run(
            [program("check_simulator")],
            env=elsewhere,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=300,
            check=False,
        )
        self.assertEqual(
            (
                found.returncode,
                b"no ROS master at ROS_MASTER_URI=http://127.0.0.1:1" in found.stdout,
            ),
            (2, True),
            found.stdout,
        )
        code, lines = check("--wait", "0.5", "/gazebo/get_world_properties:=/nobody")
        self.assertEqual((code, "no simulator" in lines[-1]), (2, True), lines)


if __name__ == "__main__":
    rostest.rosrun("sim", "conformance", ConformanceTest)
