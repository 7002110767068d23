"""Files of variations: number of scenarios, values, refused files."""

from __future__ import annotations

import math
import time
from pathlib import Path

import numpy as np
import pytest
from support.public_data import DATA, absent

from sim.errors import InputError
from sim.openscenario.__main__ import main
from sim.openscenario.reading.reader import read_scenario
from sim.openscenario.variations.variations import Variations, choose_scenario, read_variations

ALKS = DATA / "alks"
SCENARIO = (
    '<OpenSCENARIO><FileHeader revMajor="1" revMinor="2" author="" date="" description=""/>'
    '<ParameterDeclarations><ParameterDeclaration name="v" parameterType="double" value="1">'
    '<ConstraintGroup><ValueConstraint rule="lessThan" value="4"/></ConstraintGroup>'
    '</ParameterDeclaration><ParameterDeclaration name="w" parameterType="string" value="a"/>'
    '<ParameterDeclaration name="n" parameterType="int" value="1"/></ParameterDeclarations>'
    "<CatalogLocations/><RoadNetwork/><Entities/><Storyboard><Init><Actions/></Init><StopTrigger/>"
    "</Storyboard></OpenSCENARIO>"
)
FILE = (
    '<OpenSCENARIO><FileHeader revMajor="1" revMinor="2" author="" date="" description=""/>'
    '<ParameterValueDistribution><ScenarioFile filepath="base.xosc"/>{}'
    "</ParameterValueDistribution></OpenSCENARIO>"
)
SINGLE = (
    '<DeterministicSingleParameterDistribution parameterName="{}">{}'
    "</DeterministicSingleParameterDistribution>"
)
RANGE = (
    '<DistributionRange stepWidth="{}"><Range lowerLimit="{}" upperLimit="{}"/></DistributionRange>'
)
SET = '<DistributionSet><Element value="a"/><Element value="b"/></DistributionSet>'


def file(folder: Path, body: str, kind: str = "Deterministic", attributes: str = "") -> Path:
    (folder / "base.xosc").write_text(SCENARIO)
    path = folder / "variation.xosc"
    path.write_text(FILE.format(f"<{kind}{attributes}>{body}</{kind}>"))
    return path


def stochastic(folder: Path, inner: str, runs: int = 2000, seed: int = 0) -> Variations:
    body = f'<StochasticDistribution parameterName="v">{inner}</StochasticDistribution>'
    attributes = f' numberOfTestRuns="{runs}" randomSeed="7"'
    return read_variations(file(folder, body, "Stochastic", attributes), seed)


def drawn(variations: Variations) -> np.ndarray:
    return np.array([float(variations.parameters(i)["v"]) for i in range(1, variations.count + 1)])


def test_each_value_is_combined_with_each_the_last_fastest(tmp_path: Path):
    sets = (
        "<DeterministicMultiParameterDistribution><ValueSetDistribution>"
        + "".join(
            f'<ParameterValueSet><ParameterAssignment parameterRef="w" value="{w}"/>'
            f'<ParameterAssignment parameterRef="n" value="{n}"/></ParameterValueSet>'
            for w, n in (("x", 1), ("y", 2))
        )
        + "</ValueSetDistribution></DeterministicMultiParameterDistribution>"
    )
    path = file(tmp_path, SINGLE.format("v", RANGE.format(0.1, 0.1, 0.3)) + sets)
    variations = read_variations(path)
    assert variations.count == 6
    assert [variations.parameters(i) for i in (1, 2, 3, 6)] == [
        {"v": "0.1", "w": "x", "n": "1"},
        {"v": "0.1", "w": "y", "n": "2"},
        {"v": "0.2", "w": "x", "n": "1"},
        {"v": "0.3", "w": "y", "n": "2"},
    ]


def test_variations_against_constraints_are_left_out(tmp_path: Path):
    path = file(tmp_path, SINGLE.format("v", RANGE.format(1, 2, 6)) + SINGLE.format("w", SET))
    variations = read_variations(path)
    assert variations.count == 10
    assert [number for number, _ in variations.all()] == [1, 2, 3, 4]
    assert "v = 4 must be lessThan 4" in variations.allowed(5)


def test_a_huge_number_is_counted_and_not_made(tmp_path: Path):
    path = file(tmp_path, SINGLE.format("v", RANGE.format(1e-9, 0, 1)))
    started = time.process_time()
    variations = read_variations(path)
    assert variations.count == 1_000_000_001
    assert variations.parameters(500_000_001) == {"v": "0.5"}
    assert time.process_time() - started < 2.0
    assert main(["variations", str(path)]) == 0


NORMAL = '<NormalDistribution expectedValue="1" variance="0.25">{}</NormalDistribution>'
WITHIN = '<Range lowerLimit="{}" upperLimit="{}"/>'


@pytest.mark.parametrize(
    ("inner", "mean", "deviation", "lowest", "highest"),
    [
        (NORMAL.format(""), 1.0, 0.5, -math.inf, math.inf),
        # Half of a normal distribution: mu + sigma sqrt(2 / pi), sigma sqrt(1 - 2 / pi).
        (
            NORMAL.format(WITHIN.format(1, 100)),
            1.0 + 0.5 * math.sqrt(2.0 / math.pi),
            0.5 * math.sqrt(1.0 - 2.0 / math.pi),
            1.0,
            100.0,
        ),
        (
            '<LogNormalDistribution expectedValue="2" variance="0.25"/>',
            2.0,
            0.5,
            0.0,
            math.inf,
        ),
        (
            f"<UniformDistribution>{WITHIN.format(2, 5)}</UniformDistribution>",
            3.5,
            3.0 / math.sqrt(12.0),
            2.0,
            5.0,
        ),
        ('<PoissonDistribution expectedValue="3"/>', 3.0, math.sqrt(3.0), 0.0, math.inf),
        # Of 1 in 4 from 0 to 1, else from 1 to 2.
        (
            f'<Histogram><Bin weight="1">{WITHIN.format(0, 1)}</Bin><Bin weight="3">'
            f"{WITHIN.format(1, 2)}</Bin></Histogram>",
            1.25,
            math.sqrt(1.0 / 12.0 + 3.0 / 16.0),
            0.0,
            2.0,
        ),
        (
            '<ProbabilityDistributionSet><Element value="1" weight="1"/><Element value="5" '
            'weight="3"/></ProbabilityDistributionSet>',
            4.0,
            4.0 * math.sqrt(3.0 / 16.0),
            1.0,
            5.0,
        ),
    ],
    ids=["normal", "cut", "log-normal", "uniform", "poisson", "histogram", "set"],
)
def test_drawn_values_have_their_distributions_moments(
    tmp_path: Path, inner: str, mean: float, deviation: float, lowest: float, highest: float
):
    values = drawn(stochastic(tmp_path, inner))
    assert values.mean() == pytest.approx(mean, abs=4.0 * deviation / math.sqrt(len(values)))
    assert values.std() == pytest.approx(deviation, rel=0.1)
    assert lowest <= values.min() and values.max() <= highest


def test_one_seed_draws_the_same_whichever_others_are_drawn(tmp_path: Path):
    first, again = (stochastic(tmp_path, NORMAL.format("")) for _ in range(2))
    assert first.seed == 7
    assert first.parameters(5) == again.parameters(5) != first.parameters(6)
    assert stochastic(tmp_path, NORMAL.format(""), seed=8).parameters(5) != first.parameters(5)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (SINGLE.format("u", SET), "varies 'u', no parameter of base.xosc"),
        (SINGLE.format("w", SET) * 2, "is the second distribution of w"),
        (SINGLE.format("v", RANGE.format(0, 0, 1)), "has stepWidth='0', which must be above 0"),
        (SINGLE.format("v", RANGE.format(1, 2, 1)), "goes from 2 to 1; the upper limit is below"),
        (
            SINGLE.format("v", '<UserDefinedDistribution type="own">x</UserDefinedDistribution>'),
            "<UserDefinedDistribution> of type 'own' means nothing here",
        ),
    ],
)
def test_errors_are_named(tmp_path: Path, body: str, said: str):
    with pytest.raises(InputError, match=r"variation\.xosc:1: ") as error:
        read_variations(file(tmp_path, body))
    assert said in str(error.value)


def test_a_range_that_is_never_met_is_refused(tmp_path: Path):
    with pytest.raises(InputError, match="has no value in its range in"):
        drawn(stochastic(tmp_path, NORMAL.format(WITHIN.format(100, 101)), 1))


def test_a_number_is_asked_for(tmp_path: Path):
    path = file(tmp_path, SINGLE.format("w", SET))
    with pytest.raises(InputError, match=r"holds variations of base.xosc: 2 \(w: 2\); choose one"):
        choose_scenario(path, 0, 0, {})
    assert choose_scenario(path, 2, 0, {"v": "3"}).parameters == {"w": "b", "v": "3"}
    with pytest.raises(InputError, match="has no variation 3; there are 1 to 2"):
        choose_scenario(path, 3, 0, {})
    with pytest.raises(InputError, match="is one scenario; it has no variation 1"):
        choose_scenario(tmp_path / "base.xosc", 1, 0, {})


@pytest.mark.skipif(not ALKS.is_dir(), reason=absent(ALKS))
@pytest.mark.parametrize(
    ("key", "count"),
    [
        ("4_1_1", 12),
        ("4_1_2", 300),
        ("4_2_1", 360),
        ("4_3_2", 1400),
        ("4_4_1", 52500),
        ("4_5_1", 8640),
    ],
)
def test_the_regulations_variations_are_counted_and_read(key: str, count: int):
    """The counts are products of the numbers of values, by hand."""
    variations = read_variations(next(ALKS.glob(f"alks_scenario_{key}_*.xosc")))
    assert variations.count == count
    number, parameters = next(variations.all())
    document = read_scenario(variations.scenario, parameters)
    for name, value in variations.parameters(number).items():
        found = document.parameters[name]
        assert found == value or float(found) == float(value)
