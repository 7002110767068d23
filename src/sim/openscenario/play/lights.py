"""Lamps of entities, switched by LightStateActions.

Limited to the lamps of simulators' vehicles.
"""

from __future__ import annotations

from typing import List

from sim.openscenario.model.private_actions import LightStateAction, VehicleLight
from sim.openscenario.play.entity import Entity
from sim.traffic.lamps import BLUE_SIGNAL, BRAKE_SIGNAL, HAZARD_SIGNAL, LEFT_SIGNAL, RIGHT_SIGNAL

LAMPS = {
    "brakeLights": BRAKE_SIGNAL,
    "indicatorLeft": LEFT_SIGNAL,
    "indicatorRight": RIGHT_SIGNAL,
    "warningLights": HAZARD_SIGNAL,
    "specialPurposeLights": BLUE_SIGNAL,
}


def switch(action: LightStateAction, entity: Entity) -> None:
    """Switch lamps at once; lamps that simulators lack are ignored."""
    for kind in _kinds(action):
        bit = LAMPS.get(kind, 0)
        entity.lamps = entity.lamps & ~bit if action.state.mode == "off" else entity.lamps | bit


def ignored_lights(action: LightStateAction) -> List[str]:
    """List the parts of an action that are not shown."""
    found = [
        f"switches {kind}, for which vehicles have no lamp; there are {', '.join(LAMPS)}"
        for kind in _kinds(action)
        if kind not in LAMPS
    ]
    if len(found) == len(action.lights):
        return found
    if "brakeLights" in _kinds(action) and action.state.mode == "flashing":
        found.append("shows brakeLights without flashing")
    if action.state.color is not None or action.state.luminous_intensity is not None:
        found.append("has a colour or an intensity; lamps have their own")
    return found


def _kinds(action: LightStateAction) -> List[str]:
    return [
        each.vehicle_light_type if isinstance(each, VehicleLight) else each.user_defined_light_type
        for each in action.lights
    ]
