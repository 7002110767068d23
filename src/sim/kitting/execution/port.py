"""A robot's CRCL server as the executor sees it: one command at a time, and how it stands."""

from __future__ import annotations

from typing import Callable, Optional, Protocol

from sim.crcl.client.connection import Connection
from sim.crcl.commands.base import CRCLCommand, EndCanon, InitCanon
from sim.crcl.commands.motion import StopMotion
from sim.crcl.enums import CommandState, StopCondition
from sim.crcl.status import CRCLStatus
from sim.errors import SimulationError


class Port(Protocol):
    """What a robot's executor needs; SimulationError where the server is gone. ``ready`` once a
    session has begun."""

    ready: bool

    def send(self, command: Callable[[int], CRCLCommand]) -> None:
        """Sends a command, which is under way from then on."""

    def status(self) -> CRCLStatus:
        """How the robot stands."""

    def ended(self, status: CRCLStatus) -> Optional[CommandState]:
        """DONE or ERROR where the command that was sent last has ended."""


class CrclPort:
    """A port over TCP; ``connect`` opens a connection, again after it was lost."""

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
        """Stops the robot and ends the session; a server that is gone needs neither."""
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
        """A session has begun once InitCanon is done; SimulationError where it is refused."""
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
