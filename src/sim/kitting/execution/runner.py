"""Runner of one robot's routine. Simulated seconds.

Sends its requests, waits, and returns their results.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Optional, Sequence, Tuple

from sim.arrays import Array
from sim.crcl.enums import CommandState
from sim.crcl.status import CRCLStatus
from sim.errors import SimulationError
from sim.kitting.execution.failures import (
    ROBOT_OUT_OF_ORDER,
    SERVER_LOST,
    SPACE_BLOCKED,
    ActionFailed,
)
from sim.kitting.execution.port import RobotPort
from sim.kitting.execution.requests import Do, Request, Routine, SpaceRequest, Until

# s that a robot waits for space before the action counts as failed.
PATIENCE = 120.0
# Messages of a controller of a robot that refuses commands.
TAKES_NONE = ("out of order", "the light curtain")


@dataclass(frozen=True)
class RoutineOutcome:
    """Result of a routine; ``error`` is None on success."""

    error: Optional[ActionFailed] = None


class RoutineRunner:
    """Runs one robot's routine.

    ``claim`` reserves space for places (3,) and returns the robots in the way.
    """

    def __init__(
        self, port: RobotPort, claim: Callable[[Sequence[Array]], Tuple[str, ...]]
    ) -> None:
        self._port, self._claim = port, claim
        self._routine: Optional[Routine] = None
        self._request: Optional[Request] = None
        self._since = 0.0
        self._place: Optional[Array] = None
        self.blocked_by: Tuple[str, ...] = ()
        self.motions = self.sent = 0

    @property
    def busy(self) -> bool:
        return self._routine is not None

    @property
    def looking(self) -> bool:
        """True if the routine waits for a detection."""
        return isinstance(self._request, Until)

    def begin(self, routine: Routine) -> None:
        """Begin a routine, executed from the next :meth:`advance` on."""
        self._routine, self._request = routine, None

    def abandon(self) -> None:
        """Abandon the routine; its command goes on until another one."""
        self._routine = self._request = None
        self.blocked_by = ()

    def advance(
        self, now: float, status: Optional[CRCLStatus], place: Array
    ) -> Optional[RoutineOutcome]:
        """Advance the routine as far as possible; return the outcome at its end.

        ``status`` None is a lost server; ``place`` (3,) of the controlled point is in the world.
        """
        if self._routine is None:
            return None
        self._place = place
        try:
            answer: Optional[CRCLStatus] = None
            if self._request is not None:
                if not self._done(now, status):
                    return None
                answer = status
            while True:
                self._ask(self._routine.send(answer), now)
                if isinstance(self._request, Do) or not self._done(now, status):
                    return None
                answer = None
        except StopIteration:
            error = None
        except ActionFailed as failed:
            error = failed
        except SimulationError as lost:
            error = ActionFailed(SERVER_LOST, str(lost))
        self.abandon()
        return RoutineOutcome(error)

    def _ask(self, request: Request, now: float) -> None:
        self._request, self._since = request, now
        if isinstance(request, Do):
            self._port.send(request.command)
            self.sent += 1
            self.motions += request.motion

    def _done(self, now: float, status: Optional[CRCLStatus]) -> bool:
        """Return whether the request is fulfilled. Raises ActionFailed if it is impossible."""
        request = self._request
        if status is None:
            raise ActionFailed(SERVER_LOST, "the robot's CRCL server is gone")
        if isinstance(request, Until):
            if request.holds():
                return True
            if now - self._since > request.limit:
                raise ActionFailed(request.failure, request.reason)
            return False
        if isinstance(request, SpaceRequest):
            return self._has_space(request, now)
        assert isinstance(request, Do)
        state = self._port.ended(status)
        if state == CommandState.ERROR and not request.accepts(status):
            why = status.command_status.state_description or "no reason is given"
            stopped = any(words in why for words in TAKES_NONE)
            raise ActionFailed(ROBOT_OUT_OF_ORDER if stopped else request.failure, why)
        return state is not None

    def _has_space(self, request: SpaceRequest, now: float) -> bool:
        assert self._place is not None
        self.blocked_by = self._claim([self._place, *request.places])
        if self.blocked_by and now - self._since > PATIENCE:
            raise ActionFailed(
                SPACE_BLOCKED,
                f"{', '.join(self.blocked_by)} has been in the way for {PATIENCE:g} s",
            )
        return not self.blocked_by
