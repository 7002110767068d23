"""Parameter distributions of OpenSCENARIO, deterministic or stochastic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple, Union

from sim.openscenario.model.document import FileHeader
from sim.openscenario.model.element import Element, part
from sim.openscenario.model.entities import File


@dataclass(frozen=True)
class ScenarioFile(File):
    pass


@dataclass(frozen=True)
class Range(Element):
    lower_limit: float
    upper_limit: float


@dataclass(frozen=True)
class SetElement(Element):
    TAG = "Element"
    value: str


@dataclass(frozen=True)
class DistributionSet(Element):
    elements: Tuple[SetElement, ...]


@dataclass(frozen=True)
class DistributionRange(Element):
    step_width: float
    range: Range


@dataclass(frozen=True)
class UserDefinedDistribution(Element):
    type: str
    content: str = part("", text=True)


@dataclass(frozen=True)
class ParameterAssignment(Element):
    parameter_ref: str
    value: str


@dataclass(frozen=True)
class ParameterValueSet(Element):
    assignments: Tuple[ParameterAssignment, ...]


@dataclass(frozen=True)
class ValueSetDistribution(Element):
    sets: Tuple[ParameterValueSet, ...]


@dataclass(frozen=True)
class DeterministicMultiParameterDistribution(Element):
    distribution: ValueSetDistribution


@dataclass(frozen=True)
class DeterministicSingleParameterDistribution(Element):
    parameter_name: str
    distribution: Union[DistributionSet, DistributionRange, UserDefinedDistribution] = part()


@dataclass(frozen=True)
class Deterministic(Element):
    distributions: Tuple[
        Union[DeterministicSingleParameterDistribution, DeterministicMultiParameterDistribution],
        ...,
    ] = ()


@dataclass(frozen=True)
class WeightedElement(Element):
    TAG = "Element"
    value: str
    weight: float = part(low=0.0)


@dataclass(frozen=True)
class ProbabilityDistributionSet(Element):
    elements: Tuple[WeightedElement, ...]


@dataclass(frozen=True)
class NormalDistribution(Element):
    expected_value: float
    variance: float = part(low=0.0)
    range: Optional[Range] = None


@dataclass(frozen=True)
class LogNormalDistribution(Element):
    expected_value: float
    variance: float = part(low=0.0)
    range: Optional[Range] = None


@dataclass(frozen=True)
class UniformDistribution(Element):
    range: Range


@dataclass(frozen=True)
class PoissonDistribution(Element):
    expected_value: float = part(low=0.0)
    range: Optional[Range] = None


@dataclass(frozen=True)
class HistogramBin(Element):
    TAG = "Bin"
    weight: float = part(low=0.0)
    range: Range = part()


@dataclass(frozen=True)
class Histogram(Element):
    bins: Tuple[HistogramBin, ...]


AnyDistribution = Union[
    ProbabilityDistributionSet,
    NormalDistribution,
    LogNormalDistribution,
    UniformDistribution,
    PoissonDistribution,
    Histogram,
    UserDefinedDistribution,
]


@dataclass(frozen=True)
class StochasticDistribution(Element):
    parameter_name: str
    distribution: AnyDistribution = part()


@dataclass(frozen=True)
class Stochastic(Element):
    number_of_test_runs: int = part(low=1)
    distributions: Tuple[StochasticDistribution, ...] = ()
    random_seed: Optional[float] = None


@dataclass(frozen=True)
class ParameterValueDistribution(Element):
    scenario_file: ScenarioFile
    distribution: Union[Deterministic, Stochastic] = part()


@dataclass(frozen=True)
class VariationFile(Element):
    TAG = "OpenSCENARIO"
    header: FileHeader
    variations: ParameterValueDistribution
