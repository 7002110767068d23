"""Base classes of commands, and commands that begin, end and watch sessions."""

from __future__ import annotations

from typing import Tuple

from sim.crcl.primitives import Guard
from sim.crcl.thing import DataThing, vocabulary


@vocabulary
class CRCLCommand(DataThing):
    """Abstract: any command."""

    command_id: int
    guard: Tuple[Guard, ...] = ()


@vocabulary
class InitCanon(CRCLCommand):
    """Begins a session: default units and settings."""


@vocabulary
class EndCanon(CRCLCommand):
    """Ends a session."""


@vocabulary
class MiddleCommand(CRCLCommand):
    """Abstract: any command between InitCanon and EndCanon."""


@vocabulary
class GetStatus(MiddleCommand):
    """Requests a status at once; its id is not echoed."""


@vocabulary
class Message(MiddleCommand):
    """Text for the operator."""

    message: str


@vocabulary
class Dwell(MiddleCommand):
    """Stay where you are, s."""

    dwell_time: float
