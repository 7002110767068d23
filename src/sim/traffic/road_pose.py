"""Places vehicles and persons on sloping roads.

SUMO has the height of lanes, but not the tilt of the road.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Sequence

import numpy as np

from sim.traffic.elevation import RoadHeights
from sim.traffic.looks import is_person
from sim.traffic.state import TrafficState, VehicleType


def on_the_road(
    state: TrafficState, types: Sequence[VehicleType], heights: RoadHeights
) -> TrafficState:
    """Return the state with the road's z, pitch, and roll. Persons stand upright."""
    if heights.flat or not len(state):
        return state
    length = np.array([kind.length for kind in types])[state.type]
    width = np.array([kind.width for kind in types])[state.type]
    upright = np.array([is_person(kind.model) for kind in types])[state.type]
    z, pitch, roll = heights.attitude(state.position, state.yaw, length, width)
    return replace(
        state,
        position=np.column_stack([state.position[:, :2], z]),
        pitch=np.where(upright, 0.0, pitch),
        roll=np.where(upright, 0.0, roll),
    )
