"""Root elements of a single command and of a program.

Schemas: CRCLCommandInstance.xsd, CRCLProgramInstance.xsd. The status is in ``status``.
"""

from __future__ import annotations

from typing import Optional, Tuple, Union

from sim.crcl.commands.base import CRCLCommand, EndCanon, InitCanon, MiddleCommand
from sim.crcl.status import CRCLStatus
from sim.crcl.thing import DataThing, Int, vocabulary


@vocabulary
class CRCLCommandInstance(DataThing):
    """A command with its place in a program, if known."""

    crcl_command: CRCLCommand
    program_file: Optional[str] = None
    program_index: Optional[Int] = None
    program_length: Optional[Int] = None


@vocabulary
class CRCLProgram(DataThing):
    init_canon: InitCanon
    middle_command: Tuple[MiddleCommand, ...] = ()
    end_canon: EndCanon

    @property
    def commands(self) -> Tuple[CRCLCommand, ...]:
        """All commands in order; the place in it is CRCL's ProgramIndex."""
        return (self.init_canon, *self.middle_command, self.end_canon)


Document = Union[CRCLCommandInstance, CRCLProgram, CRCLStatus]
