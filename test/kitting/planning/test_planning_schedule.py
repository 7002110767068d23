"""List scheduling and spreading: exclusion, dependencies, makespans."""

from __future__ import annotations

import heapq
from typing import Dict, List, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kitting.planning.tasks import BOTH, PROBLEMS, cell, handover
from sim.kitting.actions import ActionSchedule, GroundedAction
from sim.kitting.planning.balance import balanced, jobs
from sim.kitting.planning.counts import Counts, check_counts
from sim.kitting.planning.schedule import DURATIONS, schedule, space
from sim.kitting.planning.task_file import read_task
from sim.kitting.task import KitTask, PlanningTask, SupplyTask


def bring(robot: str, tray: str, kit: str, sku: str = "gear_small") -> List[GroundedAction]:
    """Return the actions that bring a part from a tray into a kit."""
    end_effector = {"fanuc": "fingers", "motoman": "claw"}[robot]
    common = {"robot": robot, "sku": sku, "endeffector": end_effector}
    return [
        GroundedAction("look-for-part", common),
        GroundedAction("set-grasp", common),
        GroundedAction("take-part", {**common, "tray": tray}),
        GroundedAction("look-for-slot", {**common, "kit": kit}),
        GroundedAction("place-part", {**common, "kit": kit, "worktable": "work_table"}),
    ]


def hand_over(robot: str, tray: str, into: str) -> List[GroundedAction]:
    actions = bring(robot, tray, "")[:3]
    return [*actions, GroundedAction("put-part", {**actions[2].arguments, "tray": into})]


def wide(parts: int) -> PlanningTask:
    return cell(
        SupplyTask("tray", {"gear_small": parts}, BOTH),
        SupplyTask("other", {"gear_small": parts}, BOTH),
        SupplyTask("shared", {}, BOTH, {"gear_small": 1}),
        kits=(
            KitTask("kit_a", {"gear_small": parts // 2}, BOTH),
            KitTask("kit_b", {"gear_small": parts - parts // 2}, BOTH),
        ),
    )


def run(found: ActionSchedule, durations: Sequence[float], task: PlanningTask) -> float:
    """Run steps as soon as possible with these durations.

    Checks that no two robots are in one place and that all parts are at their source.
    """
    counts = Counts(task)
    done: set = set()
    running: List = []
    inside: Dict = {}
    waiting = list(found.steps)
    now = 0.0
    while waiting or running:
        for step in [step for step in waiting if step.after <= done]:
            waiting.remove(step)
            place = space(step.action)
            if place is not None:
                assert place not in inside, f"{step.action} while {inside[place]}"
                inside[place] = step.action
            counts.do(step.action)
            heapq.heappush(running, (now + durations[step.number], step.number, place))
        assert running, "nothing can begin"
        now, number, place = heapq.heappop(running)
        inside.pop(place, None)
        done.add(number)
    assert not counts.missing()
    return now


@given(st.lists(st.sampled_from(["fanuc", "motoman"]), min_size=4, max_size=4), st.data())
@pytest.mark.not_quick
def test_no_two_robots_are_in_one_place_for_any_durations(robots, data):
    task = wide(4)
    kits = ["kit_a", "kit_a", "kit_b", "kit_b"]
    plan: List[GroundedAction] = []
    for robot, kit in zip(robots, kits):
        by_way = data.draw(st.booleans())
        if by_way:
            plan += hand_over(robot, "tray", "shared")
            robot = data.draw(st.sampled_from(["fanuc", "motoman"]))
        plan += bring(robot, "shared" if by_way else "other", kit)
    check_counts(task, plan)
    found = schedule(plan)
    numbers = st.floats(0.1, 30.0)
    durations = data.draw(st.lists(numbers, min_size=len(plan), max_size=len(plan)))
    run(found, durations, task)
    assumed = [DURATIONS[step.action.name] for step in found.steps]
    assert run(found, assumed, task) == pytest.approx(found.makespan)
    assert sorted(map(str, plan)) == sorted(str(step.action) for step in found.steps)
    for robot in ("fanuc", "motoman"):
        mine = [action for action in plan if action.arguments["robot"] == robot]
        assert mine == [
            step.action for step in found.steps if step.action.arguments["robot"] == robot
        ]


def test_dependencies_are_the_fewest():
    plan = [*bring("fanuc", "tray", "kit_a"), *bring("motoman", "tray", "kit_b")]
    found = schedule(plan)
    takes = [step for step in found.steps if step.action.name == "take-part"]
    assert len(takes[0].after) == 1 and takes[0].number in takes[1].after
    assert all(len(step.after) <= 1 for step in found.steps if step is not takes[1])
    behind: Dict[int, set] = {}
    for step in found.steps:
        assert all(number < step.number for number in step.after)
        implied = set().union(*(behind[number] for number in step.after))
        assert not implied & step.after
        behind[step.number] = implied | step.after


def test_robots_that_share_nothing_work_at_once():
    plan = [*bring("fanuc", "tray", "kit_a"), *bring("motoman", "other", "kit_b")]
    assert schedule(plan).makespan == pytest.approx(schedule(plan[:5]).makespan)


def test_a_handover_is_looked_for_after_it_was_put():
    plan = [*hand_over("fanuc", "tray", "shared"), *bring("motoman", "shared", "kit")]
    check_counts(handover(), plan)
    found = schedule(plan)
    put = next(step for step in found.steps if step.action.name == "put-part")
    looks = [step for step in found.steps if step.action.name == "look-for-part"]
    waits = [step for step in looks if put.number in step.after]
    assert [step.action.arguments["robot"] for step in waits] == ["motoman"]
    # A part must be there before it is looked for.
    assert found.makespan == pytest.approx(0.5 + 0.5 + 6 + 6 + 0.5 + 0.5 + 6 + 0.5 + 6)


def test_two_kits_of_four_gears_take_two_robots_half_the_time():
    """Each of eight gears takes 13.5 s; the requirement is 1.6."""
    task = read_task(PROBLEMS / "two_kits.yaml")
    alone: List[GroundedAction] = []
    for kit in task.kits:
        for sku, number in kit.wanted.items():
            tray = next(tray.name for tray in task.supplies if sku in tray.stock)
            for _ in range(number):
                alone += bring("fanuc", tray, kit.name, sku)
    alone = [
        GroundedAction(one.name, {**one.arguments, "endeffector": "nist_gripper"}) for one in alone
    ]
    check_counts(task, alone)
    assert schedule(alone).makespan == pytest.approx(8 * 13.5)
    spread = balanced(task, alone, DURATIONS)
    check_counts(task, spread)
    assert schedule(spread).makespan <= 8 * 13.5 / 1.6


def test_a_job_goes_only_to_a_robot_that_reaches_its_tray_and_its_kit():
    task = handover(parts=2)
    plan = [
        action
        for _ in range(2)
        for action in (*hand_over("fanuc", "tray", "shared"), *bring("motoman", "shared", "kit"))
    ]
    spread = balanced(task, plan, DURATIONS)
    assert sorted(map(str, spread)) == sorted(map(str, plan))


def test_jobs_are_from_free_gripper_to_free_gripper():
    first, second = hand_over("fanuc", "tray", "shared"), bring("motoman", "other", "kit_a")
    mixed = [action for pair in zip(first, second) for action in pair] + second[4:]
    assert [job.actions for job in jobs(mixed)] == [tuple(first), tuple(second)]
    assert [job.movable for job in jobs(mixed)] == [False, True]
    assert jobs(second[3:])[0].movable is False


def test_nothing_takes_no_time():
    assert schedule(()) == ActionSchedule((), 0.0)
