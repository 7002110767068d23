"""Task of an ego and its rewards. SI units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence

from sim.environments.scenario import Scenario


@dataclass(frozen=True)
class Task:
    """Task of an ego.

    ``stops``: edges of the route from an ego's lane; the goal is ``beyond`` m behind the beginning
    of the edge ``goal``, to be reached within ``seconds``.
    """

    scenario: Scenario
    stops: Sequence[str]
    goal: str
    beyond: float
    seconds: float


@dataclass(frozen=True)
class Rewards:
    """Rewards per m and per s, and of events.

    The events are the goal, a contact, and leaving the road.
    """

    way: float = 0.1
    time: float = -0.1
    goal: float = 10.0
    contact: float = -20.0
    off_road: float = -20.0
