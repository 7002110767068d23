#!/usr/bin/env python3
"""Interaction of traffic and egos, with SUMO on a straight two-lane road.

The simulator is held at every SUMO step.
"""

import os
import sys
import unittest

import numpy as np
import rospy
import rostest

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from launched import slow, slow_on_gazebo
from simulator_client import until
from stepper import Stepper

from sim.msg import EgoStatus

LANES = (-5.25, -1.75)
ASIDE = 40.0
EGO_LENGTH = 4.6  # m
ROBOT_LENGTH = 0.9  # m
# The ego behind a vehicle and faster: they meet between two boundaries.
GAP = 0.5  # m
CLOSING_SPEED = 10.0  # m/s


class EgoTest(unittest.TestCase):
    """Each case begins with a reset and both egos beside the road."""

    @classmethod
    def setUpClass(cls) -> None:
        rospy.init_node("ego_test")
        cls.stepper = Stepper(["ego", "robot"])

    def setUp(self) -> None:
        self.stepper.reset()
        self.stepper.put("ego", 400.0, ASIDE)
        self.stepper.put("robot", 300.0, ASIDE)

    def test_simulator_shows_what_sumo_has(self) -> None:
        seen = 0
        for _ in range(250):
            self.stepper.step()
            state = self.stepper.shown()
            names = {name for name in self.stepper.model_names() if name.startswith("traffic_")}
            self.assertEqual(
                names,
                {f"traffic_{number}" for number in state.id.tolist()},
                f"at {self.stepper.time}",
            )
            for row, number in enumerate(state.id.tolist()):
                answer = self.stepper.model_state(f"traffic_{number}", "")
                at, turn = answer.pose.position, answer.pose.orientation
                self.assertLess(np.linalg.norm(state.position[row] - (at.x, at.y, at.z)), 0.01)
                yaw = 2.0 * np.arctan2(turn.z, turn.w)
                self.assertLess(abs(np.degrees(np.angle(np.exp(1j * (yaw - state.yaw[row]))))), 0.1)
                seen += 1
        self.assertGreater(seen, 500)

    def test_followers_stop_behind_a_stopped_ego_and_drive_on(self) -> None:
        self.stepper.put("ego", 400.0, LANES[0])
        gap, speed = self._stopped_follower(LANES[0], 400.0 - 0.5 * EGO_LENGTH)
        self.assertLess(speed, 0.05)
        self.assertTrue(2.0 <= gap <= 4.0, gap)
        self.stepper.put("ego", 400.0, ASIDE)
        self.stepper.step(20.0)
        state = self.stepper.shown()
        behind = (np.abs(state.position[:, 1] - LANES[0]) < 1.0) & (state.position[:, 0] < 400.0)
        self.assertGreater(state.speed[behind].min(), 1.0)

    # test/traffic/ego has it without a simulator.
    @slow
    def test_both_lanes_stop_behind_a_straddling_ego(self) -> None:
        self.stepper.put("ego", 400.0, 0.5 * sum(LANES))
        for lane in LANES:
            gap, speed = self._stopped_follower(lane, 400.0 - 0.5 * EGO_LENGTH)
            self.assertLess(speed, 0.05)
            self.assertTrue(2.0 <= gap <= 4.0, gap)

    @slow_on_gazebo
    def test_a_robot_is_an_ego_too(self) -> None:
        self.stepper.put("robot", 300.0, LANES[1])
        gap, speed = self._stopped_follower(LANES[1], 300.0 - 0.5 * ROBOT_LENGTH)
        self.assertLess(speed, 0.05)
        self.assertTrue(2.0 <= gap <= 4.0, gap)

    def test_a_crash_counts_that_is_over_at_the_next_boundary(self) -> None:
        heard = []
        subscriber = rospy.Subscriber("/ego/traffic", EgoStatus, heard.append, queue_size=100)
        self.addCleanup(subscriber.unregister)
        self.stepper.step(30.0)
        state = self.stepper.shown()
        row = int(np.where(state.position[:, 0] > 100.0, state.position[:, 0], np.inf).argmin())
        x, y, _ = state.position[row]
        speed = float(state.speed[row]) + CLOSING_SPEED
        rear = x - 0.5 * self.stepper.types[int(state.type[row])].length
        self.stepper.put("ego", rear - GAP - 0.5 * EGO_LENGTH, y, speed)
        contacts = set()
        for _ in range(3):
            self.stepper.step()
            boundary = self.stepper.boundary
            contacts.update(zip(boundary.touching, boundary.touched))
        self.assertIn(("ego", f"traffic_{state.id[row]}"), contacts)
        until(lambda: heard and heard[-1].collisions, "the crash in what is reported of the ego")
        self.assertEqual(heard[-1].collisions, 1)

    def test_reset_brings_everything_back(self) -> None:
        self.stepper.step(15.0)
        first = self.stepper.shown()
        self.stepper.reset()
        self.assertEqual(self.stepper.time, 0.0)
        self.assertFalse(
            [name for name in self.stepper.model_names() if name.startswith("traffic_")]
        )
        self.assertAlmostEqual(
            self.stepper.model_state("ego", "").pose.position.y, ASIDE, delta=0.01
        )
        self.stepper.step(15.0)
        again = self.stepper.shown()
        self.assertEqual(first.id.tolist(), again.id.tolist())
        np.testing.assert_array_equal(first.position, again.position)

    def _stopped_follower(self, lane: float, rear: float) -> tuple:
        """Return gap and speed of the foremost vehicle behind ``rear``.

        On a lane, a second after it has come to rest, or after a minute.
        """
        end = self.stepper.time + 60.0
        self.stepper.step(1.0)
        while self.stepper.time < end and self._follower(lane, rear)[1] > 0.01:
            self.stepper.step(1.0)
        self.stepper.step(1.0)
        return self._follower(lane, rear)

    def _follower(self, lane: float, rear: float) -> tuple:
        """Return gap and speed of the foremost vehicle behind ``rear``.

        On a lane; both are infinite without one.
        """
        state = self.stepper.shown()
        length = np.array([self.stepper.types[kind].length for kind in state.type.tolist()])
        front = state.position[:, 0] + 0.5 * length
        behind = np.flatnonzero((np.abs(state.position[:, 1] - lane) < 1.0) & (front < rear))
        if not len(behind):
            return np.inf, np.inf
        foremost = behind[np.argmax(front[behind])]
        return rear - front[foremost], state.speed[foremost]


if __name__ == "__main__":
    rostest.rosrun("sim", "ego_test", EgoTest)
