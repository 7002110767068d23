"""Programs, loops, guards, reports and settings of a session."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from crcl_controller import Controller, at

from sim.crcl import (
    ActuateJoint,
    ActuateJoints,
    ConfigureJointReport,
    ConfigureJointReports,
    ConfigureStatusReport,
    CRCLProgram,
    DisableGripper,
    DisableRobotParameterStatus,
    DisableSensor,
    Dwell,
    EnableGripper,
    EnableRobotParameterStatus,
    EnableSensor,
    EndCanon,
    GetStatus,
    Guard,
    InitCanon,
    JointForceTorque,
    JointPositionsTolerances,
    JointPositionToleranceSetting,
    JointSpeedAccel,
    LoopBlockEnd,
    LoopBlockStart,
    Message,
    MoveScrew,
    MoveThroughTo,
    MoveTo,
    ParameterSetting,
    Point,
    PoseAndSet,
    PoseTolerance,
    RunProgram,
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
    StopMotion,
    TransSpeedAbsolute,
    TransSpeedRelative,
    VacuumGripperStatus,
)
from sim.crcl.codec import read_status, write_program, write_status
from sim.crcl.session import Gripper, Options, State

HOME = at(0.4, 0.0, 0.3)


def program(*middle) -> CRCLProgram:
    return CRCLProgram(init_canon=InitCanon(1), middle_command=middle, end_canon=EndCanon(99))


@pytest.fixture()
def robot() -> Controller:
    controller = Controller()
    controller.done(InitCanon(1))
    return controller


def test_a_program_is_carried_out_in_order_with_its_index_and_length() -> None:
    controller = Controller()
    controller.session.take(program(Dwell(2, 0.1), MoveTo(3, True, HOME)))
    places = []
    while controller.session.working:
        told = controller.session.status().command_status
        places.append((told.command_id, told.program_index, told.program_length))
        controller.report(State.DONE)
    assert places == [(1, 0, 4), (2, 1, 4), (3, 2, 4), (99, 3, 4)]
    assert controller.types == ["InitCanon", "Dwell", "MoveTo", "EndCanon"]
    assert controller.state == "99 Done" and not controller.session.active


def test_loops_inside_loops_are_carried_out_as_often_as_they_say() -> None:
    controller = Controller()
    controller.session.take(
        program(
            LoopBlockStart(2, "outer"),
            Message(3, "a"),
            LoopBlockStart(4, "inner"),
            Message(5, "b"),
            LoopBlockEnd(6, "inner", 3),
            LoopBlockEnd(7, "outer", 2),
            Message(8, "c"),
        )
    )
    controller.end()
    assert (
        "".join(order.text for order in controller.orders if order.type == "Message") == "abbbabbbc"
    )
    assert controller.state == "99 Done"


@pytest.mark.parametrize(
    "middle, words",
    [
        ((LoopBlockStart(2, "a"),), "loop 'a' has no LoopBlockEnd"),
        ((LoopBlockEnd(2, "a", 1),), "no LoopBlockStart of that name came before"),
        (
            (
                LoopBlockStart(2, "a"),
                LoopBlockStart(3, "b"),
                LoopBlockEnd(4, "a", 2),
                LoopBlockEnd(5, "b", 2),
            ),
            "loop 'b' must end first",
        ),
        ((LoopBlockStart(2, "a"), LoopBlockEnd(3, "a", 0)), "MaxCount 0 must be at least 1"),
        ((Dwell(2, 1.0), Dwell(2, 1.0)), "2 was used before in this session"),
    ],
)
def test_a_program_that_makes_no_sense_is_refused_before_anything_moves(middle, words) -> None:
    controller = Controller(Options(strict_ids="always"))
    controller.session.take(program(*middle))
    assert " Error " in controller.state and words in controller.state
    assert controller.orders == []


def test_a_program_ends_at_its_first_error_with_the_index_where_it_was() -> None:
    controller = Controller()
    controller.session.take(
        program(Dwell(2, 0.1), MoveTo(3, True, at(math.inf, 0, 0)), Dwell(4, 0.1))
    )
    controller.end()
    told = controller.session.status().command_status
    assert (told.command_id, told.program_index, told.command_state) == (3, 2, "CRCL_Error")
    assert controller.types == ["InitCanon", "Dwell"]


def test_a_command_from_outside_ends_a_program() -> None:
    controller = Controller()
    controller.session.take(program(Dwell(2, 0.1), Dwell(3, 0.1)))
    controller.report(State.DONE)
    controller.give(StopMotion(2, "Normal"))
    controller.end()
    assert controller.types == ["InitCanon", "Dwell", "StopMotion"] and controller.state == "2 Done"


def test_get_status_in_a_program_tells_without_becoming_the_current_command() -> None:
    controller = Controller()
    controller.session.take(program(Dwell(2, 0.1), GetStatus(3), Dwell(4, 0.1)))
    controller.end()
    assert controller.seen[controller.seen.index("asked") - 1 :][:3] == [
        "2 DONE",
        "asked",
        "4 WORKING",
    ]
    assert "3 WORKING" not in controller.seen


def test_a_loop_that_a_client_sends_command_by_command_is_repeated_under_the_id_of_its_end(
    robot,
) -> None:
    robot.done(LoopBlockStart(2, "a"), Message(3, "x"), Message(4, "y"))
    robot.give(LoopBlockEnd(5, "a", 3))
    assert robot.state == "5 Working"
    robot.end()
    assert "".join(order.text for order in robot.orders if order.type == "Message") == "xyxyxy"
    assert robot.state == "5 Done"
    robot.give(LoopBlockEnd(6, "a", 3))
    assert "no LoopBlockStart named 'a' came before" in robot.state


def test_a_client_cannot_open_loops_without_end(robot) -> None:
    robot.done(*(LoopBlockStart(10 + k, f"loop {k}") for k in range(100)))
    robot.give(LoopBlockStart(200, "one more"))
    assert robot.state == "200 Error LoopBlockStart: 100 loops are open already; end one first"


def test_run_program_runs_crcl_under_its_own_id_and_hands_on_any_other_language(robot) -> None:
    robot.give(RunProgram(2, write_program(program(Dwell(5, 0.1), Message(6, "hello"))).decode()))
    assert robot.state == "2 Working"
    robot.end()
    assert (
        robot.types[1:] == ["Dwell", "Message"] and robot.state == "2 Done" and robot.session.active
    )
    robot.give(RunProgram(3, "MOVJ C00001"))
    assert (robot.last.type, robot.last.text) == ("RunProgram", "MOVJ C00001")
    robot.end()
    robot.give(RunProgram(4, "<CRCLProgram><oops/></CRCLProgram>"))
    assert robot.state.startswith("4 Error")


def force(z: float) -> tuple:
    return ((0.0, 0.0, z), (0.0, 0.0, 0.0))


@pytest.mark.parametrize(
    "limit, values, trips",
    [
        ("OVER_MAX", (4.0, 9.9, 10.0), True),
        ("OVER_MAX", (4.0, 9.0), False),
        ("UNDER_MIN", (11.0, 10.0), True),
        ("INCREASE_OVER_LIMIT", (-20.0, -10.0), True),
        ("INCREASE_OVER_LIMIT", (50.0, 55.0, 40.0), False),
        ("DECREASE_BEYOND_LIMIT", (50.0, 40.0), True),
    ],
)
def test_a_guard_ends_its_command_when_its_limit_is_reached(robot, limit, values, trips) -> None:
    robot.report(State.DONE, wrench=force(values[0]))
    robot.give(MoveTo(2, True, HOME, guard=(Guard("wrench", limit, 10.0, sub_field="Fz"),)))
    for value in values:
        robot.report(State.WORKING, wrench=force(value))
    assert (robot.last.type == "StopMotion") == trips
    if trips:
        assert robot.state == "2 Working"
        robot.report(State.WORKING)
        robot.report(State.DONE)
        assert robot.state == f"2 Done guard on wrench.Fz {limit} 10 tripped at {values[-1]:g}"
        told = robot.session.status().guards_statuses
        assert (told.trigger_count, told.trigger_value, told.trigger_stop_time_micros) == (
            1,
            values[-1],
            20000,
        )
        assert (
            told.guard[0].check_count == len(values) + 1
            and told.guard[0].last_check_value == values[-1]
        )
        assert told.trigger_pose.point == Point(0.4, 0.1, 0.3)


def test_a_guard_that_has_tripped_already_keeps_its_command_from_beginning(robot) -> None:
    robot.report(State.DONE, wrench=force(12.0))
    robot.give(
        MoveTo(
            2,
            True,
            HOME,
            guard=(Guard("wrench", "OVER_MAX", 10.0, sub_field="Fz", error_on_trigger=True),),
        )
    )
    assert robot.types == ["InitCanon"]
    assert robot.state == "2 Error guard on wrench.Fz OVER_MAX 10 tripped at 12"


def test_a_required_trigger_that_never_comes_is_an_error(robot) -> None:
    robot.report(State.DONE, wrench=force(0.0))
    robot.give(
        MoveTo(
            2,
            True,
            HOME,
            guard=(Guard("wrench", "OVER_MAX", 10.0, sub_field="Fz", require_trigger=True),),
        )
    )
    robot.end()
    assert (
        robot.state == "2 Error guard on wrench.Fz OVER_MAX 10 required a trigger that was not seen"
    )


def test_a_program_goes_on_after_a_guard_that_is_no_error() -> None:
    controller = Controller()
    controller.session.take(
        program(SetEndEffector(2, 0.0, guard=(Guard("holding", "OVER_MAX", 1.0),)), Dwell(3, 0.1))
    )
    controller.report(State.DONE)
    controller.report(State.WORKING, gripper=Gripper(width=0.01, holding=True))
    controller.report(State.DONE)
    assert controller.state == "3 Working" and controller.types[-3:] == [
        "SetEndEffector",
        "StopMotion",
        "Dwell",
    ]


def test_a_guard_on_what_stands_for_several_commands_is_refused_before_any_begins(robot) -> None:
    guard = (Guard("width", "OVER_MAX", 1.0),)
    robot.give(RunProgram(2, write_program(program(Dwell(5, 0.1))).decode(), guard=guard))
    assert robot.state.startswith(
        "2 Error RunProgram/Guard: guards are not looked at while several commands"
    ) and robot.types == ["InitCanon"]
    robot.done(LoopBlockStart(3, "a"), Message(4, "x"))
    count = len(robot.orders)
    robot.give(LoopBlockEnd(5, "a", 3, guard=guard))
    assert robot.state.startswith("5 Error LoopBlockEnd/Guard") and len(robot.orders) == count


def test_a_guard_is_looked_at_as_often_as_it_asks_for(robot) -> None:
    robot.report(State.DONE, wrench=force(0.0))
    robot.give(
        Dwell(
            2,
            1.0,
            guard=(
                Guard("wrench", "OVER_MAX", 10.0, sub_field="Fz", recheck_time_micro_seconds=50000),
            ),
        )
    )
    for _ in range(10):
        robot.report(State.WORKING, wrench=force(0.0))
    assert robot.session.status().guards_statuses.guard[0].check_count == 3


@pytest.mark.parametrize(
    "guard, words",
    [
        (
            Guard("nose", "OVER_MAX", 1.0),
            "there is no sensor 'nose'; sensors here: holding, range, width, wrench",
        ),
        (
            Guard("wrench", "OVER_MAX", 1.0, sub_field="Fq"),
            "sensor 'wrench' has no field 'Fq'; fields: Fx, Fy",
        ),
        (Guard("wrench", "OVER_MAX", 1.0), "sensor 'wrench' has no field ''"),
    ],
)
def test_a_guard_on_what_is_not_there_is_refused(guard, words) -> None:
    controller = Controller(Options(sensors={"range": "scalar"}))
    controller.done(InitCanon(1))
    controller.report(State.DONE, wrench=force(0.0))
    controller.give(MoveTo(2, True, HOME, guard=(guard,)))
    assert controller.state.startswith("2 Error Guard/SensorID") and words in controller.state


def test_a_guard_on_what_the_robot_does_not_measure_is_refused(robot) -> None:
    robot.give(MoveTo(2, True, HOME, guard=(Guard("wrench", "OVER_MAX", 1.0, sub_field="Fz"),)))
    assert (
        robot.state
        == "2 Error Guard/SensorID: this robot does not report 'wrench'; what it reports: "
        "holding, width"
    )
    assert robot.types == ["InitCanon"]


def test_sensors_are_reported_once_enabled_and_no_longer_once_disabled() -> None:
    controller = Controller(
        Options(sensors={"range": "scalar", "part": "on_off", "parts": "count"})
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
    assert "8 Error EnableSensor/SensorID: there is no sensor 'ATINetFT'" in controller.state


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_a_reading_that_is_not_finite_is_none(value) -> None:
    controller = Controller(Options(sensors={"range": "scalar"}))
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
    controller = Controller(Options(sensors={"parts": "count"}))
    controller.done(InitCanon(1), EnableSensor(2, "parts"))
    controller.session.sense("parts", {"CountValue": value}, 1.0)
    assert (
        read_status(write_status(controller.session.status()))
        .sensor_statuses.count_sensor_status[0]
        .count_value
        == told
    )


def reports(*rows: tuple) -> tuple:
    return tuple(ConfigureJointReport(*row) for row in rows)


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


def test_a_gripper_is_reported_unless_disabled_and_says_whether_it_holds(robot) -> None:
    told = robot.session.status().gripper_status
    assert (told.gripper_name, told.separation, told.holding_object) == ("jaws", 0.05, False)
    robot.done(DisableGripper(2, "jaws"))
    assert robot.session.status().gripper_status is None
    robot.done(EnableGripper(3, "jaws", gripper_option=(ParameterSetting("force", "20"),)))
    assert robot.session.status().gripper_status.gripper_option == (
        ParameterSetting("force", "20"),
    )
    robot.report(State.DONE, gripper=Gripper(vacuum=True, holding=True), tool="suction cup")
    told = robot.session.status().gripper_status
    assert told == VacuumGripperStatus(
        gripper_name="suction_cup", is_powered=True, holding_object=True
    )
    robot.report(State.DONE, gripper=None)
    assert robot.session.status().gripper_status is None


def test_settings_are_reported_in_the_units_that_are_set_and_converted_with_them(robot) -> None:
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
    controller = Controller(Options(translational=(1,)))
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
    first, second = controller.last.joints
    assert (first.position, first.setting, first.details) == (
        pytest.approx(0.25),
        pytest.approx(44.482216),
        "effort",
    )
    assert (second.position, second.setting) == (
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
    first, second, last = robot.last.waypoints
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
    assert first.tolerance == (0.01, math.inf, math.inf)
    assert second.tolerance == (0.01, 0.5, math.inf)
    assert last.tolerance == (0.001, 0.002, 0.003) and last.x_axis_tolerance == math.inf


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
    assert [one.tolerance for one in robot.last.joints] == pytest.approx([0.1, 0.5, math.inf])


def test_a_screw_has_settings_even_where_it_begins_where_the_robot_is(robot) -> None:
    robot.give(MoveScrew(2, 0.01, 6.28, axis_point=Point(0.4, 0.0, 0.2)))
    assert not robot.last.waypoints[0].given and robot.last.waypoints[0].trans_speed.relative
    assert (
        robot.last.screw.axial_distance,
        robot.last.screw.turn,
        robot.last.screw.axis_point,
    ) == (0.01, 6.28, (0.4, 0.0, 0.2))
    robot.give(MoveScrew(3, 0.01, 6.28, start_position=HOME, axial_distance_free=0.05))
    assert robot.last.waypoints[0].given and robot.last.screw.axial_distance_free == 0.05


def test_the_override_is_reported_in_percent(robot) -> None:
    robot.report(State.DONE, override=0.35)
    assert robot.session.status().command_status.override_percent == 35


def test_reported_poses_can_be_shifted() -> None:
    controller = Controller(
        Options(shift=lambda place, turn: ((place[0] + 0.005, *place[1:]), turn))
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


def test_a_loop_whose_commands_end_before_they_begin_goes_round_as_often_as_it_says() -> None:
    controller = Controller()
    controller.report(State.DONE, wrench=force(12.0))
    tripped = Dwell(3, 1.0, guard=(Guard("wrench", "OVER_MAX", 10.0, sub_field="Fz"),))
    ids = iter(range(100, 2000))
    many = tuple(replace(tripped, command_id=next(ids)) for _ in range(1500))
    controller.session.take(
        program(LoopBlockStart(2, "a"), *many, LoopBlockEnd(4, "a", 3), Message(5, "end"))
    )
    controller.end()
    assert controller.types == [
        "InitCanon",
        "LoopBlockStart",
        "LoopBlockEnd",
        "LoopBlockEnd",
        "LoopBlockEnd",
        "Message",
        "EndCanon",
    ]
    assert controller.state == "99 Done"
