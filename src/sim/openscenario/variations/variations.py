"""All scenarios of a file of variations, by number, made lazily.

Deterministic distributions are combined each with each, the last of the file varying fastest.
Stochastic ones give ``numberOfTestRuns`` scenarios, each drawn by its own generator from the seed
and its number, so that one is independent of the others.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Iterator, List, Mapping, Optional, Tuple

import numpy as np

from sim.errors import InputError
from sim.openscenario.model.element import SourceLocation
from sim.openscenario.reading.binding import Binder
from sim.openscenario.reading.catalogues import Catalogues
from sim.openscenario.reading.node import XmlNode, read_root, suggestion, version
from sim.openscenario.reading.parameters import ConstraintError, with_declared
from sim.openscenario.variations import model
from sim.openscenario.variations.axes import VariationAxis, axis_of
from sim.openscenario.variations.drawing import draw_value

TAG = "ParameterValueDistribution"


def is_variation(path: Path) -> bool:
    """Return whether a file holds variations of a scenario."""
    return any(child.tag == TAG for child in read_root(path).children())


@dataclass(frozen=True)
class Variations:
    """Variations of a ``scenario``, from the file ``path``.

    ``seed`` is None without random draws.
    """

    path: Path
    scenario: Path
    count: int
    axes: Tuple[VariationAxis, ...]
    drawn: Tuple[model.StochasticDistribution, ...]
    seed: Optional[int]
    root: XmlNode

    def parameters(self, number: int) -> Dict[str, str]:
        """Return the parameter values of a scenario, numbered from 1."""
        if not 1 <= number <= self.count:
            raise InputError(self.path, f"has no variation {number}; there are 1 to {self.count}")
        if self.seed is not None:
            rng = np.random.default_rng([self.seed, number])
            return {each.parameter_name: draw_value(each.distribution, rng) for each in self.drawn}
        found: Dict[str, str] = {}
        rest = number - 1
        for axis in reversed(self.axes):
            rest, index = divmod(rest, axis.count)
            found = {**axis.values(index), **found}
        return found

    def allowed(self, number: int) -> str:
        """Return the constraint that a variation violates; empty if allowed."""
        try:
            with_declared(self.root, self.parameters(number))
        except ConstraintError as error:
            return str(error)
        return ""

    def all(self) -> Iterator[Tuple[int, Dict[str, str]]]:
        """Yield number and values of each variation that the scenario's constraints allow."""
        for number in range(1, self.count + 1):
            if not self.allowed(number):
                yield number, self.parameters(number)

    def said(self) -> str:
        """Return a summary: number of variations and their parameters."""
        if self.seed is not None:
            names = ", ".join(each.parameter_name for each in self.drawn)
            return f"{self.count} drawn from the seed {self.seed} ({names})"
        parts = [f"{' and '.join(axis.names)}: {axis.count}" for axis in self.axes]
        return f"{self.count} ({'; '.join(parts) or 'nothing varies'})"


def read_variations(path: Path, seed: int = 0) -> Variations:
    """Read the variations of a file. ``seed`` 0 stands for the file's own."""
    root = read_root(path)
    version(root)
    if not is_variation(path):
        raise InputError(path, f"holds no <{TAG}>")
    found = Binder(Catalogues(None)).bind(model.VariationFile, root).variations
    scenario = path.parent / found.scenario_file.filepath
    if not scenario.is_file():
        raise InputError(found.scenario_file.source, f"scenario file {scenario} not found")
    base = read_root(scenario)
    if isinstance(found.distribution, model.Stochastic):
        of = found.distribution
        _check(base, scenario, [(each.parameter_name, each.source) for each in of.distributions])
        number = seed or _seed_of(of.random_seed)
        return Variations(
            path, scenario, of.number_of_test_runs, (), of.distributions, number, base
        )
    axes = tuple(axis_of(each) for each in found.distribution.distributions)
    _check(base, scenario, [(name, axis.source) for axis in axes for name in axis.names])
    count = math.prod(axis.count for axis in axes)
    return Variations(path, scenario, count, axes, (), None, base)


def _seed_of(given: Optional[float]) -> int:
    """Return the seed of a file's number.

    Whole numbers from 0 on are taken as they are, others by their bits.
    """
    if given is None:
        return 0
    if given >= 0.0 and given == int(given):
        return int(given)
    return int.from_bytes(struct.pack(">d", given), "big")


def _check(base: XmlNode, scenario: Path, named: List[Tuple[str, SourceLocation]]) -> None:
    """Raise InputError for undeclared or repeated parameters."""
    declared = [
        each.attributes().get("name", "").lstrip("$")
        for group in base.children()
        if group.tag == "ParameterDeclarations"
        for each in group.children()
    ]
    for i, (name, source) in enumerate(named):
        if name not in declared:
            hint = suggestion(name, declared)
            raise InputError(source, f"varies '{name}', no parameter of {scenario.name}{hint}")
        if name in [other for other, _ in named[:i]]:
            raise InputError(source, f"is the second distribution of {name}")


@dataclass(frozen=True)
class ChosenScenario:
    """Scenario with parameter values and their origin."""

    path: Path
    parameters: Dict[str, str]
    said: str = ""


def choose_scenario(path: Path, number: int, seed: int, given: Mapping[str, str]) -> ChosenScenario:
    """Return a scenario with the ``given`` values, or a variation.

    A variation by number; given values take precedence.
    """
    if not is_variation(path):
        if number:
            raise InputError(path, f"is one scenario; it has no variation {number}")
        return ChosenScenario(path, dict(given))
    variations = read_variations(path, seed)
    if not number:
        raise InputError(
            path,
            f"holds variations of {variations.scenario.name}: {variations.said()}; choose one, "
            f"from 1 to {variations.count}",
        )
    parameters = {**variations.parameters(number), **given}
    values = ", ".join(f"{name} = {value}" for name, value in parameters.items())
    drawn_from = f", seed {variations.seed}" if variations.seed is not None else ""
    said = f"{path.name}: variation {number} of {variations.count}{drawn_from}: {values}"
    return ChosenScenario(variations.scenario, parameters, said)
