"""Runs traffic over ROS, in step with the simulator's clock.

Takes boundaries and egos, publishes states.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from functools import cached_property
from typing import Callable, Optional, Sequence

import rospy
from rosgraph_msgs.msg import Clock
from std_srvs.srv import Empty

from gazebo_msgs.srv import GetModelState
from sim.errors import SimulationError
from sim.msg import LockstepBoundary
from sim.ros.conversions import stamp
from sim.ros.lockstep_client import (
    JOIN,
    LockstepClient,
    Membership,
    egos_from,
    touched_from,
)
from sim.ros.node.node import offered
from sim.ros.node.own_time import OwnTime
from sim.ros.node.waiting import Wait, killed
from sim.ros.traffic.bridge_diagnostics import TrafficDiagnostics
from sim.ros.traffic.publisher import TrafficPublisher
from sim.traffic.run import Boundary, TrafficRun

MEMBER_NAME = "traffic"
STATE_SERVICE = "/gazebo/get_model_state"
RESET_SERVICE = "/gazebo/reset_simulation"
MAX_SILENCE = 3.0  # s of wall time
DIAGNOSTICS_PERIOD = 1.0  # s of wall time
PROGRESS_PERIOD = 5.0  # s of wall time


@dataclass(frozen=True)
class BridgeOptions:
    """Options of the bridge; ``max_lag`` in s of simulated time.

    ``lockstep`` waits for every step, otherwise the simulator may run ahead by max_lag.
    """

    egos: Sequence[str]
    lockstep: bool
    max_lag: float
    step: float
    timeout: float = 60.0
    ego_timeout: float = 20.0


class BoundaryRequest:
    """The request to serve a boundary message."""

    def __init__(self, serve: Callable[[BoundaryRequest], None], message: LockstepBoundary) -> None:
        self._serve, self._message = serve, message
        self.time = message.header.stamp.to_sec()

    @cached_property
    def boundary(self) -> Boundary:
        """Boundary; an invalid message raises its error in the serving thread."""
        return Boundary(egos_from(self._message), touched_from(self._message))

    def __call__(self) -> None:
        self._serve(self)


class Bridge:
    """The worker of the ``traffic_bridge`` node.

    :meth:`run` belongs to the thread that owns the SUMO session.
    """

    def __init__(
        self, run: TrafficRun, publisher: TrafficPublisher, options: BridgeOptions
    ) -> None:
        self._run, self._publisher, self._options = run, publisher, options
        self.diagnostics = TrafficDiagnostics(run, options.egos, options.max_lag)
        self.progressed: Callable[[], None] = lambda: None
        self._client = LockstepClient(
            Membership(MEMBER_NAME, options.step, options.egos, options.timeout),
            lambda message: run.requests.post(BoundaryRequest(self._serve, message)),
            OwnTime(),
        )
        self._stopped = False
        self._last = -math.inf
        self._resetting = False
        self._begin = 0.0
        self.began = self.ended = self._heard = time.monotonic()
        self._next_diagnostics, self._next_report = 0.0, time.monotonic() + PROGRESS_PERIOD
        self._since = (time.monotonic(), 0.0)

    def stop(self) -> None:
        self._stopped = True
        self._run.requests.wake()

    def reset(self) -> None:
        """Reset simulator and traffic to time 0.

        Later requests to the traffic are kept. SimulationError if the simulator does not answer.
        """
        self._run.requests.call(self._reset_both)

    def _reset_both(self) -> None:
        try:
            rospy.ServiceProxy(RESET_SERVICE, Empty)()
        except rospy.ServiceException as error:
            raise SimulationError(f"{RESET_SERVICE}: {error}") from None
        self._resetting = True
        if self._last > -math.inf:
            self._begin_again()

    def _begin_again(self) -> None:
        self._run.reset()
        self._publisher.restart()
        self._last = -math.inf

    def run(self) -> None:
        """Serve boundaries until stopped; SimulationError if SUMO or the simulator ends."""
        self._await_egos()
        if self._stopped:
            return
        self._client.join(self._publisher.states)
        self._heard = time.monotonic()
        while not self._stopped and not rospy.is_shutdown():
            if not self._run.requests.serve(0.2):
                self.diagnostics.waited = time.monotonic() - self._heard
                self._check_alive(self.diagnostics.waited)
            self._report()
        if killed(JOIN):
            raise SimulationError("the simulator was killed or has crashed")
        self._client.leave()

    def _await_egos(self) -> None:
        """Wait for the egos to be spawned once the simulator is running.

        The first state then leaves room for them.
        """
        missing = list(self._options.egos)
        if not missing:
            return
        end, simulator = (
            time.monotonic() + self._options.ego_timeout,
            Wait(STATE_SERVICE, self._options.timeout),
        )
        state = rospy.ServiceProxy(STATE_SERVICE, GetModelState)
        while missing and time.monotonic() < end and not self._stopped:
            try:
                missing = [name for name in missing if not state(name, "").success]
            except rospy.ServiceException:
                simulator.look()
                end = time.monotonic() + self._options.ego_timeout
            self._run.requests.serve(0.05)
        if missing and not self._stopped:
            rospy.logwarn(
                "no model %s in the simulator after %.0f s; traffic continues without it "
                "until it appears",
                ", ".join(missing),
                self._options.ego_timeout,
            )

    def _serve(self, request: BoundaryRequest) -> None:
        self._heard = time.monotonic()
        now = request.time
        if self._resetting and now > self._options.step - 1e-6:
            # It was sent before the reset.
            return
        self._resetting = False
        # The client does not pass on repeated boundaries: one of the same time is from after a
        # reset.
        if now < self._last + 1e-6:
            rospy.loginfo(
                "the clock went back from %.3f to %.3f s: traffic begins again", self._last, now
            )
            self._begin_again()
        if self._last == -math.inf:
            self._begin, self.began = now, time.monotonic()
            self._since = (self.began, now)
            self._run.first(request.boundary.egos)
            self._publisher.publish(self._run, now)
        self._last = now
        due = now + self._options.step
        if not self._run.begun:
            self._run.begin(request.boundary)
        self._run.finish(lambda: self._following(due))
        spent = self._publisher.publish(self._run, due)
        self._take_lag()
        self._say_done(due)
        self._run.add_overhead(spent)
        self._run.summary.duration_s = max(self._run.summary.duration_s, due - self._begin)
        self.ended = time.monotonic()

    def _following(self, due: float) -> Optional[Boundary]:
        """Return the boundary at ``due`` if it is the next to serve."""
        request = self._run.requests.peek()
        if isinstance(request, BoundaryRequest) and abs(request.time - due) < 1e-6:
            return request.boundary
        return None

    def _say_done(self, due: float) -> None:
        if self._options.lockstep:
            self._client.done(self._last, due, ["/traffic/states"])
        else:
            self._client.done(self._last, due + self._options.max_lag - self._options.step)

    def _take_lag(self) -> None:
        """Record the lag of traffic behind the simulator.

        The simulator stops at the first boundary that is not acknowledged, so that the lag is
        bounded by construction if this comes before the next acknowledgement; in whole steps,
        rounded up.
        """
        self.diagnostics.lag = max(0.0, self._client.heard - self._last)
        self._run.summary.add_lag(self.diagnostics.lag)

    def _check_alive(self, waited: float) -> None:
        """End with a simulator that has ended, as after its duration.

        A silent one may be paused or busy.
        """
        if waited <= MAX_SILENCE:
            return
        if not self._run.session.alive:
            raise SimulationError("SUMO has ended")
        if not offered(JOIN):
            rospy.loginfo("the simulator has ended")
            self.stop()
        elif killed(JOIN):
            self.stop()

    def _report(self) -> None:
        wall = time.monotonic()
        if wall < self._next_diagnostics:
            return
        self._next_diagnostics = wall + DIAGNOSTICS_PERIOD
        self.diagnostics.update()
        if wall >= self._next_report and self._last > -math.inf:
            rate = (self._last - self._since[1]) / (wall - self._since[0])
            self._since, self._next_report = (wall, self._last), wall + PROGRESS_PERIOD
            rospy.loginfo(
                "%.1f s simulated | x%.2f real time | %d vehicles | lag %.2f s",
                self._last,
                rate,
                len(self._run.state),
                self.diagnostics.lag,
            )
            self.progressed()


class Standalone:
    """Traffic without a simulator, for tests and for viewing traffic alone.

    The node publishes ``/clock`` itself.
    """

    def __init__(
        self,
        run: TrafficRun,
        publisher: TrafficPublisher,
        step: float,
        real_time_factor: float,
        duration: float,
    ) -> None:
        self._run, self._publisher, self._step = run, publisher, step
        self._factor, self._duration = real_time_factor, duration
        self.diagnostics = TrafficDiagnostics(run, (), step)
        self._stopped, self._steps = False, 0
        self.began = self.ended = self._started = time.monotonic()

    def stop(self) -> None:
        self._stopped = True
        self._run.requests.wake()

    def reset(self) -> None:
        """Begin again at time 0."""
        self._run.requests.call(self._begin_again)

    def _begin_again(self) -> None:
        self._run.reset()
        self._publisher.restart()
        self._started, self._steps = time.monotonic(), 0

    def run(self) -> None:
        """Step until stopped or the end of the duration."""
        clock = rospy.Publisher("/clock", Clock, queue_size=10)
        self._started, next_diagnostics = time.monotonic(), 0.0
        while (
            not self._stopped
            and not rospy.is_shutdown()
            and self._steps * self._step < self._duration - 1e-9
        ):
            self._run.step(())
            self._steps += 1
            now = self._steps * self._step
            self._run.add_overhead(self._publisher.publish(self._run, now))
            clock.publish(Clock(stamp(now)))
            self._run.summary.duration_s = now
            self.ended = time.monotonic()
            if time.monotonic() >= next_diagnostics:
                self.diagnostics.update()
                next_diagnostics = time.monotonic() + DIAGNOSTICS_PERIOD
            self._serve_until(self._started + now / self._factor if self._factor > 0 else 0.0)

    def _serve_until(self, wall: float) -> None:
        """Serve requests until the wall time of the next step.

        Pending requests are served in any case.
        """
        while not self._stopped and self._run.requests.serve(max(wall - time.monotonic(), 0.0)):
            pass
