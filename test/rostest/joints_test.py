#!/usr/bin/env python3
"""Driven joints: hold, follow trajectories, keep limits, refuse invalid commands.

They can also be set by service.
"""

import math
import os
import sys
import unittest

import numpy as np
import rospy
import rostest
from geometry_msgs.msg import Pose
from rosgraph_msgs.msg import Log

from sim.robots import assembly

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from joints_grippers import GrippersTest
from rig import FOLDER, LOCKSTEP_PERIOD, point, shared_rig, text_of, trajectory
from simulator_client import Subscription, call, done

BOTH = ("shoulder", "elbow")
# Torque of the arm's weight at the shoulder: (6 kg 0.25 m + 3 kg 0.7 m) 9.8 m/s^2, about the
# opposite axis.
HOLDING = -35.28
NAN = float("nan")


class JointsTest(unittest.TestCase):
    """Each case begins with an empty world at time 0."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.rig = shared_rig()
        cls.log = Subscription("/rosout", Log)

    def setUp(self) -> None:
        self.rig.begin()
        self.log.messages.clear()

    def test_an_arm_holds_where_it_is_and_says_so_at_250_hz(self) -> None:
        self.rig.spawn("arm", "arm")
        self.rig.run(1.0)
        shoulder, elbow = self.rig.history("arm", "shoulder"), self.rig.history("arm", "elbow")
        self.assertEqual(list(self.rig.joints["arm"].messages[0].name), list(BOTH))
        self.assertLess(np.abs(np.vstack([shoulder, elbow])[:, 1]).max(), 1e-3)
        np.testing.assert_allclose(np.diff(shoulder[:, 0]), 0.004, atol=1e-6)
        self.assertAlmostEqual(np.mean(shoulder[125:, 3]), HOLDING, delta=1.0)

    def test_joints_stand_where_they_start_at_spawn_and_after_a_reset(self) -> None:
        plugin = '<plugin name="joints" filename="libsim_joints.so"'
        starts = '<start joint="shoulder" position="0.5"/><start joint="elbow" position="-1"/>'
        text = text_of("arm").replace(f"{plugin}/>", f"{plugin}>{starts}</plugin>")
        self.rig.spawn("arm", "arm", text)
        for reset in ("", "reset_world", "reset_simulation"):
            if reset:
                self.rig.tell("/arm/command", trajectory(["shoulder"], point(0.5, (-0.2,), (0.0,))))
                self.rig.run(0.6)
                self.assertAlmostEqual(self.rig.state("arm")["shoulder"][0], -0.2, delta=2e-3)
                call(reset)
                # Earlier readings must not be taken for later ones.
                self.rig.joints["arm"].messages.clear()
            self.assertArm(0.5, -1.0, reset)
            self.rig.run(0.2)
            self.assertArm(0.5, -1.0, reset)

    def assertArm(self, shoulder: float, elbow: float, when: str) -> None:
        state = {joint: done("get_joint_properties", f"arm::{joint}").position[0] for joint in BOTH}
        self.assertAlmostEqual(state["shoulder"], shoulder, delta=2e-3, msg=when)
        self.assertAlmostEqual(state["elbow"], elbow, delta=2e-3, msg=when)

    def test_points_with_velocities_are_followed_as_cubics(self) -> None:
        self.rig.spawn("arm", "arm")
        self.rig.run(LOCKSTEP_PERIOD)
        self.rig.tell(
            "/arm/command",
            trajectory(
                BOTH, point(0.5, (0.4, -0.5), (0.6, 0.0)), point(1.0, (0.3, -0.9), (0.0, 0.0))
            ),
        )
        self.rig.run(1.5)
        for joint, ends in (
            ("shoulder", (0.0, 0.4, 0.3, 0.0, 0.6, 0.0)),
            ("elbow", (0.0, -0.5, -0.9, 0.0, 0.0, 0.0)),
        ):
            rows = self.rig.history("arm", joint)
            wanted = np.array([hermite(*ends, time - LOCKSTEP_PERIOD) for time in rows[:, 0]])
            self.assertLess(np.abs(rows[:, 1] - wanted).max(), 3e-3, joint)

    def test_chunks_that_work_ahead_join_smoothly(self) -> None:
        def place(at: float) -> tuple:
            return 0.4 * (1 - math.cos(2 * at)), 0.8 * math.sin(2 * at)

        self.rig.spawn("arm", "arm")
        self.rig.run(LOCKSTEP_PERIOD)
        for chunk in range(60):
            times = [LOCKSTEP_PERIOD * chunk + 0.004 * k for k in range(1, 6)]
            points = [
                point(at - LOCKSTEP_PERIOD * chunk, (place(at)[0],), (place(at)[1],))
                for at in times
            ]
            self.rig.tell("/arm/command", trajectory(["shoulder"], *points))
            self.rig.run(LOCKSTEP_PERIOD)
        self.rig.run(0.2)
        rows = self.rig.history("arm", "shoulder")
        wanted = np.array(
            [
                place(min(max(at - LOCKSTEP_PERIOD, 0.0), 60 * LOCKSTEP_PERIOD))[0]
                for at in rows[:, 0]
            ]
        )
        self.assertLess(np.abs(rows[:, 1] - wanted)[rows[:, 0] < 60 * LOCKSTEP_PERIOD].max(), 2e-3)
        self.assertLess(np.abs(self.rig.history("arm", "elbow")[:, 1]).max(), 3e-3)
        self.assertAlmostEqual(rows[-1, 1], wanted[-1], delta=5e-3)

    def test_a_later_command_replaces_from_its_first_point_on(self) -> None:
        self.rig.spawn("arm", "arm")
        self.rig.tell(
            "/arm/command",
            trajectory(["elbow"], *(point(0.2 * k, (0.1 * k,)) for k in range(1, 11))),
        )
        self.rig.run(0.3)
        # The points at 0.4 and 0.6 s come before 0.7 s and stay.
        self.rig.tell("/arm/command", trajectory(["elbow"], point(0.4, (0.2,), (0.0,))))
        self.rig.run(0.3)
        self.assertAlmostEqual(self.rig.state("arm")["elbow"][0], 0.3, delta=5e-3)
        self.rig.run(0.6)
        self.assertAlmostEqual(self.rig.state("arm")["elbow"][0], 0.2, delta=5e-3)

    def test_limits_hold_whatever_is_asked_for(self) -> None:
        self.rig.spawn("arm", "arm")
        self.rig.run(LOCKSTEP_PERIOD)
        self.rig.tell("/arm/command", trajectory(["shoulder"], point(0.0, (-5.0,))))
        self.rig.run(2.0)
        rows = self.rig.history("arm", "shoulder")
        self.assertLess(np.abs(rows[:, 2]).max(), 2.1)
        self.assertGreater(rows[:, 1].min(), -1.55)
        self.assertAlmostEqual(rows[-1, 1], -1.5, delta=0.01)
        self.log.wait(lambda line: "shoulder" in line.msg and "limit" in line.msg)

    def test_carts_by_velocity_by_effort_and_with_a_motor_too_weak(self) -> None:
        self.rig.spawn("carts", "carts")
        self.rig.tell(
            "/carts/command",
            trajectory(["speed"], point(0.0, velocities=(0.5,)), point(1.0, velocities=(0.5,))),
        )
        self.rig.run(LOCKSTEP_PERIOD)
        self.rig.tell(
            "/carts/command",
            trajectory(
                ["push"],
                point(0.0, effort=(2.0,)),
                point(0.48, effort=(2.0,)),
                point(0.481, effort=(50.0,)),
                point(0.98, effort=(50.0,)),
            ),
        )
        self.rig.run(0.48)
        state = self.rig.state("carts")
        self.assertAlmostEqual(state["speed"][0], 0.25, delta=0.01)
        self.assertAlmostEqual(state["push"][0], 0.5 * 0.48**2, delta=0.005)
        # 15 N carry 2 kg but for 4.6 N.
        self.assertAlmostEqual(state["lift"][0], -0.5 * 2.3 * 0.25, delta=0.02)
        self.assertAlmostEqual(state["loose"][0], 0.0, delta=1e-4)
        self.rig.run(0.5)
        state = self.rig.state("carts")
        self.assertAlmostEqual(state["speed"][0], 0.5, delta=0.01)
        # 2 N and 4 N, the most, on 2 kg.
        self.assertAlmostEqual(state["push"][1], 0.48 + 1.0, delta=0.05)
        self.rig.run(0.4)
        after = self.rig.state("carts")
        self.assertAlmostEqual(after["speed"][0], 0.5, delta=0.01)
        self.assertAlmostEqual(after["push"][0] - state["push"][0], 0.4 * 1.48, delta=0.02)

    def test_wrong_settings_are_refused_in_the_same_words(self) -> None:
        for rig, old, new, message in (
            (
                "hand",
                "<force>30",
                "<force>",
                "plugin gripper: <force> is ''; write a number above 0",
            ),
            (
                "hand",
                'finger joint="left_finger"',
                'finger joint="palm"',
                "plugin gripper: <finger> names 'palm'; it must be a prismatic joint that no other "
                "finger names; there are along, height, left_finger, right_finger",
            ),
            (
                "arm",
                'filename="libsim_joints.so"/>',
                'filename="libsim_joints.so"><start joint="elbow" position="3"/></plugin>',
                "plugin joints: <start> of elbow has position='3'; write a number from -2 to 2",
            ),
        ):
            text = text_of(rig)
            self.assertIn(old, text)
            answer = call("spawn_sdf_model", rig, text.replace(old, new), "", Pose(), "")
            self.assertFalse(answer.success, message)
            self.assertIn(message, answer.status_message)

    def test_wrong_commands_are_refused_as_a_whole(self) -> None:
        self.rig.spawn("arm", "arm")
        self.rig.spawn("carts", "carts")
        self.rig.run(LOCKSTEP_PERIOD)
        good = point(0.1, (0.2, 0.2))
        for wrong in (
            trajectory(("shoulder", "knee"), good),
            trajectory((), good),
            trajectory(BOTH),
            trajectory(BOTH, point(0.1, (0.2,))),
            trajectory(("shoulder", "shoulder"), good),
            trajectory(BOTH, good, point(0.2, (0.3, NAN))),
            trajectory(BOTH, good, good),
            trajectory(BOTH, point(-0.1, (0.2, 0.2))),
            trajectory(BOTH, point(0.1, (0.2, 0.2), (0.1,))),
            trajectory(BOTH, good, point(0.2)),
            trajectory(BOTH, point(0.1, effort=(1.0, 1.0))),
            trajectory(BOTH, point(0.1, (0.2, 0.2), accelerations=(1.0, 1.0))),
        ):
            self.log.messages.clear()
            self.rig.tell("/arm/command", wrong)
            self.rig.run(0.1)
            self.log.wait(lambda line: "/arm/command" in line.msg and "ignored" in line.msg)
        for joint in ("speed", "push"):
            self.log.messages.clear()
            self.rig.tell("/carts/command", trajectory([joint], point(0.1, (0.2,))))
            self.rig.run(0.1)
            self.log.wait(lambda line, joint=joint: f"joint {joint} is controlled by" in line.msg)
        self.assertLess(max(abs(position) for position, _ in self.rig.state("arm").values()), 1e-3)
        self.rig.tell("/arm/command", trajectory(BOTH, good))
        self.rig.run(0.3)
        self.assertAlmostEqual(self.rig.state("arm")["elbow"][0], 0.2, delta=5e-3)

    def test_a_joint_that_is_put_elsewhere_holds_there(self) -> None:
        self.rig.spawn("arm", "arm")
        self.rig.tell("/arm/command", trajectory(BOTH, point(2.0, (1.0, 1.0))))
        self.rig.run(0.2)
        done("set_model_configuration", "arm", "", list(BOTH), [0.5, -0.7])
        self.rig.run(1.0)
        state = self.rig.state("arm")
        self.assertAlmostEqual(state["shoulder"][0], 0.5, delta=2e-3)
        self.assertAlmostEqual(state["elbow"][0], -0.7, delta=2e-3)
        self.rig.tell("/arm/command", trajectory(["elbow"], point(2.0, (1.0,))))
        self.rig.run(0.2)
        call("reset_world")
        self.rig.run(1.0)
        self.assertLess(max(abs(position) for position, _ in self.rig.state("arm").values()), 2e-3)

    def test_an_arm_with_a_gripper_from_urdf(self) -> None:
        folder = assembly.folder()
        self.rig.spawn(
            "",
            "robot",
            assembly.assemble(
                "robot", folder / "fanuc_lr_mate_200id.urdf", folder / "nist_gripper.urdf"
            ),
            gripper=True,
        )
        self.rig.run(0.2)
        names = [f"joint_{number}" for number in range(1, 7)]
        self.assertEqual(
            set(self.rig.joints["robot"].messages[0].name),
            {*names, "left_finger_joint", "right_finger_joint"},
        )
        self.assertLess(
            max(abs(position) for position, _ in self.rig.state("robot").values()), 1e-3
        )
        goal = (0.5, 0.2, -0.3, 0.4, -0.6, 0.7)
        self.rig.tell("/robot/command", trajectory(names, point(1.0, goal, (0.0,) * 6)))
        self.rig.grip("robot", 0.05)
        self.rig.run(1.3)
        state = self.rig.state("robot")
        for name, wanted in zip(names, goal):
            self.assertAlmostEqual(state[name][0], wanted, delta=1e-3)
        self.assertAlmostEqual(self.rig.held("robot").width, 0.05, delta=5e-4)

    def test_an_arm_of_another_package_is_driven_and_stands_on_the_floor(self) -> None:
        text = assembly.assemble(
            "robot", os.path.join(FOLDER, "foreign_arm.urdf"), flange="wrist_flange"
        )
        self.rig.spawn("", "robot", text)
        goal = {"pan": 0.8, "lift": -0.6, "bend": 1.2}
        self.rig.tell(
            "/robot/command", trajectory(list(goal), point(1.5, tuple(goal.values()), (0.0,) * 3))
        )
        self.rig.run(2.5)
        state = self.rig.state("robot")
        for name, wanted in goal.items():
            self.assertAlmostEqual(state[name][0], wanted, delta=2e-3)
            self.assertLess(abs(state[name][1]), 0.02, name)

    def test_a_model_may_be_replaced_by_another_of_its_name(self) -> None:
        self.rig.spawn("arm", "arm")
        self.rig.tell("/arm/command", trajectory(["elbow"], point(0.2, (0.5,))))
        self.rig.run(0.1)
        self.rig.begin()
        self.rig.spawn("arm", "arm")
        self.rig.run(0.5)
        self.assertLess(abs(self.rig.state("arm")["elbow"][0]), 1e-3)
        self.rig.tell("/arm/command", trajectory(["elbow"], point(0.2, (0.5,))))
        self.rig.run(0.4)
        self.assertAlmostEqual(self.rig.state("arm")["elbow"][0], 0.5, delta=5e-3)


def hermite(p0: float, p1: float, p2: float, v0: float, v1: float, v2: float, at: float) -> float:
    """Return two cubic Hermite splines of half a second each.

    The value is at rest before and after them.
    """
    if at <= 0.0 or at >= 1.0:
        return p0 if at <= 0.0 else p2
    (a, b, v, w), u = ((p0, p1, v0, v1), 2 * at) if at < 0.5 else ((p1, p2, v1, v2), 2 * at - 1)
    return (
        (1 + 2 * u) * (1 - u) ** 2 * a
        + u * (1 - u) ** 2 * v / 2
        + u * u * (3 - 2 * u) * b
        + u * u * (u - 1) * w / 2
    )


def everything() -> unittest.TestSuite:
    """Return all cases, which share one launch.

    rosunit takes one class, or one suite by its name.
    """
    kinds = (JointsTest, GrippersTest)
    return unittest.TestSuite(map(unittest.defaultTestLoader.loadTestsFromTestCase, kinds))


if __name__ == "__main__":
    rospy.init_node("joints_test")
    rostest.rosrun("sim", "joints", "joints_test.everything")
