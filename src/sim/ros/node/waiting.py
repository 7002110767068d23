"""Waits for a simulator that starts, while its process lives.

A busy machine or a large world may take minutes.
"""

from __future__ import annotations

import math
import socket
import time
from typing import Callable, Optional

import rosgraph
import rospy

from sim.errors import SimulationError
from sim.ros.node.node import asked_to_end, offered, vanished
from sim.ros.node.program import PROCESS
from sim.run_folder import started_by

# Below the simulator's name: time limit for waiting, and a service of a started simulator.
LIMIT_PARAMETER = "start_timeout"
API_SERVICE = "get_world_properties"
REPORT_PERIOD = 15.0  # s of wall time
# Time for a launch to end this node once the simulator has ended, whose own message is better.
END_TIMEOUT = 20.0  # s of wall time


def lives(found: object) -> Optional[bool]:
    """Return whether the simulator's process lives; None if it is unknown.

    The process is that of :func:`sim.ros.node.program.process_of`; one on another machine counts as
    alive.
    """
    if not isinstance(found, dict) or not {"host", "process"} <= found.keys():
        return None
    text = str(found["process"])
    return found["host"] != socket.gethostname() or started_by(int(text.split()[0])) == text


def killed(service: str, simulator: str = "/gazebo") -> bool:
    """Return whether the simulator behind a service was killed or has crashed.

    One that ends unregisters the service, and one that is silent may be busy or stopped.
    """
    return not lives(_parameter(f"{simulator}/{PROCESS}")) and vanished(service)


def leave_the_word_to_the_simulator(clock: Callable[[], float] = time.monotonic) -> None:
    """Wait for this launch's end, since its simulator is ending.

    Returns only if that has not come within ``END_TIMEOUT`` wall s.
    """
    end = clock() + END_TIMEOUT
    while clock() < end:
        if asked_to_end():
            raise rospy.ROSInterruptException("asked to end")
        time.sleep(0.1)


class Wait:
    """Waits for a service of the simulator.

    Without a live process of it, it waits ``timeout`` wall s; with one it ends ``timeout`` s after
    the simulator answers other requests, or by its parameter ``start_timeout``.
    """

    def __init__(
        self,
        service: str,
        timeout: float,
        hint: str = "",
        simulator: str = "/gazebo",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._service, self._timeout, self._hint, self._clock = service, timeout, hint, clock
        self._simulator = simulator.rstrip("/")
        self._began = self._next = clock()
        self._next += REPORT_PERIOD
        self._ready: Optional[float] = None
        self._seen = False

    def until_offered(self) -> None:
        """Wait for the service; SimulationError if waiting is useless."""
        while True:
            try:
                rospy.wait_for_service(self._service, timeout=1.0)
                return
            except rospy.ROSInterruptException:
                raise
            except rospy.ROSException:
                self.look()

    def look(self) -> None:
        """Log the wait every ``REPORT_PERIOD`` s; SimulationError if waiting is useless."""
        if asked_to_end():
            raise rospy.ROSInterruptException("asked to end")
        now, alive = self._clock(), lives(_parameter(f"{self._simulator}/{PROCESS}"))
        waited = now - self._began
        if self._ready is None and offered(f"{self._simulator}/{API_SERVICE}"):
            self._ready = now
        if self._seen and alive is False:
            leave_the_word_to_the_simulator(self._clock)
            raise SimulationError(f"the simulator has ended before it offered {self._service}")
        self._seen = self._seen or alive is True
        limit = self._limit()
        if alive and waited > limit:
            raise SimulationError(
                f"the simulator runs but does not offer {self._service} after {waited:.0f} s "
                f"({self._simulator}/{LIMIT_PARAMETER}: {limit:g} s); it may need more time"
            )
        since = self._ready if alive else self._began
        if since is not None and now - since > self._timeout:
            raise SimulationError(
                f"the simulator does not offer {self._service} (waited {waited:.0f} "
                f"s){self._hint and '; ' + self._hint}"
            )
        if now >= self._next:
            self._next = now + REPORT_PERIOD
            state = "whose process runs" if alive else "of which no process is known"
            rospy.logwarn(
                "waiting for %s of the simulator, %s; %.0f s so far", self._service, state, waited
            )

    def _limit(self) -> float:
        given = _parameter(f"{self._simulator}/{LIMIT_PARAMETER}")
        return float(given) if isinstance(given, (int, float)) and given > 0 else math.inf


def _parameter(name: str) -> object:
    try:
        return rospy.get_param(name, None)
    except (rosgraph.MasterException, OSError):
        return None
