"""Units of a session, and conversion of CRCL things between units.

The only place of the package with millimetres and ounces. A guard's limits stay unchanged, since
its sensor decides their unit; force-torque sensors report N and N m in any session.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Callable, Collection, Dict, Mapping, Optional, Tuple, Type, TypeVar

from sim.crcl.codec.layout import layout_of
from sim.crcl.commands.base import CRCLCommand
from sim.crcl.commands.motion import ActuateJoint, JointForceTorque, JointSpeedAccel, MoveScrew
from sim.crcl.commands.reports import ConfigureJointReport
from sim.crcl.commands.settings import SetAngleUnits, SetForceUnits, SetLengthUnits, SetTorqueUnits
from sim.crcl.enums import AngleUnit, ForceUnit, LengthUnit, TorqueUnit
from sim.crcl.primitives import (
    Guard,
    JointPositionToleranceSetting,
    ParameterSetting,
    Point,
    PoseTolerance,
    RotAccelAbsolute,
    RotSpeedAbsolute,
    TransAccelAbsolute,
    TransSpeedAbsolute,
    Twist,
    Vector,
    Wrench,
)
from sim.crcl.settings_status import JointLimit
from sim.crcl.status import (
    CommandStatus,
    JointStatus,
    ParallelGripperStatus,
    SensorStatuses,
    ThreeFingerGripperStatus,
)
from sim.crcl.thing import DataThing, cached

Thing = TypeVar("Thing", bound=DataThing)
Factors = Dict[str, float]

POUND_FORCE = 4.4482216152605
LENGTHS = {LengthUnit.METER: 1.0, LengthUnit.MILLIMETER: 1e-3, LengthUnit.INCH: 0.0254}
ANGLES = {AngleUnit.RADIAN: 1.0, AngleUnit.DEGREE: math.pi / 180.0}
FORCES = {ForceUnit.NEWTON: 1.0, ForceUnit.POUND: POUND_FORCE, ForceUnit.OUNCE: POUND_FORCE / 16.0}
TORQUES = {TorqueUnit.NEWTON_METER: 1.0, TorqueUnit.FOOT_POUND: 0.3048 * POUND_FORCE}

# The dimension of each number that has one. "joint" is an angle or, of a joint that slides, a
# length; "effort" a torque or a force.
DIMENSIONS: Dict[Type[DataThing], Dict[str, str]] = {
    Point: dict.fromkeys(("x", "y", "z"), "length"),
    TransSpeedAbsolute: {"setting": "length"},
    TransAccelAbsolute: {"setting": "length"},
    RotSpeedAbsolute: {"setting": "angle"},
    RotAccelAbsolute: {"setting": "angle"},
    PoseTolerance: {
        "x_point_tolerance": "length",
        "y_point_tolerance": "length",
        "z_point_tolerance": "length",
        "x_axis_tolerance": "angle",
        "z_axis_tolerance": "angle",
    },
    MoveScrew: {"axial_distance_free": "length", "axial_distance_screw": "length", "turn": "angle"},
    ActuateJoint: {"joint_position": "joint"},
    JointPositionToleranceSetting: {"joint_position_tolerance": "joint"},
    JointSpeedAccel: {"joint_speed": "joint", "joint_accel": "joint"},
    JointForceTorque: {"setting": "effort", "change_rate": "effort"},
    JointStatus: {
        "joint_position": "joint",
        "joint_torque_or_force": "effort",
        "joint_velocity": "joint",
    },
    JointLimit: {
        "joint_min_position": "joint",
        "joint_max_position": "joint",
        "joint_max_torque_or_force": "effort",
        "joint_max_velocity": "joint",
    },
    ParallelGripperStatus: {"separation": "length"},
    ThreeFingerGripperStatus: dict.fromkeys(
        ("finger1_force", "finger2_force", "finger3_force"), "force"
    ),
}
# Vectors take theirs from the field that they stand in; all others are directions.
VECTORS: Dict[Tuple[Type[DataThing], str], str] = {
    (Twist, "linear_velocity"): "length",
    (Twist, "angular_velocity"): "angle",
    (Wrench, "force"): "force",
    (Wrench, "moment"): "torque",
}

BARE = {Guard, ParameterSetting, CommandStatus, SensorStatuses, ConfigureJointReport}


@dataclass(frozen=True)
class Units:
    """Units of a session's numbers; the default is that of InitCanon."""

    length: LengthUnit = LengthUnit.METER
    angle: AngleUnit = AngleUnit.RADIAN
    force: ForceUnit = ForceUnit.NEWTON
    torque: TorqueUnit = TorqueUnit.NEWTON_METER

    def in_si(self, dimension: str) -> float:
        """Return one unit of "length", "angle", "force" or "torque" in SI."""
        tables: Dict[str, Mapping[Any, float]] = {
            "length": LENGTHS,
            "angle": ANGLES,
            "force": FORCES,
            "torque": TORQUES,
        }
        return tables[dimension][getattr(self, dimension)]

    def with_command(self, command: CRCLCommand) -> Units:
        """Return the units after a command; the same if it sets none."""
        if isinstance(command, SetLengthUnits):
            return replace(self, length=command.unit_name)
        if isinstance(command, SetAngleUnits):
            return replace(self, angle=command.unit_name)
        if isinstance(command, SetForceUnits):
            return replace(self, force=command.unit_name)
        if isinstance(command, SetTorqueUnits):
            return replace(self, torque=command.unit_name)
        return self


SI = Units()


def converted(thing: Thing, given: Units, wanted: Units, sliding: Collection[int] = ()) -> Thing:
    """Convert a command, a status or a part to other units.

    ``sliding`` are the numbers of joints that do not turn.
    """
    if given == wanted:
        return thing
    factors = {
        dimension: given.in_si(dimension) / wanted.in_si(dimension)
        for dimension in ("length", "angle", "force", "torque")
    }
    turning = {**factors, "joint": factors["angle"], "effort": factors["torque"]}
    slides = {**factors, "joint": factors["length"], "effort": factors["force"]}
    return _converted(thing, turning, lambda number: slides if number in sliding else turning)


def _converted(thing: Thing, factors: Factors, of_joint: Callable[[int], Factors]) -> Thing:
    kind: Type[DataThing] = type(thing)
    joint = thing.__dict__.get("joint_number")
    if joint is not None:
        factors = of_joint(joint)
    changed: Dict[str, Any] = {}
    for field, dimension in DIMENSIONS.get(kind, {}).items():
        value = getattr(thing, field)
        if value is not None:
            changed[field] = value * factors[dimension]
    for field in _things(kind):
        value = getattr(thing, field)
        measure = VECTORS.get((kind, field))
        if isinstance(value, tuple):
            changed[field] = tuple(_converted(one, factors, of_joint) for one in value)
        elif measure:
            changed[field] = _scaled(value, factors[measure])
        elif value is not None:
            changed[field] = _converted(value, factors, of_joint)
    return replace(thing, **changed) if changed else thing


@cached
def _things(kind: Type[DataThing]) -> Tuple[str, ...]:
    """Return the fields with things that may contain dimensional numbers."""
    return tuple(
        slot.field
        for slot in layout_of(kind).slots
        if slot.kind is not None and slot.kind not in BARE
    )


def _scaled(vector: Optional[Vector], factor: float) -> Optional[Vector]:
    return vector and replace(vector, i=vector.i * factor, j=vector.j * factor, k=vector.k * factor)
