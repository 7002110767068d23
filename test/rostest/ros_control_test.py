#!/usr/bin/env python3
"""Robots under ros_control do what their YAML files and a foreign client ask, on both
simulators."""

import math
import os
import sys
import unittest
from pathlib import Path

import numpy as np
import rospy
import rostest
from actionlib import SimpleActionClient
from actionlib_msgs.msg import GoalStatus
from rosgraph_msgs.msg import Log
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64, Float64MultiArray
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from control_msgs.msg import (
    FollowJointTrajectoryAction,
    FollowJointTrajectoryGoal,
    FollowJointTrajectoryResult,
    GripperCommandAction,
    GripperCommandGoal,
    JointTrajectoryControllerState,
)

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from controlled_robots import (
    BEST_EFFORT,
    STEP,
    Manager,
    robot,
    spawn_controlled,
    spawner,
    transmission,
)
from plugin_robots import EXAMPLE, Robot, step
from simulator_client import Subscription, call, done, now, state, until

GAZEBO = os.environ["SIM_TEST_SIMULATOR"] == "gazebo"
WORLDS = ["ground_plane"]
POSITION = "hardware_interface/PositionJointInterface"
EFFORT = "EffortJointInterface"  # as old URDFs name it
CONTROLLERS = """
joint_state_controller: {type: joint_state_controller/JointStateController, publish_rate: 500}
arm_controller:
  type: position_controllers/JointTrajectoryController
  joints: [shoulder, elbow]
  stop_trajectory_duration: 0.2
  constraints: {goal_time: 0.5, shoulder: {trajectory: 0.1, goal: 0.01}, elbow: {goal: 0.01}}
elbow_controller: {type: position_controllers/JointPositionController, joint: elbow}
group_controller:
  {type: position_controllers/JointGroupPositionController, joints: [shoulder, elbow]}
gripper_controller: {type: position_controllers/GripperActionController, joint: elbow}
slide_controller:
  {type: effort_controllers/JointPositionController, joint: slide, pid: {p: 200.0, i: 0.0, d: 20.0}}
twice_controller:
  {type: position_controllers/JointTrajectoryController, joints: [elbow, elbow]}
strange_controller: {type: position_controllers/NoSuchController, joint: elbow}
"""
EFFORTS = """
joint_state_controller: {type: joint_state_controller/JointStateController, publish_rate: 500}
arm_controller:
  type: effort_controllers/JointTrajectoryController
  joints: [shoulder, elbow]
  gains:
    shoulder: {p: 2000, i: 4000, d: 40, i_clamp: 40}
    elbow: {p: 300, i: 1000, d: 4, i_clamp: 10}
  constraints: {goal_time: 1.0, stopped_velocity_tolerance: 0.05, elbow: {goal: 0.02}}
"""
WHEELS = """
base_controller:
  type: diff_drive_controller/DiffDriveController
  left_wheel: left_wheel_joint
  right_wheel: [right_wheel_joint]
  publish_rate: 50
  pose_covariance_diagonal: [0.001, 0.001, 1000000.0, 1000000.0, 1000000.0, 0.03]
  base_frame_id: base_footprint
  cmd_vel_timeout: 10.0
  linear: {x: {has_acceleration_limits: true, max_acceleration: 1.0}}
"""


def point(time: float, positions, velocities=(), accelerations=()) -> JointTrajectoryPoint:
    return JointTrajectoryPoint(
        list(positions), list(velocities), list(accelerations), [], rospy.Duration(time)
    )


def goal(*points: JointTrajectoryPoint, joints=("elbow", "shoulder")) -> FollowJointTrajectoryGoal:
    made = FollowJointTrajectoryGoal()
    made.trajectory = JointTrajectory(joint_names=list(joints), points=list(points))
    return made


def quintic(u: float) -> float:
    """From 0 to 1 at rest at both ends."""
    return u**3 * (10 - 15 * u + 6 * u**2)


class Client:
    """A foreign client of an action, while the simulator is stepped."""

    def __init__(self, name: str, kind: type) -> None:
        self._client = SimpleActionClient(name, kind)
        until(lambda: self._client.wait_for_server(rospy.Duration(0.1)), name)

    def send(self, wanted) -> None:
        self._client.send_goal(wanted)

    def cancel(self) -> None:
        self._client.cancel_goal()

    def finish(self, longest: float = 10.0):
        """Steps until the goal has ended; its state and result."""
        end = now() + longest
        while self._client.get_state() in (GoalStatus.PENDING, GoalStatus.ACTIVE):
            assert now() < end, f"no end by {end} s"
            step(0.05)
        # Status and result come on topics of their own.
        result = until(lambda: self._client.get_result(), "result")
        return self._client.get_state(), result

    def active(self) -> None:
        """Steps until the goal is at work."""
        until(lambda: step(STEP) and self._client.get_state() == GoalStatus.ACTIVE, "goal at work")


class RosControl(unittest.TestCase):
    def setUp(self) -> None:
        call("pause_physics")
        for name in done("get_world_properties").model_names:
            if name not in WORLDS:
                done("delete_model", name)
        call("reset_simulation")

    def spawn(self, name: str, text: str, parameters: str) -> Manager:
        """A robot in a namespace of its name; its services come with physics."""
        rospy.set_param(f"/{name}/robot_description", text)
        return spawn_controlled(name, text, f"/{name}", parameters)

    def test_an_arm_follows_a_foreign_client_s_trajectory(self) -> None:
        self.spawn("arm", robot("arm", POSITION), CONTROLLERS)
        with spawner("/arm", "joint_state_controller", "arm_controller"):
            states = Subscription("/arm/joint_states", JointState)
            client = Client(
                "/arm/arm_controller/follow_joint_trajectory", FollowJointTrajectoryAction
            )
            step(0.5)
            rest = states.wait(lambda message: message.header.stamp.to_sec() > 0.3)
            self.assertEqual(rest.name, ["shoulder", "elbow", "slide"])
            self.assertLess(abs(rest.position[0]), 2e-3)
            wanted = goal(point(2.0, (1.2, -0.8), (0.0, 0.0), (0.0, 0.0)))
            begin = now()
            wanted.trajectory.header.stamp = rospy.Time.from_sec(begin + 0.5)
            client.send(wanted)
            reached, result = client.finish()
            self.assertEqual(reached, GoalStatus.SUCCEEDED)
            self.assertEqual(result.error_code, FollowJointTrajectoryResult.SUCCESSFUL)
            errors = []
            for message in states.messages:
                time = message.header.stamp.to_sec() - begin - 0.5
                if 0.0 <= time <= 2.0:
                    part = quintic(time / 2.0)
                    errors.append(
                        [message.position[0] + 0.8 * part, message.position[1] - 1.2 * part]
                    )
            self.assertGreater(len(errors), 500)
            rms = math.sqrt(float(np.mean(np.square(errors))))
            self.assertLess(rms, 5e-3 if GAZEBO else 2e-3)
        self.assertEqual(Manager("/arm").states(), {})

    def test_goals_that_are_wrong_are_refused_and_one_can_be_taken_back(self) -> None:
        manager = self.spawn("arm", robot("arm", POSITION), CONTROLLERS)
        manager.begin("joint_state_controller", "arm_controller")
        states = Subscription("/arm/joint_states", JointState)
        client = Client("/arm/arm_controller/follow_joint_trajectory", FollowJointTrajectoryAction)
        step(0.1)
        still = (0.0, 0.0)
        wrong = {
            FollowJointTrajectoryResult.INVALID_JOINTS: [
                goal(point(1.0, (0.1, 0.1)), joints=("elbow", "wrist")),
                goal(point(1.0, (0.1,)), joints=("elbow",)),
            ],
            FollowJointTrajectoryResult.INVALID_GOAL: [
                goal(point(1.0, (0.1, 0.1)), point(0.5, (0.2, 0.2))),
                goal(point(1.0, (0.1, math.nan))),
                goal(point(1.0, (0.1,))),
                goal(point(1.0, (0.1, 0.1), (0.0,))),
                goal(point(1.0, ())),
            ],
        }
        for code, goals in wrong.items():
            for given in goals:
                client.send(given)
                ended, result = client.finish()
                self.assertEqual((ended, result.error_code), (GoalStatus.REJECTED, code))
                self.assertTrue(result.error_string)
        client.send(goal(point(2.0, (1.0, 0.0), still)))
        client.active()
        step(1.0)
        client.cancel()
        ended, _ = client.finish()
        self.assertEqual(ended, GoalStatus.PREEMPTED)
        step(1.0)
        where = states.wait(lambda message: message.header.stamp.to_sec() > now() - 0.01)
        # Half the way, and what it takes to stop within 0.2 s from 0.75 rad/s.
        self.assertAlmostEqual(where.position[1], 0.575, delta=0.06)
        self.assertLess(abs(where.velocity[1]), 1e-2)
        # Faster than the joint may: its path is violated.
        client.send(goal(point(0.1, (0.0, 2.0))))
        ended, result = client.finish()
        self.assertEqual(
            (ended, result.error_code),
            (GoalStatus.ABORTED, FollowJointTrajectoryResult.PATH_TOLERANCE_VIOLATED),
        )

    def test_topics_command_as_the_action_does_and_controllers_take_turns(self) -> None:
        manager = self.spawn("arm", robot("arm", POSITION), CONTROLLERS)
        manager.begin("joint_state_controller", "arm_controller")
        states = Subscription("/arm/joint_states", JointState)
        seen = Subscription("/arm/arm_controller/state", JointTrajectoryControllerState)
        commands = rospy.Publisher(
            "/arm/arm_controller/command", JointTrajectory, queue_size=1, tcp_nodelay=True
        )
        until(commands.get_num_connections, "command")
        commands.publish(goal(point(0.5, (0.4, 0.2), (0.0, 0.0))).trajectory)
        until(
            lambda: step(0.02) and seen.messages and seen.messages[-1].desired.positions[1] > 0.1,
            "way",
        )
        step(1.0)
        last = states.wait(lambda message: message.header.stamp.to_sec() > now() - 0.01)
        np.testing.assert_allclose(last.position[:2], (0.2, 0.4), atol=5e-3)
        # One joint, one controller.
        for name in ("elbow_controller", "group_controller", "gripper_controller"):
            self.assertTrue(manager.load(name))
        self.assertFalse(manager.switch(["elbow_controller"]))
        self.assertTrue(manager.switch(["elbow_controller"], strictness=BEST_EFFORT))
        self.assertEqual(manager.states()["elbow_controller"].state, "stopped")
        self.assertTrue(manager.switch(["elbow_controller"], ["arm_controller"]))
        claimed = manager.states()["elbow_controller"].claimed_resources[0]
        self.assertEqual((claimed.hardware_interface, claimed.resources), (POSITION, ["elbow"]))
        number = rospy.Publisher("/arm/elbow_controller/command", Float64, queue_size=1)
        until(number.get_num_connections, "command of the elbow")
        number.publish(-0.3)
        self.settle(states, (0.2, -0.3))
        self.assertTrue(manager.switch(["group_controller"], ["elbow_controller"]))
        group = rospy.Publisher("/arm/group_controller/command", Float64MultiArray, queue_size=1)
        until(group.get_num_connections, "command of both")
        group.publish(Float64MultiArray(data=[0.5, 0.6]))
        self.settle(states, (0.5, 0.6))
        self.assertTrue(manager.switch(["gripper_controller"], ["group_controller"]))
        client = Client("/arm/gripper_controller/gripper_cmd", GripperCommandAction)
        wanted = GripperCommandGoal()
        wanted.command.position = 0.2
        client.send(wanted)
        ended, result = client.finish()
        self.assertEqual((ended, result.reached_goal), (GoalStatus.SUCCEEDED, True))
        self.settle(states, (0.5, 0.2))
        self.assertFalse(manager.call("unload_controller", "gripper_controller").ok)
        self.assertTrue(manager.call("unload_controller", "elbow_controller").ok)
        self.assertIn(
            "effort_controllers/JointTrajectoryController",
            manager.call("list_controller_types").types,
        )

    def settle(self, states: Subscription, wanted) -> None:
        """Until the arm is there."""

        def there() -> bool:
            step(0.1)
            found = states.messages[-1] if states.messages else None
            return found is not None and np.allclose(found.position[:2], wanted, atol=5e-3)

        until(there, f"arm at {wanted}")

    def test_a_pid_by_effort_answers_a_step_as_the_mass_it_drives(self) -> None:
        manager = self.spawn("arm", robot("arm", POSITION), CONTROLLERS)
        manager.begin("joint_state_controller", "slide_controller")
        states = Subscription("/arm/joint_states", JointState)
        commands = rospy.Publisher("/arm/slide_controller/command", Float64, queue_size=1)
        until(commands.get_num_connections, "command of the slide")
        step(0.1)
        commands.publish(0.2)
        moving = until(
            lambda: (
                step(STEP)
                and next((one for one in states.messages if abs(one.effort[2]) > 1.0), None)
            ),
            "step of the command",
        )
        begin = moving.header.stamp.to_sec()
        step(1.0)
        # m x'' = p (r - x) - d x', in small steps; the effort is known a step after it acts.
        mass, x, v, response = 2.0, 0.0, 0.0, []
        for _ in range(10000):
            v += 1e-4 * (200.0 * (0.2 - x) - 20.0 * v) / mass
            x += 1e-4 * v
            response.append(x)
        errors = [
            message.position[2] - response[index]
            for message in states.messages
            for index in [round((message.header.stamp.to_sec() - begin + STEP) / 1e-4)]
            if 0 <= index < 10000
        ]
        self.assertGreater(len(errors), 400)
        self.assertLess(np.abs(errors).max(), 0.05 * 0.2)

    def test_an_arm_by_effort_follows_and_bears_its_weight(self) -> None:
        manager = self.spawn("heavy", robot("heavy", EFFORT), EFFORTS)
        manager.begin("joint_state_controller", "arm_controller")
        client = Client(
            "/heavy/arm_controller/follow_joint_trajectory", FollowJointTrajectoryAction
        )
        step(0.2)
        client.send(goal(point(1.5, (0.9, -0.6), (0.0, 0.0))))
        ended, result = client.finish()
        self.assertEqual(ended, GoalStatus.SUCCEEDED, result)

    def test_wheels_by_velocity_drive_and_know_where_they_are(self) -> None:
        urdf = EXAMPLE.read_text(encoding="utf-8")
        begin, end = urdf.index('<plugin name="drive"'), urdf.index("</plugin>") + len("</plugin>")
        velocity = "hardware_interface/VelocityJointInterface"
        urdf = urdf[:begin] + '<plugin name="c" filename="libgazebo_ros_control.so"/>' + urdf[end:]
        for name in ("left_wheel_joint", "right_wheel_joint"):
            urdf = urdf.replace("</robot>", transmission(name, velocity) + "</robot>")
        manager = self.spawn("wheels", urdf, WHEELS)
        manager.begin("base_controller")
        base = Robot("/wheels/base_controller")
        for _ in range(20):
            here = base.round(0.3, 0.5)
        self.assertEqual((here.header.frame_id, here.child_frame_id), ("odom", "base_footprint"))
        self.assertAlmostEqual(here.pose.covariance[35], 0.03)
        for _ in range(10):
            here = base.round(0.0, 0.0)
        real = state("wheels")[0].position
        way = math.hypot(real.x, real.y)
        self.assertGreater(way, 0.3)
        sensed = here.pose.pose.position
        self.assertLess(math.hypot(sensed.x - real.x, sensed.y - real.y), 0.05 * way)

    def test_what_is_wrong_is_said_in_a_line_and_all_else_goes_on(self) -> None:
        lines = Subscription("/rosout", Log)
        more = '<transmission name="bare"><joint name="elbow"/></transmission>' + transmission(
            "ghost", POSITION
        )
        text = robot("arm", POSITION, more).replace(
            'filename="libgazebo_ros_control.so"/>',
            'filename="libgazebo_ros_control.so"><robotSimType>own/HWSim</robotSimType></plugin>',
        )
        manager = self.spawn("arm", text, CONTROLLERS)
        for name in ("twice_controller", "strange_controller", "absent_controller"):
            self.assertFalse(manager.load(name))
        for said in (
            "transmission ghost_trans: names joint 'ghost', which the robot lacks",
            "transmission bare: names joint elbow again",
            "<robotSimType> own/HWSim is not here",
            "twice_controller/joints: names elbow twice",
            "is 'position_controllers/NoSuchController', which is not here",
            "absent_controller/type: is not there",
        ):
            line = lines.wait(lambda entry, said=said: said in entry.msg).msg
            self.assertNotIn("\n", line)
        rospy.set_param("/broken/robot_description", "<robot")
        rospy.set_param("/broken/x", 1)
        call("spawn_urdf_model", "broken", text, "/broken", state("ground_plane")[0], "")
        until(
            lambda: step(0.1) and any("it does not run" in entry.msg for entry in lines.messages),
            "line about a description",
        )
        manager.begin("joint_state_controller", "arm_controller")
        client = Client("/arm/arm_controller/follow_joint_trajectory", FollowJointTrajectoryAction)
        client.send(goal(point(5.0, (1.0, 1.0))))
        client.active()
        done("delete_model", "arm")
        before = now()
        step(0.5)
        self.assertAlmostEqual(now() - before, 0.5, delta=1e-6)

    def test_a_public_arm_moves_by_its_own_urdf(self) -> None:
        data = Path(
            os.environ.get("SIM_TEST_DATA", Path(__file__).resolve().parents[3] / "shared" / "data")
        )
        file = data / "example-robot-data/robots/ur_description/urdf/ur5_robot.urdf"
        if not file.is_file():
            self.skipTest(f"{file} is not there")
        joints = ["shoulder_pan", "shoulder_lift", "elbow", "wrist_1", "wrist_2", "wrist_3"]
        joints = [f"{name}_joint" for name in joints]
        controllers = (
            "joint_state_controller: {type: joint_state_controller/JointStateController, "
            "publish_rate: 50}\narm_controller: {type: position_controllers/"
            f"JointTrajectoryController, joints: [{', '.join(joints)}]}}"
        )
        text = file.read_text(encoding="utf-8").replace("package://", f"file://{data}/")
        manager = self.spawn("ur5", text, controllers)
        manager.begin("joint_state_controller", "arm_controller")
        states = Subscription("/ur5/joint_states", JointState)
        client = Client("/ur5/arm_controller/follow_joint_trajectory", FollowJointTrajectoryAction)
        step(0.1)
        wanted = (0.6, -1.2, 1.0, -0.5, 0.7, 0.3)
        client.send(goal(point(2.0, wanted, (0.0,) * 6), joints=joints))
        self.assertEqual(client.finish()[0], GoalStatus.SUCCEEDED)
        last = states.wait(lambda message: message.header.stamp.to_sec() > now() - 0.05)
        found = dict(zip(last.name, last.position))
        np.testing.assert_allclose([found[name] for name in joints], wanted, atol=5e-3)


if __name__ == "__main__":
    rospy.init_node("ros_control_test")
    rostest.rosrun("sim", "ros_control", RosControl)
