"""Poses for taking and releasing gears and docking end effectors.

World frame; the tool's z points out of the gripper, its x along the opening.
"""

from __future__ import annotations

from typing import NamedTuple, Optional

import numpy as np

from sim.arrays import Array
from sim.transforms import transform_from_rpy
from sim.workcell.gear import Gear

# Fingers' controlled point above the disc, so that tips 10 mm beyond it stay clear; the lip of a
# suction cup above the hub; a gear is let go a little above its slot.
FINGER_HEIGHT = 0.014  # m
SUCTION_GAP = 0.001  # m
DROP_HEIGHT = 0.002  # m
APPROACH_HEIGHT = 0.08  # m
FLANGE_GAP = 0.0005  # m, between the flange and an end effector
HOLDER_CLEARANCE = 0.2  # m above a holder, where what hangs from the flange is free
TOOL_DOWN = np.diag([1.0, -1.0, -1.0, 1.0])


class Handling(NamedTuple):
    """world_from_tool (4, 4) of each stop on the way."""

    above: Array
    at: Array


def picking(
    world_from_gear: Array, gear: Gear, turn: float = 0.0, suction: bool = False
) -> Handling:
    """Return the stops for taking a level gear by its hub.

    From above, in any rotation: with fingers around it, or with ``suction`` by its top; ``turn``
    rad is from the world's x to the tool's.
    """
    x, y, z = world_from_gear[:3, 3]
    height = gear.height + SUCTION_GAP if suction else gear.thickness + FINGER_HEIGHT
    at = transform_from_rpy((x, y, z + height), (0.0, 0.0, turn)) @ TOOL_DOWN
    return Handling(_raised(at, APPROACH_HEIGHT), at)


def placing(
    world_from_gear: Array, gear: Gear, turn: float = 0.0, suction: bool = False
) -> Handling:
    """Return the stops for releasing a gear just above its final pose."""
    at = _raised(picking(world_from_gear, gear, turn, suction).at, DROP_HEIGHT)
    return Handling(_raised(at, APPROACH_HEIGHT), at)


def docking(world_from_tool: Array, tcp: Optional[Array] = None) -> Handling:
    """Return the stops for taking an end effector from a holder.

    Stops of the controlled point, straight down onto it, or with its ``flange_from_tcp`` (4, 4) to
    put it there.
    """
    at = _raised(world_from_tool, FLANGE_GAP if tcp is None else DROP_HEIGHT)
    if tcp is not None:
        at = at @ tcp
    return Handling(_raised(at, HOLDER_CLEARANCE), at)


def _raised(pose: Array, height: float) -> Array:
    raised = pose.copy()
    raised[2, 3] += height
    return raised
