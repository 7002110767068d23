"""Kinds of lanes by the vehicle classes that SUMO allows on them."""

from __future__ import annotations

from typing import FrozenSet

ROAD = "road"
BUS = "bus"
BICYCLE = "bicycle"
SIDEWALK = "sidewalk"
RAIL = "rail"
WATER = "water"
CLOSED = "closed"
CROSSING = "crossing"
WALKINGAREA = "walkingarea"

_WALKERS = frozenset(("pedestrian", "wheelchair"))
_CYCLISTS = frozenset(("bicycle", "scooter"))
_TRAINS = frozenset(
    ("tram", "rail", "rail_urban", "rail_electric", "rail_fast", "subway", "cable_car")
)
_NOT_ON_GROUND = frozenset(("ship", "drone", "aircraft", "container"))
# Private traffic; a lane closed to all of these is for public transport.
_PRIVATE = frozenset(
    (
        "passenger",
        "private",
        "truck",
        "trailer",
        "motorcycle",
        "moped",
        "evehicle",
        "hov",
        "custom1",
        "custom2",
    )
)


def lane_kind(allowed: FrozenSet[str], function: str = "") -> str:
    """Return one of the kinds above. ``function`` is that of the lane's edge."""
    if function in (CROSSING, WALKINGAREA):
        return function
    rest = allowed - _NOT_ON_GROUND
    if not rest:
        return WATER if "ship" in allowed else CLOSED
    if rest <= _CYCLISTS:
        return BICYCLE
    if rest <= _WALKERS | _CYCLISTS:
        return SIDEWALK
    if rest <= _TRAINS:
        return RAIL
    return BUS if "bus" in rest and not rest & _PRIVATE else ROAD
