#!/usr/bin/env python3
"""Programs in the style of NIST's lab.

Millimetres in their own frame, CommandID 0 throughout, sensors by the names of their makers.
"""

import os
import sys
import time
import unittest
from pathlib import Path

import rospy
import rostest
from rosgraph_msgs.msg import Log

from sim.crcl import (
    CRCLProgram,
    Dwell,
    EnableSensor,
    EndCanon,
    Guard,
    InitCanon,
    Message,
    MoveTo,
    Point,
    Pose,
    SetTransSpeed,
    TransSpeedAbsolute,
    Vector,
)
from sim.crcl.codec import read_program, write_program
from sim.msg import CrclStatus

sys.path.insert(0, str(Path(os.path.realpath(__file__)).parents[1]))
sys.path.insert(0, str(Path(os.path.realpath(__file__)).parent))
from robot_client import CrclRobot
from simulator_client import until, until_counted
from support.public_data import CRCL_SAMPLES, absent

SAMPLE = CRCL_SAMPLES / "testForceSensorProgram.xml"
SENSORS = ("ATINetFT", "MotoFit", "RemoteCrclSensor")


def down(x: float, y: float, z: float) -> Pose:
    """Return a pose in mm that looks down."""
    return Pose(Point(x, y, z), Vector(1.0, 0.0, 0.0), Vector(0.0, 0.0, -1.0))


class NistLab(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        rospy.init_node("nist_lab_test")
        rospy.wait_for_message("/fanuc/crcl/status", CrclStatus, 300.0)
        until(lambda: rospy.has_param("/fanuc/crcl_bridge/bound_port"), "port")
        cls.robot = CrclRobot(rospy.get_param("/fanuc/crcl_bridge/bound_port"))
        cls.log = []
        cls.subscriber = rospy.Subscriber("/rosout", Log, cls.log.append, queue_size=1000)

    def run_program(self, program: CRCLProgram, data: bytes = b""):
        """Return the status at the program's end.

        The last command is found by its place, since all ids are equal.
        """
        self.robot.send_document(data or write_program(program))
        last, end = len(program.commands) - 1, time.monotonic() + 600.0
        while time.monotonic() < end:
            status = self.robot.status()
            told = status.command_status
            if told.command_state == "CRCL_Error" or (
                told.command_state == "CRCL_Done" and told.program_index == last
            ):
                self.assertEqual(
                    told.command_state,
                    "CRCL_Done",
                    f"command {told.program_index}: {told.state_description}",
                )
                return status
            time.sleep(0.02)
        self.fail("the program has not ended")

    def test_1_ids_of_0_names_of_sensors_and_a_guard_on_one(self) -> None:
        until_counted(self.subscriber)
        press = MoveTo(
            0,
            True,
            down(400.0, 100.0, -380.0),
            guard=(Guard("MotoFit", "OVER_MAX", 20.0, sub_field="Fz"),),
        )
        program = CRCLProgram(
            InitCanon(0),
            EndCanon(0),
            (
                *(EnableSensor(0, name) for name in SENSORS),
                MoveTo(0, False, down(400.0, 100.0, -280.0)),
                Message(0, "now it presses on the table"),
                Dwell(0, 0.5),
                SetTransSpeed(0, TransSpeedAbsolute(5.0)),
                press,
            ),
        )
        status = self.run_program(program)
        self.assertEqual(status.guards_statuses.trigger_count, 1)
        self.assertTrue(
            20.0 <= status.guards_statuses.trigger_value < 500.0,
            status.guards_statuses.trigger_value,
        )
        self.assertTrue(
            -350.0 < status.pose_status.pose.point.z < -300.0, "its finger tips stand on the table"
        )
        told = {one.sensor_id: one.fz for one in status.sensor_statuses.force_torque_sensor_status}
        self.assertEqual(sorted(told), sorted(SENSORS))
        self.assertGreater(min(told.values()), 5.0, "it presses on")
        until(
            lambda: any(
                "now it presses on the table" in one.msg and one.name.endswith("crcl_bridge")
                for one in self.log
            ),
            "message in the log",
        )

    @unittest.skipUnless(SAMPLE.is_file(), absent(SAMPLE))
    def test_2_the_sample_with_an_id_twice_and_a_sensor_is_done_where_its_last_pose_is(
        self,
    ) -> None:
        data = SAMPLE.read_bytes()
        program = read_program(data)
        place = self.run_program(program, data).pose_status.pose.point
        wanted = program.middle_command[-1].end_position.point
        self.assertLess(
            max(abs(getattr(place, axis) - getattr(wanted, axis)) for axis in "xyz"), 1.0
        )


if __name__ == "__main__":
    rostest.rosrun("sim", "nist_lab", NistLab)
