"""Numbers change with the units exactly where they have a dimension."""

from __future__ import annotations

import math

import pytest
from crcl_things import things
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.crcl import (
    ActuateJoint,
    ActuateJoints,
    AngleUnit,
    CommandState,
    CommandStatus,
    CRCLStatus,
    ForceTorqueSensorStatus,
    ForceUnit,
    Guard,
    GuardLimit,
    InitCanon,
    JointForceTorque,
    JointSpeedAccel,
    JointStatus,
    LengthUnit,
    MoveScrew,
    MoveTo,
    ParallelGripperStatus,
    Point,
    Pose,
    PoseAndSet,
    PoseTolerance,
    RotSpeedAbsolute,
    SetAngleUnits,
    SetForceUnits,
    SetLengthUnits,
    SetTorqueUnits,
    SetTransSpeed,
    TorqueUnit,
    TransAccelRelative,
    TransSpeedAbsolute,
    Twist,
    Vector,
    Wrench,
)
from sim.crcl.codec.layout import layout_of
from sim.crcl.thing import DataThing
from sim.crcl.units import DIMENSIONS, SI, Units, converted

SHOP_UNITS = Units(LengthUnit.MILLIMETER, AngleUnit.DEGREE, ForceUnit.OUNCE, TorqueUnit.FOOT_POUND)
UP_AXIS = Vector(0.0, 0.0, 1.0)
ALONG_AXIS = Vector(1.0, 0.0, 0.0)


@pytest.mark.parametrize(
    "units, dimension, factor",
    [
        (Units(length=LengthUnit.INCH), "length", 0.0254),
        (Units(length=LengthUnit.MILLIMETER), "length", 1e-3),
        (Units(angle=AngleUnit.DEGREE), "angle", math.pi / 180),
        (Units(force=ForceUnit.POUND), "force", 0.45359237 * 9.80665),
        (Units(force=ForceUnit.OUNCE), "force", 0.45359237 * 9.80665 / 16),
        (Units(torque=TorqueUnit.FOOT_POUND), "torque", 0.3048 * 0.45359237 * 9.80665),
        (SI, "length", 1.0),
        (SI, "torque", 1.0),
    ],
)
def test_units_in_si(units: Units, dimension: str, factor: float) -> None:
    assert units.in_si(dimension) == pytest.approx(factor, rel=1e-12)


def test_commands_set_units() -> None:
    units = SI
    for command in (
        SetLengthUnits(1, LengthUnit.MILLIMETER),
        SetAngleUnits(2, AngleUnit.DEGREE),
        SetForceUnits(3, ForceUnit.OUNCE),
        SetTorqueUnits(4, TorqueUnit.FOOT_POUND),
        InitCanon(5),
    ):
        units = units.with_command(command)
    assert units == SHOP_UNITS


def test_a_pose_has_its_point_changed_and_its_axes_left() -> None:
    pose = PoseAndSet(
        Point(250.0, -40.0, 3.0),
        ALONG_AXIS,
        UP_AXIS,
        True,
        TransSpeedAbsolute(100.0),
        RotSpeedAbsolute(90.0),
        TransAccelRelative(0.5),
        None,
        PoseTolerance(1.0, 2.0, 3.0, 180.0, None),
    )
    found = converted(MoveTo(1, True, pose), SHOP_UNITS, SI).end_position
    assert (found.point.x, found.point.y, found.point.z) == pytest.approx((0.25, -0.04, 0.003))
    assert (found.x_axis, found.z_axis, found.trans_accel) == (
        ALONG_AXIS,
        UP_AXIS,
        TransAccelRelative(0.5),
    )
    assert (found.trans_speed.setting, found.rot_speed.setting) == pytest.approx((0.1, math.pi / 2))
    tolerance = found.tolerance
    assert (
        tolerance.y_point_tolerance,
        tolerance.x_axis_tolerance,
        tolerance.z_axis_tolerance,
    ) == (pytest.approx(2e-3), pytest.approx(math.pi), None)


def test_a_screw() -> None:
    found = converted(MoveScrew(1, 10.0, 360.0, axis_point=Point(1.0, 2.0, 3.0)), SHOP_UNITS, SI)
    assert (
        found.axial_distance_screw,
        found.turn,
        found.axis_point.z,
        found.axial_distance_free,
    ) == (0.01, pytest.approx(2 * math.pi), 0.003, None)


def test_joints_that_slide_are_lengths_and_forces() -> None:
    joints = (
        ActuateJoint(1, 90.0, JointSpeedAccel(180.0)),
        ActuateJoint(2, 90.0, JointSpeedAccel(100.0, 1000.0)),
        ActuateJoint(3, 0.0, JointForceTorque(1.0)),
    )
    turned, slid, pushed = converted(
        ActuateJoints(1, joints), SHOP_UNITS, SI, sliding=(2, 3)
    ).actuate_joint
    assert (turned.joint_position, turned.joint_details.joint_speed) == pytest.approx(
        (math.pi / 2, math.pi)
    )
    assert (
        slid.joint_position,
        slid.joint_details.joint_speed,
        slid.joint_details.joint_accel,
    ) == pytest.approx((0.09, 0.1, 1.0))
    assert pushed.joint_details.setting == pytest.approx(0.27801385)


def test_a_status_in_the_sessions_units() -> None:
    assert converted(
        JointStatus(1, math.pi, 1.0, math.pi / 2), SI, SHOP_UNITS
    ).joint_position == pytest.approx(180.0)
    assert converted(
        JointStatus(1, 0.1, 4.4482216152605), SI, SHOP_UNITS, sliding={1}
    ).joint_torque_or_force == pytest.approx(16.0)
    assert converted(
        ParallelGripperStatus("jaws", 0.02), SI, SHOP_UNITS
    ).separation == pytest.approx(20.0)
    twist = converted(Twist(Vector(0.25, 0.0, 0.0), Vector(0.0, math.pi, 0.0)), SI, SHOP_UNITS)
    assert (twist.linear_velocity.i, twist.angular_velocity.j) == pytest.approx((250.0, 180.0))
    wrench = converted(
        Wrench(Vector(0.0, 0.0, 4.4482216152605), Vector(1.3558179483314, 0.0, 0.0)), SI, SHOP_UNITS
    )
    assert (wrench.force.k, wrench.moment.i) == pytest.approx((16.0, 1.0))


def test_sensor_dependent_values_are_not_converted() -> None:
    guard = Guard("force", GuardLimit.OVER_MAX, 12.0)
    assert converted(
        SetTransSpeed(1, TransSpeedAbsolute(1.0), guard=(guard,)), SHOP_UNITS, SI
    ).guard == (guard,)
    sensor = ForceTorqueSensorStatus("ft", 1, 2, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0)
    assert converted(sensor, SI, SHOP_UNITS) == sensor


@settings(max_examples=50, suppress_health_check=list(HealthCheck))
@given(command=things(MoveTo) | things(MoveScrew) | things(ActuateJoints))
def test_the_same_units_change_nothing(command: DataThing) -> None:
    assert converted(command, SHOP_UNITS, SHOP_UNITS) is command


@settings(max_examples=30, suppress_health_check=list(HealthCheck))
@given(x=st.floats(-1e3, 1e3), angle=st.floats(-10.0, 10.0))
def test_there_and_back(x: float, angle: float) -> None:
    status = CRCLStatus(
        CommandStatus(1, 1, CommandState.DONE), gripper_status=ParallelGripperStatus("jaws", abs(x))
    )
    back = converted(converted(status, SI, SHOP_UNITS), SHOP_UNITS, SI)
    assert back.gripper_status.separation == pytest.approx(abs(x), rel=1e-14)
    pose = Pose(Point(x, angle, 0.0), ALONG_AXIS, UP_AXIS)
    assert converted(converted(pose, SI, SHOP_UNITS), SHOP_UNITS, SI).point.x == pytest.approx(
        x, rel=1e-14
    )


def test_every_number_has_a_dimension_or_a_reason_to_have_none() -> None:
    """A field that is added to the vocabulary must be registered here."""
    bare = {
        "Vector": "directions, or scaled by the field they are in",
        "Guard": "the sensor decides",
        "ForceTorqueSensorStatus": "always N and N m",
        "ScalarSensorStatus": "the sensor decides",
        "GuardsStatuses": "the sensor decides",
        "Dwell": "seconds",
    }

    def kinds(kind: type = DataThing):
        yield kind
        for child in kind.__subclasses__():
            yield from kinds(child)

    for kind in kinds():
        numbers = {
            slot.field
            for slot in layout_of(kind).slots
            if slot.simple is layout_of(Point).slots[1].simple
        }
        assert kind.__name__ in bare or numbers == set(DIMENSIONS.get(kind, {})), kind.__name__
