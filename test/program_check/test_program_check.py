"""A program's check lists all errors and proposes an offset."""

from __future__ import annotations

from pathlib import Path
from typing import List, Tuple

import pytest

from sim.crcl import (
    CRCLProgram,
    EndCanon,
    InitCanon,
    LoopBlockEnd,
    LoopBlockStart,
    MoveTo,
    OpenToolChanger,
    Point,
    Pose,
    SetEndEffector,
    SetLengthUnits,
    Vector,
)
from sim.crcl.__main__ import main
from sim.crcl.codec import write_program
from sim.errors import InputError
from sim.program_check.carried_out import carry_out
from sim.program_check.reach import best_offset, reached
from sim.program_check.report import bridge_rules, cell_robots, check_program, chosen_robot
from sim.resources import resource

CELL = resource("config", "nist_lab.yaml")
BRIDGE = resource("config", "nist_lab_bridge.yaml")


@pytest.fixture(scope="module")
def fanuc():
    return cell_robots(CELL)["fanuc"]


def down(number: int, x: float, y: float, z: float) -> MoveTo:
    return MoveTo(number, False, Pose(Point(x, y, z), Vector(1, 0, 0), Vector(0, 0, -1)))


def program(*commands) -> CRCLProgram:
    return CRCLProgram(
        init_canon=InitCanon(1), middle_command=commands, end_canon=EndCanon(len(commands) + 2)
    )


def faults(robot, *commands) -> List[Tuple[int, int, str]]:
    found = carry_out(program(*commands), robot).faults
    return [(fault.number, fault.command_id, fault.type) for fault in found]


def test_a_program_in_reach_has_no_faults(fanuc) -> None:
    commands = (
        SetLengthUnits(2, "millimeter"),
        LoopBlockStart(3, "twice"),
        down(4, 400.0, 0.0, 0.0),
        down(5, 400.0, 100.0, 50.0),
        LoopBlockEnd(6, "twice", 2),
    )
    result, lines = check_program(program(*commands), fanuc, bridge_rules(None))
    assert (result.faults, lines) == ((), [])
    assert len(result.goals) == 4, "both rounds of the loop"


def test_all_errors_of_a_program_are_found(fanuc) -> None:
    """Joints 2 and 3 reach 0.667 m, not 5 m."""
    commands = (
        down(2, 5.0, 0.0, 0.0),
        down(3, 0.4, 0.0, 0.0),
        down(4, 0.4, 0.0, -5.0),
        OpenToolChanger(5),
        SetEndEffector(6, 1.0),
    )
    assert faults(fanuc, *commands) == [
        (2, 2, "MoveTo"),
        (4, 4, "MoveTo"),
        (6, 6, "SetEndEffector"),
    ]


def test_the_offset_brings_poses_into_reach(fanuc) -> None:
    """Poses 3 m too far away are moved back by about that."""
    goals = carry_out(
        program(*(down(2 + n, 3.3 + 0.05 * n, 0.05 * n, 0.0) for n in range(4))), fanuc
    ).goals
    tools = ("nist_gripper",) * 4
    assert reached(fanuc, goals, tools) == 0
    found = best_offset(fanuc, goals, tools)
    assert found.reached == 4 == reached(fanuc, goals, tools, found.offset)
    assert -3.6 < found.offset[0] < -2.4


def test_poses_in_millimetres_without_their_unit_are_named(fanuc) -> None:
    _, lines = check_program(program(down(2, 400.0, 0.0, 0.0)), fanuc, bridge_rules(None))
    assert any("no SetLengthUnits: lengths are in meter" in line for line in lines)
    rules = bridge_rules(BRIDGE)
    assert check_program(program(down(2, 400.0, 0.0, 0.0)), fanuc, rules)[1] == []
    assert rules.aliases["ATINetFT"] == "wrench"


def test_the_command_lists_errors_and_proposes(tmp_path: Path, capsys) -> None:
    path = tmp_path / "far.xml"
    path.write_bytes(write_program(program(down(2, 3.0, 0.0, 0.0), down(3, 3.1, 0.0, 0.0))))
    given = ["check", str(path), "--cell", str(CELL), "--robot", "fanuc"]
    assert main(given) == 1
    said = capsys.readouterr().out
    assert "4 commands on fanuc, 2 with errors" in said
    assert "0 of 2 poses are in reach of fanuc" in said and ": 2 of 2" in said
    path.write_bytes(write_program(program(down(2, 0.4, 0.0, 0.0))))
    assert main(given) == 0


def test_a_robot_without_its_cell_is_refused(tmp_path: Path, capsys) -> None:
    path = tmp_path / "near.xml"
    path.write_bytes(write_program(program(down(2, 0.4, 0.0, 0.0))))
    assert main(["check", str(path), "--robot", "fanuc"]) == 2
    assert "--robot: concerns a cell; name its layout by --cell" in capsys.readouterr().err


def test_the_robot_of_a_cell_must_be_named() -> None:
    with pytest.raises(InputError, match=r"several robots.*fanuc, motoman, gantry"):
        chosen_robot(cell_robots(CELL), "", CELL)
    with pytest.raises(InputError, match="robot 'kuka' not found"):
        chosen_robot(cell_robots(CELL), "kuka", CELL)
