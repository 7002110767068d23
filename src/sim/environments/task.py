"""What an ego is to do, and what that is worth. SI units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence

from sim.environments.scenario import Scenario


@dataclass(frozen=True)
class Task:
    """``stops``: edges that the way from an ego's lane leads over; the goal is reached so many m
    (``beyond``) behind the beginning of the edge ``goal``, within ``seconds``."""

    scenario: Scenario
    stops: Sequence[str]
    goal: str
    beyond: float
    seconds: float


@dataclass(frozen=True)
class Rewards:
    """For each m of way, each s, the goal, a contact, and leaving the road."""

    way: float = 0.1
    time: float = -0.1
    goal: float = 10.0
    contact: float = -20.0
    off_road: float = -20.0
