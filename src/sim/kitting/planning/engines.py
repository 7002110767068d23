"""Planners of unified-planning [UnifiedPlanning], by name.

Configurations of Fast Downward [FastDownward], and any other installed engines. Only the planning
process imports unified-planning, which takes a second.
"""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping

from sim.errors import InputError

DEFAULT = "landmarks"
# Estimates: of FF's relaxed plans [FF], and of landmarks that still lie ahead [LAMA].
_FF = "let(hff,ff(),"
_LANDMARKS = "let(hlm,landmark_sum(lm_reasonable_orders_hps(lm_rhw()),pref=false)," + _FF


@dataclass(frozen=True)
class PlanningEngine:
    """An engine of unified-planning with its parameters.

    ``anytime`` engines improve plans until their time is over, so their results depend on the
    machine.
    """

    name: str
    engine: str
    about: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    anytime: bool = False


def _search(name: str, about: str, search: str) -> PlanningEngine:
    return PlanningEngine(name, "fast-downward", about, {"fast_downward_search_config": search})


ENGINES: Dict[str, PlanningEngine] = {
    one.name: one
    for one in (
        _search(
            DEFAULT,
            "weighted A* (3), landmarks and FF",
            _LANDMARKS + "eager_wastar([hff,hlm],preferred=[hff],w=3)))",
        ),
        PlanningEngine(
            "lama",
            "fast-downward",
            "first plan of LAMA",
            {"fast_downward_alias": "lama-first"},
        ),
        _search(
            "eager",
            "weighted A* (3), FF",
            _FF + "eager_wastar([hff],preferred=[hff],w=3))",
        ),
        _search(
            "lazy",
            "lazy weighted A* (3), FF",
            _FF + "lazy_wastar([hff],preferred=[hff],w=3))",
        ),
        _search("greedy", "lazy greedy, FF", _FF + "lazy_greedy([hff],preferred=[hff]))"),
        PlanningEngine(
            "anytime",
            "fast-downward",
            "LAMA until its time is over",
            {"fast_downward_anytime_alias": "seq-sat-lama-2011"},
            anytime=True,
        ),
        PlanningEngine("optimal", "fast-downward-opt", "A* with LM-cut: least cost"),
    )
}


def engine(name: str) -> PlanningEngine:
    """Return one of our engines, else unified-planning's of this name."""
    return ENGINES.get(name) or PlanningEngine(name, name, "engine of unified-planning")


def require_planner(module: str) -> None:
    """Raise InputError with how to install a module of setup/requirements/planning.txt."""
    if importlib.util.find_spec(module) is None:
        raise InputError(
            "planning",
            f"{sys.executable} has no module {module}; in the package's folder, run ./run setup, "
            f"or {sys.executable} -m pip install -r setup/requirements/planning.txt",
        )


def require_engine(name: str) -> None:
    """Raise InputError if an engine is not installed.

    unified-planning, or the module of one of our engines.
    """
    require_planner("unified_planning")
    if engine(name).engine.startswith("fast-downward"):
        require_planner("up_fast_downward")


def names() -> List[str]:
    """Return names of our engines."""
    return list(ENGINES)
