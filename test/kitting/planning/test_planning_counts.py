"""Validation by counting: impossible actions, missing parts.

Missing at the end, and before planning.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from kitting.planning.tasks import BOTH, FANUC, GEARS, MOTOMAN, cell, handover, one_part
from sim.errors import InputError
from sim.kitting.actions import GroundedAction
from sim.kitting.planning.counts import Counts, check_counts
from sim.kitting.planning.errors import InvalidPlan, Lacking
from sim.kitting.planning.lacking import check_supplies, check_task
from sim.kitting.task import EndEffectorTask, KitTask, RobotTask, SupplyTask


def act(name: str, **arguments: str) -> GroundedAction:
    return GroundedAction(name, {"robot": "fanuc", "sku": "gear_small", **arguments})


TAKE = act("take-part", tray="tray")
PLACE = act("place-part", kit="kit_a")


def test_a_part_taken_and_placed_completes_the_kit():
    check_counts(one_part(), [TAKE, PLACE])


@pytest.mark.parametrize(
    "actions, message",
    [
        ([TAKE], "after the last step kit_a still lacks 1 gear_small"),
        ([PLACE], "step 1: .* fanuc holds nothing"),
        ([TAKE, TAKE], "step 2: .* already holds gear_small"),
        ([TAKE, PLACE, PLACE], "step 3: .* fanuc holds nothing"),
        ([TAKE, PLACE, TAKE], "step 3: .* tray has no gear_small"),
        ([TAKE, act("put-part", tray="tray")], "step 2: .* no place for gear_small"),
        ([act("take-part", tray="tray", endeffector="claw")], "fanuc has fingers on it"),
        ([act("take-part", tray="tray", robot="motoman")], "motoman does not reach tray"),
        ([act("take-part", tray="tray", robot="ghost")], "ghost is not a working robot"),
        ([act("take-part", tray="ghost")], "no such thing in the task: 'ghost'"),
    ],
)
def test_impossible_actions_are_named_with_their_step(actions, message):
    with pytest.raises(InvalidPlan, match=message):
        check_counts(one_part(), actions)


def test_one_gear_in_two_kits_is_no_plan():
    task = one_part(wanted=1)
    with pytest.raises(InvalidPlan, match=r"step 3: .*kit_b.* fanuc holds nothing"):
        check_counts(task, [TAKE, PLACE, act("place-part", kit="kit_b")])


def test_the_remaining_work_is_a_task_again():
    counts = Counts(handover(parts=2))
    counts.do(TAKE)
    counts.do(act("put-part", tray="shared"))
    left = counts.task()
    assert [tray.stock.get("gear_small", 0) for tray in left.supplies] == [1, 1]
    assert left.supplies[1].spare == {"gear_small": 0}
    assert counts.do(act("take-part", tray="shared", robot="motoman")) == (1, 0)
    assert counts.task().robots[1].holds == "gear_small"


def test_end_effectors_change_at_their_holders_alone():
    end_effectors = (
        EndEffectorTask("fingers", GEARS, "left", FANUC),
        EndEffectorTask("claw", GEARS, "right", BOTH),
    )
    robots = (RobotTask("fanuc", "fingers"), RobotTask("motoman"))
    counts = Counts(one_part(robots=robots, end_effectors=end_effectors, station="station"))
    with pytest.raises(InvalidPlan, match="fanuc has fingers on it"):
        counts.do(act("attach-endEffector", endeffector="claw"))
    with pytest.raises(InvalidPlan, match="motoman does not reach the holder of fingers"):
        counts.do(act("attach-endEffector", endeffector="fingers", robot="motoman"))
    counts.do(act("detach-endEffector", endeffector="fingers"))
    counts.do(act("attach-endEffector", endeffector="claw"))
    with pytest.raises(InvalidPlan, match="claw is on a robot"):
        counts.do(act("attach-endEffector", endeffector="claw", robot="motoman"))
    assert counts.mounted("fanuc") == "claw"


def lacks(task) -> str:
    with pytest.raises(Lacking) as error:
        check_supplies(task)
    return str(error.value)


def test_shortages_are_reported_in_the_cells_words():
    short = one_part(wanted=2)
    assert lacks(short) == "kit_b lacks 2 gear_small: supplies within reach have 1"
    assert "kit_a, kit_b lack 2 gear_small: supplies within reach have 1" in lacks(
        one_part(wanted=1)
    )
    robots = (RobotTask("fanuc", "fingers", working=False), RobotTask("motoman", "claw"))
    assert "fanuc reach it and are out of order" in lacks(one_part(robots=robots))
    assert "no end effector that fanuc can have takes gear_small" in lacks(
        one_part(end_effectors=(EndEffectorTask("fingers", frozenset()),))
    )
    lonely = cell(kits=(KitTask("kit", {"gear_small": 1}, frozenset()),))
    assert lacks(lonely) == "kit lacks 1 gear_small: no robot reaches it"


def test_shortages_name_kit_part_and_numbers():
    with pytest.raises(Lacking) as error:
        check_supplies(one_part(wanted=2))
    (shortage,) = error.value.shortages
    assert (shortage.kit, shortage.sku, shortage.wanted, shortage.found) == (
        "kit_b",
        "gear_small",
        2,
        1,
    )


def test_parts_that_come_by_a_shared_tray_or_are_held_count():
    check_supplies(handover(parts=3))
    without = handover(parts=3)
    assert "supplies within reach have 0" in lacks(replace(without, supplies=without.supplies[:1]))
    robots = (RobotTask("fanuc", "fingers", holds="gear_small"), RobotTask("motoman", "claw"))
    check_supplies(one_part(stock=0, robots=robots))


def test_an_end_effector_in_its_holder_counts_with_a_station():
    end_effectors = (EndEffectorTask("fingers", GEARS, "holder", FANUC),)
    robots = (RobotTask("fanuc"), RobotTask("motoman"))
    task = one_part(robots=robots, end_effectors=end_effectors)
    assert "no end effector that fanuc can have" in lacks(task)
    check_supplies(replace(task, station="station"))


@pytest.mark.parametrize(
    "changes, message",
    [
        (
            {"robots": (RobotTask("fanuc", "hook"),)},
            "unknown end effector 'hook'; must be one of: claw",
        ),
        ({"robots": (RobotTask("fanuc", holds="gear_small"),)}, "no end effector to hold it"),
        ({"robots": (RobotTask("fanuc"), RobotTask("fanuc"))}, "robot fanuc: is there twice"),
        (
            {"robots": (RobotTask("fanuc", "claw"), RobotTask("motoman", "claw"))},
            "end effector claw: is on two robots",
        ),
        ({"stock": -1}, "tray tray: -1 gear_small: a count cannot be below 0"),
    ],
)
def test_a_task_that_contradicts_itself_is_refused(changes, message):
    with pytest.raises(InputError, match=message):
        check_task(one_part(**changes))


def test_names_of_trays_and_kits_differ():
    tray = SupplyTask("kit", {}, MOTOMAN)
    with pytest.raises(InputError, match="tray kit: is there twice"):
        check_task(cell(tray, kits=(KitTask("kit", {}, MOTOMAN),)))
