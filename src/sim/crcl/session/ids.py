"""Rules for CommandIDs: unique within a session, as CRCL's reference demands.

Ascending ids are only recommended there. Some clients and many published programs number otherwise:
with 0, or one id several times.
"""

from __future__ import annotations

from typing import Sequence, Set

from sim.crcl import CRCLCommand, GetStatus, InitCanon, StopMotion
from sim.errors import InputError

ALWAYS = "always"
NEVER = "never"
AUTO = "auto"
STRICTNESS = (ALWAYS, NEVER, AUTO)


class CommandIds:
    """Checks CommandIDs; InitCanon starts over.

    StopMotion and GetStatus may have any id; if not ``strict``, all commands may. ``auto`` is
    strict except in a session with a client that numbers otherwise: its InitCanon has an id below
    1, or one of its programs has such ids or a repeated id.
    """

    def __init__(self, strict: str) -> None:
        self._strict, self._otherwise = strict, False
        self._used: Set[int] = set()

    def use(self, commands: Sequence[CRCLCommand]) -> None:
        """Register the id of a command, or all ids of a program.

        Raises InputError if an id is not positive or was used before.
        """
        for command in commands:
            if isinstance(command, InitCanon):
                self._used, self._otherwise = set(), False
        if self._strict == NEVER or (self._strict == AUTO and self._numbers_otherwise(commands)):
            return
        for command in commands:
            if isinstance(command, (StopMotion, GetStatus)):
                continue
            what = f"CommandID of {type(command).__name__}"
            if command.command_id < 1:
                raise InputError(what, f"{command.command_id} is not positive; ids count up from 1")
            if command.command_id in self._used:
                raise InputError(
                    what,
                    f"{command.command_id} was used before in this session; each command needs an "
                    "id of its own",
                )
            self._used.add(command.command_id)

    def _numbers_otherwise(self, commands: Sequence[CRCLCommand]) -> bool:
        ids = [
            command.command_id
            for command in commands
            if not isinstance(command, (StopMotion, GetStatus))
        ]
        if (len(commands) > 1 and len(set(ids)) < len(ids)) or (
            ids and min(ids) < 1 and (len(commands) > 1 or isinstance(commands[0], InitCanon))
        ):
            self._otherwise = True
        return self._otherwise
