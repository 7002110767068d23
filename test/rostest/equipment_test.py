#!/usr/bin/env python3
"""Tool changes at a shared holder, a belt and a light curtain.

Robots change their tools, a belt brings a gear, the curtain stops a robot.
"""

import os
import sys
import unittest
from pathlib import Path

import numpy as np
import rospy
import rostest
from std_msgs.msg import Bool, Float64
from std_srvs.srv import Trigger

from gazebo_msgs.msg import ModelState
from gazebo_msgs.srv import GetModelState
from sim.crcl import (
    CloseToolChanger,
    EnableGripper,
    InitCanon,
    MoveTo,
    OpenToolChanger,
    SetEndEffector,
    SetTransSpeed,
    TransSpeedAbsolute,
)
from sim.msg import CrclStatus
from sim.robots.assembly import folder
from sim.robots.gripper import read_gripper
from sim.ros.conversions import matrix_from_pose, pose_from_matrix
from sim.transforms import transform_from_rpy
from sim.workcell.handling import docking, picking
from sim.workcell.layout import read_layout

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from robot_client import CrclRobot, crcl_pose, matrix
from simulator_client import Subscription, call, done, now, until

LAYOUT = read_layout(Path(__file__).resolve().parent / "equipment.yaml")
TCP = {
    name: read_gripper(folder() / f"{tool.gripper}.urdf").mount_from_tcp
    for name, tool in LAYOUT.tools.items()
}
DONE = "CRCL_Done"
GEAR = LAYOUT.parts["gear_small"].body


def connect(name: str) -> CrclRobot:
    port = until(lambda: rospy.get_param(f"/{name}/crcl_bridge/bound_port", 0), f"port of {name}")
    return CrclRobot(port)


def model_pose(name: str) -> np.ndarray:
    return matrix_from_pose(
        rospy.ServiceProxy("/gazebo/get_model_state", GetModelState)(name, "world").pose
    )


class Equipment(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        rospy.init_node("equipment_test")
        rospy.wait_for_service("/gazebo/get_model_state", 300.0)
        cls.status = {
            name: Subscription(f"/{name}/crcl/status", CrclStatus) for name in LAYOUT.robots
        }
        for status in cls.status.values():
            status.wait(lambda message: True)
        cls.robots = {name: connect(name) for name in LAYOUT.robots}
        cls.stop = Subscription("/curtain/stop", Bool)
        cls.stop.wait(lambda message: not message.data)

    def test_1_tools_are_put_into_the_holder_and_fetched_by_both_robots(self) -> None:
        fanuc, motoman = self.robots["fanuc"], self.robots["motoman"]
        self.begin(fanuc)
        self.assertEqual(self.tool("fanuc"), "jaw")
        self.assertEqual(self.tool("motoman"), "")
        # The jaw goes into the empty place, and stays there.
        self.dock(fanuc, docking(LAYOUT.place_pose("stand/1"), TCP["jaw"]), OpenToolChanger, "jaw")
        self.assertEqual(self.tool("fanuc"), "")
        off = np.abs(model_pose("jaw") - LAYOUT.place_pose("stand/1"))
        self.assertLess(off[:3, 3].max(), 1e-3)
        status = fanuc.do(SetEndEffector, 1.0)
        self.assertIn("no end effector is on", status.command_status.state_description)
        # Without an object to take, the message names the nearest one.
        status = fanuc.do(CloseToolChanger)
        self.assertEqual(status.command_status.command_state, "CRCL_Error")
        self.assertRegex(
            status.command_status.state_description,
            "no end effector found at the flange; the nearest, jaw, is 20[0-9.]+ mm away",
        )
        # The cup takes a gear by the top of its hub.
        self.begin(fanuc)
        self.dock(fanuc, docking(LAYOUT.place_pose("stand/2")), CloseToolChanger, "")
        self.assertEqual(self.tool("fanuc"), "cup")
        self.assertDone(fanuc.do(EnableGripper, "cup"))
        self.assertDone(fanuc.do(EnableGripper, "vacuum_cup"))
        self.assertIn(
            "'jaw' is not on the robot",
            fanuc.do(EnableGripper, "jaw").command_status.state_description,
        )
        self.begin(fanuc)
        gear = model_pose("gear_a")
        top = picking(gear, GEAR).at
        top[2, 3] = gear[2, 3] + GEAR.thickness + GEAR.hub_height + 0.001
        self.lift(fanuc, top, 1.0, "gear_a", gear)
        self.assertDone(fanuc.do(SetEndEffector, 0.0))
        # The other robot fetches the jaw, and grips with it.
        self.begin(motoman)
        self.dock(motoman, docking(LAYOUT.place_pose("stand/1")), CloseToolChanger, "")
        self.assertEqual(self.tool("motoman"), "jaw")
        self.assertDone(motoman.do(SetEndEffector, 0.6))
        gear = model_pose("gear_b")
        self.lift(motoman, picking(gear, GEAR).at, 0.0, "gear_b", gear)
        # The tool is at the controlled point.
        pose = matrix(motoman.status().pose_status.pose)
        self.assertLess(np.abs(pose - model_pose("jaw") @ TCP["jaw"]).max(), 1e-3)
        self.assertDone(motoman.do(SetEndEffector, 0.6))

    def test_2_after_a_reset_tools_are_where_they_were(self) -> None:
        call("reset_world")
        end = now() + 0.2
        for name, tool in (("fanuc", "jaw"), ("motoman", "")):
            self.status[name].wait(lambda message: message.header.stamp.to_sec() > end)
            self.status[name].wait(lambda message, tool=tool: message.tool == tool)
        off = np.abs(model_pose("cup") - LAYOUT.place_pose("stand/2"))
        self.assertLess(off[:3, 3].max(), 1e-3)
        fanuc = self.robots["fanuc"]
        self.begin(fanuc)
        start = matrix(fanuc.status().pose_status.pose)
        self.assertLess(np.abs(start - model_pose("jaw") @ TCP["jaw"]).max(), 1e-3)
        goal = start.copy()
        goal[2, 3] += 0.05
        self.assertDone(fanuc.do(MoveTo, True, crcl_pose(goal)))
        self.assertDone(fanuc.do(MoveTo, True, crcl_pose(start)))

    def test_3_a_belt_brings_a_gear_to_its_stop(self) -> None:
        speeds = Subscription("/belt/belt/speed", Float64)
        speeds.wait(lambda message: message.data == 0.0)
        belt = rospy.Publisher("/belt/belt/command", Float64, queue_size=1)
        until(belt.get_num_connections, "listener of the belt")
        before, begun = model_pose("gear_c"), now()
        belt.publish(0.2)
        speeds.wait(lambda message: message.data == 0.2)
        until(lambda: now() > begun + 1.5, "some way")
        first, at = model_pose("gear_c"), now()
        self.assertGreater(first[0, 3], before[0, 3] + 0.1)
        self.assertLess(first[0, 3], before[0, 3] + 0.2 * (at - begun) + 0.01)
        self.assertLess(abs(first[1, 3] - before[1, 3]), 2e-3)
        until(lambda: now() > begun + 6.0, "the stop")
        last = model_pose("gear_c")
        self.assertAlmostEqual(last[0, 3], 1.6 + 0.5 - GEAR.tip_radius, delta=4e-3)
        self.assertAlmostEqual(last[2, 3], 0.6, delta=2e-3)
        belt.publish(0.0)
        speeds.wait(lambda message: message.data == 0.0)

    def test_4_a_light_curtain_stops_the_robot_that_it_guards(self) -> None:
        fanuc, motoman = self.robots["fanuc"], self.robots["motoman"]
        self.begin(fanuc)
        self.assertDone(fanuc.do(SetTransSpeed, TransSpeedAbsolute(0.01)))
        start = matrix(fanuc.status().pose_status.pose)
        goal, number = start.copy(), fanuc.next_id()
        goal[2, 3] += 0.1
        fanuc.send(MoveTo(number, True, crcl_pose(goal)))
        until(lambda: fanuc.status().command_status.command_state == "CRCL_Working", "motion")
        self.place("gear_a", transform_from_rpy((0.95, 0.4, 0.0), (0.0, 0.0, 0.0)))
        status = fanuc.wait(number)
        self.assertEqual(
            status.command_status.state_description, "the light curtain curtain is interrupted"
        )
        self.assertLess(matrix(fanuc.status().pose_status.pose)[2, 3] - start[2, 3], 0.09)
        self.begin(motoman)
        reset = rospy.ServiceProxy("/curtain/reset", Trigger)
        self.assertFalse(reset().success)
        self.place("gear_a", LAYOUT.models["gear_a"].world_from_model)
        interrupted = Subscription("/curtain/interrupted", Bool)
        interrupted.wait(lambda message: not message.data)
        # Clear, but not reset yet.
        self.assertEqual(fanuc.do(InitCanon).command_status.command_state, "CRCL_Error")
        self.assertTrue(reset().success)
        self.begin(fanuc)
        self.assertDone(fanuc.do(MoveTo, True, crcl_pose(start)))

    def dock(self, robot: CrclRobot, stops: object, change: type, tool: str) -> None:
        """Move down to the holder, command the tool changer, move up.

        With another tool the controlled point changes.
        """
        self.assertDone(robot.do(MoveTo, False, crcl_pose(stops.above)))
        self.assertDone(robot.do(MoveTo, True, crcl_pose(stops.at)))
        self.assertDone(robot.do(change))
        up = matrix(robot.status().pose_status.pose)
        up[2, 3] += 0.2
        self.assertDone(robot.do(MoveTo, True, crcl_pose(up)))

    def lift(
        self, robot: CrclRobot, at: np.ndarray, setting: float, name: str, gear: np.ndarray
    ) -> None:
        above = at.copy()
        above[2, 3] += 0.08
        self.assertDone(robot.do(MoveTo, False, crcl_pose(above)))
        self.assertDone(robot.do(MoveTo, True, crcl_pose(at)))
        self.assertDone(robot.do(SetEndEffector, setting))
        until(lambda: robot.status().gripper_status.holding_object, f"hold on {name}")
        self.assertDone(robot.do(MoveTo, True, crcl_pose(above)))
        self.assertAlmostEqual(model_pose(name)[2, 3] - gear[2, 3], 0.08, delta=3e-3)
        # It may hang lower in the fingers than it was taken, and must not be pressed on the table.
        above[2, 3] = at[2, 3] + 4e-3
        self.assertDone(robot.do(MoveTo, True, crcl_pose(above)))

    def tool(self, robot: str) -> str:
        return self.status[robot].messages[-1].tool

    @staticmethod
    def place(name: str, pose: np.ndarray) -> None:
        done("set_model_state", ModelState(model_name=name, pose=pose_from_matrix(pose)))

    def begin(self, robot: CrclRobot) -> None:
        # A curtain's message may reach the robot's controller late.
        until(lambda: robot.do(InitCanon).command_status.command_state == DONE, "a robot at work")
        self.assertDone(robot.do(SetTransSpeed, TransSpeedAbsolute(0.5)))

    def assertDone(self, status: object) -> None:
        self.assertEqual(
            status.command_status.command_state,
            DONE,
            status.command_status.state_description,
        )


if __name__ == "__main__":
    rostest.rosrun("sim", "equipment", Equipment)
