"""Statements with shared random values are sampled as by Scenic."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import List, Sequence

import numpy as np
import pytest

pytest.importorskip("scenic")

from scipy.stats import ks_2samp

from sim.errors import InputError
from sim.scenes.program_errors import Origins
from sim.scenes.sampling import own_loop
from sim.scenes.sampling.fast import Sampler
from sim.scenes.sampling.tally import RejectionTally
from sim.scenes.scenario import LoadedScenario, load_scenario
from sim.scenes.seeds import seed_all

from .random_operands import MODELS, START, STATEMENTS, flat_numbers

ALWAYS = 2.0  # above every share of accepted proposals: never whole scenes for being easy
SCENES = 60
CHANCE = 1e-3


def loaded(folder: Path, statements: Sequence[str], mode: str) -> LoadedScenario:
    path = folder / "program.scenic"
    path.write_text(START + "\n".join(statements) + "\n", encoding="utf-8")
    return load_scenario(path, MODELS, mode, fast=False)


def drawn(scenario: LoadedScenario, fast: bool, seeds: range) -> np.ndarray:
    """Return the numbers of objects and parameters, a row a scene."""
    origins = Origins(str(scenario.path))
    tally, sampler = RejectionTally(origins, ""), Sampler(scenario.program, origins, True, ALWAYS)
    rows: List[List[float]] = []
    for seed in seeds:
        generator = seed_all(seed)
        if fast:
            scene, _ = sampler.sample(generator, 10**5, tally)
        else:
            scene, _ = own_loop.sample(scenario.program, 10**5, tally)
        places = [[*item.position, item.yaw, item.width] for item in scene.objects]
        rows.append(flat_numbers([places, dict(scene.params)]))
    length = min(map(len, rows))
    return np.array([row[:length] for row in rows])


def chances(scenario: LoadedScenario, scenes: int) -> List[float]:
    """Return the p-values of varying numbers against Scenic's own loop."""
    ours = drawn(scenario, True, range(scenes))
    theirs = drawn(scenario, False, range(scenes, 2 * scenes))
    length = min(ours.shape[1], theirs.shape[1])
    both = [(ours[:, i], theirs[:, i]) for i in range(length)]
    return [ks_2samp(a, b).pvalue for a, b in both if np.ptp(np.concatenate([a, b])) > 1e-9]


@pytest.mark.parametrize("mode", ["2D", "3D"])
def test_parameters_share_a_random_value(tmp_path: Path, mode: str) -> None:
    """Groups of random values must not be compared by ``==``."""
    scene = loaded(tmp_path, ["param h = h", "param k = h + 1", "require h < 0.9"], mode)
    found = scene.sample(1)
    assert found.params["k"] == found.params["h"] + 1.0
    assert 0.2 <= found.params["h"] < 0.9
    rows = drawn(scene, True, range(3))
    assert len(rows) == 3


@pytest.mark.parametrize("region", ["in CircularRegion((-5, -5, h), 1)", "at (-5, k, h)"])
def test_random_height_of_a_place_is_kept(tmp_path: Path, region: str) -> None:
    scene = loaded(tmp_path, [f"new Box {region}", "param h = h"], "3D").sample(3)
    assert scene.objects[-1].position[2] == pytest.approx(scene.params["h"])


def test_random_stands_lifts_some_objects(tmp_path: Path) -> None:
    """A standing box has its centre at 0.5 m, another at 0."""
    scenario = loaded(tmp_path, ["new Box at -5 @ k, with stands Uniform(True, False)"], "3D")
    assert {scenario.sample(seed).objects[-1].position[2] for seed in range(12)} == {0.0, 0.5}


def test_class_without_stands_is_not_lifted(tmp_path: Path) -> None:
    text = "class Flying(Box):\n    stands: False\nnew Flying at -5 @ k"
    assert loaded(tmp_path, [text], "3D").sample(1).objects[-1].position[2] == 0.0


@pytest.mark.parametrize(
    "statement, words",
    [
        ("create_room(18, 18, sides=Uniform('NS', 'EW'))", ":13: create_room: sides is random"),
        ("new Box at -5 @ k, with requireVisible Uniform(True, False)", ":13: the requireVisible"),
        ("new Box at -5 @ k, with z [h]", ":13: box_2 (Box): z is ["),
    ],
)
def test_random_value_at_a_fixed_place(tmp_path: Path, statement: str, words: str) -> None:
    with pytest.raises(InputError) as error:
        loaded(tmp_path, [statement], "2D").sample(1)
    assert words in str(error.value)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["2D", "3D"])
def test_each_pair_of_statements_is_sampled(tmp_path: Path, mode: str) -> None:
    """Each pair loads and gives a scene; 0.2 s a pair."""
    for pair in combinations(STATEMENTS, 2):
        drawn(loaded(tmp_path, pair, mode), True, range(1))


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["2D", "3D"])
def test_pairs_have_the_distribution_of_scenic(tmp_path: Path, mode: str) -> None:
    """Kolmogorov-Smirnov over 60 random pairs, the smallest p-value by Holm's correction."""
    pairs = list(combinations(STATEMENTS, 2))
    chosen = np.random.default_rng(59).choice(len(pairs), 60, replace=False)
    found = [chances(loaded(tmp_path, pairs[number], mode), SCENES) for number in chosen]
    listed = [chance for each in found for chance in each]
    assert min(listed) * len(listed) > CHANCE
