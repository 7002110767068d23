"""Execution of plans: filled kits, failures and recovery, separation."""

from __future__ import annotations

import numpy as np
import pytest

from kitting.execution.cell_double import CellDouble, PlainPlan
from sim.crcl import MoveTo
from sim.errors import SimulationError
from sim.kitting import events
from sim.kitting.actions import ActionSchedule, GroundedAction, ScheduledAction
from sim.kitting.execution.actions import NEEDS, RobotActions
from sim.kitting.execution.arm_motions import ArmSpeeds
from sim.kitting.execution.commands import place_of
from sim.kitting.execution.planning_task import lacking, task_of
from sim.kitting.execution.space import APART, SpaceKeeper
from sim.kitting.planning.domain import check_actions, kitting_domain
from sim.kitting.trial.spec import KitOrder, Order
from sim.kitting.world.cell import cell_of
from sim.kitting.world.order_book import OPEN
from sim.resources import resource
from sim.workcell.layout import read_layout

FOUR = {"gear_large": 2, "gear_small": 2}


@pytest.fixture(scope="module")
def cell():
    return cell_of(read_layout(resource("config", "kitting_lab.yaml")))


def order(number: str, *trays: str, priority: int = 0) -> Order:
    return Order(number, tuple(KitOrder(tray, FOUR) for tray in trays), priority=priority)


def kinds(double: CellDouble) -> list:
    return [event.kind for event in double.world.journal.events()]


def failures(double: CellDouble) -> list:
    return [
        event.data["failure"]
        for event in double.world.journal.events()
        if event.kind == events.ACTION_FAILED
    ]


def complete(double: CellDouble) -> bool:
    open_orders = double.world.book.orders(OPEN)
    return double.executor.idle and not any(lacking(double.world, one) for one in open_orders)


@pytest.mark.not_quick
def test_two_robots_fill_two_kits(cell) -> None:
    double = CellDouble(cell)
    double.world.book.add(order("both", "fanuc_kit", "motoman_kit"), 0.0)
    double.run(lambda: complete(double) and double.now > 0.5)
    assert double.kinds_in("fanuc_kit") == FOUR and double.kinds_in("motoman_kit") == FOUR
    assert failures(double) == []
    assert len(double.plans) == 1


@pytest.mark.not_quick
def test_objects_hidden_by_arms_are_neither_lost_nor_missed(cell) -> None:
    double = CellDouble(cell)
    double.overhead = True
    double.world.book.add(order("one", "fanuc_kit"), 0.0)
    double.run(lambda: complete(double) and double.now > 0.5)
    assert double.kinds_in("fanuc_kit") == FOUR
    assert failures(double) == []
    assert len(double.plans) == 1


@pytest.mark.not_quick
def test_the_same_run_gives_the_same_log(cell) -> None:
    logs = []
    for _ in range(2):
        double = CellDouble(cell)
        double.world.book.add(order("both", "fanuc_kit", "motoman_kit"), 0.0)
        double.run(lambda double=double: complete(double) and double.now > 0.5)
        logs.append(list(double.world.journal.events()))
    assert logs[0] == logs[1]


@pytest.mark.not_quick
def test_another_part_is_taken_for_a_missing_one(cell) -> None:
    double = CellDouble(cell)
    double.world.book.add(order("one", "fanuc_kit"), 0.0)
    double.run(lambda: events.ACTION_BEGUN in kinds(double))
    for name in ("fanuc_gear_large_1", "fanuc_gear_small_1"):
        del double.parts.poses[name]
    double.run(lambda: complete(double))
    assert double.kinds_in("fanuc_kit") == FOUR


@pytest.mark.not_quick
def test_a_dropped_part_is_noticed_before_it_is_placed(cell) -> None:
    double = CellDouble(cell)
    double.world.book.add(order("one", "fanuc_kit"), 0.0)
    arm = double.arms["fanuc"]
    double.run(lambda: arm.held and events.ACTION_DONE in kinds(double))
    dropped, arm.held = arm.held, ""
    double.parts.poses[dropped][:3, 3] = (0.35, -0.15, 0.75)
    double.run(lambda: complete(double))
    assert double.kinds_in("fanuc_kit") == FOUR
    assert set(failures(double)) & {"part_dropped", "grasp_slipped", "part_missing"}
    assert any(event.kind == events.RECOVERY for event in double.world.journal.events())


def test_nothing_is_taken_while_the_detector_is_silent(cell) -> None:
    double = CellDouble(cell)
    double.world.book.add(order("one", "fanuc_kit"), 0.0)
    double.run(lambda: events.ACTION_BEGUN in kinds(double))
    double.blind, begun = True, double.now
    double.run(lambda: double.now > begun + 4.0)
    assert sum(double.kinds_in("fanuc_kit").values()) <= 1
    double.blind = False
    double.run(lambda: complete(double))
    assert double.kinds_in("fanuc_kit") == FOUR


@pytest.mark.parametrize(
    "why", ["the robot is out of order", "the light curtain front is interrupted"]
)
@pytest.mark.not_quick
def test_a_robot_that_is_out_of_order_is_left_out_and_comes_back(cell, why) -> None:
    double = CellDouble(cell)
    double.world.book.add(order("both", "fanuc_kit", "motoman_kit"), 0.0)
    double.run(lambda: sum(double.kinds_in("fanuc_kit").values()) >= 1)
    double.arms["fanuc"].refuses = why
    double.run(lambda: double.kinds_in("motoman_kit") == FOUR or double.now > 100.0)
    assert not double.world.robot("fanuc").working
    double.arms["fanuc"].refuses = ""
    double.run(lambda: complete(double))
    assert double.kinds_in("fanuc_kit") == FOUR
    assert "robot_out_of_order" in failures(double)


@pytest.mark.not_quick
def test_a_server_that_is_gone_and_back_does_not_end_the_run(cell) -> None:
    double = CellDouble(cell)
    double.world.book.add(order("one", "motoman_kit"), 0.0)
    double.run(lambda: events.ACTION_DONE in kinds(double))
    double.arms["motoman"].gone = True
    double.run(lambda: not double.world.robot("motoman").working)
    double.arms["motoman"].gone = False
    double.run(lambda: complete(double))
    assert double.kinds_in("motoman_kit") == FOUR


def test_an_impossible_order_leaves_the_rest_to_be_done(cell) -> None:
    double = CellDouble(cell)
    for name in [name for name in double.parts.poses if name.startswith("motoman_gear_large")]:
        del double.parts.poses[name]
    double.world.book.add(order("good", "fanuc_kit"), 0.0)
    double.world.book.add(order("lacking", "motoman_kit"), 1.0)
    double.run(lambda: double.kinds_in("fanuc_kit") == FOUR and double.executor.idle)
    assert list(double.executor.waiting) == ["lacking"]
    assert "motoman_kit lacks" in double.executor.waiting["lacking"]


def test_faulty_parts_stay_where_they_are(cell) -> None:
    double = CellDouble(cell)
    double.faulty = {"fanuc_gear_large_1", "fanuc_gear_small_2"}
    double.world.book.add(order("one", "fanuc_kit"), 0.0)
    double.run(lambda: complete(double) and double.now > 0.5)
    for name in double.faulty:
        np.testing.assert_allclose(
            double.parts.poses[name], cell.layout.models[name].world_from_model
        )


def test_an_urgent_order_is_planned_with_what_is_under_way(cell) -> None:
    double = CellDouble(cell)
    double.world.book.add(order("usual", "fanuc_kit"), 0.0)
    double.run(lambda: double.executor.action("fanuc") == "take-part")
    double.world.book.add(order("urgent", "motoman_kit", priority=1), double.now)
    double.executor.replan("order urgent")
    double.run(lambda: complete(double) and len(double.plans) > 1)
    fanuc = next(robot for robot in double.plans[1].robots if robot.name == "fanuc")
    assert fanuc.holds == "gear_large", "the part that is being taken counts as held"
    assert double.kinds_in("fanuc_kit") == FOUR and double.kinds_in("motoman_kit") == FOUR


def test_the_task_counts_what_lies_where(cell) -> None:
    double = CellDouble(cell)
    double.world.sightings.observe(double.report())
    task = task_of(double.world, [order("one", "fanuc_kit", priority=2)], {})
    supplies = {tray.name: tray for tray in task.supplies}
    assert supplies["fanuc_small_gear_tray"].stock == {"gear_small": 4}
    assert supplies["handover_tray"].reach == {"fanuc", "motoman"}
    assert supplies["handover_tray"].spare == {"gear_large": 1, "gear_medium": 1, "gear_small": 2}
    (kit,) = task.kits
    assert (kit.wanted, kit.reach, kit.priority) == (FOUR, {"fanuc"}, 2)


def test_a_part_that_cannot_be_placed_is_put_down_and_taken_again(cell) -> None:
    double = CellDouble(cell)
    double.world.book.add(order("one", "fanuc_kit"), 0.0)
    arm = double.arms["fanuc"]
    kit = cell.tray_pose("fanuc_kit")[:3, 3]
    refused = []

    def refuse_over_the_kit(command) -> str:
        place = place_of(command.end_position) if isinstance(command, MoveTo) else None
        if place is None or len(refused) >= 8 or not arm.held:
            return ""
        if place[2] < 0.8 and np.linalg.norm((place - kit)[:2]) < 0.15:
            refused.append(place)
            return "stopped: the arm was held back"
        return ""

    arm.refusal = refuse_over_the_kit
    double.run(lambda: complete(double) and double.now > 0.5)
    assert double.kinds_in("fanuc_kit") == FOUR
    assert len(refused) >= 3


def test_space_is_one_robots_at_a_time() -> None:
    keeper = SpaceKeeper({"a": np.zeros(3), "b": np.array((0.0, 1.2, 0.0))})
    near_a, near_b, middle = (np.array((0.3, y, 0.8)) for y in (0.0, 1.2, 0.6))
    assert keeper.claim("a", [near_a]) == () and keeper.claim("b", [near_b]) == ()
    assert keeper.claim("a", [near_a, middle]) == ()
    assert keeper.claim("b", [near_b, middle]) == ("a",)
    keeper.stand("a", near_a)
    assert keeper.claim("b", [near_b, middle]) == ()
    assert 0.1 < APART < 0.5


@pytest.mark.not_quick
def test_one_at_a_time_lets_only_one_robot_move(cell) -> None:
    double = CellDouble(cell, one_at_a_time=True)
    double.world.book.add(order("both", "fanuc_kit", "motoman_kit"), 0.0)

    def alone() -> bool:
        moving = [name for name in double.arms if double.executor.action(name)]
        assert len(moving) <= 1
        return complete(double) and double.now > 0.5

    double.run(alone)
    assert double.kinds_in("motoman_kit") == FOUR


@pytest.mark.not_quick
def test_no_plan_is_no_end(cell) -> None:
    def refuse(task):
        raise SimulationError("no plan today")

    double = CellDouble(cell, refuse)
    double.world.book.add(order("one", "fanuc_kit"), 0.0)
    double.run(lambda: double.now > 10.0)
    assert double.executor.waiting == {"one": "no plan today"}
    assert kinds(double).count(events.PLAN_FAILED) == 1


def test_each_known_action_has_its_needs(cell) -> None:
    now, seen = (lambda: 0.0), (lambda: 0.0)
    actions = RobotActions("fanuc", CellDouble(cell).world, ArmSpeeds(), now, seen, [])
    assert set(actions.routines) == set(NEEDS)
    check_actions(kitting_domain(), NEEDS)


@pytest.mark.not_quick
def test_a_robot_that_cannot_retreat_does_not_flood_the_log(cell) -> None:
    double = CellDouble(cell)
    double.world.book.add(order("one", "fanuc_kit"), 0.0)
    double.run(lambda: double.executor.action("fanuc") == "take-part")
    double.arms["fanuc"].refusal = lambda command: "stopped: held back"
    begun = double.now
    double.run(lambda: double.now > begun + 5.0)
    retreats = [
        event
        for event in double.world.journal.events()
        if event.kind == events.ACTION_FAILED and event.data["action"] == "retreat"
    ]
    assert 0 < len(retreats) < 25


def test_tools_are_fetched_and_hung_back() -> None:
    cell = cell_of(read_layout(resource("config", "kitting_tools.yaml")))
    steps: list = []

    def add(name: str, **arguments: str) -> None:
        after = frozenset({len(steps) - 1} - {-1})
        steps.append(
            ScheduledAction(
                len(steps), GroundedAction(name, {"robot": "fanuc", **arguments}), after
            )
        )

    for tool, sku, tray in (
        ("cup", "gear_wide", "fanuc_wide_gear_tray"),
        ("jaw", "gear_thin", "fanuc_thin_gear_tray"),
    ):
        change = {"endeffector": tool, "holder": cell.tools[tool].place}
        add("attach-endEffector", **change)
        for action in ("look-for-part", "set-grasp", "take-part"):
            add(action, sku=sku, tray=tray)
        for action in ("look-for-slot", "place-part"):
            add(action, sku=sku, kit="fanuc_kit")
        add("detach-endEffector", **change)
    double = CellDouble(cell, lambda task: PlainPlan(ActionSchedule(tuple(steps), 1.0)))
    kit = KitOrder("fanuc_kit", {"gear_thin": 1, "gear_wide": 1})
    double.world.book.add(Order("one", (kit,)), 0.0)
    double.run(lambda: complete(double) and len(double.tools.places) == 2 and double.now > 0.5)
    assert double.kinds_in("fanuc_kit") == {"gear_thin": 1, "gear_wide": 1}
    assert failures(double) == []
    assert double.world.robot("fanuc").end_effector == ""


def test_a_planner_is_told_which_tools_fit_and_who_gets_to_them() -> None:
    cell = cell_of(read_layout(resource("config", "kitting_tools.yaml")))
    task = task_of(CellDouble(cell).world, [], {})
    told = {one.name: (one.handles, one.holder, one.reach) for one in task.end_effectors}
    both = frozenset({"fanuc", "motoman"})
    assert told == {
        "jaw": (frozenset({"gear_thin"}), "stand/1", both),
        "cup": (frozenset({"gear_wide"}), "stand/2", both),
    }
    assert task.station == "stand"
    assert [one.end_effector for one in task.robots] == ["", ""]
