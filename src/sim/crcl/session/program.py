"""Sequential execution of commands, with loops.

A loop is a LoopBlockStart and a LoopBlockEnd of one name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Optional, Sequence, Set, Tuple

from sim.crcl import CRCLCommand, LoopBlockEnd, LoopBlockStart
from sim.errors import InputError


@dataclass(frozen=True)
class ProgramPosition:
    """Place of a command in a program; InitCanon has index 0."""

    file: Optional[str] = None
    index: Optional[int] = None
    length: Optional[int] = None


class ProgramStepper:
    """Steps through commands; InputError where loops do not pair.

    The commands between a loop's ends are carried out MaxCount times in all. ``reported`` is the
    CommandID under which a program runs that is itself one command (RunProgram, or a loop that a
    client sent command by command).
    """

    def __init__(self, commands: Sequence[CRCLCommand], reported: Optional[int] = None) -> None:
        self.commands, self.reported = tuple(commands), reported
        self._start_of = _loops(self.commands)
        self._done: Dict[int, int] = {}
        self._next = 0
        self.index = 0

    def step(self) -> Optional[CRCLCommand]:
        """Return the next command, or None at the end.

        The end of a loop jumps back to its start while repetitions are left.
        """
        if self._next >= len(self.commands):
            return None
        self.index = self._next
        command = self.commands[self.index]
        self._next += 1
        if isinstance(command, LoopBlockEnd):
            self._turn(command)
        return command

    def _turn(self, end: LoopBlockEnd) -> None:
        rounds = self._done.get(self.index, 0) + 1
        if rounds < end.max_count:
            self._done[self.index], self._next = rounds, self._start_of[self.index] + 1
        else:
            self._done.pop(self.index, None)

    @property
    def place(self) -> ProgramPosition:
        return ProgramPosition(None, self.index, len(self.commands))


def _loops(commands: Sequence[CRCLCommand]) -> Dict[int, int]:
    """Return the index of each loop's start by that of its end."""
    opened: List[Tuple[int, LoopBlockStart]] = []
    found: Dict[int, int] = {}
    names: Set[str] = set()
    for k, command in enumerate(commands):
        if isinstance(command, LoopBlockStart):
            if command.loop_name in names:
                raise InputError(
                    _where(command, k),
                    f"there are two loops '{command.loop_name}'; names must differ",
                )
            names.add(command.loop_name)
            opened.append((k, command))
        elif isinstance(command, LoopBlockEnd):
            start = opened[-1][1] if opened else None
            if start is None or start.loop_name != command.loop_name:
                inner = (
                    f"loop '{start.loop_name}' must end first"
                    if start
                    else "no LoopBlockStart of that name came before"
                )
                raise InputError(
                    _where(command, k), f"ends loop '{command.loop_name}', but {inner}"
                )
            if command.max_count < 1:
                raise InputError(
                    _where(command, k), f"MaxCount {command.max_count} must be at least 1"
                )
            found[k] = opened.pop()[0]
    if opened:
        k, start = opened[-1]
        raise InputError(_where(start, k), f"loop '{start.loop_name}' has no LoopBlockEnd")
    return found


def _where(command: CRCLCommand, index: int) -> str:
    return f"command {command.command_id} ({type(command).__name__}, ProgramIndex {index})"
