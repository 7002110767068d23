"""Plans from the planning process, its limits and its end."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from kitting.planning.tasks import BOTH, FANUC, GEARS, MOTOMAN, PROBLEMS, cell, handover, one_part
from sim.errors import InputError
from sim.kitting.planning.counts import check_counts
from sim.kitting.planning.domain import Domain, PddlProblem, kitting_domain
from sim.kitting.planning.errors import (
    Lacking,
    OutOfMemory,
    PlannerFailed,
    PlanningTimeout,
    Unsolvable,
)
from sim.kitting.planning.planner import Planner
from sim.kitting.planning.settings import PlanningSettings
from sim.kitting.planning.task_file import read_task
from sim.kitting.task import EndEffectorTask, KitTask, RobotTask, SupplyTask

pytestmark = pytest.mark.not_quick


# A machine that is busy with other tests may take long.
CALM = PlanningSettings(time_limit=120.0)


@pytest.fixture(scope="module")
def planner():
    pytest.importorskip("up_fast_downward")
    with Planner(CALM) as started:
        yield started


def names(plan) -> list[str]:
    return [step.action.name for step in plan.schedule.steps]


def test_twelve_parts_for_three_kits_need_the_fewest_actions(planner):
    """Five actions for each part and four more for a handover."""
    task = read_task(PROBLEMS / "three_kits.yaml")
    plan = planner.plan(task)
    assert plan.length == 12 * 5 + 4 and names(plan).count("put-part") == 1
    check_counts(task, [step.action for step in plan.schedule.steps])
    assert 0.0 < plan.seconds < plan.total and 5.0 < plan.megabytes < 500.0


def test_the_planners_plan_is_as_short_as_the_shortest(planner):
    """A* with LM-cut proves its plan the cheapest."""
    for task in (handover(parts=2), one_part(stock=2, wanted=1)):
        shortest = planner.plan(task, PlanningSettings("optimal", time_limit=120.0))
        assert planner.plan(task).length == shortest.length


def test_two_robots_need_less_than_one(planner):
    task = read_task(PROBLEMS / "two_kits.yaml")
    robots = (task.robots[0], replace(task.robots[1], working=False))
    alone = planner.plan(replace(task, robots=robots)).schedule.makespan
    both = planner.plan(task)
    assert alone / both.schedule.makespan >= 1.6
    assert {step.action.arguments["robot"] for step in both.schedule.steps} == BOTH


def test_a_planner_leaves_no_file_behind(tmp_path, monkeypatch):
    """Such as Fast Downward's output.sas, with a fixed name."""
    pytest.importorskip("up_fast_downward")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with Planner(CALM) as here:
        watcher = threading.Thread(target=here.plan, args=(one_part(),))
        watcher.start()
        while watcher.is_alive():
            assert not list(tmp_path.glob("*.sas"))
            time.sleep(0.01)
        watcher.join()
    assert not list(tmp_path.iterdir())


def test_one_task_twice_gives_one_plan(planner):
    task = read_task(PROBLEMS / "tool_change.yaml")
    assert planner.plan(task).schedule == planner.plan(task).schedule


def test_end_effectors_are_changed_where_parts_need_another(planner):
    end_effectors = (
        EndEffectorTask("fingers", frozenset({"gear_small"}), "left", FANUC),
        EndEffectorTask("suction", frozenset({"gear_large"}), "right", FANUC),
    )
    task = cell(
        SupplyTask("tray", {"gear_small": 1, "gear_large": 1}, FANUC),
        kits=(KitTask("kit", {"gear_small": 1, "gear_large": 1}, FANUC),),
        robots=(RobotTask("fanuc", "fingers"),),
        end_effectors=end_effectors,
        station="station",
    )
    plan = planner.plan(task)
    assert plan.length == 2 * 5 + 2
    changes = [step.action for step in plan.schedule.steps if "station" in step.action.arguments]
    assert [(one.name, one.arguments["holder"]) for one in changes] == [
        ("detach-endEffector", "left"),
        ("attach-endEffector", "right"),
    ]


def test_a_part_that_is_held_goes_into_a_kit_first(planner):
    robots = (RobotTask("fanuc", "fingers", holds="gear_small"), RobotTask("motoman", "claw"))
    plan = planner.plan(one_part(stock=0, robots=robots))
    assert names(plan) == ["look-for-slot", "place-part"]


def test_a_part_that_no_kit_lacks_is_put_away_first(planner):
    robots = (RobotTask("fanuc", "fingers", holds="gear_large"),)
    task = cell(
        SupplyTask("tray", {"gear_small": 1}, FANUC),
        SupplyTask("shared", {}, BOTH, {"gear_large": 1}),
        kits=(KitTask("kit", {"gear_small": 1}, FANUC),),
        robots=robots,
    )
    plan = planner.plan(task)
    assert names(plan)[0] == "put-part" and plan.length == 6
    with pytest.raises(Unsolvable, match="no plan exists"):
        planner.plan(replace(task, supplies=task.supplies[:1]))


def test_kits_of_higher_priority_are_complete_first(planner):
    kits = tuple(
        KitTask(name, {"gear_small": 2}, FANUC, priority)
        for name, priority in (("later", 0), ("first", 5), ("second", 1))
    )
    plan = planner.plan(cell(SupplyTask("tray", {"gear_small": 6}, FANUC), kits=kits))
    filled = [
        step.action.arguments["kit"]
        for step in plan.schedule.steps
        if step.action.name == "place-part"
    ]
    assert filled == ["first", "first", "second", "second", "later", "later"]


def test_parts_for_a_lower_priority_may_have_to_go_first(planner):
    kits = (
        KitTask("urgent", {"gear_small": 1}, FANUC, 1),
        KitTask("other", {"gear_large": 1}, FANUC),
    )
    robots = (RobotTask("fanuc", "fingers", holds="gear_large"),)
    task = cell(SupplyTask("tray", {"gear_small": 1}, FANUC), kits=kits, robots=robots)
    assert planner.plan(task).length == 2 + 5


def test_names_that_pddl_has_not_come_back_as_they_were(planner):
    kits = (KitTask("Kit #1 (left)", {"Gear, small": 1}, FANUC),)
    task = cell(
        SupplyTask("1st tray", {"Gear, small": 1}, FANUC),
        kits=kits,
        robots=(RobotTask("fanuc", "ä"),),
        end_effectors=(EndEffectorTask("ä", frozenset({"Gear, small"})),),
    )
    place = planner.plan(task).schedule.steps[-1].action
    assert place.arguments == {
        "robot": "fanuc",
        "sku": "Gear, small",
        "kit": "Kit #1 (left)",
        "endeffector": "ä",
        "worktable": "work_table",
    }


def test_nothing_to_do_is_an_empty_plan(planner):
    plan = planner.plan(cell(kits=(KitTask("kit", {"gear_small": 0}, FANUC),)))
    assert plan.length == 0 and plan.schedule.makespan == 0.0


def test_shortages_are_reported_without_a_planner(planner):
    with pytest.raises(Lacking, match="kit_b lacks 3 gear_small") as error:
        planner.plan(one_part(wanted=3))
    assert error.value.shortages[0].found == 1


def test_a_plan_that_takes_too_long_is_out_of_time(planner):
    task = read_task(PROBLEMS / "three_kits.yaml")
    begun = time.monotonic()
    with pytest.raises(PlanningTimeout, match="the planner optimal has found no plan within 3 s"):
        planner.plan(task, PlanningSettings("optimal", time_limit=3.0))
    assert time.monotonic() - begun < 30.0
    assert not programs("downward")


@pytest.mark.parametrize("megabytes", [20.0, 200.0])
def test_a_plan_that_needs_too_much_memory_is_out_of_memory(planner, megabytes):
    with pytest.raises(OutOfMemory, match=f"landmarks needs more than the {megabytes:g} MB"):
        planner.plan(one_part(), PlanningSettings(memory_limit=megabytes))


@pytest.mark.parametrize(
    "status, error",
    [
        ("MEMOUT", OutOfMemory),
        ("TIMEOUT", PlanningTimeout),
        ("UNSOLVABLE_PROVEN", Unsolvable),
        ("UNSOLVABLE_INCOMPLETELY", Unsolvable),
        ("INTERNAL_ERROR", PlannerFailed),
    ],
)
def test_each_planner_failure_has_its_own_error(monkeypatch, status, error):
    pytest.importorskip("unified_planning")
    from unified_planning.engines import PlanGenerationResultStatus as Status
    from unified_planning.engines.results import PlanGenerationResult

    from sim.kitting.planning import solve
    from sim.kitting.planning.engines import engine

    result = PlanGenerationResult(Status[status], None, "planner")
    monkeypatch.setattr(solve, "_oneshot", lambda *given: result)
    with pytest.raises(error, match="the planner landmarks") as found:
        solve.solve(None, engine("landmarks"), 1.0)
    assert type(found.value) is error


def programs(word: str) -> list[str]:
    """Command lines of programs that run for this user's planning processes."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            if f"/{word} " in line and "lmcut" in line:
                found.append(line)
    return found


def test_a_planner_that_is_not_there_is_named_with_those_that_are(planner):
    with pytest.raises(
        InputError, match=r"planner ghost: planner not installed.*landmarks.*fast-down"
    ):
        planner.plan(one_part(), PlanningSettings("ghost"))


def test_a_problem_in_pddl_is_planned_in_its_own_names(planner):
    from sim.kitting.planning.problem import write_problem
    from sim.kitting.planning.trim import trimmed

    text = write_problem(trimmed(handover()), kitting_domain()).text
    plan = planner.plan(PddlProblem("problem.pddl", text))
    assert plan.length == 9 and plan.schedule.steps[0].action.arguments["robot"] == "fanuc"


def test_a_domain_of_ones_own_is_planned_with(planner):
    """In this one grasps need not be set."""
    ours = kitting_domain().text
    begin, end = ours.index("  (:action set-grasp"), ours.index("  (:action take-part")
    shorter = ours[:begin] + ours[end:].replace("grasp-is-set", "part-is-found")
    plan = planner.plan(
        one_part(), PlanningSettings(time_limit=120.0, domain=Domain("mine.pddl", shorter))
    )
    assert names(plan) == ["look-for-part", "take-part", "look-for-slot", "place-part"]


def test_a_domain_of_ones_own_may_forbid_robots_to_work_at_once(planner):
    """A cell has one camera for both robots. It is free when a part has been placed."""
    text = kitting_domain().text.replace("(:predicates", "(:predicates (camera-is-taken)")
    look, place = text.index("(:action look-for-part"), text.index("(:action place-part")
    taken = "(not (endEffector-is-free ?endeffector))"
    text = (
        text[:look]
        + text[look:place]
        .replace(":precondition (and", ":precondition (and (not (camera-is-taken))", 1)
        .replace(taken, f"{taken} (camera-is-taken)", 1)
        + text[place:].replace(":effect (and", ":effect (and (not (camera-is-taken))", 1)
    ).replace("(:requirements", "(:requirements :negative-preconditions")
    task = read_task(PROBLEMS / "two_kits.yaml")
    plan = planner.plan(
        task, PlanningSettings(time_limit=120.0, domain=Domain("camera.pddl", text))
    )
    assert plan.length == 40 and plan.schedule.makespan == pytest.approx(8 * 13.5)
    assert all(step.after == {step.number - 1} for step in plan.schedule.steps[1:])


def test_counts_of_another_name_are_refused(planner):
    text = kitting_domain().text.replace("?before", "?many")
    with pytest.raises(InputError, match=r"mine.pddl: .* has a count \?many: .* \?before"):
        planner.plan(
            one_part(), PlanningSettings(time_limit=120.0, domain=Domain("mine.pddl", text))
        )


def test_a_process_ends_with_its_thread_and_is_started_again():
    pytest.importorskip("up_fast_downward")
    with Planner(CALM) as planner:
        thread = threading.Thread(target=planner.start)
        thread.start()
        thread.join()
        process = planner._process
        assert process.wait(30.0) == -signal.SIGKILL
        assert planner.plan(one_part()).length == 5
    assert planner._process is None


def test_a_process_that_dies_while_it_plans_says_so(planner):
    planner.plan(one_part())
    process = planner._process
    os.kill(process.pid, signal.SIGSTOP)
    try:
        killer = threading.Timer(0.2, lambda: os.kill(process.pid, signal.SIGKILL))
        killer.start()
        with pytest.raises(PlannerFailed, match="the next plan starts it again"):
            planner.plan(one_part())
    finally:
        killer.join()
    assert planner.plan(one_part()).length == 5


def test_a_missing_module_is_named_with_the_command_that_installs_it(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(InputError) as error, Planner() as planner:
        planner.start()
    said = str(error.value)
    assert "no module unified_planning" in said and "-r setup/requirements/planning.txt" in said
    assert sys.executable in said and "./run setup" in said


def test_parts_within_reach_of_one_robot_stay_with_it(planner):
    kits = (KitTask("left", {"gear_small": 2}, FANUC), KitTask("right", {"gear_small": 2}, MOTOMAN))
    task = cell(
        SupplyTask("tray_l", {"gear_small": 2}, FANUC),
        SupplyTask("tray_r", {"gear_small": 2}, MOTOMAN),
        kits=kits,
        end_effectors=(EndEffectorTask("fingers", GEARS), EndEffectorTask("claw", GEARS)),
    )
    plan = planner.plan(task)
    assert plan.schedule.makespan == pytest.approx(2 * 13.5)
