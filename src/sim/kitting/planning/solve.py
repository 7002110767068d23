"""unified-planning's reader, planners and validator [UnifiedPlanning]; their errors as ours.

Imports unified-planning; only the planning process and tests import this.
"""

from __future__ import annotations

import contextlib
import re
import resource
import time
from dataclasses import dataclass
from typing import Any, Dict, Iterator, NoReturn, Optional, Sequence, Tuple

import unified_planning as up
from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines import SequentialPlanValidator
from unified_planning.engines.results import PlanGenerationResult, ValidationResultStatus
from unified_planning.exceptions import UPException
from unified_planning.io import PDDLReader
from unified_planning.plans import ActionInstance, SequentialPlan
from unified_planning.shortcuts import AnytimePlanner, OneshotPlanner, get_environment

from sim.errors import InputError
from sim.kitting.planning.domain import Domain, PddlProblem
from sim.kitting.planning.engines import ENGINES, PlanningEngine
from sim.kitting.planning.errors import (
    InvalidPlan,
    OutOfMemory,
    PlannerFailed,
    PlanningTimeout,
    Unsolvable,
)

PEAK = re.compile(r"peak memory: (\d+) KB", re.IGNORECASE)
LINE = re.compile(r"\(?\s*(?:from )?line:?\s*(\d+)", re.IGNORECASE)
# An action with the names of objects, as PDDL's plans have it.
Words = Tuple[str, ...]


def parse(domain: Domain, problem: PddlProblem) -> Any:
    """Return unified-planning's problem.

    Raises InputError with file and line for malformed PDDL.
    """
    try:
        return PDDLReader().parse_problem_string(domain.text, problem.text)
    except Exception as error:
        # The reader does not name the text of its error.
        with _reading(domain.path):
            PDDLReader().parse_problem_string(domain.text, None)
        with _reading(problem.path):
            raise error


@contextlib.contextmanager
def _reading(path: str) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        said = " ".join(str(error).split()) or type(error).__name__
        line = LINE.search(said)
        where = f"{path}:{line.group(1)}" if line else path
        raise InputError(where, f"PDDL that cannot be read: {said}") from error


@dataclass(frozen=True)
class PlannerSolution:
    """A plan's actions, with the planner's seconds and peak memory in MB."""

    actions: Tuple[Words, ...]
    seconds: float
    megabytes: float


def solve(problem: Any, engine: PlanningEngine, time_limit: float) -> PlannerSolution:
    """Return the planner's plan; raises a kind of NoPlan without one."""
    get_environment().credits_stream = None
    begun = time.monotonic()
    try:
        result = (_anytime if engine.anytime else _oneshot)(problem, engine, time_limit)
    except MemoryError as error:
        raise OutOfMemory(_too_large(engine)) from error
    if result.plan is None:
        _explain(result, engine, time_limit)
    actions = tuple(_words(one) for one in result.plan.actions)
    return PlannerSolution(actions, time.monotonic() - begun, _megabytes(result))


def _megabytes(result: PlanGenerationResult) -> float:
    """Return the planner's peak memory.

    As Fast Downward reports; other planners run in this process, or in a program that Linux counts
    as at least as large as this process.
    """
    said = " ".join(message.message for message in result.log_messages or [])
    peaks = [float(number) for number in PEAK.findall(said)]
    users = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(peaks or [float(resource.getrusage(user).ru_maxrss) for user in users]) / 1024.0


def _words(instance: Any) -> Words:
    return (instance.action.name, *(str(one) for one in instance.actual_parameters))


def _made(maker: Any, engine: PlanningEngine, problem: Any) -> Tuple[Any, Any]:
    """Return the engine, and the problem, without costs if unsupported."""
    try:
        made = maker(name=engine.engine, params=dict(engine.parameters))
    except UPException as error:
        factory = get_environment().factory
        known = [
            name
            for name in factory.engines
            if "[" not in name and factory.engine(name).is_oneshot_planner()
        ]
        raise InputError(
            f"planner {engine.name}",
            f"planner not installed; must be one of: {', '.join([*ENGINES, *known])}",
        ) from error
    if not made.supports(problem.kind):
        problem = problem.clone()
        problem.clear_quality_metrics()
    if not made.supports(problem.kind):
        lacks = problem.kind.features - made.supported_kind().features
        raise InputError(
            f"planner {engine.name}", f"cannot do what the domain needs: {', '.join(sorted(lacks))}"
        )
    return made, problem


def _oneshot(problem: Any, engine: PlanningEngine, time_limit: float) -> PlanGenerationResult:
    planner, problem = _made(OneshotPlanner, engine, problem)
    with planner:
        return planner.solve(problem, timeout=time_limit)


def _anytime(problem: Any, engine: PlanningEngine, time_limit: float) -> PlanGenerationResult:
    planner, problem = _made(AnytimePlanner, engine, problem)
    with planner:
        results = list(planner.get_solutions(problem, timeout=time_limit))
    plans = [one for one in results if one.plan is not None]
    return plans[-1] if plans else results[-1]


def _too_large(engine: PlanningEngine) -> str:
    return (
        f"the planner {engine.name} needs more memory than it may have: give it more, or take "
        "another planner"
    )


def _explain(result: PlanGenerationResult, engine: PlanningEngine, time_limit: float) -> NoReturn:
    status = result.status
    if status in (Status.UNSOLVABLE_PROVEN, Status.UNSOLVABLE_INCOMPLETELY):
        raise Unsolvable(
            f"the planner {engine.name} says that no plan exists: what kits lack cannot get there "
            "by the domain's actions"
        )
    if status == Status.TIMEOUT:
        raise PlanningTimeout(
            f"the planner {engine.name} has found no plan within {time_limit:g} s"
        )
    said = [
        line
        for message in result.log_messages or []
        for line in message.message.splitlines()
        if line.strip()
    ]
    if status == Status.MEMOUT or any("MemoryError" in line for line in said):
        raise OutOfMemory(_too_large(engine))
    raise PlannerFailed(
        f"the planner {engine.name} ended without a plan ({status.name}): "
        f"{said[-1] if said else 'it said nothing'}"
    )


def validate(problem: Any, plan: Sequence[Words]) -> None:
    """Raise InvalidPlan for an impossible action or a missed goal, by unified-planning."""
    objects: Dict[str, Any] = {one.name.lower(): one for one in problem.all_objects}
    actions: Dict[str, Any] = {one.name.lower(): one for one in problem.actions}
    steps = []
    for number, (name, *arguments) in enumerate(plan, 1):
        missing = [word for word in arguments if word.lower() not in objects]
        if name.lower() not in actions or missing:
            raise InvalidPlan(
                f"step {number}: the problem has no {missing[0] if missing else name}"
            )
        parameters = tuple(objects[word.lower()] for word in arguments)
        steps.append(ActionInstance(actions[name.lower()], parameters))
    result = SequentialPlanValidator().validate(problem, SequentialPlan(steps))
    if result.status != ValidationResultStatus.VALID:
        raise InvalidPlan(_why(result, plan))


def _why(result: Any, plan: Sequence[Words]) -> str:
    failed: Optional[Any] = getattr(result, "inapplicable_action", None)
    if failed is None:
        return "the goal is not reached"
    steps = [str(" ".join(words)) for words in plan]
    said = " ".join(_words(failed))
    number = f"step {steps.index(said) + 1}: " if steps.count(said) == 1 else ""
    return f"{number}({said}) cannot be done there"


def warm_up() -> str:
    """Build the reader's grammar in advance (warm-up).

    The first problem then does not wait for it; returns the version of unified-planning.
    """
    PDDLReader()
    return str(up.__version__)
