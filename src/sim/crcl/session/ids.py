"""Which CommandIDs may be used: each once in a session, as CRCL's reference demands; that they rise it only recommends."""
from __future__ import annotations

from typing import Iterable, Set

from sim.crcl import CRCLCommand, GetStatus, InitCanon, StopMotion
from sim.errors import InputError


class CommandIds:
    """InitCanon begins anew; StopMotion and GetStatus may have any id. Not ``strict``: so may all."""

    def __init__(self, strict: bool) -> None:
        self._strict = strict
        self._used: Set[int] = set()

    def use(self, commands: Iterable[CRCLCommand]) -> None:
        """InputError where an id is not positive or was used before."""
        for command in commands:
            if isinstance(command, InitCanon):
                self._used = set()
            if not self._strict or isinstance(command, (StopMotion, GetStatus)):
                continue
            what = f"CommandID of {type(command).__name__}"
            if command.command_id < 1:
                raise InputError(what, f"{command.command_id} is not positive; ids count up from 1")
            if command.command_id in self._used:
                raise InputError(what, f"{command.command_id} was used before in this session; each command needs an id of its own")
            self._used.add(command.command_id)
