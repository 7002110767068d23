#!/usr/bin/env python3
"""NIST's sample programs over TCP on a gantry that reaches their poses.

They end in Done, or in the expected Error.
"""

import os
import sys
import time
import unittest
from pathlib import Path

import numpy as np
import rospy
import rostest

from sim.crcl import EndCanon, InitCanon
from sim.crcl.codec import read_command, read_program
from sim.msg import CrclStatus

sys.path.insert(0, str(Path(os.path.realpath(__file__)).parents[1]))
sys.path.insert(0, str(Path(os.path.realpath(__file__)).parent))
from launched import slow
from robot_client import CrclRobot, matrix
from support.public_data import CRCL_SAMPLES, absent


def connect() -> CrclRobot:
    rospy.wait_for_message("/gantry/crcl/status", CrclStatus, 300.0)
    parameter, end = "/gantry/crcl_bridge/bound_port", time.monotonic() + 200.0
    while not rospy.has_param(parameter) and time.monotonic() < end:
        time.sleep(0.1)
    return CrclRobot(rospy.get_param(parameter))


@unittest.skipUnless(CRCL_SAMPLES.is_dir(), absent(CRCL_SAMPLES))
class Gantry(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        rospy.init_node("gantry_test")
        cls.robot = connect()

    def run_program(self, text: bytes):
        program = read_program(text)
        self.robot.send_document(text)
        return program, self.robot.wait(program.end_canon.command_id, 600.0).command_status

    def check_done(self, name: str):
        program, status = self.run_program((CRCL_SAMPLES / name).read_bytes())
        self.assertEqual(
            (status.command_state, status.command_id),
            ("CRCL_Done", program.end_canon.command_id),
            f"{name}: {status.state_description}",
        )
        return program

    @slow
    def test_1_the_example_is_done_and_ends_where_its_last_pose_is(self) -> None:
        # Of the two examples, which take a minute, the one that has names beside all else.
        program = self.check_done("programExampleWithNames.xml")
        last = [command for command in program.middle_command if hasattr(command, "waypoint")][
            -1
        ].waypoint[-1]
        self.assertLess(
            np.linalg.norm((matrix(self.robot.status().pose_status.pose) - matrix(last))[:3, 3]),
            0.003,
        )

    def test_2_the_one_with_every_command_is_done_without_effect_of_what_the_robot_has_nothing_for(
        self,
    ) -> None:
        for name in ("programAll.xml", "programAllWithNames.xml"):
            self.check_done(name)

    def test_3_a_program_in_other_units_is_an_error_that_says_what_cannot_be_reached(self) -> None:
        # Its poses are in millimetres, without a declared unit.
        _, status = self.run_program((CRCL_SAMPLES / "testForceSensorProgram.xml").read_bytes())
        self.assertEqual(
            (status.command_state, status.command_id), ("CRCL_Error", 2), status.state_description
        )
        self.assertIn("is out of range", status.state_description)

    def ended(self, number: int, timeout: float = 200.0):
        """Return the status of an ended command, successful or not."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            status = self.robot.status().command_status
            if status.command_id == number and status.command_state in ("CRCL_Done", "CRCL_Error"):
                return status
            time.sleep(0.02)
        self.fail(
            f"command {number} has not ended after {timeout:g} s; the last status is {status}"
        )

    def test_4_each_single_command_ends_as_done_or_as_an_error_with_words(self) -> None:
        """Each in its own session with new ids."""
        for file in sorted(CRCL_SAMPLES.glob("command*.xml")):
            text = file.read_bytes()
            command = read_command(text).crcl_command
            if not isinstance(command, InitCanon):
                self.robot.send(InitCanon(1001))
                self.assertEqual(self.ended(1001).command_state, "CRCL_Done", file.name)
            self.robot.send_document(text)
            status = self.ended(command.command_id)
            self.assertTrue(
                status.command_state == "CRCL_Done" or status.state_description, file.name
            )
            if not isinstance(command, EndCanon):
                self.robot.send(EndCanon(1002))
                self.assertEqual(self.ended(1002).command_state, "CRCL_Done", file.name)


if __name__ == "__main__":
    rostest.rosrun("sim", "gantry", Gantry)
