"""A command to some joints of a model, checked as a whole and turned into knots for each joint.

Leaves ROS messages to others. Times count from the command's own time 0, in s; SI units.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Dict, List, Mapping, Sequence, Tuple

from sim.embedded.joints.trajectory import CUBIC, LINEAR, QUINTIC, Knot
from sim.errors import InputError

POSITION = "position"
VELOCITY = "velocity"
EFFORT = "effort"
CONTROLS = (POSITION, VELOCITY, EFFORT)
FIELD_NAMES = {POSITION: "positions", VELOCITY: "velocities", EFFORT: "effort"}


@dataclass(frozen=True)
class Point:
    """What some joints are to do at a time, a value for each joint; what is not given is empty."""

    time: float
    positions: Tuple[float, ...] = ()
    velocities: Tuple[float, ...] = ()
    accelerations: Tuple[float, ...] = ()
    effort: Tuple[float, ...] = ()


def knots_of(
    joints: Sequence[str], points: Sequence[Point], controls: Mapping[str, str]
) -> Dict[str, List[Knot]]:
    """The knots of each joint; InputError where anything is wrong. ``controls``: how each joint of
    the model is controlled."""
    _check_joints(joints, controls)
    if not points:
        raise InputError("points", "there are none; give at least one")
    last = -math.inf
    for number, point in enumerate(points):
        _check_point(f"points[{number}]", point, joints, controls)
        if not (math.isfinite(point.time) and point.time >= 0.0 and point.time > last):
            raise InputError(
                f"points[{number}].time_from_start",
                f"{point.time:g} s must be at least 0 and above that of the point before",
            )
        last = point.time
    return {
        joint: [_knot(point, column, controls[joint]) for point in points]
        for column, joint in enumerate(joints)
    }


def _check_joints(joints: Sequence[str], controls: Mapping[str, str]) -> None:
    if not joints:
        raise InputError("joint_names", f"there are none; the joints are {', '.join(controls)}")
    for number, joint in enumerate(joints):
        if joint not in controls:
            raise InputError(
                f"joint_names[{number}]",
                f"no joint {joint!r} is driven here; the joints are {', '.join(controls)}",
            )
    if len(set(joints)) < len(joints):
        raise InputError("joint_names", f"a joint is named twice: {', '.join(joints)}")


def _check_point(
    where: str, point: Point, joints: Sequence[str], controls: Mapping[str, str]
) -> None:
    for field in ("positions", "velocities", "accelerations", "effort"):
        values = getattr(point, field)
        if values and len(values) != len(joints):
            raise InputError(
                f"{where}.{field}", f"has {len(values)} values for {len(joints)} joints"
            )
        if not all(map(math.isfinite, values)):
            raise InputError(
                f"{where}.{field}", f"must be finite numbers, not {', '.join(map(str, values))}"
            )
    if point.accelerations and not point.velocities:
        raise InputError(f"{where}.accelerations", "need velocities beside them")
    if point.positions:
        given = FIELD_NAMES[POSITION]
        extra = point.effort
    else:
        given = FIELD_NAMES[VELOCITY] if point.velocities else FIELD_NAMES[EFFORT]
        extra = point.accelerations or (point.effort if point.velocities else ())
    if extra:
        raise InputError(
            where,
            "gives either positions with velocities and accelerations, or only velocities, or "
            "only effort",
        )
    for joint in joints:
        if FIELD_NAMES[controls[joint]] != given or not getattr(point, given):
            raise InputError(
                where,
                f"joint {joint} is controlled by {controls[joint]}; give "
                f"{FIELD_NAMES[controls[joint]]}",
            )


def _knot(point: Point, column: int, control: str) -> Knot:
    if control != POSITION:
        return Knot(point.time, LINEAR, getattr(point, FIELD_NAMES[control])[column])
    if not point.velocities:
        return Knot(point.time, LINEAR, point.positions[column])
    if not point.accelerations:
        return Knot(point.time, CUBIC, point.positions[column], point.velocities[column])
    return Knot(
        point.time,
        QUINTIC,
        point.positions[column],
        point.velocities[column],
        point.accelerations[column],
    )
