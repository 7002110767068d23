"""Synchronises all nodes to one simulated time at a boundary.

The simulator halts meanwhile, so that a trial's steps depend on simulated time only.
"""

from __future__ import annotations

import threading
import time
from typing import Callable, Dict, List, Mapping, Sequence, Set

import rospy

from sim.errors import SimulationError
from sim.msg import CrclStatus, LockstepDone
from sim.srv import CrclSynchronise

# Wall s after which a robot is taken not to answer.
PATIENCE = 5.0
# s; equal times may differ by this much.
ROUNDING = 1e-6


class Halted:
    """Robots by name, each with its controller and bridge."""

    def __init__(self, robots: Sequence[str]) -> None:
        self._robots = list(robots)
        self._changed = threading.Condition()
        self._heard: Dict[str, float] = {}
        self._ids: Dict[str, int] = {}
        self._elsewhere: Set[str] = set()
        self._synchronise = {
            name: rospy.ServiceProxy(
                f"/{name}/crcl_bridge/synchronise", CrclSynchronise, persistent=True
            )
            for name in robots
        }
        # Of the last of these s there is exactly one status.
        self._pause = {
            name: rospy.get_param(f"/{name}/robot_controller/status_period", 0.008) - ROUNDING
            for name in robots
        }
        rospy.Subscriber(
            "/gazebo/lockstep/done", LockstepDone, self._done, queue_size=100, tcp_nodelay=True
        )
        for name in robots:
            rospy.Subscriber(
                f"/{name}/crcl/status",
                CrclStatus,
                self._status,
                name,
                queue_size=100,
                tcp_nodelay=True,
            )

    def ids(self) -> Mapping[str, int]:
        """Return the last order accepted by each controller."""
        with self._changed:
            return dict(self._ids)

    def reach(self, stamp: float) -> None:
        """Wait until controllers and sessions have processed a boundary.

        Controllers must have answered the boundary of ``stamp``, and sessions must have taken its
        measurements; a robot without any measurement so far is not waited for.
        """
        self._wait(
            lambda: all(self._heard.get(name, -1.0) >= stamp - ROUNDING for name in self._robots)
        )
        for name in self.ids():
            try:
                since = rospy.Time.from_sec(max(stamp - self._pause[name], 0.0))
                answer = self._synchronise[name](since)
            except rospy.ServiceException as error:
                rospy.logwarn_throttle(10.0, "%s: crcl_bridge does not answer (%s)", name, error)
                continue
            if not answer.success:
                rospy.logwarn_throttle(10.0, "%s: %s", name, answer.status_message)

    def taken(self, before: Mapping[str, int], sent: Sequence[str]) -> None:
        """Wait until the controllers have accepted an order since ``before``.

        Robots with orders that go elsewhere, as to a real robot, are left out.
        """
        here = [name for name in sent if name not in self._elsewhere]
        self._wait(lambda: all(self._taken(name, before) for name in here))
        with self._changed:
            late = {name for name in here if not self._taken(name, before)}
            self._elsewhere = (self._elsewhere - set(self._moved(before))) | late
        for name in sorted(late):
            rospy.logwarn(
                "%s: its controller has not taken a command within %g s; is another robot its "
                "target?",
                name,
                PATIENCE,
            )

    def _taken(self, name: str, before: Mapping[str, int]) -> bool:
        return self._ids.get(name, 0) > before.get(name, 0)

    def _moved(self, before: Mapping[str, int]) -> List[str]:
        return [name for name in self._robots if self._taken(name, before)]

    def _done(self, message: LockstepDone) -> None:
        name = message.name[: -len("_controller")]
        with self._changed:
            if message.name.endswith("_controller") and name in self._robots:
                self._heard[name] = message.heard.to_sec()
                self._changed.notify_all()

    def _status(self, message: CrclStatus, name: str) -> None:
        with self._changed:
            self._ids[name] = message.id
            self._changed.notify_all()

    def _wait(self, holds: Callable[[], bool]) -> bool:
        with self._changed:
            return self._changed.wait_for(holds, PATIENCE)


def port_of(robot: str, timeout: float) -> int:
    """Return the TCP port of a robot's CRCL server, once it listens."""
    end, name = time.monotonic() + timeout, f"/{robot}/crcl_bridge/bound_port"
    while time.monotonic() < end and not rospy.is_shutdown():
        if rospy.has_param(name):
            return int(rospy.get_param(name))
        time.sleep(0.1)
    raise SimulationError(f"{robot}: no CRCL server listens (waited {timeout:g} s for {name})")
