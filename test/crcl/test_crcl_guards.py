"""Guards, which end a command or a program."""

from __future__ import annotations

import pytest
from crcl_controller import Controller
from crcl_programs import HOME, force, program

from sim.crcl import (
    Dwell,
    Guard,
    InitCanon,
    LoopBlockEnd,
    LoopBlockStart,
    Message,
    MoveTo,
    Point,
    RunProgram,
    SetEndEffector,
)
from sim.crcl.codec import write_program
from sim.crcl.session import GripperFeedback, SessionOptions, SessionState


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
    robot.report(SessionState.DONE, wrench=force(values[0]))
    robot.give(MoveTo(2, True, HOME, guard=(Guard("wrench", limit, 10.0, sub_field="Fz"),)))
    for value in values:
        robot.report(SessionState.WORKING, wrench=force(value))
    assert (robot.last.type == "StopMotion") == trips
    if trips:
        assert robot.state == "2 Working"
        robot.report(SessionState.WORKING)
        robot.report(SessionState.DONE)
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


def test_a_guard_tripped_at_the_start_prevents_its_command(robot) -> None:
    robot.report(SessionState.DONE, wrench=force(12.0))
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
    robot.report(SessionState.DONE, wrench=force(0.0))
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
    controller.report(SessionState.DONE)
    controller.report(SessionState.WORKING, gripper=GripperFeedback(width=0.01, holding=True))
    controller.report(SessionState.DONE)
    assert controller.state == "3 Working" and controller.types[-3:] == [
        "SetEndEffector",
        "StopMotion",
        "Dwell",
    ]


def test_a_guard_on_a_compound_command_is_refused_before_it_begins(robot) -> None:
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
    robot.report(SessionState.DONE, wrench=force(0.0))
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
        robot.report(SessionState.WORKING, wrench=force(0.0))
    assert robot.session.status().guards_statuses.guard[0].check_count == 3


@pytest.mark.parametrize(
    "guard, words",
    [
        (
            Guard("nose", "OVER_MAX", 1.0),
            "sensor 'nose' not found; sensors: holding, range, width, wrench",
        ),
        (
            Guard("wrench", "OVER_MAX", 1.0, sub_field="Fq"),
            "sensor 'wrench' has no field 'Fq'; fields: Fx, Fy",
        ),
        (Guard("wrench", "OVER_MAX", 1.0), "sensor 'wrench' has no field ''"),
    ],
)
def test_a_guard_on_what_is_not_there_is_refused(guard, words) -> None:
    controller = Controller(SessionOptions(sensors={"range": "scalar"}))
    controller.done(InitCanon(1))
    controller.report(SessionState.DONE, wrench=force(0.0))
    controller.give(MoveTo(2, True, HOME, guard=(guard,)))
    assert controller.state.startswith("2 Error Guard/SensorID") and words in controller.state


def test_a_guard_on_what_the_robot_does_not_measure_is_refused(robot) -> None:
    robot.give(MoveTo(2, True, HOME, guard=(Guard("wrench", "OVER_MAX", 1.0, sub_field="Fz"),)))
    assert (
        robot.state == "2 Error Guard/SensorID: this robot does not report 'wrench'; it reports: "
        "holding, width"
    )
    assert robot.types == ["InitCanon"]
