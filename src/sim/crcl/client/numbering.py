"""Flattening and numbering of a program's commands for sending one by one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Collection, List, Optional, Tuple

from sim.crcl.commands.base import CRCLCommand
from sim.crcl.commands.reports import LoopBlockEnd, LoopBlockStart
from sim.crcl.documents import CRCLProgram
from sim.errors import InputError

# More than this is a program that was not meant so.
MOST = 1_000_000


@dataclass(frozen=True)
class Numbered:
    """A command and its ProgramIndex."""

    index: int
    command: CRCLCommand


def unrolled(program: CRCLProgram) -> List[Numbered]:
    """Return the commands in order of execution, with loops unrolled.

    Raises InputError for unpaired loop brackets.
    """
    done: List[Numbered] = []
    opened: List[Tuple[str, int]] = []
    for index, command in enumerate(program.commands):
        if isinstance(command, LoopBlockStart):
            opened.append((command.loop_name, len(done)))
        elif isinstance(command, LoopBlockEnd):
            name, start = opened.pop() if opened else (None, 0)
            if name != command.loop_name:
                raise InputError(
                    f"command {index}",
                    f"ends loop '{command.loop_name}', which is not the one that began last",
                )
            body, more = done[start:], max(command.max_count, 1) - 1
            if len(done) + more * len(body) > MOST:
                raise InputError(
                    f"command {index}",
                    f"loop '{command.loop_name}' makes more than {MOST} commands of the program",
                )
            done += body * more
        else:
            done.append(Numbered(index, command))
    if opened:
        raise InputError("program", f"loop '{opened[-1][0]}' has no end")
    return done


def numbered(commands: List[Numbered], used: Collection[int]) -> Tuple[List[Numbered], bool]:
    """Renumber commands with ascending ids outside ``used``.

    A status then identifies its command. Also returns whether any id changed.
    """
    ids = [one.command.command_id for one in commands]
    if all(first < second for first, second in zip(ids, ids[1:])) and not set(ids) & set(used):
        return commands, False
    first = max([0, *used]) + 1
    return [
        Numbered(one.index, replace(one.command, command_id=first + number))
        for number, one in enumerate(commands)
    ], True


def renumbered(program: CRCLProgram, used: Collection[int]) -> Tuple[CRCLProgram, bool]:
    """Return a renumbered program, and whether any number changed."""
    commands, changed = numbered(
        [Numbered(index, command) for index, command in enumerate(program.commands)], used
    )
    first, *middle, last = (one.command for one in commands)
    return replace(program, init_canon=first, middle_command=tuple(middle), end_canon=last), changed


def describe(command: Optional[CRCLCommand]) -> str:
    """Return the kind and name of a command."""
    return (
        ""
        if command is None
        else type(command).__name__ + (f" '{command.name}'" if command.name else "")
    )
