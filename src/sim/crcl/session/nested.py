"""Commands that expand to several.

Loops that a client sends command by command, and RunProgram with the text of a CRCL program.
"""

from __future__ import annotations

from dataclasses import replace
from typing import List, Optional, Tuple

from sim.crcl import CRCLCommand, LoopBlockEnd, LoopBlockStart, RunProgram, StopMotion
from sim.crcl.codec import read_program
from sim.errors import InputError

Commands = Tuple[CRCLCommand, ...]
# Commands that a client may repeat by a loop, so that none fills the memory with one that never
# ends.
LONGEST = 10000
# Loops that may be open in each other, since each keeps the commands since its start.
DEEPEST = 100


class _Loop:
    """The commands of a loop that is open, from its start on."""

    def __init__(self, start: LoopBlockStart) -> None:
        self.name = start.loop_name
        self.commands: List[CRCLCommand] = []


class LoopRecorder:
    """Keeps the commands since the start of each loop that is open."""

    def __init__(self) -> None:
        self._open: List[_Loop] = []
        self._closed: Optional[Commands] = None

    def clear(self) -> None:
        self._open, self._closed = [], None

    def hear(self, command: CRCLCommand) -> None:
        """Record a command that a client sent by itself.

        Raises InputError if it ends a loop that was not begun.
        """
        self._closed = None
        if isinstance(command, StopMotion):
            return
        if isinstance(command, LoopBlockEnd):
            if not self._open or self._open[-1].name != command.loop_name:
                raise InputError(
                    "LoopBlockEnd/LoopName",
                    f"no LoopBlockStart named '{command.loop_name}' came before, or another loop "
                    "must end first",
                )
            self._closed = tuple(self._open[-1].commands)
        elif isinstance(command, LoopBlockStart):
            if len(self._open) >= DEEPEST:
                raise InputError(
                    "LoopBlockStart", f"{DEEPEST} loops are open already; end one first"
                )
            self._open.append(_Loop(command))
        for kept in self._open:
            kept.commands.append(command)
            if len(kept.commands) > LONGEST:
                raise InputError(
                    "LoopBlockStart",
                    f"loop '{kept.name}' has more than {LONGEST} commands; send a shorter one",
                )
        if self._closed is not None:
            self._open.pop()

    def repeated(self, end: LoopBlockEnd) -> Optional[Commands]:
        """Return the remaining repetitions of the loop closed by ``end``.

        Its commands were executed once on arrival.
        """
        closed, self._closed = self._closed, None
        if closed is None or end.max_count < 2:
            return None
        return (*closed, replace(end, max_count=end.max_count - 1))


def body(command: CRCLCommand, recorder: LoopRecorder) -> Optional[Commands]:
    """Return the expansion of a command, or None for a plain command."""
    if isinstance(command, LoopBlockEnd):
        return recorder.repeated(command)
    if isinstance(command, RunProgram) and "<CRCLProgram" in command.program_text:
        return read_program(command.program_text.encode(), "ProgramText").middle_command
    return None
