"""Programs and loops of a session."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from crcl_controller import Controller, at
from crcl_programs import HOME, force, program

from sim.crcl import (
    Dwell,
    GetStatus,
    Guard,
    LoopBlockEnd,
    LoopBlockStart,
    Message,
    MoveTo,
    RunProgram,
    StopMotion,
)
from sim.crcl.codec import write_program
from sim.crcl.session import SessionOptions, SessionState


def test_a_program_is_carried_out_in_order_with_its_index_and_length() -> None:
    controller = Controller()
    controller.session.take(program(Dwell(2, 0.1), MoveTo(3, True, HOME)))
    places = []
    while controller.session.working:
        told = controller.session.status().command_status
        places.append((told.command_id, told.program_index, told.program_length))
        controller.report(SessionState.DONE)
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
def test_an_invalid_program_is_refused_before_any_motion(middle, words) -> None:
    controller = Controller(SessionOptions(strict_ids="always"))
    controller.session.take(program(*middle))
    assert " Error " in controller.state and words in controller.state
    assert controller.orders == []


def test_a_program_ends_at_its_first_error_with_its_index() -> None:
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
    controller.report(SessionState.DONE)
    controller.give(StopMotion(2, "Normal"))
    controller.end()
    assert controller.types == ["InitCanon", "Dwell", "StopMotion"] and controller.state == "2 Done"


def test_get_status_in_a_program_does_not_become_the_command() -> None:
    controller = Controller()
    controller.session.take(program(Dwell(2, 0.1), GetStatus(3), Dwell(4, 0.1)))
    controller.end()
    assert controller.seen[controller.seen.index("asked") - 1 :][:3] == [
        "2 DONE",
        "asked",
        "4 WORKING",
    ]
    assert "3 WORKING" not in controller.seen


def test_a_loop_sent_command_by_command_repeats_under_its_ends_id(
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


def test_run_program_runs_crcl_and_forwards_other_languages(robot) -> None:
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


def test_a_loop_of_instant_commands_repeats_the_given_number() -> None:
    controller = Controller()
    controller.report(SessionState.DONE, wrench=force(12.0))
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
