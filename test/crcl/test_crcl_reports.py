"""Contents of a status: joints, sensors, grippers, poses, by configuration."""

from __future__ import annotations

import math

import pytest
from crcl_controller import Controller
from crcl_programs import reports

from sim.crcl import (
    ConfigureJointReports,
    ConfigureStatusReport,
    DisableGripper,
    DisableSensor,
    Dwell,
    EnableGripper,
    EnableSensor,
    Guard,
    InitCanon,
    ParameterSetting,
    VacuumGripperStatus,
)
from sim.crcl.codec import read_status, write_status
from sim.crcl.session import GripperFeedback, SessionOptions, SessionState


def test_sensors_are_reported_while_enabled() -> None:
    controller = Controller(
        SessionOptions(sensors={"range": "scalar", "part": "on_off", "parts": "count"})
    )
    controller.done(InitCanon(1))
    for name, values in (
        ("range", {"ScalarValue": 0.3}),
        ("part", {"On": 1.0}),
        ("parts", {"CountValue": 7.0}),
    ):
        controller.session.sense(name, values, 2.5)
    assert controller.session.status().sensor_statuses is None
    controller.done(
        EnableSensor(2, "range"),
        EnableSensor(3, "part"),
        EnableSensor(4, "parts", sensor_option=(ParameterSetting("host", "here"),)),
    )
    told = controller.session.status().sensor_statuses
    assert (
        told.scalar_sensor_status[0].scalar_value == 0.3 and told.on_off_sensor_status[0].on is True
    )
    assert (
        told.count_sensor_status[0].count_value == 7
        and told.count_sensor_status[0].sensor_parameter_setting[0].parameter_value == "here"
    )
    assert (
        told.scalar_sensor_status[0].read_count,
        told.scalar_sensor_status[0].last_read_time,
    ) == (1, 2500)
    controller.done(DisableSensor(5, "range"), DisableSensor(6, "part"), DisableSensor(7, "parts"))
    assert controller.session.status().sensor_statuses is None
    controller.give(EnableSensor(8, "ATINetFT"))
    assert "8 Error EnableSensor/SensorID: sensor 'ATINetFT' not found" in controller.state


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_a_reading_that_is_not_finite_is_none(value) -> None:
    controller = Controller(SessionOptions(sensors={"range": "scalar"}))
    controller.done(InitCanon(1), EnableSensor(2, "range"))
    controller.session.sense("range", {"ScalarValue": 0.3}, 1.0)
    controller.session.sense("range", {"ScalarValue": value}, 2.0)
    assert read_status(write_status(controller.session.status())).sensor_statuses is None
    controller.session.sense("range", {"ScalarValue": 0.4}, 3.0)
    told = read_status(
        write_status(controller.session.status())
    ).sensor_statuses.scalar_sensor_status[0]
    assert (told.scalar_value, told.read_count) == (0.4, 2)


@pytest.mark.parametrize("value, told", [(4e9, 2**31 - 1), (-4e9, -(2**31)), (7.0, 7)])
def test_counts_stay_within_what_the_schema_can_hold(value, told) -> None:
    controller = Controller(SessionOptions(sensors={"parts": "count"}))
    controller.done(InitCanon(1), EnableSensor(2, "parts"))
    controller.session.sense("parts", {"CountValue": value}, 1.0)
    assert (
        read_status(write_status(controller.session.status()))
        .sensor_statuses.count_sensor_status[0]
        .count_value
        == told
    )


def test_joint_reports_hold_exactly_what_was_configured(robot) -> None:
    assert robot.session.status().joint_statuses is None
    robot.done(
        ConfigureJointReports(
            2,
            True,
            configure_joint_report=reports(
                (1, True, False, False), (3, True, True, True), (4, False, False, False)
            ),
        )
    )
    first, third = robot.session.status().joint_statuses.joint_status
    assert (
        first.joint_number,
        first.joint_position,
        first.joint_torque_or_force,
        first.joint_velocity,
    ) == (1, 0.1, None, None)
    assert (
        third.joint_number,
        third.joint_position,
        third.joint_torque_or_force,
        third.joint_velocity,
    ) == (3, 0.3, 2.0, 1.0)
    robot.done(
        ConfigureJointReports(
            3,
            False,
            configure_joint_report=reports((1, False, False, True), (6, True, False, False)),
        )
    )
    assert [
        (one.joint_number, one.joint_position, one.joint_velocity)
        for one in robot.session.status().joint_statuses.joint_status
    ] == [(1, None, 1.0), (3, 0.3, 1.0), (6, 0.6, None)]
    robot.done(ConfigureJointReports(4, True))
    assert robot.session.status().joint_statuses is None
    robot.give(
        ConfigureJointReports(
            5, False, configure_joint_report=reports((3, True, True, True), (2, True, True, True))
        )
    )
    assert "joint 2 comes after joint 3" in robot.state


def test_a_status_holds_exactly_the_parts_that_were_configured(robot) -> None:
    robot.done(
        ConfigureJointReports(2, True, configure_joint_report=reports((1, True, False, False))),
        EnableSensor(3, "width"),
    )
    parts = (
        "joint_statuses",
        "pose_status",
        "gripper_status",
        "settings_status",
        "sensor_statuses",
        "guards_statuses",
    )
    robot.done(Dwell(4, 0.1, guard=(Guard("width", "OVER_MAX", 1.0),)))
    for k in range(6):
        robot.done(ConfigureStatusReport(10 + k, *(j == k for j in range(6))))
        status = read_status(write_status(robot.session.status()))
        assert [part for part in parts if getattr(status, part) is not None] == [parts[k]]


def test_a_gripper_is_reported_with_its_hold_unless_disabled(robot) -> None:
    told = robot.session.status().gripper_status
    assert (told.gripper_name, told.separation, told.holding_object) == ("jaws", 0.05, False)
    robot.done(DisableGripper(2, "jaws"))
    assert robot.session.status().gripper_status is None
    robot.done(EnableGripper(3, "jaws", gripper_option=(ParameterSetting("force", "20"),)))
    assert robot.session.status().gripper_status.gripper_option == (
        ParameterSetting("force", "20"),
    )
    robot.report(
        SessionState.DONE, gripper=GripperFeedback(vacuum=True, holding=True), tool="suction cup"
    )
    told = robot.session.status().gripper_status
    assert told == VacuumGripperStatus(
        gripper_name="suction_cup", is_powered=True, holding_object=True
    )
    robot.report(SessionState.DONE, gripper=None)
    assert robot.session.status().gripper_status is None


def test_reported_poses_can_be_shifted() -> None:
    controller = Controller(
        SessionOptions(shift=lambda place, turn: ((place[0] + 0.005, *place[1:]), turn))
    )
    told = controller.session.status().pose_status.pose
    assert told.point.x == pytest.approx(0.405) and (told.x_axis.i, told.z_axis.k) == pytest.approx(
        (1.0, -1.0)
    )
    controller.done(InitCanon(1))
    controller.give(Dwell(2, 1.0, guard=(Guard("width", "UNDER_MIN", 1.0),)))
    here = controller.session.status().guards_statuses.trigger_pose
    assert here.point.x == pytest.approx(0.405) and (here.x_axis.i, here.z_axis.k) == pytest.approx(
        (1.0, -1.0)
    )
