"""Carries programs out on a server: each command is sent when the one before is done, or the
program goes as one document."""

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
class Step:
    """A command that ended: its index in a program of ``length``, and the wall s that it took."""

    index: int
    length: int
    command: CRCLCommand
    status: CRCLStatus
    took: float


Report = Callable[[Step], None]


class Runner:
    """``period`` between questions and ``most`` that a command may take (0: any time) are wall s;
    servers that stream are asked all the same."""

    def __init__(self, connection: Connection, period: float = 0.05, most: float = 0.0) -> None:
        self.connection = connection
        self._period = period
        self._most = most
        self._used: Set[int] = set()

    def run(
        self, program: CRCLProgram, file: Optional[str] = None, report: Report = lambda step: None
    ) -> bool:
        """Sends a program command by command, loops unrolled; whether ids had to be changed.
        CommandFailed where one does not end well."""
        commands, changed = numbered(unrolled(program), self._ids())
        length = len(program.commands)
        for one in commands:
            instance = CRCLCommandInstance(one.command, file, one.index, length)
            begin = time.monotonic()
            status = self.carry_out(instance)
            report(Step(one.index, length, one.command, status, time.monotonic() - begin))
        return changed

    def run_whole(self, program: CRCLProgram, report: Report = lambda step: None) -> bool:
        """Sends a program as one document and waits for its EndCanon; whether ids had to be
        changed. CommandFailed where it does not end well."""
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
                        Step(
                            one, len(place), program.commands[one], status, time.monotonic() - begin
                        )
                    )
                    begin = time.monotonic()
                if ended:
                    return changed
                last = index
            self._check_time(begin, f"the program, at command {now.command_id}")

    def run_single(self, instance: CRCLCommandInstance) -> bool:
        """Sends one command; whether its id had to be changed. CommandFailed where it does not end
        well."""
        (one,), changed = numbered([Numbered(0, instance.crcl_command)], self._ids())
        self.carry_out(replace(instance, crcl_command=one.command))
        return changed

    def carry_out(self, instance: CRCLCommandInstance) -> CRCLStatus:
        """Sends a command as it is and waits until it is done; CommandFailed where it does not end
        well."""
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
        """Asks for a fast stop; for a client that is interrupted."""
        self.connection.send(StopMotion(max([0, *self._used]) + 1, StopCondition.FAST))

    def _ids(self) -> Set[int]:
        """The ids that were used, as far as is known: what was sent here, and what the server
        speaks of."""
        self._used.add(self.connection.ask().command_status.command_id)
        return self._used

    def _next(self) -> CRCLStatus:
        """The status after a period, or at once the one that streams meanwhile."""
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
