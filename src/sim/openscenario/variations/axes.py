"""Axes of a deterministic variation: sets of values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Dict, Sequence, Tuple

from sim.errors import InputError
from sim.openscenario.model.element import SourceLocation
from sim.openscenario.reading.expressions import value_text
from sim.openscenario.variations import model

# Share of a step by which a range's last value may exceed its end.
ROUNDING = 1e-6


@dataclass(frozen=True)
class VariationAxis:
    """Sets of values of some parameters.

    ``names`` of the parameters, and the number of sets: from a list, or equally spaced.
    """

    names: Tuple[str, ...]
    count: int
    source: SourceLocation
    listed: Tuple[Tuple[str, ...], ...] = ()
    lowest: float = 0.0
    step: float = 0.0

    def values(self, index: int) -> Dict[str, str]:
        """Return the set of a number from 0 on."""
        if self.listed:
            return dict(zip(self.names, self.listed[index]))
        # Rounded so that 0.1 + 2 * 0.1 is 0.3.
        return {self.names[0]: value_text(round(self.lowest + index * self.step, 12))}


def axis_of(
    distribution: (
        model.DeterministicSingleParameterDistribution
        | model.DeterministicMultiParameterDistribution
    ),
) -> VariationAxis:
    """Return the axis of a distribution; raises InputError without values."""
    if isinstance(distribution, model.DeterministicMultiParameterDistribution):
        return _of_sets(distribution.source, distribution.distribution.sets)
    name, inner = distribution.parameter_name, distribution.distribution
    if isinstance(inner, model.DistributionSet):
        listed = tuple((each.value,) for each in inner.elements)
        return VariationAxis((name,), len(listed), distribution.source, listed)
    if isinstance(inner, model.DistributionRange):
        return _of_range(name, distribution.source, inner)
    raise unsupported(inner)


def unsupported(distribution: model.UserDefinedDistribution) -> InputError:
    return InputError(
        distribution.source,
        f"<UserDefinedDistribution> of type '{distribution.type}' means nothing here; write one of "
        "OpenSCENARIO's own",
    )


def _of_sets(source: SourceLocation, sets: Sequence[model.ParameterValueSet]) -> VariationAxis:
    names = tuple(each.parameter_ref for each in sets[0].assignments)
    listed = []
    for each in sets:
        values = {inner.parameter_ref: inner.value for inner in each.assignments}
        if set(values) != set(names) or len(values) != len(each.assignments):
            raise InputError(
                each.source, f"sets {', '.join(values)}; the set before sets {', '.join(names)}"
            )
        listed.append(tuple(values[name] for name in names))
    return VariationAxis(names, len(listed), source, tuple(listed))


def _of_range(name: str, source: SourceLocation, inner: model.DistributionRange) -> VariationAxis:
    lowest, highest = inner.range.lower_limit, inner.range.upper_limit
    if not inner.step_width > 0.0:
        raise InputError(
            inner.source, f"has stepWidth='{inner.step_width:g}', which must be above 0"
        )
    if highest < lowest:
        raise InputError(
            inner.range.source, f"goes from {lowest:g} to {highest:g}; the upper limit is below"
        )
    count = math.floor((highest - lowest) / inner.step_width + ROUNDING) + 1
    return VariationAxis((name,), count, source, lowest=lowest, step=inner.step_width)
