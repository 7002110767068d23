"""Names of the cell in PDDL, and a task's problem."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kitting.planning.tasks import BOTH, FANUC, GEARS, cell, handover, one_part
from sim.errors import InputError
from sim.kitting.planning.domain import Domain, kitting_domain
from sim.kitting.planning.names import PddlNames, identifiers
from sim.kitting.planning.problem import write_problem
from sim.kitting.planning.trim import trimmed
from sim.kitting.task import EndEffectorTask, KitTask, RobotTask, SupplyTask

FACT = re.compile(r"^    \(([^()]*)\)$", re.MULTILINE)


def facts(task) -> set[str]:
    text = write_problem(trimmed(task), kitting_domain()).text
    return set(FACT.findall(text[text.index("(:init") : text.index("(:goal")]))


@given(st.lists(st.tuples(st.sampled_from(["Robot", "Kit"]), st.text(min_size=1)), unique=True))
@pytest.mark.not_quick
def test_each_name_has_a_legal_one_of_its_own_and_back(given_names):
    reserved = identifiers(kitting_domain().text)
    names = PddlNames(reserved)
    found = [names.pddl(kind, name) for kind, name in given_names]
    assert all(re.fullmatch(r"[a-z][a-z0-9_-]*", one) for one in found)
    assert len({one.lower() for one in found}) == len(found)
    assert not reserved & set(found)
    assert [names.cell(one.upper()) for one in found] == [name for _, name in given_names]


def test_names_of_different_case_and_of_the_domain_itself_stay_apart():
    kits = (KitTask("Kit 1", {"gear_small": 1}, FANUC), KitTask("kit_1", {"gear_small": 1}, FANUC))
    tray = SupplyTask("take-part", {"gear_small": 2}, FANUC)
    problem = write_problem(cell(tray, kits=kits), kitting_domain())
    written = [problem.names.pddl("Kit", kit.name) for kit in kits]
    assert written == ["kit_1", "kit_1_2"]
    assert problem.names.pddl("PartsTray", "take-part") == "take-part_2"


def test_a_robot_out_of_order_is_left_out_with_what_it_has_on():
    robots = (RobotTask("fanuc", "fingers"), RobotTask("motoman", "claw", working=False))
    text = write_problem(trimmed(one_part(robots=robots)), kitting_domain()).text
    assert "fanuc" in text and "fingers" in text
    assert "motoman" not in text and "claw" not in text


def test_a_part_in_a_gripper_is_there_and_its_gripper_is_not_free():
    robots = (RobotTask("fanuc", "fingers", holds="gear_small"), RobotTask("motoman", "claw"))
    found = facts(one_part(robots=robots))
    assert "part-has-physicalLocation-refObject-endEffector gear_small fingers" in found
    assert "endEffector-is-free fingers" not in found and "endEffector-is-free claw" in found


def test_an_end_effector_is_on_a_robot_or_in_its_holder():
    end_effectors = (
        EndEffectorTask("fingers", GEARS, "left", BOTH),
        EndEffectorTask("claw", GEARS, "right", FANUC),
    )
    robots = (RobotTask("fanuc", "fingers"), RobotTask("motoman"))
    task = one_part(robots=robots, end_effectors=end_effectors, station="station")
    found = facts(task)
    assert {"robot-has-endEffector fanuc fingers", "robot-has-no-endEffector motoman"} <= found
    assert {"endEffectorHolder-is-empty left"} <= found
    assert "endEffectorHolder-has-endEffector right claw" in found
    assert "endEffectorHolder-is-empty right" not in found
    assert "robot-reaches-endEffectorHolder motoman left" in found
    assert "robot-reaches-endEffectorHolder motoman right" not in found


def test_counts_are_those_that_can_be_of_use():
    task = one_part(stock=900)
    found = facts(task)
    assert "partsVessel-has-parts tray gear_small n1" in found
    assert not any("n2" in fact for fact in found)


def test_a_kit_lacks_what_it_lacks_and_a_complete_one_is_left_out():
    found = facts(one_part())
    assert "kit-lacks-parts kit_a gear_small n1" in found
    assert not any("kit_b" in fact for fact in found)


def test_a_shared_tray_has_places_for_as_many_parts_as_it_says():
    found = facts(handover(parts=5, places=2))
    places = {fact for fact in found if fact.startswith("partsVessel-has-place-for")}
    assert places == {f"partsVessel-has-place-for shared gear_small n{number}" for number in (1, 2)}


@pytest.mark.parametrize(
    "change, message",
    [
        (("(next ?less ?more - Count)", ""), "predicate next not found"),
        (("(domain kitting)", ""), "no PDDL domain"),
    ],
)
def test_a_domain_that_cannot_say_what_is_the_case_is_refused(change, message):
    text = kitting_domain().text.replace(*change)
    text = text.replace("(next ?after ?before)", "").replace("(next ?before ?after)", "")
    with pytest.raises(InputError, match=f"mine.pddl: .*{message}"):
        write_problem(one_part(), Domain("mine.pddl", text))
