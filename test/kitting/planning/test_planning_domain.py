"""The domain against unified-planning's validator, and PDDL that is wrong."""

from __future__ import annotations

import pytest

from kitting.planning.tasks import BOTH, FANUC, cell, one_part
from sim.errors import InputError
from sim.kitting.actions import GroundedAction
from sim.kitting.planning.domain import Domain, PddlProblem, check_actions, kitting_domain
from sim.kitting.planning.errors import InvalidPlan
from sim.kitting.planning.planner import Planner
from sim.kitting.planning.problem import write_problem
from sim.kitting.planning.settings import PlanningSettings
from sim.kitting.planning.trim import trimmed
from sim.kitting.task import KitTask, RobotTask, SupplyTask

KNOWN = {
    "look-for-part": ("robot", "sku", "endeffector"),
    "set-grasp": ("robot", "sku", "endeffector"),
    "take-part": ("robot", "sku", "tray", "endeffector"),
    "look-for-slot": ("robot", "sku", "kit", "endeffector"),
    "place-part": ("robot", "sku", "kit", "endeffector"),
    "put-part": ("robot", "sku", "tray", "endeffector"),
    "attach-endEffector": ("robot", "endeffector", "holder", "station"),
    "detach-endEffector": ("robot", "endeffector", "holder", "station"),
}
# One gear, and two kits that want one.
PICK = [
    ("look-for-part", "fanuc", "gear_small", "fingers"),
    ("set-grasp", "fanuc", "gear_small", "fingers"),
    ("take-part", "fanuc", "gear_small", "tray", "fingers", "n1", "n0"),
]


def placed(kit: str) -> list[tuple[str, ...]]:
    return [
        ("look-for-slot", "fanuc", "gear_small", kit, "fingers"),
        ("place-part", "fanuc", "gear_small", kit, "fingers", "work_table", "n1", "n0"),
    ]


@pytest.fixture(scope="module")
def solve():
    pytest.importorskip("unified_planning")
    from sim.kitting.planning import solve

    return solve


@pytest.fixture(scope="module")
def two_kits(solve):
    """One gear, and two kits that each lack one."""
    return parsed(solve, one_part(wanted=1))


def parsed(solve, task, domain=None, text=None):
    domain = domain or kitting_domain()
    text = text or write_problem(trimmed(task), domain).text
    return solve.parse(domain, PddlProblem("problem.pddl", text))


@pytest.mark.not_quick
def test_a_gear_is_taken_and_placed(solve):
    solve.validate(parsed(solve, one_part()), [*PICK, *placed("kit_a")])


@pytest.mark.not_quick
@pytest.mark.parametrize(
    "plan, message",
    [
        ([*PICK, *placed("kit_a"), *placed("kit_b")], r"\(look-for-slot .* kit_b .*cannot be done"),
        ([*PICK, placed("kit_a")[0], placed("kit_b")[0]], r"step 5: \(look-for-slot"),
        ([*PICK, placed("kit_a")[0], placed("kit_b")[1]], r"step 5: \(place-part"),
        ([*PICK, *placed("kit_a"), *PICK, *placed("kit_b")], r"\(take-part .*cannot be done"),
        ([*PICK, *placed("kit_a")], "goal is not reached"),
        ([PICK[2]], r"step 1: \(take-part"),
        ([("take-part", "fanuc", "gear_small", "ghost", "fingers", "n1", "n0")], "has no ghost"),
        ([("fly", "fanuc")], "step 1: the problem has no fly"),
    ],
    ids=["twice placed", "two slots", "another slot", "two from one", "half", "unseen", "?", "??"],
)
def test_one_gear_is_in_one_place(solve, two_kits, plan, message):
    """A weaker domain would accept one gear in two kits."""
    with pytest.raises(InvalidPlan, match=message):
        solve.validate(two_kits, plan)


@pytest.mark.not_quick
def test_a_domain_that_loses_a_parts_place_fails_the_count(solve):
    """unified-planning accepts the plan. In that domain a placed part stays in the gripper."""
    ours = kitting_domain().text
    at = ours.index("(:action place-part")
    kept = ours[:at] + ours[at:].replace(
        "(not (slot-is-found ?sku ?kit ?endeffector))",
        "(part-has-physicalLocation-refObject-endEffector ?sku ?endeffector)",
        1,
    )
    task = cell(
        SupplyTask("tray", {"gear_small": 2}, FANUC),
        kits=tuple(KitTask(kit, {"gear_small": 1}, BOTH) for kit in ("kit_a", "kit_b")),
        robots=(RobotTask("fanuc", "fingers"),),
    )
    domain = Domain("forgets.pddl", kept)
    solve.validate(
        parsed(solve, task, domain),
        [
            ("look-for-part", "fanuc", "gear_small", "fingers"),
            ("set-grasp", "fanuc", "gear_small", "fingers"),
            ("take-part", "fanuc", "gear_small", "tray", "fingers", "n2", "n1"),
            *placed("kit_a"),
            *placed("kit_b"),
        ],
    )
    with Planner(PlanningSettings(time_limit=120.0, domain=domain)) as planner, pytest.raises(
        InvalidPlan, match="fanuc holds nothing"
    ):
        planner.plan(task)


def test_our_domain_has_the_actions_of_execution():
    domain = kitting_domain()
    check_actions(domain, KNOWN)
    order = {
        name: tuple(one for one, kind in parameters if kind != "Count" and one != "worktable")
        for name, parameters in domain.actions.items()
    }
    assert order == KNOWN


@pytest.mark.parametrize(
    "old, new, message",
    [
        ("(:action set-grasp", "(:action juggle", "no action 'juggle'; known actions: look-"),
        (
            "?kit - Kit ?endeffector - EndEffector)\n    :pre",
            "?endeffector - EndEffector)\n    :pre",
            r"lacks .* \?kit",
        ),
    ],
)
def test_an_action_that_execution_does_not_know_is_named(old, new, message):
    domain = Domain("mine.pddl", kitting_domain().text.replace(old, new, 1))
    with pytest.raises(InputError, match=f"mine.pddl: .*{message}"):
        check_actions(domain, KNOWN)


def test_a_domain_in_capitals_is_the_same_domain():
    check_actions(Domain("loud.pddl", kitting_domain().text.upper()), KNOWN)


@pytest.mark.not_quick
@pytest.mark.parametrize(
    "old, new, where",
    [
        ("(:action set-grasp", "(:action set-grasp (", "mine.pddl:"),
        ("(robot-has-no-endEffector ?robot)\n", "(robot-is-bare ?robot)\n", "mine.pddl:"),
        ("?sku - StockKeepingUnit", "?sku - Thing", "mine.pddl"),
    ],
)
def test_a_domain_that_is_no_pddl_is_refused_with_its_file(solve, old, new, where):
    ours = kitting_domain().text
    at = ours.index("(:action set-grasp")
    domain = Domain("mine.pddl", ours[:at] + ours[at:].replace(old, new, 1))
    with pytest.raises(InputError, match=rf"{where}\d*"):
        parsed(solve, one_part(), domain)


@pytest.mark.not_quick
def test_a_problem_that_is_no_pddl_is_refused_with_its_line(solve):
    text = write_problem(trimmed(one_part()), kitting_domain()).text
    wrong = text.replace("(endEffector-is-free fingers)", "(endEffector-is-free ghost)")
    number = wrong[: wrong.index("ghost")].count("\n") + 1
    with pytest.raises(InputError, match=rf"problem.pddl:{number}: .*ghost"):
        parsed(solve, one_part(), text=wrong)


def test_actions_are_written_as_plans_are():
    assert str(GroundedAction("set-grasp", {"robot": "fanuc", "sku": "a"})) == "(set-grasp fanuc a)"
