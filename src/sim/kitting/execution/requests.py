"""Requests of a routine during an action. Simulated seconds.

A routine (generator) yields one of these and goes on when it is done.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Generator, Optional, Tuple, Union

from sim.arrays import Array
from sim.crcl.commands.base import MiddleCommand
from sim.crcl.status import CRCLStatus


@dataclass(frozen=True)
class Do:
    """A CRCL command, made with its id.

    Answered by the status with its end. ``failure`` is the name of its error, ``accepts`` are the
    errors to ignore; ``motion``: it moves the arm.
    """

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
class SpaceRequest:
    """Request for space to move the controlled point to places (3,). Beside the other robots."""

    places: Tuple[Array, ...]


Request = Union[Do, Until, SpaceRequest]
Routine = Generator[Request, Optional[CRCLStatus], None]
