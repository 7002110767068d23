"""Longitudinal motions: speed actions, speed profiles, distance keeping."""

from __future__ import annotations

import math
from typing import Callable, List

from sim.errors import InputError
from sim.openscenario.model.private_actions import (
    AbsoluteTargetSpeed,
    LongitudinalDistanceAction,
    RelativeTargetSpeed,
    SpeedAction,
    SpeedProfileAction,
    TransitionDynamics,
)
from sim.openscenario.play.entity import Entity
from sim.openscenario.play.measures import EntityMeasures
from sim.openscenario.play.motion import (
    DistanceKeeping,
    SpeedChange,
    SpeedFollow,
    SpeedMotion,
    SpeedProfileMotion,
)
from sim.openscenario.play.shapes import duration

EntityOf = Callable[[str], Entity]


def target_speed(target: AbsoluteTargetSpeed | RelativeTargetSpeed, entity: EntityOf) -> float:
    """Return the target speed in m/s, negative backwards."""
    if isinstance(target, AbsoluteTargetSpeed):
        return target.value
    other = entity(target.entity_ref).speed
    delta = target.speed_target_value_type == "delta"
    return other + target.value if delta else other * target.value


def transition_length(dynamics: TransitionDynamics, change: float) -> float:
    """Return the duration of a change in s, or m by distance."""
    if dynamics.dynamics_shape == "step":
        return 0.0
    if dynamics.dynamics_dimension == "rate":
        return duration(dynamics.dynamics_shape, change, dynamics.value)
    if dynamics.value < 0.0:
        raise InputError(
            dynamics.source,
            f"has value {dynamics.value:g}; a {dynamics.dynamics_dimension} is at least 0",
        )
    return dynamics.value


def speed_motion(action: SpeedAction, own: Entity, entity: EntityOf, time: float) -> SpeedMotion:
    target = action.target
    wanted = target_speed(target, entity)
    change = wanted - own.speed
    takes = transition_length(action.dynamics, change)
    shape = action.dynamics.dynamics_shape
    by_distance = action.dynamics.dynamics_dimension == "distance" and shape != "step"
    source = own.speed
    if isinstance(target, RelativeTargetSpeed) and target.continuous:
        start = own.travelled
        return SpeedFollow(
            lambda: target_speed(target, entity),
            lambda now, speed: SpeedChange(time, source, speed, shape, takes, by_distance).speed(
                now, own.travelled - start, own.speed
            ),
        )
    return SpeedChange(time, source, wanted, shape, takes, by_distance)


def profile_motion(
    action: SpeedProfileAction, own: Entity, entity: EntityOf, time: float
) -> SpeedMotion:
    """Return the motion of a speed profile.

    Times count from the former entry; without times, the limits of acceleration of the action, or
    else of the entity, apply.
    """
    base = entity(action.entity_ref).speed if action.entity_ref else 0.0
    faster, slower = own.accelerations()
    limits = action.constraints
    if limits is not None:
        faster = faster if limits.max_acceleration is None else limits.max_acceleration
        slower = slower if limits.max_deceleration is None else limits.max_deceleration
    times: List[float] = [0.0]
    speeds: List[float] = [own.speed]
    for entry in action.entries:
        speed = base + entry.speed
        takes = entry.time
        if takes is None:
            change = speed - speeds[-1]
            limit = faster if change > 0.0 else slower
            takes = abs(change) / limit if change and limit else 0.0
        if takes > 0.0:
            times.append(times[-1] + takes)
            speeds.append(speed)
        else:
            speeds[-1] = speed
    return SpeedProfileMotion(time, times, speeds)


def distance_motion(
    action: LongitudinalDistanceAction, own: Entity, entity: EntityOf, measures: EntityMeasures
) -> DistanceKeeping:
    """Return the motion that keeps, or reaches, a distance along the way."""
    if (action.distance is None) == (action.time_gap is None):
        raise InputError(action.source, "needs a distance or a timeGap, one of them")
    other = entity(action.entity_ref)
    ahead = {"leadingReferencedEntity": 1, "trailingReferencedEntity": -1}.get(action.displacement)

    def wanted() -> float:
        if action.distance is not None:
            return action.distance
        return (action.time_gap or 0.0) * own.speed

    def place() -> float:
        """Return the lead over the other entity in m; negative behind it."""
        return measures.signed(other, own, action.coordinate_system, action.freespace)[0]

    side = ahead if ahead is not None else (1 if place() > 0.0 else -1)
    limits = action.constraints
    faster, slower = own.accelerations()
    most = math.inf
    if limits is not None:
        faster = faster if limits.max_acceleration is None else limits.max_acceleration
        slower = slower if limits.max_deceleration is None else limits.max_deceleration
        most = math.inf if limits.max_speed is None else limits.max_speed
    return DistanceKeeping(
        lambda: side * wanted() - place(),
        lambda: other.speed,
        limits is None,
        action.continuous,
        (faster, slower, most),
    )
