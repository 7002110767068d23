"""Rules of a session: legality, order, ids and errors of commands.

The robot is an obedient controller.
"""

from __future__ import annotations

import math

import pytest
from crcl_controller import Controller, at

from sim.crcl import (
    ActuateJoint,
    ActuateJoints,
    ConfigureJointReport,
    ConfigureJointReports,
    CRCLCommandInstance,
    CRCLProgram,
    Dwell,
    EnableSensor,
    EndCanon,
    GetStatus,
    Guard,
    InitCanon,
    JointSpeedAccel,
    Message,
    MoveScrew,
    MoveThroughTo,
    MoveTo,
    Point,
    Pose,
    PoseAndSet,
    RotAccelAbsolute,
    SetAngleUnits,
    SetEndEffector,
    SetLengthUnits,
    SetRotAccel,
    SetTransSpeed,
    StopMotion,
    TransAccelAbsolute,
    TransSpeedAbsolute,
    TransSpeedRelative,
    Vector,
)
from sim.crcl.codec import read_status, write_status
from sim.crcl.session import Feedback, Session, SessionOptions, SessionState
from sim.errors import InputError

HOME = at(0.4, 0.0, 0.3)


@pytest.fixture()
def robot() -> Controller:
    """Controller with a session that began with id 1."""
    controller = Controller()
    controller.done(InitCanon(1))
    return controller


def test_the_first_status_is_ready() -> None:
    assert Controller().state == "0 Ready"


@pytest.mark.parametrize(
    "command",
    [MoveTo(5, True, HOME), Dwell(5, 1.0), SetLengthUnits(5, "millimeter"), Message(5, "hello")],
)
def test_nothing_but_a_few_commands_is_legal_outside_of_a_session(command) -> None:
    controller = Controller()
    controller.give(command)
    assert (
        controller.state
        == f"5 Error {type(command).__name__}: is refused outside of a session; InitCanon begins "
        "one"
    )
    assert controller.orders == [] and controller.session.settings.units.length == "meter"
    controller.done(InitCanon(6), EndCanon(7))
    controller.give(command)
    assert "InitCanon" in controller.state


@pytest.mark.parametrize("command", [InitCanon(3), EndCanon(3), StopMotion(3, "Normal")])
def test_these_are_legal_at_any_time(command) -> None:
    controller = Controller()
    controller.give(command)
    assert controller.state == "3 Working"
    controller.end()
    assert controller.state == "3 Done"


def test_a_command_works_until_the_controller_says_that_it_is_done(robot) -> None:
    robot.give(MoveTo(2, True, HOME))
    assert robot.state == "2 Working"
    robot.report(SessionState.WORKING, "on the way")
    assert robot.state == "2 Working on the way"
    robot.report(SessionState.DONE)
    assert robot.state == "2 Done"
    assert (
        robot.last.motion.straight
        and robot.last.command_id == 2
        and robot.last.motion.waypoints[0].position == (0.4, 0.0, 0.3)
    )


def test_ids_of_orders_are_unique_and_continue_another_bridges() -> None:
    controller = Controller()
    controller.session.hear(Feedback(5.0, 41, SessionState.DONE))
    controller.done(InitCanon(1), Dwell(2, 1.0), Dwell(3, 1.0))
    assert [order.id for order in controller.orders] == [42, 43, 44]


def test_orders_wait_for_the_controllers_first_report() -> None:
    orders = []
    session = Session(lambda order: orders.append(order) or True)
    session.take(CRCLCommandInstance(crcl_command=InitCanon(1)))
    assert orders == [] and session.working
    session.take(CRCLCommandInstance(crcl_command=Dwell(2, 1.0)))
    session.hear(Feedback(0.0, 57, SessionState.WORKING))
    assert [(order.type, order.id) for order in orders] == [("InitCanon", 58)]
    session.hear(Feedback(0.1, 58, SessionState.DONE))
    assert [(order.type, order.id) for order in orders[1:]] == [("Dwell", 59)] and session.working
    session.hear(Feedback(0.2, 59, SessionState.DONE))
    assert session.standing.state == SessionState.DONE


def test_a_new_motion_takes_the_place_of_the_one_under_way(robot) -> None:
    robot.give(MoveTo(2, True, HOME), MoveTo(3, False, HOME))
    assert robot.types == ["InitCanon", "MoveTo", "MoveTo"]
    assert robot.state == "3 Working"
    robot.end()
    assert robot.state == "3 Done"


@pytest.mark.parametrize(
    "command",
    [SetTransSpeed(3, TransSpeedAbsolute(0.1)), SetEndEffector(3, 1.0), EndCanon(3), InitCanon(3)],
)
def test_any_other_command_first_stops_the_motion_under_way(robot, command) -> None:
    robot.give(MoveTo(2, True, HOME), command)
    assert robot.types[-2:] == ["MoveTo", "StopMotion"] and robot.last.text == "Normal"
    assert robot.state == "3 Working"
    robot.report(SessionState.DONE)
    assert robot.types[-1] == type(command).__name__
    robot.report(SessionState.DONE)
    assert robot.state == "3 Done"


def test_stop_motion_ends_a_motion_under_any_id_and_condition(robot) -> None:
    for condition in ("Immediate", "Fast", "Normal"):
        robot.give(MoveTo(10 + len(condition), True, HOME), StopMotion(1, condition))
        assert (robot.last.type, robot.last.text) == ("StopMotion", condition)
        assert robot.state == "1 Working"
        robot.end()
        assert robot.state == "1 Done"


def test_commands_during_braking_wait_for_standstill(robot) -> None:
    robot.give(MoveTo(2, True, HOME), StopMotion(3, "Normal"), MoveTo(4, True, HOME))
    assert robot.types[-1] == "StopMotion"
    robot.report(SessionState.DONE)
    assert robot.types[-1] == "MoveTo" and robot.state == "4 Working"


def test_a_harder_stop_does_not_wait_for_a_softer_one(robot) -> None:
    robot.give(MoveTo(2, True, HOME), StopMotion(3, "Normal"), StopMotion(4, "Immediate"))
    assert [order.text for order in robot.orders[-2:]] == ["Normal", "Immediate"]


def test_init_canon_resets_units_and_settings(robot) -> None:
    robot.done(SetLengthUnits(2, "inch"), SetTransSpeed(3, TransSpeedAbsolute(10.0)))
    assert robot.session.settings.trans_speed.value == pytest.approx(0.254)
    robot.done(InitCanon(1))
    assert robot.session.settings == SessionOptions().defaults


@pytest.mark.parametrize("again", [2, 0, -7])
def test_a_used_or_non_positive_id_is_an_error_and_stops(robot, again) -> None:
    robot.give(MoveTo(2, True, HOME), Dwell(again, 1.0))
    assert robot.state.startswith(f"{again} Error CommandID of Dwell: {again} ")
    assert (robot.last.type, robot.last.text) == ("StopMotion", "Fast")
    robot.report(SessionState.DONE)
    assert " Error " in robot.state
    robot.done(Dwell(5, 0.1))
    assert robot.state == "5 Done"


def test_ids_may_repeat_in_the_next_session_or_if_not_strict(robot) -> None:
    robot.done(Dwell(2, 0.1), InitCanon(1), Dwell(2, 0.1))
    assert robot.state == "2 Done"
    lenient = Controller(SessionOptions(strict_ids="never"))
    lenient.done(InitCanon(1), Dwell(1, 0.1), Dwell(1, 0.1))
    assert lenient.state == "1 Done"


@pytest.mark.parametrize(
    "command, words",
    [
        (
            MoveTo(2, True, at(math.nan, 0, 0)),
            "MoveTo/end_position/point/x: nan is not a finite number",
        ),
        (
            MoveTo(2, True, Pose(Point(0, 0, 0), Vector(1, 0, 0), Vector(1, 0, 1))),
            "EndPosition: XAxis and ZAxis are 45.0 degrees apart",
        ),
        (
            MoveTo(2, True, Pose(Point(0, 0, 0), Vector(0, 0, 0), Vector(0, 0, 1))),
            "EndPosition/XAxis: (0, 0, 0) is not a direction",
        ),
        (MoveThroughTo(2, True, (HOME, HOME), 3), "NumPositions: is 3, but there are 2 waypoints"),
        (SetTransSpeed(2, TransSpeedAbsolute(-1.0)), "-1 must be at least 1e-06"),
        (SetTransSpeed(2, TransSpeedAbsolute(1e-12)), "1e-12 must be at least 1e-06"),
        (SetTransSpeed(2, TransSpeedRelative(1e-12)), "1e-12 must be at least 1e-06 and at most 1"),
        (SetRotAccel(2, RotAccelAbsolute(1e-9)), "1e-09 must be at least 1e-06"),
        (
            MoveTo(
                2,
                True,
                PoseAndSet(
                    HOME.point,
                    HOME.x_axis,
                    HOME.z_axis,
                    True,
                    trans_accel=TransAccelAbsolute(1e-12),
                ),
            ),
            "1e-12 must be at least 1e-06",
        ),
        (
            ActuateJoints(2, (ActuateJoint(1, 0.0, JointSpeedAccel(joint_speed=1e-12)),)),
            "1e-12 must be at least 1e-06",
        ),
        (SetEndEffector(2, 1.5), "1.5 must be from 0"),
        (Dwell(2, -1.0), "-1 must not be negative"),
        (
            ActuateJoints(2, (ActuateJoint(7, 0.0, JointSpeedAccel()),)),
            "joint 7 not found; joints are numbered from 1 to 6",
        ),
        (ActuateJoints(2, (ActuateJoint(1, 0.0, JointSpeedAccel()),) * 2), "joint 1 comes twice"),
        (
            SetTransSpeed(2, TransSpeedAbsolute(1e300)),
            "1e+300 is beyond anything that a robot does",
        ),
        (MoveScrew(2, 0.1, math.inf), "inf is not a finite number"),
    ],
)
def test_an_invalid_command_gives_a_reason_and_sets_nothing(robot, command, words) -> None:
    before = robot.session.settings
    robot.give(command)
    assert robot.state.startswith("2 Error ") and words in robot.state
    assert robot.types == ["InitCanon"] and robot.session.settings == before


def test_a_refusal_of_the_controller_is_an_error_with_its_text(robot) -> None:
    robot.give(MoveTo(2, True, HOME))
    robot.report(SessionState.ERROR, "joint_3 would be at 210 degrees")
    assert robot.state == "2 Error joint_3 would be at 210 degrees"


def test_refused_documents_leave_the_current_id_and_stop_the_robot(robot) -> None:
    robot.give(MoveTo(2, True, HOME))
    robot.session.refuse("document: line 3 is not XML")
    assert robot.state == "2 Error document: line 3 is not XML"
    assert robot.last.type == "StopMotion"


def test_a_command_fails_without_but_not_with_a_late_controller() -> None:
    controller = Controller(present=False)
    controller.session.tick(0.0, 0.0)
    controller.give(InitCanon(1))
    controller.session.tick(1.9, 0.0)
    assert controller.state == "1 Working"
    controller.session.tick(2.1, 0.0)
    assert controller.state == "1 Error no robot controller takes commands and reports"
    controller.give(InitCanon(1))
    controller.present = True
    controller.session.tick(3.0, 0.0)
    controller.end()
    assert controller.state == "1 Done" and controller.types == ["InitCanon"]


def test_a_silent_controller_is_detected_once_both_clocks_agree(robot) -> None:
    robot.session.tick(10.0, 1.0)
    robot.give(MoveTo(2, True, HOME))
    robot.session.tick(20.0, 1.0)
    assert robot.state == "2 Working", "a paused simulation is no dead controller"
    robot.session.tick(21.0, 4.0)
    assert robot.state == "2 Error the robot controller has not said anything of this for 3.0 s"
    assert (robot.last.type, robot.last.text) == ("StopMotion", "Fast"), (
        "it may hear though it does not speak"
    )
    robot.report(SessionState.DONE)
    robot.done(Dwell(3, 0.1))
    assert robot.state == "3 Done"


def test_a_controller_that_begins_anew_has_lost_the_command(robot) -> None:
    robot.give(MoveTo(2, True, HOME))
    robot.report(SessionState.WORKING)
    robot.session.hear(Feedback(9.0, 0, SessionState.READY))
    assert robot.state == "2 Error the robot controller was restarted while it carried this out"


def test_positions_angles_and_speeds_are_read_in_the_set_units(robot) -> None:
    robot.done(
        SetLengthUnits(2, "millimeter"),
        SetAngleUnits(3, "degree"),
        SetTransSpeed(4, TransSpeedAbsolute(250.0)),
    )
    robot.give(MoveTo(5, True, at(400.0, 0.0, 300.0)))
    waypoint = robot.last.motion.waypoints[0]
    assert waypoint.position == pytest.approx(
        (0.4, 0.0, 0.3)
    ) and waypoint.trans_speed.value == pytest.approx(0.25)
    robot.give(ActuateJoints(6, (ActuateJoint(2, 90.0, JointSpeedAccel(joint_speed=180.0)),)))
    robot.end()
    goal = robot.last.motion.goals[0]
    assert (goal.index, goal.position, goal.speed) == (
        1,
        pytest.approx(math.pi / 2),
        pytest.approx(math.pi),
    )
    point = robot.session.status().pose_status.pose.point
    assert (point.x, point.y, point.z) == pytest.approx((400.0, 100.0, 300.0))


def test_get_status_is_no_command_of_the_session(robot) -> None:
    robot.give(MoveTo(2, True, HOME))
    first, second = robot.session.status(), robot.session.status()
    assert (
        first.command_status.command_id == 2
        and second.command_status.status_id == first.command_status.status_id + 1
    )
    assert GetStatus(9).command_id not in {order.command_id for order in robot.orders}


def test_a_controller_that_does_not_know_where_the_robot_is_stops_it(robot) -> None:
    robot.give(MoveTo(2, True, HOME))
    robot.report(SessionState.WORKING, position=(math.nan, 0.0, 0.0))
    assert robot.state.startswith(
        "2 Error robot controller: position of its status are not finite numbers"
    )
    assert robot.last.type == "StopMotion"


def test_values_unknown_to_a_controller_are_not_reported(robot) -> None:
    report = ConfigureJointReport(1, True, True, True)
    robot.done(ConfigureJointReports(2, True, configure_joint_report=(report,)))
    robot.report(
        SessionState.DONE, efforts=(math.nan,) * 6, wrench=((math.nan, 0.0, 0.0), (0.0, 0.0, 0.0))
    )
    told = robot.session.status()
    assert (
        told.joint_statuses.joint_status[0].joint_torque_or_force is None
        and told.joint_statuses.joint_status[0].joint_velocity == 1.0
    )
    assert told.pose_status.wrench is None


def test_words_that_xml_cannot_hold_do_not_break_a_status(robot) -> None:
    robot.give(MoveTo(2, True, HOME))
    robot.report(SessionState.ERROR, "joint \x00\x1b[31m 3 <too> far")
    assert (
        read_status(write_status(robot.session.status())).command_status.state_description
        == "joint \ufffd\ufffd[31m 3 <too> far"
    )


def test_much_junk_is_one_stop(robot) -> None:
    robot.give(MoveTo(2, True, HOME))
    for _ in range(100):
        robot.session.refuse("document: junk")
    assert robot.types == ["InitCanon", "MoveTo", "StopMotion"]
    robot.report(SessionState.DONE)
    robot.done(Dwell(3, 0.1))
    assert robot.state == "3 Done"


def test_a_controller_that_has_not_begun_yet_is_waited_for_longer() -> None:
    session = Session(lambda order: False)
    session.tick(0.0, 0.0)
    session.take(CRCLCommandInstance(crcl_command=InitCanon(1)))
    session.tick(29.0, 29.0)
    assert session.standing.state == SessionState.WORKING
    session.tick(31.0, 31.0)
    assert (
        session.standing.state == SessionState.ERROR
        and "no robot controller" in session.standing.description
    )


def program(*ids: int) -> CRCLProgram:
    """Return a program of dwells with the inner ids.

    The first id is that of its InitCanon, the last of its EndCanon.
    """
    first, *others, last = ids
    return CRCLProgram(
        InitCanon(first), EndCanon(last), tuple(Dwell(number, 0.1) for number in others)
    )


@pytest.mark.parametrize(
    "ids", [(1, 2, 2, 3), (0, 0, 0, 0), (0, 1, 2, 3), (1, -1, 2, 3), (1, 2, 3, 1)]
)
def test_other_numbering_runs_unless_ids_are_always_strict(ids) -> None:
    for strict, state in (
        ("auto", f"{ids[-1]} Done"),
        ("never", f"{ids[-1]} Done"),
        ("always", f"{ids[0]} Error CommandID"),
    ):
        controller = Controller(SessionOptions(strict_ids=strict))
        controller.session.take(program(*ids))
        controller.end()
        assert controller.state.startswith(state)


def test_only_a_client_whose_first_id_is_0_may_repeat_0() -> None:
    controller = Controller()
    controller.done(InitCanon(0), Dwell(0, 0.1), Dwell(0, 0.1), EndCanon(0))
    assert controller.state == "0 Done" and controller.types == [
        "InitCanon",
        "Dwell",
        "Dwell",
        "EndCanon",
    ]
    controller.done(InitCanon(1), Dwell(2, 0.1))
    controller.give(Dwell(2, 0.1))
    assert controller.state.startswith("2 Error CommandID of Dwell: 2 was used before")
    controller.give(Dwell(0, 0.1))
    assert controller.state.startswith("0 Error CommandID of Dwell: 0 is not positive")


def test_an_alias_of_a_robot_sensor_is_watched_and_reported() -> None:
    controller = Controller(SessionOptions(aliases={"ATINetFT": "wrench"}))
    controller.report(SessionState.READY, wrench=((1.0, 2.0, 3.0), (0.1, 0.2, 0.3)))
    controller.done(InitCanon(1), EnableSensor(2, "ATINetFT"))
    told = controller.session.status().sensor_statuses.force_torque_sensor_status
    assert [(one.sensor_id, one.fz, one.tx) for one in told] == [("ATINetFT", 3.0, 0.1)]
    controller.give(
        MoveTo(3, True, HOME, guard=(Guard("ATINetFT", "OVER_MAX", 10.0, sub_field="Fz"),))
    )
    controller.report(SessionState.WORKING, wrench=((0.0, 0.0, 12.0), (0.0, 0.0, 0.0)))
    assert controller.last.type == "StopMotion"
    controller.end()
    assert controller.state.startswith("3 Done guard on ATINetFT.Fz OVER_MAX 10 tripped at 12")
    with pytest.raises(
        InputError, match="'force' is not one of the robot's own sensors: wrench, holding, width"
    ):
        Controller(SessionOptions(aliases={"MotoFit": "force"}))


def test_a_guard_on_an_alias_of_an_unmeasured_sensor_is_refused() -> None:
    controller = Controller(SessionOptions(aliases={"ATINetFT": "wrench"}))
    controller.done(InitCanon(1))
    controller.give(
        MoveTo(2, True, HOME, guard=(Guard("ATINetFT", "OVER_MAX", 10.0, sub_field="Fz"),))
    )
    assert "this robot does not report 'ATINetFT'" in controller.state


def test_the_first_status_after_a_switch_has_the_new_robots_pose(robot) -> None:
    robot.session.switched(
        Feedback(
            7.0, 41, SessionState.DONE, position=(0.9, -0.1, 0.2), orientation=(1.0, 0.0, 0.0, 0.0)
        )
    )
    point = robot.session.status().pose_status.pose.point
    assert (point.x, point.y, point.z) == pytest.approx((0.9, -0.1, 0.2))
    assert (robot.last.type, robot.last.id) == ("InitCanon", 42), "ids go on after the other's last"
    robot.session.switched()
    assert robot.session.status().pose_status is None
