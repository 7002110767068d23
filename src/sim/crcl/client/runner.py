"""Execution of programs on a server.

Each command is sent after the previous one is done, or the program is sent as one document.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Callable, Optional, Set

from sim.crcl.client.connection import Connection
from sim.crcl.client.numbering import Numbered, describe, numbered, renumbered, unrolled
from sim.crcl.commands.base import CRCLCommand, GetStatus
from sim.crcl.commands.motion import StopMotion
from sim.crcl.documents import CRCLCommandInstance, CRCLProgram
from sim.crcl.enums import CommandState, StopCondition
from sim.crcl.status import CRCLStatus
from sim.errors import SimulationError


class CommandFailed(SimulationError):
    """A command ended with CRCL_Error, or did not end in time."""


@dataclass(frozen=True)
class FinishedCommand:
    """A finished command: index in a program of ``length``, wall s taken."""

    index: int
    length: int
    command: CRCLCommand
    status: CRCLStatus
    took: float


Report = Callable[[FinishedCommand], None]


class Runner:
    """Runs commands and programs on a server.

    ``period`` between status requests and ``most``, the timeout of a command (0: unlimited), are in
    wall s. Servers that stream statuses are polled as well.
    """

    def __init__(self, connection: Connection, period: float = 0.05, most: float = 0.0) -> None:
        self.connection = connection
        self._period = period
        self._most = most
        self._used: Set[int] = set()

    def run(
        self, program: CRCLProgram, file: Optional[str] = None, report: Report = lambda step: None
    ) -> bool:
        """Send a program command by command, with loops unrolled.

        Returns whether ids were changed. Raises CommandFailed if a command ends in an error.
        """
        commands, changed = numbered(unrolled(program), self._ids())
        length = len(program.commands)
        for one in commands:
            instance = CRCLCommandInstance(one.command, file, one.index, length)
            begin = time.monotonic()
            status = self.carry_out(instance)
            report(
                FinishedCommand(one.index, length, one.command, status, time.monotonic() - begin)
            )
        return changed

    def run_whole(self, program: CRCLProgram, report: Report = lambda step: None) -> bool:
        """Send a program as one document and wait for its EndCanon.

        Returns whether ids were changed. Raises CommandFailed if the program ends in an error.
        """
        program, changed = renumbered(program, self._ids())
        place = {command.command_id: index for index, command in enumerate(program.commands)}
        self.connection.send(program)
        begin, last = time.monotonic(), None
        while True:
            status = self._next()
            now = status.command_status
            index = place.get(now.command_id)
            if index is not None:
                self._used.add(now.command_id)
                command = program.commands[index]
                _check(now.command_state == CommandState.ERROR, self._said(command, status))
                ended = now.command_state == CommandState.DONE and command is program.end_canon
                # The next one begins as soon as one is done, so that its Done itself is hardly ever
                # seen.
                for one in ([last] if last not in (None, index) else []) + (
                    [index] if ended else []
                ):
                    report(
                        FinishedCommand(
                            one, len(place), program.commands[one], status, time.monotonic() - begin
                        )
                    )
                    begin = time.monotonic()
                if ended:
                    return changed
                last = index
            self._check_time(begin, f"the program, at command {now.command_id}")

    def run_single(self, instance: CRCLCommandInstance) -> bool:
        """Send one command and wait until it is done.

        Returns whether its id was changed. Raises CommandFailed if the command ends in an error.
        """
        (one,), changed = numbered([Numbered(0, instance.crcl_command)], self._ids())
        self.carry_out(replace(instance, crcl_command=one.command))
        return changed

    def carry_out(self, instance: CRCLCommandInstance) -> CRCLStatus:
        """Send a command unchanged and wait until it is done.

        Raises CommandFailed if the command ends in an error.
        """
        command = instance.crcl_command
        if isinstance(command, GetStatus):
            # No status ever names it.
            return self.connection.ask()
        self._used.add(command.command_id)
        self.connection.send(instance)
        begin, taken = time.monotonic(), False
        while True:
            status = self._next()
            now = status.command_status
            if now.command_id == command.command_id:
                taken = True
                _check(now.command_state == CommandState.ERROR, self._said(command, status))
                if now.command_state == CommandState.DONE:
                    return status
            elif not taken:
                _check(
                    time.monotonic() - begin > self.connection.patience,
                    f"command {command.command_id} ({describe(command)}) is not taken: after "
                    f"{self.connection.patience:g} s the server still speaks of command "
                    f"{now.command_id} ({now.command_state.value})",
                )
            else:
                raise CommandFailed(
                    f"command {command.command_id} ({describe(command)}) was preempted: the "
                    f"server speaks of command {now.command_id}"
                )
            self._check_time(begin, f"command {command.command_id} ({describe(command)})")

    def stop(self) -> None:
        """Request a fast stop, for an interrupted client."""
        self.connection.send(StopMotion(max([0, *self._used]) + 1, StopCondition.FAST))

    def _ids(self) -> Set[int]:
        """Return the used ids: those sent here and those in statuses."""
        self._used.add(self.connection.ask().command_status.command_id)
        return self._used

    def _next(self) -> CRCLStatus:
        """Return the status after a period, or a streamed one at once."""
        status = self.connection.read(self._period)
        return status if status is not None else self.connection.ask()

    def _check_time(self, begin: float, what: str) -> None:
        if self._most and time.monotonic() - begin > self._most:
            self.stop()
            raise CommandFailed(
                f"{what} did not end within {self._most:g} s; the robot was asked to stop"
            )

    @staticmethod
    def _said(command: CRCLCommand, status: CRCLStatus) -> str:
        why = status.command_status.state_description or "the server does not say why"
        return f"command {command.command_id} ({describe(command)}) failed: {why}"


def _check(failed: bool, what: str) -> None:
    if failed:
        raise CommandFailed(what)
