"""Scenarios of a closed loop as data, as in the launch files. SI units."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Tuple

from sim.errors import InputError
from sim.resources import resource
from sim.traffic.left_hand import left_hand_world
from sim.traffic.session import AUTO

EGO = "ego"


@dataclass(frozen=True)
class EgoStart:
    """Ego of a ``model`` at ``pos`` m on a lane. A negative ``pos`` counts from the lane's end."""

    lane: str
    pos: float
    name: str = EGO
    model: str = "ego_car"


@dataclass(frozen=True)
class Scenario:
    """Scenario with the names of ``hybrid_merge.launch``.

    ``step`` is SUMO's, ``physics_step`` 0 the world's, s; traffic is visible within ``radius`` m of
    an ego.
    """

    net: Path
    world: Path
    demand: str
    egos: Tuple[EgoStart, ...]
    warm_up: float = 200.0
    step: float = 0.1
    physics_step: float = 0.0
    radius: float = math.inf
    sumo: str = AUTO

    def __post_init__(self) -> None:
        names = [ego.name for ego in self.egos]
        if not names or len(set(names)) < len(names):
            raise InputError(
                "egos", f"are named {names}; give at least one, each with a name of its own"
            )


def merge(left_hand: bool = False) -> Scenario:
    """Return the jammed merge of ``hybrid_merge.launch``, with its ego."""
    return _driven_on(
        left_hand,
        Scenario(
            resource("networks", "merge", "merge.net.xml"),
            resource("worlds", "merge.world"),
            str(resource("config", "demand", "merge.yaml")),
            (EgoStart("In1_0", -120.0),),
        ),
    )


def town(left_hand: bool = False) -> Scenario:
    """Return the town of ``town.launch``, with its ego."""
    return _driven_on(
        left_hand,
        Scenario(
            resource("networks", "town", "town.net.xml"),
            resource("worlds", "town.world"),
            str(resource("config", "demand", "town.yaml")),
            (EgoStart("main_0_east_2", 20.0),),
            warm_up=60.0,
        ),
    )


def _driven_on(left_hand: bool, scenario: Scenario) -> Scenario:
    """Return a scenario or its variant of left-hand traffic, the mirror image."""
    if not left_hand:
        return scenario
    made = left_hand_world(scenario.net)
    return replace(scenario, net=made.net, world=made.world)
