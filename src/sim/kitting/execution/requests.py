"""What a routine asks for while it carries out an action: it yields one of these and goes on when
that is done. Simulated seconds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Generator, Optional, Tuple, Union

from sim.arrays import Array
from sim.crcl.commands.base import MiddleCommand
from sim.crcl.status import CRCLStatus


@dataclass(frozen=True)
class Do:
    """A CRCL command, made with the id that it is sent under; answered by the status in which it
    was done. ``failure`` names what its error means, ``accepts`` says which errors are none;
    ``motion`` that it moves the arm."""

    command: Callable[[int], MiddleCommand]
    failure: str
    accepts: Callable[[CRCLStatus], bool] = lambda status: False
    motion: bool = False


@dataclass(frozen=True)
class Until:
    """Something to wait for, at most ``limit`` s, then ``failure`` for ``reason``."""

    holds: Callable[[], bool]
    limit: float
    failure: str
    reason: str


@dataclass(frozen=True)
class Space:
    """Room for the controlled point to go to some places (3,), beside the other robots."""

    places: Tuple[Array, ...]


Request = Union[Do, Until, Space]
Routine = Generator[Request, Optional[CRCLStatus], None]
