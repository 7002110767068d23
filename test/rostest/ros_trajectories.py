"""Arms under ros_control with trajectories of a foreign client, on both simulators."""

import math
import os
from pathlib import Path

import numpy as np
import rospy
from actionlib_msgs.msg import GoalStatus
from controlled_robots import (
    CONTROLLERS,
    POSITION,
    ControlledCase,
    Manager,
    hand,
    robot,
    spawn_controlled,
    spawner,
)
from launched import slow, slow_on_gazebo
from plugin_robots import step
from sensor_msgs.msg import JointState
from simulator_client import Subscription, done, now
from trajectory_client import goal, point, quintic

from control_msgs.msg import FollowJointTrajectoryAction, FollowJointTrajectoryResult

GAZEBO = os.environ["SIM_TEST_SIMULATOR"] == "gazebo"
EFFORT = "EffortJointInterface"  # as old URDFs name it
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


class Trajectories(ControlledCase):
    def test_an_arm_follows_a_foreign_client_s_trajectory(self) -> None:
        spawn_controlled("arm", robot("arm", POSITION, hand()), "/arm", CONTROLLERS)
        with spawner("/arm", "joint_state_controller", "arm_controller"):
            states = Subscription("/arm/joint_states", JointState)
            client = self.client(
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
            wrist = done("get_joint_properties", "arm::wrist").position[0]
            self.assertAlmostEqual(wrist, -0.5 * 1.2 + 0.2, delta=5e-3)
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

    @slow_on_gazebo
    def test_goals_that_are_wrong_are_refused_and_one_can_be_taken_back(self) -> None:
        manager = spawn_controlled("arm", robot("arm", POSITION), "/arm", CONTROLLERS)
        manager.begin("joint_state_controller", "arm_controller")
        states = Subscription("/arm/joint_states", JointState)
        client = self.client(
            "/arm/arm_controller/follow_joint_trajectory", FollowJointTrajectoryAction
        )
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
        # Half the way, and the stopping distance within 0.2 s from 0.75 rad/s.
        self.assertAlmostEqual(where.position[1], 0.575, delta=0.06)
        self.assertLess(abs(where.velocity[1]), 1e-2)
        # Faster than the joint may: its path is violated.
        client.send(goal(point(0.1, (0.0, 2.0))))
        ended, result = client.finish()
        self.assertEqual(
            (ended, result.error_code),
            (GoalStatus.ABORTED, FollowJointTrajectoryResult.PATH_TOLERANCE_VIOLATED),
        )

    @slow
    def test_an_arm_by_effort_follows_and_bears_its_weight(self) -> None:
        manager = spawn_controlled("heavy", robot("heavy", EFFORT), "/heavy", EFFORTS)
        manager.begin("joint_state_controller", "arm_controller")
        client = self.client(
            "/heavy/arm_controller/follow_joint_trajectory", FollowJointTrajectoryAction
        )
        step(0.2)
        client.send(goal(point(1.5, (0.9, -0.6), (0.0, 0.0))))
        ended, result = client.finish()
        self.assertEqual(ended, GoalStatus.SUCCEEDED, result)

    @slow
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
        manager = spawn_controlled("ur5", text, "/ur5", controllers)
        manager.begin("joint_state_controller", "arm_controller")
        states = Subscription("/ur5/joint_states", JointState)
        client = self.client(
            "/ur5/arm_controller/follow_joint_trajectory", FollowJointTrajectoryAction
        )
        step(0.1)
        wanted = (0.6, -1.2, 1.0, -0.5, 0.7, 0.3)
        client.send(goal(point(2.0, wanted, (0.0,) * 6), joints=joints))
        self.assertEqual(client.finish()[0], GoalStatus.SUCCEEDED)
        last = states.wait(lambda message: message.header.stamp.to_sec() > now() - 0.05)
        found = dict(zip(last.name, last.position))
        np.testing.assert_allclose([found[name] for name in joints], wanted, atol=5e-3)
