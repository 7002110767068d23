"""Interface to a robot's CRCL server.

One command at a time, and the robot's status.
"""

from __future__ import annotations

from typing import Callable, Optional, Protocol

from sim.crcl.client.connection import Connection
from sim.crcl.commands.base import CRCLCommand, EndCanon, InitCanon
from sim.crcl.commands.motion import StopMotion
from sim.crcl.enums import CommandState, StopCondition
from sim.crcl.status import CRCLStatus
from sim.errors import SimulationError


class RobotPort(Protocol):
    """Connection of a robot's executor.

    Raises SimulationError if the server is gone. ``ready`` once a session has begun.
    """

    ready: bool

    def send(self, command: Callable[[int], CRCLCommand]) -> None:
        """Send a command. It is current from then on."""

    def status(self) -> CRCLStatus:
        """Return the robot's status."""

    def ended(self, status: CRCLStatus) -> Optional[CommandState]:
        """Return DONE or ERROR if the last command has ended."""


class CrclPort:
    """A port over TCP. ``connect`` opens a connection, again after a loss."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._connection: Optional[Connection] = None
        self._number = 0
        self.ready = False

    def send(self, command: Callable[[int], CRCLCommand]) -> None:
        connection = self._opened()
        self._number += 1
        self._guarded(lambda: connection.send(command(self._number)))

    def status(self) -> CRCLStatus:
        connection = self._opened()
        found: CRCLStatus = self._guarded(connection.ask)
        if not self.ready:
            self._begin(found)
        return found

    def ended(self, status: CRCLStatus) -> Optional[CommandState]:
        now = status.command_status
        if now.command_id != self._number:
            return None
        state = CommandState(now.command_state)
        return state if state in (CommandState.DONE, CommandState.ERROR) else None

    def close(self) -> None:
        """Stop the robot and end the session, if connected."""
        if self._connection is None:
            return
        try:
            self.send(lambda number: StopMotion(number, StopCondition.FAST))
            self.send(EndCanon)
        except SimulationError:
            pass
        self._drop()

    def _opened(self) -> Connection:
        if self._connection is None:
            self._connection = self._connect()
            self._number = 0
            self.send(InitCanon)
        return self._connection

    def _begin(self, status: CRCLStatus) -> None:
        """Begin a session with InitCanon; SimulationError if it is refused."""
        state = self.ended(status)
        if state == CommandState.ERROR:
            self._drop()
            why = status.command_status.state_description or "no reason is given"
            raise SimulationError(f"the robot does not begin a session: {why}")
        self.ready = state == CommandState.DONE

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection, self.ready = None, False

    def _guarded(self, call: Callable[[], Optional[CRCLStatus]]) -> CRCLStatus:
        try:
            return call()  # type: ignore[return-value]
        except SimulationError:
            self._drop()
            raise
