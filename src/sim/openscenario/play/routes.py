"""Entities on routes: the way to a position, and lane changes."""

from __future__ import annotations

from sim.errors import InputError
from sim.openscenario.model.private_actions import AcquirePositionAction
from sim.openscenario.play.entity import Anchor
from sim.openscenario.play.lateral import relative_to
from sim.openscenario.play.motion import OffsetChange
from sim.openscenario.play.mover import Mover
from sim.openscenario.play.places import Places
from sim.openscenario.play.roads import Roads
from sim.openscenario.play.way import Way, find_way
from sim.openscenario.storyboard.world import Progress

# Limits of the duration of a lane change on a route, which uses the road that is left.
MIN_CHANGE_TIME = 2.0  # s
MAX_CHANGE_TIME = 4.0  # s


def route_to(action: AcquirePositionAction, start: Anchor, places: Places, roads: Roads) -> Way:
    """Return the way to an action's position.

    Raises InputError if roads do not lead there.
    """
    _, anchor = places.placed(action.position)
    if anchor is None:
        raise InputError(action.source, "has a position that is on no road")
    way = find_way(roads.links, [start, anchor])
    if way is None:
        raise InputError(
            action.source,
            f"has a position on road {anchor.road}, lane {anchor.lane}; no roads lead there from "
            f"road {start.road}, lane {start.lane}",
        )
    return way


def keep_to_way(mover: Mover, roads: Roads, time: float) -> str:
    """Begin the lane change that an entity's way needs.

    Returns a note if it has left its way, which is then dropped.
    """
    anchor, way, entity = mover.entity.anchor, mover.way, mover.entity
    if way is None or not entity.exists or mover.trajectory is not None or anchor is None:
        return ""
    if mover.lateral is not None and mover.lateral.progress is Progress.RUNNING:
        return ""
    stretch = roads.links.stretch(anchor.road, anchor.lane, anchor.s, anchor.direction)
    lane = way.wanted(anchor, stretch.section)
    if lane is None:
        mover.way = None
        if way.over:
            return ""
        return f"{time:.2f} s: {entity.name} leaves its route on road {anchor.road}"
    if lane != anchor.lane:
        _change(mover, lane, roads, time)
    return ""


def _change(mover: Mover, lane: int, roads: Roads, time: float) -> None:
    entity = mover.entity
    assert entity.anchor is not None
    stretch = roads.links.stretch(
        entity.anchor.road, entity.anchor.lane, entity.anchor.s, entity.anchor.direction
    )
    end = roads.links.bounds(stretch)[1 if stretch.sign > 0 else 0]
    left = abs(end - entity.anchor.s) / max(entity.speed, 0.1)
    takes = min(max(left, MIN_CHANGE_TIME), MAX_CHANGE_TIME)
    anchor = relative_to(entity.anchor, lane, roads, entity.name)
    source = anchor.direction * anchor.offset
    motion = OffsetChange(time, source, lambda: 0.0, "sinusoidal", takes)
    mover.steer(motion, anchor, time)
