"""Lockstep: participants hold the simulator at their boundaries.

A car driven by stamped commands, with bit-identical repetitions.
"""

import math
import threading
import unittest

import numpy as np
import rospy
from geometry_msgs.msg import Twist
from rosgraph_msgs.msg import Log
from simulator_client import (
    Subscription,
    begin,
    call,
    done,
    now,
    physics,
    rosrun,
    state,
    step,
    twist,
    until,
    values,
    yaw,
)
from std_msgs.msg import Header

from sim.msg import (
    AckermannDrive,
    AckermannDriveStamped,
    LockstepBoundary,
    LockstepDone,
    TrafficStates,
)

PERIOD = 0.1
COMMAND_TOPIC = "/ego/ackermann_cmd"
STATES_TOPIC = "/traffic/states"


class Participant:
    """Acknowledges its boundaries, after ``act(now)``.

    Each acknowledgement names ``inputs``; a silent one only subscribes.
    """

    def __init__(
        self,
        act=lambda now: None,
        inputs=(),
        timeout: float = 60.0,
        silent: bool = False,
        name: str = "test",
    ) -> None:
        self.boundaries, self.silent = [], silent
        self._name, self._act, self._inputs = name, act, list(inputs)
        self._done = rospy.Publisher(
            "/gazebo/lockstep/done", LockstepDone, queue_size=10, tcp_nodelay=True
        )
        self._ear = rospy.Subscriber(
            "/gazebo/lockstep/boundary", LockstepBoundary, self._hear, tcp_nodelay=True
        )
        until(
            lambda: self._done.get_num_connections() and self._ear.get_num_connections(),
            "connection to the simulator",
        )
        self.first = done(
            "lockstep/join",
            name,
            rospy.Duration(PERIOD),
            rospy.Duration.from_sec(timeout),
            ["box", "ego"],
        ).first_boundary.to_sec()

    def say_done(self, stamp: float, inputs=(), heard: float = 0.0) -> None:
        self._done.publish(
            LockstepDone(
                self._name, rospy.Time.from_sec(stamp), list(inputs), rospy.Time.from_sec(heard)
            )
        )

    def times(self) -> list:
        """Return the boundaries' times since the clock last began, each once.

        An unanswered one is repeated, perhaps after a reset was requested.
        """
        heard = [round(message.header.stamp.to_sec(), 6) for message in self.boundaries]
        begin = max(
            (later for later in range(1, len(heard)) if heard[later] < heard[later - 1]), default=0
        )
        return sorted(set(heard[begin:]))

    def hears(self, *times: float) -> None:
        """Wait until the received boundaries are these.

        One without an acknowledgement may arrive after step_world has answered.
        """
        until(lambda: self.times() == list(times), f"boundaries {times}")

    def leave(self) -> None:
        """Unsubscribe; may be called again."""
        self._ear.unregister()
        call("lockstep/leave", self._name)

    def _hear(self, message: LockstepBoundary) -> None:
        if self._name not in message.participants:
            return
        self.boundaries.append(message)
        at = message.header.stamp.to_sec()
        if not self.silent:
            self._act(at)
            self.say_done(at + PERIOD, self._inputs, at)


class Steps(threading.Thread):
    """A call of step_world that may be held up."""

    def __init__(self, seconds: float) -> None:
        super().__init__(daemon=True)
        self.seconds, self.end = seconds, None
        self.start()

    def run(self) -> None:
        self.end = step(self.seconds)

    def wait(self) -> float:
        self.join(60.0)
        assert self.end is not None, "step_world did not answer"
        return self.end


class SimulatorLockstepTest(unittest.TestCase):
    """Each case begins at time 0, paused, without participants."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.command = rospy.Publisher(
            COMMAND_TOPIC, AckermannDriveStamped, queue_size=10, tcp_nodelay=True
        )

    def setUp(self) -> None:
        call("lockstep/leave", "test")
        begin()

    def test_a_participant_hears_each_boundary_and_the_models_it_asked_for(self) -> None:
        participant = self._participant()
        self.assertEqual(participant.first, 0.0)
        self.assertAlmostEqual(step(1.0), 1.0)
        participant.hears(*(number / 10 for number in range(10)))
        message = participant.boundaries[-1]
        self.assertEqual(message.models, ["box"])
        self.assertAlmostEqual(message.pose[0].position.x, 2.0, 3)
        self.assertAlmostEqual(message.size[0].z, 0.5)

    def test_physics_waits_for_done_and_serves_meanwhile(self) -> None:
        participant = self._participant(silent=True)
        participant.say_done(0.2)
        steps = Steps(0.5)
        until(lambda: 0.3 in participant.times(), "boundary at 0.3 s")
        for _ in range(20):
            self.assertAlmostEqual(now(), 0.3)
        participant.say_done(0.3)
        until(lambda: 0.4 in participant.times(), "boundary at 0.4 s")
        self.assertIsNone(steps.end)
        participant.say_done(10.0)
        self.assertAlmostEqual(steps.wait(), 0.5)

    def test_an_input_is_awaited(self) -> None:
        self._spawn()
        participant = self._participant(silent=True)
        steps = Steps(0.2)
        until(lambda: participant.times(), "boundary")
        participant.say_done(0.15, [COMMAND_TOPIC])
        for _ in range(20):
            self.assertAlmostEqual(now(), 0.0)
        self._drive(0.15)
        until(lambda: 0.1 in participant.times(), "boundary at 0.1 s")
        participant.say_done(10.0)
        self.assertAlmostEqual(steps.wait(), 0.2)

    def test_a_repeated_and_a_broken_state_of_traffic_harm_nobody_and_are_not_awaited(self) -> None:
        log, traffic = (
            Subscription("/rosout", Log),
            rospy.Publisher(STATES_TOPIC, TrafficStates, queue_size=10, tcp_nodelay=True),
        )
        until(traffic.get_num_connections, f"subscriber of {STATES_TOPIC}")
        self.addCleanup(traffic.unregister)
        self.addCleanup(call, "reset_simulation")
        participant = self._participant(silent=True)
        steps = Steps(0.45)
        until(lambda: participant.times(), "boundary")
        for stamp in (0.0, 0.1):
            traffic.publish(self._standing(stamp))
        participant.say_done(0.1, [STATES_TOPIC])
        until(lambda: 0.2 in participant.times(), "boundary at 0.2 s")
        for message in (self._standing(0.2), self._standing(0.2), self._standing(0.25, yaw=[])):
            traffic.publish(message)
        participant.say_done(0.25, [STATES_TOPIC])
        until(lambda: 0.3 in participant.times(), "boundary at 0.3 s")
        self.assertEqual(
            log.wait(
                lambda message: (
                    f"{STATES_TOPIC}: " in message.msg and "message ignored" in message.msg
                )
            ).level,
            Log.ERROR,
        )
        participant.say_done(10.0)
        self.assertAlmostEqual(steps.wait(), 0.45)
        np.testing.assert_allclose(
            values(state("traffic_3")[0].position), (6.0, 1.0, 0.0), atol=1e-9
        )

    def test_a_silent_participant_is_dropped_with_an_error(self) -> None:
        log = Subscription("/rosout", Log)
        self._participant(silent=True, timeout=0.5)
        self.assertAlmostEqual(step(1.0), 1.0)
        message = log.wait(lambda message: "test was silent" in message.msg)
        self.assertEqual(message.level, Log.ERROR)
        self.assertRegex(call("lockstep/leave", "test").status_message, "test.*not a participant")

    def test_who_left_is_not_awaited(self) -> None:
        participant = self._participant()
        step(0.25)
        participant.hears(0.0, 0.1, 0.2)
        participant.leave()
        self.assertAlmostEqual(step(1.0), 1.25)
        self.assertAlmostEqual(participant.times()[-1], 0.2)
        again = self._participant()
        self.assertAlmostEqual(again.first, 1.3)

    def test_a_reset_begins_the_boundaries_again(self) -> None:
        participant = self._participant()
        step(0.5)
        participant.hears(0.0, 0.1, 0.2, 0.3, 0.4)
        call("reset_simulation")
        step(0.3)
        participant.hears(0.0, 0.1, 0.2)

    def test_a_command_applies_at_its_stamp(self) -> None:
        driver = self._driver(speed=lambda due: 0.0)
        step(2.0)
        x = state("ego")[0].position.x
        driver.speed = lambda due: 5.0 if due >= 2.7 - 1e-6 else 0.0
        step(0.7)
        self.assertAlmostEqual(state("ego")[0].position.x, x, 3)
        self.assertLess(abs(state("ego")[1][0]), 1e-2)
        step(0.5)
        self.assertGreater(state("ego")[1][0], 0.5)

    def test_the_car_reaches_its_speed_and_turns_on_its_radius(self) -> None:
        driver = self._driver(speed=lambda due: 10.0)
        step(8.0)
        self.assertAlmostEqual(np.linalg.norm(state("ego")[1]), 10.0, delta=0.2)
        driver.speed, driver.angle = lambda due: 5.0, 0.1
        step(8.0)
        where, linear, angular = state("ego")
        forward = linear[0] * math.cos(yaw(where)) + linear[1] * math.sin(yaw(where))
        self.assertAlmostEqual(forward, 5.0, delta=0.1)
        # The rear axle, whose speed this is, turns on R = L / tan(delta).
        self.assertAlmostEqual(
            forward / angular[2], 2.7 / math.tan(0.1), delta=0.03 * 2.7 / math.tan(0.1)
        )

    def test_two_runs_are_the_same_to_the_last_bit(self) -> None:
        ends = []
        for _ in range(2):
            call("reset_simulation")
            driver = self._driver(speed=lambda due: 8.0 + math.sin(due), angle=0.05)
            step(5.0)
            ends.append(repr(state("ego")))
            driver.leave()
        self.assertEqual(*ends)

    def test_a_car_without_commands_stops(self) -> None:
        driver = self._driver(speed=lambda due: 8.0)
        step(6.0)
        driver.leave()
        step(0.3)
        self.assertGreater(state("ego")[1][0], 7.5)
        step(4.0)
        self.assertLess(np.linalg.norm(state("ego")[1]), 0.05)

    def test_cmd_vel_drives_too(self) -> None:
        self._spawn()
        velocity = rospy.Publisher("/ego/cmd_vel", Twist, queue_size=1)
        until(velocity.get_num_connections, "subscriber")
        physics(-9.8, 200.0)
        call("unpause_physics")

        def driven() -> bool:
            velocity.publish(twist((3.0, 0, 0), (0, 0, 0.3)))
            where, linear, angular = state("ego")
            forward = linear[0] * math.cos(yaw(where)) + linear[1] * math.sin(yaw(where))
            return abs(forward - 3.0) < 0.06 and abs(angular[2] - 0.3) < 0.015

        until(driven, "3 m/s and 0.3 rad/s")
        velocity.unregister()

    def _participant(self, *arguments, **options) -> Participant:
        """Return a participant that leaves at the case's end."""
        participant = Participant(*arguments, **options)
        self.addCleanup(participant.leave)
        return participant

    def _spawn(self) -> None:
        if not call("get_model_state", "ego", "").success:
            code, said = rosrun(
                "spawn_model",
                "-sdf",
                "-database",
                "ego_car",
                "-model",
                "ego",
                "-y",
                "-20",
                "__name:=spawn_ego",
            )
            self.assertEqual(code, 0, said)
        until(self.command.get_num_connections, f"subscriber of {COMMAND_TOPIC}")

    def _standing(self, stamp: float, yaw=(0.5,)) -> TrafficStates:
        """Return traffic of one vehicle that stands near the box."""
        return TrafficStates(
            header=Header(stamp=rospy.Time.from_sec(stamp)),
            step=PERIOD,
            id=[3],
            type=[0],
            x=[6.0],
            y=[1.0],
            z=[0.0],
            yaw=yaw,
            pitch=[0.0],
            roll=[0.0],
            speed=[0.0],
            acceleration=[0.0],
            yaw_rate=[0.0],
            signals=[0],
        )

    def _drive(self, due: float, speed: float = 0.0, angle: float = 0.0) -> None:
        self.command.publish(
            AckermannDriveStamped(
                Header(stamp=rospy.Time.from_sec(due)),
                AckermannDrive(steering_angle=angle, speed=speed),
            )
        )

    def _driver(self, speed, angle: float = 0.0) -> Participant:
        """Return a participant that drives the ego: ``speed(stamp)`` and ``angle``."""
        self._spawn()

        def act(at: float) -> None:
            due = at + PERIOD
            self._drive(due, participant.speed(due), participant.angle)

        participant = self._participant(act, [COMMAND_TOPIC])
        participant.speed, participant.angle = speed, angle
        return participant
