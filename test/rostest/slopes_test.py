#!/usr/bin/env python3
"""Wheels on the road: a ramp of 6 %, kinks, a bridge.

Over the bridge and under it; falling objects come to rest on the surface below.
"""

import os
import sys
import unittest

import numpy as np
import rospy
import rostest
from geometry_msgs.msg import Point, Pose, Quaternion

from sim.msg import AckermannDrive, AckermannDriveStamped
from sim.ros.conversions import header, matrix_from_pose

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from simulator_client import call, done, place, state, step, until
from simulator_lockstep import COMMAND_TOPIC, PERIOD, Participant

GRADE = 0.06
KINKS = ((0.0, 0.0), (40.0, 0.0), (140.0, 6.0), (180.0, 6.0), (280.0, 0.0), (320.0, 0.0))
WHEELS = np.array([[x, y, 0.0] for x in (1.35, -1.35) for y in (0.78, -0.78)])
NEAR = 0.02
BOX = (
    '<sdf version="1.6"><model name="crate"><link '
    'name="link"><inertial><mass>20</mass><inertia><ixx>0.3</ixx><iyy>0.3</iyy><izz>0.3</izz>'
    '</inertia></inertial><collision name="hull"><geometry><box><size>0.4 0.4 '
    "0.4</size></box></geometry><surface><friction><ode><mu>0.9</mu>"
    "<mu2>0.9</mu2></ode></friction></surface></collision></link></model></sdf>"
)


def height(x):
    """Return the height of the road over the bridge."""
    return np.interp(x, *np.transpose(KINKS))


def placed(x: float, y: float, z: float, yaw: float = 0.0, pitch: float = 0.0) -> Pose:
    cy, sy, cp, sp = np.cos(yaw / 2), np.sin(yaw / 2), np.cos(pitch / 2), np.sin(pitch / 2)
    return Pose(Point(x, y, z), Quaternion(-sy * sp, cy * sp, sy * cp, cy * cp))


class SlopesTest(unittest.TestCase):
    """Cases that drive the ego at one speed. It is checked every 0.1 s."""

    @classmethod
    def setUpClass(cls) -> None:
        rospy.init_node("slopes_test")
        cls.command = rospy.Publisher(
            COMMAND_TOPIC, AckermannDriveStamped, queue_size=10, tcp_nodelay=True
        )
        with open(
            os.path.join(
                os.path.dirname(os.path.realpath(__file__)),
                "..",
                "..",
                "models",
                "ego_car",
                "model.sdf",
            ),
            encoding="utf-8",
        ) as file:
            done("spawn_sdf_model", "ego", file.read(), "", placed(10.0, 0.0, 0.0), "")
        until(cls.command.get_num_connections, "the ego's commands")

    def drive(self, start: Pose, speed: float, seconds: float) -> np.ndarray:
        """Return poses (n, 4, 4) every 0.1 s, after a second of settling."""
        call("reset_simulation")
        place("ego", start)

        def act(now: float) -> None:
            drive = AckermannDrive(speed=speed if now > 0.95 else 0.0, acceleration=1.5)
            self.command.publish(AckermannDriveStamped(header(now + PERIOD), drive))

        driver = Participant(act, [COMMAND_TOPIC])
        try:
            step(1.0 + seconds)
        finally:
            driver.leave()
        poses = {
            message.header.stamp.to_nsec(): message.pose[message.models.index("ego")]
            for message in driver.boundaries
        }
        return np.array([matrix_from_pose(poses[stamp]) for stamp in sorted(poses) if stamp > 1e9])

    def wheels_off(self, poses: np.ndarray) -> np.ndarray:
        """Return the largest distance (n,) of the wheels from the road.

        Wheels are the four points of the car that touch level ground at rest.
        """
        points = np.einsum("nij,wj->nwi", poses[:, :3, :3], WHEELS) + poses[:, None, :3, 3]
        return np.abs(points[:, :, 2] - height(points[:, :, 0])).max(axis=1)

    def test_up_over_the_bridge_and_down_at_ten_metres_per_second(self) -> None:
        """On the grade, the car stays within 2 cm.

        After each kink the car oscillates on its springs for a moment.
        """
        poses = self.drive(placed(5.0, 0.0, 0.0), 10.0, 33.0)
        x = poses[:, 0, 3]
        self.assertGreater(x[-1], 290.0)
        settled = np.array(
            [
                min([at - kink for kink, _ in KINKS[1:-1] if at > kink - 1.5] or [100.0]) > 15.0
                for at in x
            ]
        )
        on_grade = settled & (((x > 55.0) & (x < 138.0)) | ((x > 195.0) & (x < 278.0)))
        self.assertGreater(on_grade.sum(), 100)
        off = self.wheels_off(poses)
        self.assertLess(off[settled].max(), NEAR)
        self.assertLess(off.max(), 0.08)
        nose = np.degrees(np.arcsin(poses[on_grade, 2, 0])) * np.where(
            x[on_grade] < 150.0, 1.0, -1.0
        )
        np.testing.assert_allclose(nose, np.degrees(np.arctan(GRADE)), atol=0.3)
        self.assertLess(np.abs(poses[:, 1, 3]).max(), 0.05)

    def test_over_each_kink_at_walking_pace(self) -> None:
        for kink, _ in KINKS[1:-1]:
            start = kink - 8.0
            slope = -np.arctan((height(start + 0.1) - height(start)) / 0.1)
            poses = self.drive(placed(start, 0.0, height(start), pitch=slope), 2.0, 9.0)
            self.assertGreater(poses[-1, 0, 3], kink + 3.0)
            self.assertLess(self.wheels_off(poses).max(), NEAR, f"at the kink at {kink} m")

    def test_backwards_down_the_ramp(self) -> None:
        poses = self.drive(placed(120.0, 1.0, height(120.0), pitch=-np.arctan(GRADE)), -5.0, 12.0)
        self.assertLess(poses[-1, 0, 3], 75.0)
        self.assertLess(self.wheels_off(poses).max(), NEAR)

    def test_under_the_bridge(self) -> None:
        poses = self.drive(placed(160.0, -40.0, 0.0, yaw=np.pi / 2), 10.0, 10.0)
        self.assertGreater(poses[-1, 1, 3], 20.0)
        self.assertLess(np.abs(poses[:, 2, 3]).max(), NEAR)

    def test_it_stands_on_the_ramp(self) -> None:
        poses = self.drive(placed(90.0, 0.0, height(90.0), pitch=-np.arctan(GRADE)), 0.0, 6.0)
        self.assertLess(np.linalg.norm(poses[-1, :3, 3] - poses[20, :3, 3]), 0.005)
        self.assertLess(self.wheels_off(poses[20:]).max(), NEAR)

    def test_crates_lie_on_the_ramp_on_the_bridge_and_under_it(self) -> None:
        call("reset_simulation")
        slope = np.arctan(GRADE)
        rests = {
            "ramp": (90.0, 3.0 + 0.2 / np.cos(slope)),
            "bridge": (170.0, 6.2),
            "under": (160.0, 0.2),
        }
        for name, (x, z) in rests.items():
            done(
                "spawn_sdf_model",
                f"{name}_crate",
                BOX,
                "",
                placed(x, 1.5, z + 0.3, pitch=-slope if name == "ramp" else 0.0),
                "",
            )
        step(4.0)
        for name, (x, z) in rests.items():
            at = state(f"{name}_crate")[0].position
            self.assertAlmostEqual(at.x, x, delta=0.1, msg=name)
            self.assertAlmostEqual(
                at.z - (height(at.x) - height(x) if name == "ramp" else 0.0),
                z,
                delta=0.01,
                msg=name,
            )
            done("delete_model", f"{name}_crate")


if __name__ == "__main__":
    rostest.rosrun("sim", "slopes_test", SlopesTest)
