"""Key ``search`` of a campaign's file: objective, space and budget."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, FrozenSet, Mapping, Tuple
from xml.etree import ElementTree

import numpy as np

from sim.arrays import Array
from sim.campaign.search.samplers import SAMPLERS
from sim.campaign.search.space import ParameterSpace, read_space
from sim.errors import InputError

KEYS = ("parameters", "objective", "runs", "at_once", "seed", "sampler", "shrink", "usual")
MINIMIZED = "least"
MAXIMIZED = "most"
WHOLE = {"runs": (1, 100), "at_once": (1, 2), "seed": (0, 0), "shrink": (0, 40)}


@dataclass(frozen=True)
class SearchPlan:
    """Plan of a search.

    The ``extreme`` (least or most) of a ``measure`` is searched in ``space`` by at most ``runs``,
    so many ``at_once``, and shrunk by at most ``shrink`` more towards ``usual`` (d,); ``own``
    parameters have their usual value by default.
    """

    space: ParameterSpace
    measure: str
    extreme: str
    runs: int
    at_once: int
    seed: int
    sampler: str
    shrink: int
    usual: Array
    own: FrozenSet[str]

    def parameters(self, point: Array) -> Tuple[Tuple[str, str], ...]:
        """Return the parameters at a point that differ from the scenario's."""
        texts = self.space.texts(point)
        return tuple(
            (name, texts[name])
            for name, place, usual in zip(self.space.names, point, self.usual)
            if not (name in self.own and place == usual)
        )

    def value(self, findings: Any) -> float:
        """Return the objective of a verdict's findings.

        The lower, the nearer to a failure; infinite without a measurement.
        """
        for each in findings:
            if each["name"] == self.measure and each[self.extreme] is not None:
                found = float(each[self.extreme])
                return found if self.extreme == MINIMIZED else -found
        return float("inf")


def read_search(given: Any, where: str, scenario: Path) -> SearchPlan:
    """Read the key ``search`` of a campaign file.

    Raises InputError that names ``where`` and the field.
    """
    if not isinstance(given, Mapping):
        raise InputError(where, f"must be a mapping; it may have {', '.join(KEYS)}")
    for key in given:
        if key not in KEYS:
            raise InputError(f"{where}.{key}", f"is unknown; there are {', '.join(KEYS)}")
    space = read_space(given.get("parameters"), f"{where}.parameters")
    extreme, measure = _objective(given.get("objective"), f"{where}.objective")
    sampler = given.get("sampler", "surrogate")
    if sampler not in SAMPLERS:
        raise InputError(f"{where}.sampler", f"'{sampler}' is not one of: {', '.join(SAMPLERS)}")
    whole = {
        key: _whole(given.get(key, default), f"{where}.{key}", least)
        for key, (least, default) in WHOLE.items()
    }
    own_values = declared(scenario)
    for name in space.names if own_values else ():
        if name not in own_values:
            raise InputError(
                f"{where}.parameters.{name}",
                f"not found in {scenario}; parameters: {', '.join(own_values)}",
            )
    usual, own = _usual(space, given.get("usual", {}), own_values, f"{where}.usual")
    return SearchPlan(space, measure, extreme, sampler=sampler, usual=usual, own=own, **whole)


def _objective(given: Any, where: str) -> Tuple[str, str]:
    if isinstance(given, Mapping) and len(given) == 1:
        ((extreme, measure),) = given.items()
        if extreme in (MINIMIZED, MAXIMIZED) and isinstance(measure, str):
            return extreme, measure
    raise InputError(where, "must be {least: MEASURE} or {most: MEASURE}, as {least: gap}")


def _whole(value: Any, where: str, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise InputError(where, f"must be a whole number from {least} on, not {value!r}")
    return value


def _usual(
    space: ParameterSpace, given: Any, own: Mapping[str, str], where: str
) -> Tuple[Array, FrozenSet[str]]:
    """Return usual values: given, the scenario's own, or the range's middle."""
    if not isinstance(given, Mapping):
        raise InputError(where, "must be a mapping of parameters to values")
    for name in given:
        if name not in space.names:
            raise InputError(f"{where}.{name}", f"is not one of: {', '.join(space.names)}")
    places, kept = [], set()
    for axis in space.axes:
        if axis.name in given:
            place = axis.place(str(given[axis.name]))
            if place is None:
                raise InputError(f"{where}.{axis.name}", f"cannot be {given[axis.name]!r}")
        else:
            place = axis.place(own[axis.name]) if axis.name in own else None
            if place is not None:
                kept.add(axis.name)
        places.append(axis.snap(np.array([0.5]))[0] if place is None else place)
    return np.array(places, float), frozenset(kept)


def declared(scenario: Path) -> Dict[str, str]:
    """Return the default parameter values of an OpenSCENARIO file."""
    try:
        root = ElementTree.parse(str(scenario)).getroot()
    except (OSError, ElementTree.ParseError):
        return {}
    found = {}
    for each in root.iterfind("ParameterDeclarations/ParameterDeclaration"):
        found[each.get("name", "")] = each.get("value", "")
    return found
