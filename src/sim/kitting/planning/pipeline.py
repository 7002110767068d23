"""From a planning task to a validated schedule, within one process.

Kits of a higher priority are planned first, then the next with the remaining parts, so that no part
goes to a lower one before.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any, Dict, List, Sequence, Tuple

from sim.errors import InputError
from sim.kitting.actions import ActionSchedule, GroundedAction
from sim.kitting.planning import solve
from sim.kitting.planning.balance import balanced
from sim.kitting.planning.counts import Counts, check_counts
from sim.kitting.planning.domain import Domain, PddlProblem, kitting_domain
from sim.kitting.planning.engines import engine
from sim.kitting.planning.errors import InvalidPlan, PlanningTimeout, Unsolvable
from sim.kitting.planning.lacking import check_supplies, check_task
from sim.kitting.planning.names import PddlNames
from sim.kitting.planning.problem import COUNT, count_name, write_problem
from sim.kitting.planning.schedule import DURATIONS, in_sequence, schedule
from sim.kitting.planning.settings import PlanningSettings
from sim.kitting.planning.trim import trimmed
from sim.kitting.task import PlanningTask

# Parameters that are counts, before an action and after it; plans leave them out.
BEFORE_PARAMETER = "before"
AFTER_PARAMETER = "after"
PROBLEM = "the problem that was written"
SPELLED = {name.lower(): name for name in DURATIONS}


@dataclass(frozen=True)
class PipelineResult:
    """The planner's actions, the schedule, and the planner's seconds and MB."""

    actions: Tuple[GroundedAction, ...]
    schedule: ActionSchedule
    seconds: float
    megabytes: float


def find_plan(task: PlanningTask, settings: PlanningSettings) -> PipelineResult:
    """Return a validated schedule.

    Raises a kind of NoPlan if none is found, InputError for an invalid task or domain.
    """
    check_task(task)
    check_supplies(task)
    domain = settings.domain or kitting_domain()
    small = trimmed(task)
    if not small.kits:
        return PipelineResult((), ActionSchedule((), 0.0), 0.0, 0.0)
    reader = _ProblemReader(domain)
    sequence = _sequence(small, reader, settings)
    found = _valid_schedule(small, reader, sequence, settings)
    return PipelineResult(sequence.planned, found, sequence.seconds, sequence.megabytes)


def _valid_schedule(
    task: PlanningTask, reader: _ProblemReader, sequence: _Sequence, settings: PlanningSettings
) -> ActionSchedule:
    """Return the first valid one of three schedules.

    Spread over the robots, as the planner had it, one step at a time; a user's domain may forbid
    the first two.
    """
    for actions in (sequence.actions, sequence.planned):
        found = schedule(actions, settings.durations)
        try:
            _validate(task, reader, [step.action for step in found.steps])
        except InvalidPlan:
            continue
        return found
    _validate(task, reader, sequence.planned)
    return in_sequence(sequence.planned, settings.durations)


def find_pddl_plan(problem: PddlProblem, settings: PlanningSettings) -> PipelineResult:
    """Return a validated schedule for a PDDL problem.

    In the problem's own names; its jobs stay with the robots that the planner chose.
    """
    domain = settings.domain or kitting_domain()
    parsed = solve.parse(domain, problem)
    plan = solve.solve(parsed, engine(settings.planner), settings.time_limit)
    solve.validate(parsed, plan.actions)
    actions = tuple(_action(words, domain, PddlNames()) for words in plan.actions)
    return PipelineResult(
        actions, schedule(actions, settings.durations), plan.seconds, plan.megabytes
    )


def _validate(
    task: PlanningTask, reader: _ProblemReader, actions: Sequence[GroundedAction]
) -> None:
    check_counts(task, actions)
    problem, names = reader.read(task)
    solve.validate(problem, _written(task, reader.domain, names, actions))


class _ProblemReader:
    """Problems of one domain, each parsed once. Parsing takes as long as planning."""

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self._parsed: Dict[str, Any] = {}

    def read(self, task: PlanningTask) -> Tuple[Any, PddlNames]:
        """Return unified-planning's problem of a task, and its names."""
        problem = write_problem(task, self.domain)
        if problem.text not in self._parsed:
            text = PddlProblem(PROBLEM, problem.text)
            self._parsed[problem.text] = solve.parse(self.domain, text)
        return self._parsed[problem.text], problem.names


@dataclass(frozen=True)
class _Sequence:
    """The planner's actions, and the same spread over the robots."""

    planned: Tuple[GroundedAction, ...]
    actions: Tuple[GroundedAction, ...]
    seconds: float
    megabytes: float


def _sequence(task: PlanningTask, reader: _ProblemReader, settings: PlanningSettings) -> _Sequence:
    end = time.monotonic() + settings.time_limit
    try:
        return _by_priority(task, reader, settings, end)
    except Unsolvable:
        if len({kit.priority for kit in task.kits}) < 2:
            raise
        # A robot may hold what only a kit of lower priority lacks, with nowhere else to put it.
        return _at_once(task, reader, settings, end)
    except PlanningTimeout as error:
        raise PlanningTimeout(
            f"the planner {settings.planner} has found no plan within {settings.time_limit:g} s"
        ) from error


def _by_priority(
    task: PlanningTask, reader: _ProblemReader, settings: PlanningSettings, end: float
) -> _Sequence:
    counts = Counts(task)
    found: List[_Sequence] = []
    for priority in sorted({kit.priority for kit in task.kits}, reverse=True):
        kits = tuple(kit for kit in task.kits if kit.priority == priority)
        left = trimmed(replace(counts.task(), kits=kits))
        found.append(_at_once(left, reader, settings, end))
        for action in found[-1].actions:
            counts.do(action)
    return _Sequence(
        tuple(action for one in found for action in one.planned),
        tuple(action for one in found for action in one.actions),
        sum(one.seconds for one in found),
        max(one.megabytes for one in found),
    )


def _at_once(
    task: PlanningTask, reader: _ProblemReader, settings: PlanningSettings, end: float
) -> _Sequence:
    problem, names = reader.read(task)
    limit = max(end - time.monotonic(), 0.01)
    plan = solve.solve(problem, engine(settings.planner), limit)
    actions = tuple(_action(words, reader.domain, names) for words in plan.actions)
    check_counts(task, actions)
    spread = balanced(task, actions, settings.durations) if settings.spread else actions
    return _Sequence(actions, spread, plan.seconds, plan.megabytes)


def _action(words: solve.Words, domain: Domain, names: PddlNames) -> GroundedAction:
    """Return a plan's action in the cell's names, without counts."""
    declared = {name.lower(): name for name in domain.actions}[words[0].lower()]
    pairs = zip(domain.actions[declared], words[1:])
    return GroundedAction(
        SPELLED.get(words[0].lower(), declared),
        {
            parameter.lower(): names.cell(word)
            for (parameter, kind), word in pairs
            if kind.lower() != COUNT.lower()
        },
    )


def _written(
    task: PlanningTask, domain: Domain, names: PddlNames, actions: Sequence[GroundedAction]
) -> List[solve.Words]:
    """Return actions in the problem's names, with their counts."""
    declared = {name.lower(): parameters for name, parameters in domain.actions.items()}
    counts = Counts(task)
    found = []
    for action in actions:
        moved = counts.do(action) or (0, 0)
        given = dict(
            zip(
                (BEFORE_PARAMETER, AFTER_PARAMETER), (count_name(names, number) for number in moved)
            )
        )
        for parameter, kind in declared[action.name.lower()]:
            name = parameter.lower()
            if name in action.arguments:
                given[name] = names.known(kind, action.arguments[name])
            elif name not in given:
                raise InputError(
                    domain.path,
                    f"the action {action.name} has a count ?{name}: counts before and after an "
                    f"action are ?{BEFORE_PARAMETER} and ?{AFTER_PARAMETER}",
                )
        words = [given[parameter.lower()] for parameter, _ in declared[action.name.lower()]]
        found.append((action.name, *words))
    return found
