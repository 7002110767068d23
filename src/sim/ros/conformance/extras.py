"""Checks of this package's extras: exact steps and lockstep.

The simulation is paused, and makes about twenty steps.
"""

from __future__ import annotations

import os
import threading
import time
from typing import Any, List, Optional

import rospy

from sim.msg import LockstepBoundary, LockstepDone
from sim.ros.conformance.probe import HEIGHT, Probe, near, pose, twist, values
from sim.ros.conformance.report import Absent, ConformanceReport, Differs, Skipped
from sim.ros.conformance.running import Pause
from sim.ros.conformance.server import GazeboServices, until
from sim.ros.conversions import stamp

STEPS = 7
PERIOD_STEPS = 5
SILENCE = 10.0


def check_extras(server: GazeboServices, report: ConformanceReport, pause: Pause) -> None:
    """Check step_world and lockstep; leaves the simulation paused."""
    report.check("step_world steps exactly", _steps, server, required=False)
    report.check(
        "step_world refuses to step a running simulation",
        _not_running,
        server,
        pause,
        required=False,
    )
    report.check("lockstep: join, boundary, done, leave", _lockstep, server, required=False)
    report.check("lockstep refuses an invalid name or period", _bad_join, server, required=False)


def check_resets(
    server: GazeboServices, report: ConformanceReport, probe: Probe, asked: bool
) -> None:
    """Reset the whole world to its initial state, hence only if ``asked``."""
    report.check("reset_world", _reset_world, server, probe, asked)
    report.check("reset_simulation", _reset_simulation, server, probe, asked)


def _steps(server: GazeboServices) -> str:
    step, before = server.done("get_physics_properties").time_step, server.now()
    answer = server.done("step_world", STEPS)
    near(
        f"the time after {STEPS} steps",
        [answer.stamp.to_sec(), server.now()],
        [before + STEPS * step] * 2,
        1e-6,
    )
    near(
        "the time after none",
        [server.done("step_world", 0).stamp.to_sec()],
        [before + STEPS * step],
        1e-6,
    )
    return f"{STEPS} steps of {step:g} s"


def _not_running(server: GazeboServices, pause: Pause) -> None:
    with pause.running():
        answer = server.call("step_world", 1)
    if answer.success or not answer.status_message:
        raise Differs("steps though it runs" if answer.success else "refuses without a reason")


def _bad_join(server: GazeboServices) -> None:
    for name, period in (("", rospy.Duration(1)), ("check_simulator", rospy.Duration(0))):
        if server.call("lockstep/join", name, period, rospy.Duration(1), []).success:
            server.call("lockstep/leave", name)
            raise Differs(f"takes name {name!r}, period {period.to_sec():g} s")
    if server.call("lockstep/leave", "check_simulator_nobody").success:
        raise Differs("lets a node leave that has not joined")


class ConformanceParticipant:
    """Joins for a context and notes its boundaries."""

    def __init__(self, server: GazeboServices, period: float) -> None:
        self._server, self._period, self.name = server, period, f"check_simulator_{os.getpid()}"
        self.times: List[float] = []
        self._done = rospy.Publisher(
            "/gazebo/lockstep/done", LockstepDone, queue_size=10, tcp_nodelay=True
        )
        self._ear = rospy.Subscriber(
            "/gazebo/lockstep/boundary", LockstepBoundary, self._hear, tcp_nodelay=True
        )
        self.first = 0.0

    def __enter__(self) -> ConformanceParticipant:
        try:
            until(
                lambda: self._done.get_num_connections() and self._ear.get_num_connections(),
                "connection to the lockstep's topics",
            )
            answer = self._server.done(
                "lockstep/join",
                self.name,
                stamp_duration(self._period),
                rospy.Duration.from_sec(SILENCE),
                [],
            )
        except BaseException:
            self._close()
            raise
        self.first = answer.first_boundary.to_sec()
        return self

    def __exit__(self, *_: object) -> None:
        self._close()
        self._server.call("lockstep/leave", self.name)

    def _close(self) -> None:
        self._ear.unregister()
        self._done.unregister()

    def done(self, at: float) -> None:
        self._done.publish(LockstepDone(name=self.name, stamp=stamp(at)))

    def await_boundary(self, at: float) -> None:
        until(lambda: any(abs(time - at) < 1e-6 for time in self.times), f"boundary at {at:.6f} s")

    def _hear(self, message: LockstepBoundary) -> None:
        if self.name in message.participants:
            self.times.append(message.header.stamp.to_sec())


class Stepping(threading.Thread):
    """A call of step_world that is held up by the lockstep."""

    def __init__(self, server: GazeboServices, steps: int) -> None:
        super().__init__(daemon=True)
        self._server, self._steps = server, steps
        self.answer: Any = None
        self.error: Optional[Exception] = None
        self.start()

    def run(self) -> None:
        try:
            self.answer = self._server.done("step_world", self._steps)
        except Exception as error:  # noqa: BLE001 - raised again by end
            self.error = error

    def end(self) -> float:
        self.join(SILENCE)
        if self.error is not None:
            raise self.error
        if self.answer is None:
            raise Differs("step_world does not end after the participant has left")
        return self.answer.stamp.to_sec()


def stamp_duration(seconds: float) -> rospy.Duration:
    """Return the duration rounded to the nearest nanosecond."""
    return rospy.Duration(*divmod(round(seconds * 1e9), 10**9))


def _lockstep(server: GazeboServices) -> str:
    if not server.offers("/gazebo/lockstep/join"):
        raise Absent("/gazebo/lockstep/join is not offered")
    step = server.done("get_physics_properties").time_step
    period, before = PERIOD_STEPS * step, server.now()
    with ConformanceParticipant(server, period) as participant:
        first = participant.first
        near("the first boundary over the period", [first / period], [round(first / period)], 1e-4)
        if not before - 1e-6 <= first <= before + period + 1e-6:
            raise Differs(
                f"the first boundary is at {first:.6f} s; joined at {before:.6f} s with a period "
                f"of {period:g} s"
            )
        stepping = Stepping(server, round((first - before) / step) + 2 * PERIOD_STEPS)
        for boundary in (first, first + period):
            participant.await_boundary(boundary)
            time.sleep(0.1)
            near("the time of a simulation that waits", [server.now()], [boundary], 1e-6)
            if boundary == first:
                participant.done(boundary)
    near("the time after leaving", [stepping.end()], [first + 2 * period], 1e-6)
    return f"held at {first:.3f} and {first + period:.3f} s"


def _reset_world(server: GazeboServices, probe: Probe, asked: bool) -> None:
    if not asked:
        raise Skipped("moves every model to where it began; --all does it")
    probe.place(server, pose(7.0, 7.0, HEIGHT), twist((1.0, 2.0, 3.0)))
    before = server.now()
    server.call("reset_world")
    near("the time", [server.now()], [before], 1e-6)
    _at_the_start(server, probe)


def _reset_simulation(server: GazeboServices, probe: Probe, asked: bool) -> None:
    if not asked:
        raise Skipped("sets the time to 0 and every model to where it began; --all does it")
    probe.place(server, pose(7.0, 7.0, HEIGHT))
    server.call("reset_simulation")
    near("the time", [server.now()], [0.0], 1e-9)
    _at_the_start(server, probe)


def _at_the_start(server: GazeboServices, probe: Probe) -> None:
    found = server.done("get_model_state", probe.box, "")
    near(
        "x, y of a model spawned at 0",
        [found.pose.position.x, found.pose.position.y],
        [0.0, 0.0],
        1e-4,
    )
    near("its twist", [*values(found.twist.linear), *values(found.twist.angular)], [0.0] * 6, 1e-6)
