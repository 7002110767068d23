"""Sampling by parts has the distribution of rejection of whole scenes.

It never gives a scene that Scenic would reject. Seeds are fixed, so the tests always see the same
samples; the thresholds belong to a chance below 1e-4 that equal distributions fail.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Callable, List

import numpy as np
import pytest

pytest.importorskip("scenic")

from scipy.stats import chi2_contingency, ks_2samp

from sim.errors import SimulationError
from sim.scenes.program_errors import Origins
from sim.scenes.sampling.fast import Sampler
from sim.scenes.sampling.tally import RejectionTally
from sim.scenes.scenario import load_scenario
from sim.scenes.seeds import seed_all

from .programs import HEADER, MODELS

ALWAYS = 2.0  # above every share of accepted proposals: never whole scenes for being easy
CHANCE = 1e-4
# Crowded: free boxes of two kinds, one of random size; others that depend on each other; choices; a
# requirement on two, and one on one.
CROWDED = (
    "ego = new Robot at 0 @ 0\nfor i in range(4):\n    new CafeTable\nfor i in range(3):\n  "
    "  new Crate\n"
)
LINKED = """ego = new Robot at Range(-1, 1) @ 0
t = new CafeTable at Uniform(-1.5, 1.5) @ Normal(0, 1)
new DemoCube ahead of t by Range(0, 0.4)
new Bookshelf in CircularRegion(0 @ 0, 1.8), facing Range(-30, 30) deg relative to 90 deg
c = new Crate left of ego by DiscreteRange(0, 2)
w = new Waypoint on PolygonalRegion([(-2, -2), (2, -2), (0, 2)])
require (distance from t to w) > 1.0
require c.width < 0.7
require[0.5] w.position.x > 0
"""
THREE = """ego = new Robot at 0 @ 0
for i in range(3):
    t = new CafeTable
new DemoCube on t
new Crate at (Range(-1, 1), 1, Range(0.3, 1)), facing (Range(0, 360) deg, Range(-20, 20) deg, 0)
"""


def drawn(
    tmp_path: Path, text: str, mode: str, side: float, fast: bool, count: int, of: Callable
) -> np.ndarray:
    """Return one row of numbers per scene. Each scene meets all of Scenic's own requirements."""
    path = tmp_path / "program.scenic"
    path.write_text(HEADER.format(side=side) + text, encoding="utf-8")
    program, origins = load_scenario(path, MODELS, mode, fast=False).program, Origins(str(path))
    sampler = Sampler(program, origins, fast, ALWAYS)
    assert sampler.method.startswith("by parts") == fast
    rows: List[List[float]] = []
    for number in range(count):
        scene, _ = sampler.sample(
            seed_all(number + 1000 * fast), 10**6, RejectionTally(origins, "")
        )
        if fast:
            broken = [
                item.violationMsg
                for item in (*program.defaultRequirements, *program.userRequirements)
                if item.active and not item.optional and item.falsifiedBy(scene.sample)
            ]
            assert broken == []
        rows.append(of(scene.objects))
    return np.array(rows)


def numbers(items) -> List[float]:
    """Marginals of all objects, and distances of all pairs."""
    points = np.array([item.position for item in items])
    pairs = np.linalg.norm(points[:, None] - points[None], axis=-1)[np.triu_indices(len(points), 1)]
    return [
        *points.ravel(),
        *(math.sin(item.orientation.yaw) for item in items),
        *(item.width for item in items),
        *pairs,
    ]


def sorted_numbers(items) -> List[float]:
    """Return the numbers with statistics of interchangeable objects.

    Such as nearest pair and leftmost, independent of their order.
    """
    points = np.array([item.position[:2] for item in items[1:]])
    pairs = np.sort(
        np.linalg.norm(points[:, None] - points[None], axis=-1)[np.triu_indices(len(points), 1)]
    )
    return [*numbers(items), *pairs, *np.sort(points[:, 0]), *np.sort(points[:, 1])]


def assert_equal_distributions(one: np.ndarray, other: np.ndarray) -> None:
    columns = [
        column
        for column in range(one.shape[1])
        if np.ptp(one[:, column]) > 1e-9 or np.ptp(other[:, column]) > 1e-9
    ]
    assert len(columns) > 5
    chances = [ks_2samp(one[:, column], other[:, column]).pvalue for column in columns]
    assert min(chances) > CHANCE / len(columns), [
        (column, chance) for column, chance in zip(columns, chances) if chance < 1e-3
    ]


@pytest.mark.parametrize(
    "text, mode, side, count, of",
    [
        pytest.param(CROWDED, "2D", 7.5, 120, sorted_numbers, marks=pytest.mark.slow),
        pytest.param(LINKED, "2D", 5.0, 120, numbers, marks=pytest.mark.slow),
        pytest.param(CROWDED, "3D", 8.0, 80, sorted_numbers, marks=pytest.mark.slow),
        (THREE, "3D", 7.0, 60, numbers),
    ],
    ids=["crowded", "linked", "crowded 3D", "on top 3D"],
)
@pytest.mark.not_quick
def test_parts_have_the_distribution_of_whole_scenes(
    tmp_path: Path, text: str, mode: str, side: float, count: int, of: Callable
) -> None:
    assert_equal_distributions(
        drawn(tmp_path, text, mode, side, True, count, of),
        drawn(tmp_path, text, mode, side, False, count, of),
    )


@pytest.mark.not_quick
def test_a_known_distribution(tmp_path: Path) -> None:
    """Each order of two cubes has a share of a sixth.

    The cubes are on a line of three places, never on the same.
    """
    text = (
        "ego = new Robot at 1 @ -2\n" + "new DemoCube at Uniform(-1, 0, 1) @ 0, facing 0 deg\n" * 2
    )
    rows = drawn(
        tmp_path,
        text,
        "2D",
        6.0,
        True,
        240,
        lambda items: [items[1].position.x, items[2].position.x],
    )
    orders, counts = np.unique(rows, axis=0, return_counts=True)
    assert len(orders) == 6 and all(a != b for a, b in orders)
    assert chi2_contingency([counts, [40] * 6]).pvalue > CHANCE


@pytest.mark.not_quick
def test_a_test_of_distributions_can_fail(tmp_path: Path) -> None:
    one = drawn(tmp_path, CROWDED, "2D", 6.5, True, 60, sorted_numbers)
    other = drawn(tmp_path, CROWDED, "2D", 7.5, True, 60, sorted_numbers)
    with pytest.raises(AssertionError):
        assert_equal_distributions(one, other)


@pytest.mark.parametrize(
    "text, why",
    [
        ("ego = new Robot at 0 @ 0\nnew CafeTable\nmutate", "the program mutates objects"),
        (
            "ego = new Robot at 0 @ 0\nnew CafeTable with allowCollisions Uniform(True, False)",
            "whether an object allows collisions is random",
        ),
        ("ego = new Robot at 0 @ 0", "nothing is random"),
    ],
)
def test_unsupported_expressions_are_left_to_scenic(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "program.scenic"
    path.write_text(HEADER.format(side=6.0) + text, encoding="utf-8")
    loaded = load_scenario(path, MODELS)
    assert loaded.method == f"whole scenes: {why}" and len(loaded.sample(1).objects) == text.count(
        "new "
    )


@pytest.mark.not_quick
def test_one_stream_serves_equal_objects_and_no_draw_is_used_twice(tmp_path: Path) -> None:
    path = tmp_path / "program.scenic"
    path.write_text(
        HEADER.format(side=12.0)
        + "ego = new Robot at 0 @ 0\nfor i in range(20):\n    new DemoCube\n",
        encoding="utf-8",
    )
    loaded = load_scenario(path, MODELS)
    sampler = Sampler(loaded.program, Origins(""), True, ALWAYS)
    assert len({id(part) for part in sampler._whole.parts}) < 12, (
        "20 equal cubes need a leaf and a few pairs, not 39 parts"
    )
    scene, _ = sampler.sample(seed_all(1), 1000, RejectionTally(Origins(""), ""))
    assert len({tuple(item.position) for item in scene.objects}) == 21


def test_a_point_of_a_requirement_is_sampled_with_its_object(
    tmp_path: Path,
) -> None:
    path = tmp_path / "program.scenic"
    path.write_text(
        HEADER.format(side=6.0)
        + "ego = new Robot at 0 @ 0\np = new Point in workspace\nnew CafeTable at p\nrequire "
        "p.position.x > 2\n",
        encoding="utf-8",
    )
    loaded = load_scenario(path, MODELS)
    sampler = Sampler(loaded.program, Origins(""), True, ALWAYS)
    tables = [
        sampler.sample(seed_all(seed), 1000, RejectionTally(Origins(""), ""))[0].objects[1]
        for seed in range(20)
    ]
    assert (
        all(2.0 < table.position.x < 3.0 for table in tables)
        and len({tuple(table.position) for table in tables}) == 20
    )


def test_the_limit_counts_proposals_of_a_part(tmp_path: Path) -> None:
    path = tmp_path / "program.scenic"
    path.write_text(
        HEADER.format(side=2.0)
        + "ego = new Robot at 0 @ 0\nfor i in range(3):\n    new CafeTable\n",
        encoding="utf-8",
    )
    loaded = load_scenario(path, MODELS)
    assert loaded.method.startswith("by parts")
    with pytest.raises(SimulationError, match=r"in 3000 iterations.*CafeTable \(line 5\)"):
        loaded.sample(1, 3000)
