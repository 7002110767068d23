#!/usr/bin/env python3
"""The agility lab with a CRCL client and a ROS node.

Both robots kit gears at the same time; motion is straight and ends at its goal.
"""

import copy
import math
import os
import signal
import sys
import threading
import time
import unittest
import xmlrpc.client
from pathlib import Path

import numpy as np
import rosgraph
import rospy
import rostest
import tf2_ros
from actionlib import SimpleActionClient
from actionlib_msgs.msg import GoalStatus
from sensor_msgs.msg import JointState
from std_srvs.srv import SetBool
from trajectory_msgs.msg import JointTrajectoryPoint

from control_msgs.msg import FollowJointTrajectoryAction, FollowJointTrajectoryGoal
from gazebo_msgs.msg import ModelStates
from gazebo_msgs.srv import GetLinkState, GetModelState
from industrial_msgs.msg import RobotStatus
from industrial_msgs.srv import CmdJointTrajectory
from sim.crcl import (
    CRCLStatus,
    Dwell,
    EnableSensor,
    Guard,
    InitCanon,
    MoveTo,
    OpenToolChanger,
    SetTransSpeed,
    StopMotion,
    TransSpeedAbsolute,
)
from sim.crcl.codec import read_program
from sim.msg import CrclStatus
from sim.ros.conversions import matrix_from_pose
from sim.ros.robots.placed import placed_arm
from sim.srv import CrclSynchronise
from sim.transforms import transform_from_rpy
from sim.workcell.gear import Gear
from sim.workcell.handling import picking, placing
from sim.workcell.layout import read_layout

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from launched import slow_on_gazebo
from robot_client import CrclRobot, crcl_pose, matrix
from simulator_client import call, now, until

ROOT = Path(__file__).resolve().parents[2]
LAYOUT = read_layout(ROOT / "config" / "agility_lab.yaml")
ROBOTS = ("fanuc", "motoman")
LAST = {"fanuc": "link_6", "motoman": "link_7"}


def connect(name: str) -> CrclRobot:
    parameter, end = f"/{name}/crcl_bridge/bound_port", time.monotonic() + 200.0
    while not rospy.has_param(parameter) and time.monotonic() < end:
        time.sleep(0.1)
    return CrclRobot(rospy.get_param(parameter))


def model_pose(name: str) -> np.ndarray:
    return matrix_from_pose(
        rospy.ServiceProxy("/gazebo/get_model_state", GetModelState)(name, "world").pose
    )


def wrist_pose(name: str) -> np.ndarray:
    """Return world_from_link of the last link, which the gripper is fixed to."""
    found = rospy.ServiceProxy("/gazebo/get_link_state", GetLinkState)(
        f"{name}::{LAST[name]}", "world"
    )
    assert found.success, found.status_message
    return matrix_from_pose(found.link_state.pose)


def turn(first: np.ndarray, second: np.ndarray) -> float:
    """Return the angle between two poses, rad."""
    return math.acos(min(1.0, max(-1.0, 0.5 * (np.trace(first[:3, :3].T @ second[:3, :3]) - 1.0))))


class ArmPositions:
    """Positions of an arm's joints alone, in their order, as they come."""

    def __init__(self, name: str) -> None:
        self._name, self._count, self._newest = name, 0, None
        rospy.Subscriber(f"/{name}/joint_states", JointState, self._take, queue_size=1)

    def next(self) -> np.ndarray:
        """Return the positions of a later message."""
        count = self._count
        until(lambda: self._count > count, f"joint_states of {self._name}")
        found = dict(zip(self._newest.name, self._newest.position))
        return np.array([found[joint] for joint in sorted(found) if joint.startswith("joint_")])

    def _take(self, message: JointState) -> None:
        self._newest = message
        self._count += 1


def finish(client: SimpleActionClient, what: str) -> None:
    """Wait for the result of a client's goal.

    Its own ``wait_for_result`` never ends if the result comes before its ``send_goal`` has
    returned, since the goal is not yet registered.
    """
    until(lambda: client.get_result() is not None, f"result of {what}")


class Recorded:
    """All status messages of a robot while it is open."""

    def __init__(self, name: str) -> None:
        self.messages = []
        self._subscriber = rospy.Subscriber(
            f"/{name}/crcl/status", CrclStatus, self.messages.append, queue_size=1000
        )
        until(lambda: self.messages, f"status of {name}")

    def close(self) -> list:
        """Unsubscribe and return the messages so far."""
        end = now()
        until(lambda: self.messages[-1].header.stamp.to_sec() >= end, "status of now")
        self._subscriber.unregister()
        return self.messages


class AgilityLab(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        rospy.init_node("agility_lab_test")
        rospy.wait_for_service("/gazebo/get_model_state", 300.0)
        for name in ROBOTS:
            rospy.wait_for_message(f"/{name}/crcl/status", CrclStatus, 300.0)
        cls.robots = {name: connect(name) for name in ROBOTS}
        cls.arms = {name: ArmPositions(name) for name in ROBOTS}

    def pick(self, robot: CrclRobot, gear: str) -> None:
        """Take a gear and lift it, in one program.

        The gripper's state is that of the program's last status, however rarely the robot is
        polled.
        """
        stops = picking(model_pose(gear), LAYOUT.models[gear].part.body)
        status = self.run_program(
            robot,
            robot.grip(0.6),
            robot.move(stops.above, False),
            robot.move(stops.at),
            robot.grip(0.0),
            robot.move(stops.above),
        )
        self.assertTrue(status.gripper_status.holding_object, f"{gear} is not held")

    def place(self, robot: CrclRobot, gear: str, slot: str) -> None:
        """Put down a gear taken by :meth:`pick`."""
        stops = placing(LAYOUT.slot_pose(slot), LAYOUT.models[gear].part.body)
        status = self.run_program(
            robot,
            robot.move(stops.above, False),
            robot.move(stops.at),
            robot.grip(0.6),
            robot.move(stops.above),
        )
        self.assertFalse(status.gripper_status.holding_object, f"{gear} is held")

    def run_program(self, robot: CrclRobot, *commands: object) -> CRCLStatus:
        speed = SetTransSpeed(robot.next_id(), TransSpeedAbsolute(0.25))
        status = robot.wait(robot.send_program([speed, *commands]), 120.0)
        self.assertDone(status)
        return status

    @slow_on_gazebo
    def test_1_both_robots_put_a_gear_into_their_kits_at_once(self) -> None:
        jobs = {
            "fanuc": ("fanuc_gear_large_1", "fanuc_kit/1"),
            "motoman": ("motoman_gear_medium_1", "motoman_kit/2"),
        }
        failed = []

        def run(name: str) -> None:
            try:
                self.pick(self.robots[name], jobs[name][0])
                self.place(self.robots[name], *jobs[name])
            except Exception as error:  # noqa: BLE001 - a thread's failure is the test's
                failed.append(f"{name}: {error!r}")

        threads = [threading.Thread(target=run, args=(name,)) for name in jobs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failed, [])
        for gear, slot in jobs.values():
            pose, rest = model_pose(gear), LAYOUT.slot_pose(slot)
            tray = LAYOUT.models[slot.split("/")[0]].part.body
            self.assertLess(
                np.hypot(*(pose - rest)[:2, 3]),
                tray.clearance + 1e-3,
                f"{gear} at {pose[:3, 3]}, slot at {rest[:3, 3]}",
            )
            self.assertLess(abs(pose[2, 3] - rest[2, 3]), 1e-3)
            self.assertGreater(pose[2, 2], 0.999)

    def test_2_a_straight_line_is_straight_and_ends_where_it_was_told(self) -> None:
        for name, slot in (("fanuc", "fanuc_kit/1"), ("motoman", "motoman_kit/2")):
            robot = self.robots[name]
            over = placing(LAYOUT.slot_pose(slot), LAYOUT.parts["gear_large"].body).above
            goal = over.copy()
            goal[:3, 3] += (0.05, 0.1, 0.1)
            self.begin(robot)
            self.assertDone(robot.do(MoveTo, False, robot.move(over).end_position))
            start = wrist_pose(name)
            recorded = Recorded(name)
            done = robot.do(MoveTo, True, robot.move(goal).end_position)
            self.assertDone(done)
            messages = recorded.close()
            end, line = (
                wrist_pose(name),
                (goal - over)[:3, 3] / np.linalg.norm((goal - over)[:3, 3]),
            )
            moved = end[:3, 3] - start[:3, 3]
            self.assertLess(np.linalg.norm(moved - (goal - over)[:3, 3]), 0.4e-3, name)
            self.assertLess(turn(start, end), np.radians(0.1), name)
            places = (
                np.array([matrix_from_pose(message.pose)[:3, 3] for message in messages])
                - over[:3, 3]
            )
            aside = np.linalg.norm(places - np.outer(places @ line, line), axis=1)
            self.assertGreater(len(places), 50)
            self.assertLess(aside.max(), 1e-3, name)
            self.assertLess(
                np.linalg.norm((matrix(done.pose_status.pose) - goal)[:3, 3]), 0.2e-3, name
            )

    @slow_on_gazebo
    def test_3_an_unreachable_pose_is_an_error_that_says_so_and_the_robot_goes_on(self) -> None:
        robot = self.robots["fanuc"]
        self.begin(robot)
        far = matrix(robot.status().pose_status.pose)
        near = far.copy()
        far[0, 3] += 5.0
        status = robot.do(MoveTo, True, robot.move(far).end_position)
        self.assertEqual(status.command_status.command_state, "CRCL_Error")
        self.assertTrue(status.command_status.state_description)
        near[2, 3] += 0.02
        self.assertDone(robot.do(MoveTo, True, robot.move(near).end_position))

    def test_4_stop_motion_stops_on_the_line(self) -> None:
        robot = self.robots["motoman"]
        self.begin(robot)
        # Simulated time runs ahead of this test: at this speed the way takes 30 s of it.
        self.assertDone(robot.do(SetTransSpeed, TransSpeedAbsolute(0.01)))
        start = matrix(robot.status().pose_status.pose)
        goal = start.copy()
        goal[:3, 3] += (0.0, -0.3, 0.0)
        number = robot.next_id()
        robot.send(MoveTo(number, True, robot.move(goal).end_position))
        end = time.monotonic() + 200.0
        while (
            abs(matrix(robot.status().pose_status.pose)[1, 3] - start[1, 3]) < 0.02
            and time.monotonic() < end
        ):
            pass
        self.assertDone(robot.do(StopMotion, "Fast"))
        at = matrix(robot.status().pose_status.pose)
        self.assertTrue(0.02 < start[1, 3] - at[1, 3] < 0.25, at[:3, 3] - start[:3, 3])
        self.assertLess(np.hypot(*(at - start)[[0, 2], 3]), 1e-3)
        first, second = (self.arms["motoman"].next() for _ in range(2))
        self.assertLess(np.abs(second - first).max(), 1e-4, (first, second))

    def test_4b_a_foreign_client_has_both_robots_follow_trajectories(self) -> None:
        """By actionlib's own client, as MoveIt."""
        clients = {name: self.trajectory_client(name) for name in ROBOTS}
        for name, client in clients.items():
            goal, start = self.swing(name, 0.3, 2.0)
            began = now()
            client.send_goal(goal)
            finish(client, f"the swing of {name}")
            self.assertEqual(
                (client.get_state(), client.get_result().error_code, client.get_goal_status_text()),
                (GoalStatus.SUCCEEDED, 0, ""),
            )
            self.assertGreaterEqual(now() - began, 2.0)
            turned = self.arms[name].next() - start
            np.testing.assert_allclose(turned[0], 0.3, atol=2e-3)
            np.testing.assert_allclose(turned[1:], 0.0, atol=2e-3)

    @slow_on_gazebo
    def test_4c_a_trajectory_is_canceled_on_its_way_or_refused_for_its_joints(self) -> None:
        client = self.trajectory_client("fanuc")
        goal, start = self.swing("fanuc", -0.3, 60.0)
        client.send_goal(goal)
        until(lambda: abs(self.arms["fanuc"].next()[0] - start[0]) > 0.01, "motion")
        other, wrong = self.trajectory_client("fanuc"), copy.deepcopy(goal)
        wrong.trajectory.joint_names[0] = "elbow"
        other.send_goal(wrong)
        finish(other, "a goal with a joint that the arm lacks")
        self.assertEqual(other.get_result().error_code, -2)
        self.assertRegex(other.get_goal_status_text(), "elbow.*must be the arm's")
        wrong = copy.deepcopy(goal)
        wrong.trajectory.points[-1].positions = [math.nan] * 6
        other.send_goal(wrong)
        finish(other, "a goal with a position that is not finite")
        self.assertEqual(other.get_result().error_code, -1)
        self.assertRegex(other.get_goal_status_text(), "not finite")
        self.assertEqual(client.get_state(), GoalStatus.ACTIVE)
        client.cancel_goal()
        finish(client, "the goal that was canceled")
        self.assertEqual(client.get_state(), GoalStatus.PREEMPTED)

    @slow_on_gazebo
    def test_4d_a_robot_takes_paths_and_reports_as_drivers_of_ros_industrial(self) -> None:
        status = rospy.wait_for_message("/fanuc/robot_status", RobotStatus, 120.0)
        self.assertEqual((status.motion_possible.val, status.in_error.val), (1, 0))
        goal, start = self.swing("fanuc", -0.1, 2.0)
        send = rospy.ServiceProxy("/fanuc/joint_path_command", CmdJointTrajectory)
        self.assertEqual(send(goal.trajectory).code.val, 1)
        until(lambda: abs(self.arms["fanuc"].next()[0] - start[0] + 0.1) < 2e-3, "way back")

    def trajectory_client(self, name: str) -> SimpleActionClient:
        client = SimpleActionClient(f"/{name}/joint_trajectory_action", FollowJointTrajectoryAction)
        self.assertTrue(client.wait_for_server(rospy.Duration(1000.0)))
        return client

    def swing(self, name: str, by: float, seconds: float) -> tuple:
        """Return a goal that turns the first joint, and the joint positions."""
        start = self.arms[name].next()
        points = []
        for share in (0.5, 1.0):
            point = JointTrajectoryPoint(positions=start.tolist())
            point.positions[0] += by * share
            point.velocities = [0.0] * len(start)
            point.velocities[0] = 2.0 * by / seconds * (share < 1.0)
            point.time_from_start = rospy.Duration(seconds * share)
            points.append(point)
        goal = FollowJointTrajectoryGoal()
        goal.trajectory.joint_names = [f"joint_{k + 1}" for k in range(len(start))]
        goal.trajectory.points = points
        return goal, start

    def test_5_the_program_that_comes_with_the_lab_kits_a_small_gear(self) -> None:
        text = (ROOT / "config" / "programs" / "fanuc_kits_a_gear.xml").read_bytes()
        robot, end = self.robots["fanuc"], read_program(text).end_canon.command_id
        robot.send_document(text)
        self.assertDone(robot.wait(end))
        away = (model_pose("fanuc_gear_small_1") - LAYOUT.slot_pose("fanuc_kit/3"))[:3, 3]
        self.assertLess(np.abs(away).max(), 1e-3)

    @slow_on_gazebo
    def test_5b_a_gear_is_not_pushed_into_a_slot_that_is_taken_and_the_one_in_the_way_is_named(
        self,
    ) -> None:
        if "/fanuc/contact_stop" not in dict(rospy.get_published_topics()):
            self.skipTest("this simulator has no contact stop")
        robot, gear, there = self.robots["fanuc"], "fanuc_gear_small_2", "fanuc_gear_small_1"
        body, rest = LAYOUT.models[gear].part.body, LAYOUT.slot_pose("fanuc_kit/3")
        before = model_pose(there)
        self.assertLess(np.linalg.norm((before - rest)[:3, 3]), 1e-3, "the slot is taken")
        place = placing(rest, body)
        self.pick(robot, gear)
        self.begin(robot)
        self.assertDone(robot.do(MoveTo, False, robot.move(place.above).end_position))
        heights, subscriber = (
            [],
            rospy.Subscriber(
                "/gazebo/model_states",
                ModelStates,
                lambda message: heights.append(message.pose[message.name.index(there)].position.z),
                queue_size=10,
            ),
        )
        until(lambda: heights, "heights of the gear in the slot")
        status = robot.do(MoveTo, True, robot.move(place.at).end_position)
        subscriber.unregister()
        self.assertEqual(
            status.command_status.command_state,
            "CRCL_Error",
            status.command_status.state_description,
        )
        self.assertIn(
            f"held back by {there} (link gear): {gear}, which it holds, presses on it",
            status.command_status.state_description,
        )
        self.assertLess(before[2, 3] - min(heights), 1e-3, "pushed into the tray")
        self.assertLess(abs(model_pose(there)[2, 3] - before[2, 3]), 0.2e-3)
        # It may hang lower in the fingers than before, and askew: it is dropped into its tray.
        tray = LAYOUT.models[gear].world_from_model @ transform_from_rpy(
            (0.0, 0.0, 0.02), (0.0, 0.0, 0.0)
        )
        over = picking(tray, body).above
        self.run_program(
            robot,
            robot.move(place.above),
            robot.move(over, False),
            robot.move(placing(tray, body).at),
            robot.grip(0.6),
            robot.move(over),
        )

    @slow_on_gazebo
    def test_6_frames_agree_with_the_status(self) -> None:
        buffer = tf2_ros.Buffer()
        listener = tf2_ros.TransformListener(buffer)
        for name in ROBOTS:
            self.begin(self.robots[name])
            end, away = time.monotonic() + 200.0, math.inf
            while away > 1e-3 and time.monotonic() < end:
                # Frames are published at their own rate, some time after their stamps.
                found = buffer.lookup_transform(
                    "world", f"{name}/tcp", rospy.Time(0), rospy.Duration(200.0)
                ).transform.translation
                away = np.linalg.norm(
                    matrix(self.robots[name].status().pose_status.pose)[:3, 3]
                    - (found.x, found.y, found.z)
                )
            self.assertLess(away, 1e-3, name)
        listener.unregister()

    @slow_on_gazebo
    def test_6b_a_guard_on_the_sensor_in_the_wrist_stops_a_robot_that_presses_on_the_table(
        self,
    ) -> None:
        robot, above = self.robots["motoman"], np.eye(4)
        above[:3, :3], above[:3, 3] = np.diag([1.0, -1.0, -1.0]), (0.25, 1.6, 0.82)
        self.begin(robot)
        for command in (
            (EnableSensor, "ATINetFT"),
            (MoveTo, False, crcl_pose(above)),
            (Dwell, 0.5),
        ):
            self.assertDone(robot.do(*command))
        free = robot.status().sensor_statuses.force_torque_sensor_status[0]
        self.assertEqual(free.sensor_id, "ATINetFT")
        self.assertLess(
            max(abs(value) for value in (free.fx, free.fy, free.fz)),
            1.0,
            "the tool's own weight is taken out",
        )
        self.assertDone(robot.do(SetTransSpeed, TransSpeedAbsolute(0.02)))
        down, number = above.copy(), robot.next_id()
        down[2, 3] = 0.70
        robot.send(
            MoveTo(
                number,
                True,
                crcl_pose(down),
                guard=(Guard("ATINetFT", "OVER_MAX", 20.0, sub_field="Fz"),),
            )
        )
        status = robot.wait(number)
        self.assertDone(status)
        self.assertIn(
            "guard on ATINetFT.Fz OVER_MAX 20 tripped", status.command_status.state_description
        )
        self.assertTrue(
            20.0 <= status.guards_statuses.trigger_value < 500.0,
            status.guards_statuses.trigger_value,
        )
        self.assertTrue(
            0.73 < status.pose_status.pose.point.z < 0.80, status.pose_status.pose.point
        )
        self.assertIsNotNone(status.pose_status.wrench)
        self.assertDone(robot.do(MoveTo, True, crcl_pose(above)))

    @slow_on_gazebo
    def test_6c_a_robot_out_of_order_stops_and_refuses_all_until_it_is_cleared(self) -> None:
        robot = self.robots["fanuc"]
        self.begin(robot)
        self.assertDone(robot.do(SetTransSpeed, TransSpeedAbsolute(0.01)))
        start = matrix(robot.status().pose_status.pose)
        goal, number = start.copy(), robot.next_id()
        goal[2, 3] += 0.05
        robot.send(MoveTo(number, True, robot.move(goal).end_position))
        until(lambda: robot.status().command_status.command_state == "CRCL_Working", "motion")
        out_of_order = rospy.ServiceProxy("/fanuc/robot_controller/out_of_order", SetBool)
        self.assertTrue(out_of_order(True).success)
        status = robot.wait(number)
        for kind, values in ((MoveTo, (False, crcl_pose(start))), (StopMotion, ("Normal",))):
            self.assertEqual(
                (status.command_status.command_state, status.command_status.state_description),
                ("CRCL_Error", "the robot is out of order"),
            )
            status = robot.do(kind, *values)
        self.assertLess(matrix(robot.status().pose_status.pose)[2, 3] - start[2, 3], 0.049)
        self.assertTrue(out_of_order(False).success)
        stuck = rospy.ServiceProxy("/fanuc/robot_controller/tool_changer_stuck", SetBool)
        stuck(True)
        status = robot.do(OpenToolChanger)
        self.assertEqual(status.command_status.state_description, "the tool changer is stuck")
        stuck(False)
        self.begin(robot)
        self.assertDone(robot.do(MoveTo, False, crcl_pose(start)))

    def test_6d_after_a_reset_all_is_in_its_place_and_robots_go_on(self) -> None:
        synchronise = {
            name: rospy.ServiceProxy(f"/{name}/crcl_bridge/synchronise", CrclSynchronise)
            for name in ROBOTS
        }
        for reset in ("reset_world", "reset_simulation"):
            for name in ROBOTS:
                robot, home = self.robots[name], self.started(name)
                self.begin(robot)
                away = home.copy()
                away[2, 3] += 0.05
                self.assertDone(robot.do(MoveTo, True, crcl_pose(away)))
            before = now()
            call(reset)
            if reset == "reset_simulation":
                until(lambda: now() < before, "time set back")  # noqa: B023
            end = now() + 0.1
            for name in ROBOTS:
                answer = synchronise[name](rospy.Time.from_sec(end))
                self.assertTrue(answer.success, answer.status_message)
                at = matrix(self.robots[name].status().pose_status.pose)
                self.assertLess(np.abs(at - self.started(name)).max(), 2e-4, (reset, name))
            for name, placed in LAYOUT.models.items():
                if isinstance(placed.part.body, Gear):
                    off = np.abs(model_pose(name) - placed.world_from_model)[:3, 3]
                    self.assertLess(off.max(), 1e-3, (reset, name))
            for name in ROBOTS:
                self.begin(self.robots[name])
                self.assertDone(self.robots[name].do(MoveTo, True, crcl_pose(self.started(name))))

    @staticmethod
    def started(name: str) -> np.ndarray:
        """Return world_from_tcp (4, 4) of a robot in its start pose."""
        robot = placed_arm(LAYOUT, name).robot
        return robot.ring.controlled(robot.kinematics.forward(robot.start))

    @slow_on_gazebo
    def test_7_the_end_of_one_robots_server_is_not_the_end_of_the_other(self) -> None:
        master = rosgraph.Master(rospy.get_name())
        uri = master.lookupNode("/fanuc/crcl_bridge")
        os.kill(xmlrpc.client.ServerProxy(uri).getPid(rospy.get_name())[2], signal.SIGKILL)
        with self.assertRaises(OSError):
            until(lambda: self.robots["fanuc"].status() and False, "end of its connection")
        since = now()
        until(lambda: now() > since + 5.0, "5 s in which a launch would have ended")
        robot = self.robots["motoman"]
        self.begin(robot)
        target = matrix(robot.status().pose_status.pose)
        target[2, 3] -= 0.02
        self.assertDone(robot.wait(robot.send_program([robot.move(target)]), 120.0))
        self.assertEqual(
            rospy.wait_for_message("/fanuc/crcl/status", CrclStatus, 60.0).state, CrclStatus.DONE
        )

    def begin(self, robot: CrclRobot) -> None:
        self.assertDone(robot.do(InitCanon))
        self.assertDone(robot.do(SetTransSpeed, TransSpeedAbsolute(0.25)))

    def assertDone(self, status: object) -> None:
        self.assertEqual(
            status.command_status.command_state,
            "CRCL_Done",
            status.command_status.state_description,
        )


if __name__ == "__main__":
    rostest.rosrun("sim", "agility_lab", AgilityLab)
