"""Campaign file: scenarios, parameters, drivers, seeds and assertions."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

import yaml

from sim.campaign import sorts
from sim.campaign.node import NodePlan, read_node
from sim.campaign.search.plan import MINIMIZED, SearchPlan, read_search
from sim.errors import InputError

KINEMATIC = "kinematic"
LAUNCH = "launch"
# Value of ``ego`` of ./run scenario for a user's node.
NO_DRIVER = "none"
KINDS = (KINEMATIC, LAUNCH)
KEYS = (
    *("name", "scenarios", "parameters", "variations", "ego", "seeds", "run", "launch"),
    *("timeout", "retries", "assertions", "search", "node", "reference"),
)
# Returns the allowed variations of a file, at most so many.
Numbers = Callable[[Path, int], List[int]]


@dataclass(frozen=True)
class CampaignCell:
    """Set-up of one run.

    Scenario, number of its variation or 0, values of parameters, driver and seed.
    """

    scenario: str
    variation: int
    parameters: Tuple[Tuple[str, str], ...]
    ego: str
    seed: int

    @property
    def key(self) -> str:
        """Unique key of the set-up in a campaign."""
        return json.dumps(
            [self.scenario, self.variation, dict(self.parameters), self.ego, self.seed]
        )


@dataclass(frozen=True)
class CampaignPlan:
    """Plan of a campaign.

    ``timeout`` in wall s of one run; ``retries`` of crashed ones; ``words`` for a launch;
    ``reference`` is the last ego if it is always played by kinematics, else empty.
    """

    path: Path
    name: str
    scenarios: Tuple[Path, ...]
    parameters: Dict[str, Tuple[str, ...]]
    variations: Tuple[int, ...]
    egos: Tuple[str, ...]
    seeds: Tuple[int, ...]
    kind: str
    words: Dict[str, str]
    timeout: float
    retries: int
    assertions: Dict[str, Any]
    every_variation: bool = False
    search: Optional[SearchPlan] = None
    node: Optional[NodePlan] = None
    reference: str = ""
    sort: str = sorts.OPENSCENARIO
    text: str = field(default="", repr=False)

    @property
    def fingerprint(self) -> str:
        """Hash of everything that determines the runs and their verdicts."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def kind_of(self, cell: CampaignCell) -> str:
        """Return the kind of one of its runs."""
        return KINEMATIC if self.reference and cell.ego == self.reference else self.kind

    def cells(self, most: int, numbers: Numbers) -> List[CampaignCell]:
        """Return the set-ups of all runs in their order.

        Raises InputError for no runs, or more than ``most``.
        """
        of_each = [(path, self._numbers(path, most, numbers)) for path in self.scenarios]
        grid = math.prod(len(values) for values in self.parameters.values())
        others = grid * len(self.egos) * len(self.seeds)
        count = sum(len(found) for _, found in of_each) * others
        if not count:
            raise InputError(
                self.path,
                "has no runs; it needs an ego, a seed and a variation that the scenario's "
                "constraints allow",
            )
        if count > most:
            raise InputError(
                self.path,
                f"has {count} runs, more than --most {most}; --most {count} allows them",
            )
        return [cell for path, found in of_each for cell in self._of(path, found)]

    def _numbers(self, path: Path, most: int, numbers: Numbers) -> Sequence[int]:
        return numbers(path, most) if self.every_variation else self.variations

    def _of(self, path: Path, numbers: Sequence[int]) -> Iterator[CampaignCell]:
        names = list(self.parameters)
        values = itertools.product(*self.parameters.values())
        for number, chosen, ego, seed in itertools.product(numbers, values, self.egos, self.seeds):
            yield CampaignCell(str(path), number, tuple(zip(names, chosen)), ego, seed)


def read_plan(path: Path) -> CampaignPlan:
    """Read a campaign file. Raises InputError that names file and field."""
    try:
        text = path.read_text(encoding="utf-8")
        found = yaml.safe_load(text)
    except OSError as error:
        raise InputError(path, f"cannot be read ({error.strerror or error})") from error
    except yaml.YAMLError as error:
        raise InputError(path, f"is not YAML ({' '.join(str(error).split())})") from error
    if not isinstance(found, dict):
        raise InputError(path, f"must be a mapping; it may have {', '.join(KEYS)}")
    for key in found:
        if key not in KEYS:
            raise InputError(f"{path}: {key}", f"is unknown; there are {', '.join(KEYS)}")
    for key in ("scenarios", "assertions"):
        if not found.get(key):
            raise InputError(f"{path}: {key}", "is missing")
    if not isinstance(found["assertions"], dict):
        raise InputError(f"{path}: assertions", "must map measures to limits")
    kind = found.get("run", KINEMATIC)
    if kind not in KINDS:
        raise InputError(f"{path}: run", f"'{kind}' is not one of: {', '.join(KINDS)}")
    every, variations = _variations(path, found.get("variations", 0))
    scenarios = _scenarios(path, found["scenarios"])
    sort = sorts.sort_of(scenarios, f"{path}: scenarios")
    if sort != sorts.OPENSCENARIO:
        _only_launched(path, found, sort, kind)
    search = None
    if "search" in found:
        search = read_search(found["search"], f"{path}: search", scenarios[0])
    egos = [str(each) for each in _list(found.get("ego", _default(kind, sort, "node" in found)))]
    reference = str(found.get("reference", ""))
    if reference and reference in egos:
        raise InputError(f"{path}: reference", f"'{reference}' is an ego too")
    plan = CampaignPlan(
        path,
        str(found.get("name", path.stem)),
        scenarios,
        _parameters(path, found.get("parameters", {})),
        variations,
        (*egos, *([reference] if reference else ())),
        tuple(_whole(path, "seeds", each) for each in _list(found.get("seeds", 0))),
        kind,
        {str(k): _text(v) for k, v in _mapping(path, "launch", found.get("launch", {})).items()},
        _positive(path, "timeout", found.get("timeout", 600.0)),
        _whole(path, "retries", found.get("retries", 1)),
        found["assertions"] if search is None else _measured(found["assertions"], search),
        every,
        search,
        _node(path, found, kind),
        reference,
        sort,
        text,
    )
    if search is not None:
        _one_set_up(plan, search)
    if kind == LAUNCH:
        sorts.check_arguments(scenarios, plan.words, f"{path}: launch")
    if sort == sorts.LAUNCHED:
        sorts.check_arguments(scenarios, plan.parameters, f"{path}: parameters")
    return plan


def _only_launched(path: Path, found: Mapping[str, Any], sort: str, kind: str) -> None:
    """Raise InputError for keys that only OpenSCENARIO has."""
    if kind != LAUNCH:
        raise InputError(f"{path}: run", f"must be {LAUNCH} for scenarios of {sort}")
    for key in ("ego", "variations", "search", "node", "reference"):
        if key in found:
            raise InputError(f"{path}: {key}", f"is for OpenSCENARIO; these scenarios are {sort}")


def _node(path: Path, found: Mapping[str, Any], kind: str) -> Optional[NodePlan]:
    """Return the user's node that drives in each run."""
    if "node" not in found:
        return None
    if kind != LAUNCH:
        raise InputError(f"{path}: node", f"needs a simulator; write run: {LAUNCH}")
    if found.get("ego", NO_DRIVER) != NO_DRIVER:
        raise InputError(f"{path}: ego", f"must be {NO_DRIVER}, or left out, if a node drives")
    return read_node(found["node"], f"{path}: node", path.parent)


def _measured(assertions: Mapping[str, Any], search: SearchPlan) -> Dict[str, Any]:
    """Return the assertions with the objective, asserted or not."""
    limit = -math.inf if search.extreme == MINIMIZED else math.inf
    return {search.measure: {search.extreme: limit}, **assertions}


def _one_set_up(plan: CampaignPlan, search: SearchPlan) -> None:
    """Raise InputError unless a search has one scenario, driver and seed.

    Its parameters are drawn.
    """
    several = {
        "scenarios": len(plan.scenarios),
        "variations": 2 if plan.every_variation else len(plan.variations),
        "ego": len(plan.egos),
        "seeds": len(plan.seeds),
        **{f"parameters.{name}": len(values) for name, values in plan.parameters.items()},
    }
    for key, count in several.items():
        if count != 1:
            raise InputError(f"{plan.path}: {key}", "must be a single one for a search")
    for name in search.space.names:
        if name in plan.parameters:
            raise InputError(
                f"{plan.path}: search.parameters.{name}", "has a value under 'parameters' too"
            )


def _default(kind: str, sort: str, driven: bool) -> str:
    if sort != sorts.OPENSCENARIO:
        return ""
    if driven:
        return NO_DRIVER
    return "default" if kind == KINEMATIC else "lane_follow"


def _list(value: Any) -> List[Any]:
    return value if isinstance(value, list) else [value]


def _mapping(path: Path, key: str, value: Any) -> Mapping[Any, Any]:
    if not isinstance(value, dict):
        raise InputError(f"{path}: {key}", "must be a mapping of names to values")
    return value


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _whole(path: Path, key: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise InputError(f"{path}: {key}", f"must be a whole number from 0 on, not {value!r}")
    return value


def _positive(path: Path, key: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0.0:
        raise InputError(f"{path}: {key}", f"must be a number above 0, not {value!r}")
    return float(value)


def _scenarios(path: Path, value: Any) -> Tuple[Path, ...]:
    found = []
    for each in _list(value):
        found.append(sorts.scenario_path(path.parent, str(each), f"{path}: scenarios"))
    return tuple(found)


def _variations(path: Path, value: Any) -> Tuple[bool, Tuple[int, ...]]:
    """Return whether all variations are requested, else their numbers."""
    if value == "all":
        return True, ()
    found: List[int] = []
    for each in _list(value):
        first, dots, last = str(each).partition("..")
        if not first.isdecimal() or (dots and not last.isdecimal()):
            raise InputError(
                f"{path}: variations", f"'{each}' is not a number; write all, 3, 1..8 or a list"
            )
        found += range(int(first), int(last if dots else first) + 1)
    return False, tuple(found)


def _parameters(path: Path, value: Any) -> Dict[str, Tuple[str, ...]]:
    """Return the values of each parameter. From a list of values, or from, to and step."""
    found = {}
    for name, values in _mapping(path, "parameters", value).items():
        if isinstance(values, dict):
            values = _spaced(f"{path}: parameters.{name}", values)
        found[str(name)] = tuple(_text(each) for each in _list(values))
        if not found[str(name)]:
            raise InputError(f"{path}: parameters.{name}", "has no values")
    return found


def _spaced(where: str, values: Mapping[str, Any]) -> List[float]:
    numbers = [values.get(key) for key in ("from", "to", "step")]
    if set(values) != {"from", "to", "step"} or not all(
        isinstance(each, (int, float)) and not isinstance(each, bool) and math.isfinite(each)
        for each in numbers
    ):
        raise InputError(where, "must be a list, or finite numbers {from, to, step}")
    first, last, step = (float(each) for each in numbers if each is not None)
    if not step > 0.0 or last < first:
        raise InputError(where, "needs a step above 0, and a 'to' that is not below 'from'")
    return [
        round(first + i * step, 12) for i in range(math.floor((last - first) / step + 1e-6) + 1)
    ]
