"""Pass criteria in a storyboard's stop trigger, as scenario_runner writes them.

Each is a condition named ``criteria_...`` on a parameter that the file does not declare; it judges
a run and never ends it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Container

from sim.openscenario.model.conditions import (
    ByValueCondition,
    Condition,
    ConditionGroup,
    ParameterCondition,
)
from sim.openscenario.model.document import Scenario
from sim.openscenario.reading.grammar import Grammar

PREFIX = "criteria_"


def without_criteria(scenario: Scenario, declared: Container[str], grammar: Grammar) -> Scenario:
    """Return a scenario without pass criteria in its stop trigger.

    They would need values that nothing sets. Raises InputError in a strict grammar.
    """
    stop = scenario.storyboard.stop
    if stop is None:
        return scenario
    kept = tuple(each for each in stop.groups if not _judges(each, declared, grammar))
    if len(kept) == len(stop.groups):
        return scenario
    storyboard = replace(scenario.storyboard, stop=replace(stop, groups=kept))
    return replace(scenario, storyboard=storyboard)


def _judges(group: ConditionGroup, declared: Container[str], grammar: Grammar) -> bool:
    """Return whether a group has a pass criterion, and note it."""
    for each in group.conditions:
        if _is_criterion(each, declared):
            what = f"<Condition> {each.name} is a pass criterion, which never ends the scenario"
            grammar.accept(each.source, PREFIX, what)
            return True
    return False


def _is_criterion(condition: Condition, declared: Container[str]) -> bool:
    body = condition.body
    inner = body.condition if isinstance(body, ByValueCondition) else None
    return (
        condition.name.startswith(PREFIX)
        and isinstance(inner, ParameterCondition)
        and inner.parameter_ref not in declared
    )
