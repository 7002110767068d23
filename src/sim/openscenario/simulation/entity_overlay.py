"""Entities in traffic states, and as boxes for SUMO."""

from __future__ import annotations

import math
from dataclasses import fields, replace
from typing import Dict, Mapping, Sequence

import numpy as np

from sim.openscenario.play.entity import Entity
from sim.openscenario.play.roads import wrap_angle
from sim.traffic.ego_state import EgoState
from sim.traffic.registry import Registry
from sim.traffic.state import TrafficState


def box_of(entity: Entity, name: str) -> EgoState:
    """Return an entity's box under its name in SUMO."""
    cos, sin = math.cos(entity.heading), math.sin(entity.heading)
    ahead, left = entity.centre
    centre = (entity.x + cos * ahead - sin * left, entity.y + sin * ahead + cos * left)
    return EgoState(
        name,
        centre,
        entity.heading,
        entity.speed,
        0.0,
        max(entity.length, 0.1),
        max(entity.width, 0.1),
        max(entity.height, 0.1),
        entity.z,
    )


class EntityOverlay:
    """Adds entities to traffic states. ``names`` are those in SUMO, each also its type's."""

    def __init__(self, registry: Registry, names: Mapping[str, str]) -> None:
        self._registry, self._names = registry, names
        self._yaw: Dict[str, float] = {}

    def added(self, state: TrafficState, entities: Sequence[Entity]) -> TrafficState:
        """Return a state with entities exactly at their places."""
        there = [each for each in entities if each.exists and each.visible["graphics"]]
        before, self._yaw = self._yaw, {each.name: each.heading for each in there}
        if not there:
            return state
        ids = [self._id(each) for each in there]
        boxes = [box_of(each, self._names[each.name]) for each in there]
        turned = [wrap_angle(e.heading - before.get(e.name, e.heading)) / state.step for e in there]
        none = np.zeros(len(there))
        own = TrafficState(
            state.time,
            state.step,
            np.array(ids, np.uint32),
            self._registry.type_of[ids],
            np.array([(*box.centre, box.z) for box in boxes]),
            np.array([box.yaw for box in boxes]),
            none,
            none,
            np.array([each.speed for each in there]),
            np.array([each.acceleration for each in there]),
            np.array(turned),
            self._registry.lamps[self._registry.type_of[ids]]
            | np.array([each.lamps for each in there], np.uint32),
        )
        return _together(state, own)

    def _id(self, entity: Entity) -> int:
        name = self._names[entity.name]
        return self._registry.outsider(name.encode(), name)


def _together(one: TrafficState, other: TrafficState) -> TrafficState:
    order = np.argsort(np.concatenate([one.id, other.id]))
    arrays = [each.name for each in fields(TrafficState) if each.name not in ("time", "step")]
    return replace(
        one,
        **{
            name: np.concatenate([getattr(one, name), getattr(other, name)])[order]
            for name in arrays
        },
    )
