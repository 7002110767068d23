"""Settings with their units, tolerances and overrides."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from crcl_controller import Controller
from crcl_programs import HOME, reports

from sim.crcl import (
    ActuateJoint,
    ActuateJoints,
    ConfigureJointReports,
    ConfigureStatusReport,
    DisableRobotParameterStatus,
    EnableRobotParameterStatus,
    InitCanon,
    JointForceTorque,
    JointPositionsTolerances,
    JointPositionToleranceSetting,
    JointSpeedAccel,
    MoveScrew,
    MoveThroughTo,
    ParameterSetting,
    Point,
    PoseAndSet,
    PoseTolerance,
    SetAngleUnits,
    SetDefaultJointPositonsTolerances,
    SetEndEffector,
    SetEndPoseTolerance,
    SetForceUnits,
    SetIntermediatePoseTolerance,
    SetLengthUnits,
    SetMotionCoordination,
    SetRobotParameters,
    SetTorqueUnits,
    SetTransSpeed,
    TransSpeedAbsolute,
    TransSpeedRelative,
)
from sim.crcl.codec import write_status
from sim.crcl.session import SessionOptions, SessionState


def test_settings_are_reported_in_the_units_that_are_set(robot) -> None:
    robot.done(
        ConfigureStatusReport(2, *[True] * 6),
        SetTransSpeed(3, TransSpeedAbsolute(0.5)),
        SetEndPoseTolerance(4, PoseTolerance(0.002, z_axis_tolerance=math.pi)),
        SetRobotParameters(
            5, (ParameterSetting("override_percent", "50"), ParameterSetting("mood", "good"))
        ),
        EnableRobotParameterStatus(6, "mood"),
        SetMotionCoordination(7, False),
        SetEndEffector(8, 0.25),
        SetLengthUnits(9, "millimeter"),
        SetAngleUnits(10, "degree"),
        SetForceUnits(11, "ounce"),
        SetTorqueUnits(12, "footPound"),
    )
    told = robot.session.status().settings_status
    assert (
        told.trans_speed_absolute.setting == pytest.approx(500.0)
        and told.trans_accel_relative.fraction == 0.5
    )
    assert told.end_pose_tolerance.x_point_tolerance == pytest.approx(
        2.0
    ) and told.end_pose_tolerance.z_axis_tolerance == pytest.approx(180.0)
    assert told.robot_parameter_setting == (ParameterSetting("mood", "good"),)
    assert (
        told.length_unit_name,
        told.angle_unit_name,
        told.force_unit_name,
        told.torque_unit_name,
    ) == ("millimeter", "degree", "ounce", "footPound")
    assert (
        told.motion_coordinated is False
        and told.end_effector_setting == 0.25
        and told.intermediate_pose_tolerance is None
    )
    robot.done(DisableRobotParameterStatus(13, "mood"))
    assert robot.session.status().settings_status.robot_parameter_setting == ()
    write_status(robot.session.status())


def test_forces_and_positions_of_joints_that_slide_have_other_units() -> None:
    controller = Controller(SessionOptions(translational=(1,)))
    controller.done(
        InitCanon(1),
        SetLengthUnits(2, "millimeter"),
        SetAngleUnits(3, "degree"),
        SetTorqueUnits(4, "footPound"),
        SetForceUnits(5, "pound"),
        ConfigureJointReports(
            6, True, configure_joint_report=reports((1, True, True, True), (2, True, True, True))
        ),
    )
    controller.give(
        ActuateJoints(
            7,
            (
                ActuateJoint(1, 250.0, JointForceTorque(10.0, 1.0)),
                ActuateJoint(2, 45.0, JointForceTorque(10.0)),
            ),
        )
    )
    first, second = controller.last.motion.goals
    assert (first.position, first.effort, first.by_effort) == (
        pytest.approx(0.25),
        pytest.approx(44.482216),
        True,
    )
    assert (second.position, second.effort) == (
        pytest.approx(math.pi / 4),
        pytest.approx(13.558179),
    )
    slides, turns = controller.session.status().joint_statuses.joint_status
    assert slides.joint_position == pytest.approx(100.0) and turns.joint_position == pytest.approx(
        math.degrees(0.2)
    )


def test_a_pose_and_set_overrides_settings_for_that_pose_alone(robot) -> None:
    robot.done(
        SetTransSpeed(2, TransSpeedRelative(0.2)),
        SetEndPoseTolerance(3, PoseTolerance(0.001, 0.002, 0.003)),
        SetIntermediatePoseTolerance(4, PoseTolerance(0.01)),
        SetMotionCoordination(5, False),
    )
    own = PoseAndSet(
        point=HOME.point,
        x_axis=HOME.x_axis,
        z_axis=HOME.z_axis,
        coordinated=True,
        trans_speed=TransSpeedAbsolute(0.7),
        tolerance=PoseTolerance(y_point_tolerance=0.5),
    )
    robot.give(MoveThroughTo(6, False, (HOME, own, HOME), 3))
    first, second, last = robot.last.motion.waypoints
    assert (
        first.trans_speed
        == last.trans_speed
        == replace(first.trans_speed, relative=True, value=0.2)
    )
    assert (
        second.trans_speed.relative,
        second.trans_speed.value,
        second.coordinated,
        first.coordinated,
    ) == (False, 0.7, True, False)
    assert first.tolerance.point == (0.01, math.inf, math.inf)
    assert second.tolerance.point == (0.01, 0.5, math.inf)
    assert last.tolerance.point == (0.001, 0.002, 0.003) and last.tolerance.x_axis == math.inf


def test_joint_tolerances_come_with_the_command_or_from_the_default(robot) -> None:
    robot.done(
        SetDefaultJointPositonsTolerances(
            2,
            JointPositionsTolerances(
                tuple(JointPositionToleranceSetting(k, 0.1 * k) for k in (1, 2))
            ),
        )
    )
    robot.give(
        ActuateJoints(
            3,
            tuple(ActuateJoint(k, 0.0, JointSpeedAccel()) for k in (1, 2, 3)),
            joint_tolerances=JointPositionsTolerances((JointPositionToleranceSetting(2, 0.5),)),
        )
    )
    assert [one.tolerance for one in robot.last.motion.goals] == pytest.approx([0.1, 0.5, math.inf])


def test_a_screw_has_settings_even_where_it_begins_where_the_robot_is(robot) -> None:
    robot.give(MoveScrew(2, 0.01, 6.28, axis_point=Point(0.4, 0.0, 0.2)))
    screw = robot.last.motion
    assert not screw.start_given and screw.waypoint.trans_speed.relative
    assert (screw.distance, screw.turn, screw.axis_point) == (0.01, 6.28, (0.4, 0.0, 0.2))
    robot.give(MoveScrew(3, 0.01, 6.28, start_position=HOME, axial_distance_free=0.05))
    assert robot.last.motion.start_given and robot.last.motion.free == 0.05


def test_the_override_is_reported_in_percent(robot) -> None:
    robot.report(SessionState.DONE, override=0.35)
    assert robot.session.status().command_status.override_percent == 35
