"""Searches for failures: speed, shrinking, resumption and coverage.

How soon a planted failure is found.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Callable, List, Tuple

import numpy as np
import pytest

from sim.campaign.plan import CampaignCell, read_plan
from sim.campaign.search.coverage import space_coverage
from sim.campaign.search.report import scatter, section
from sim.campaign.search.samplers import BayesianSampler, GaussianProcess, RandomSampler
from sim.campaign.search.search import FAILURE_FILE, Search, result_document, result_lines
from sim.campaign.search.shrink import shrink_failure
from sim.campaign.search.space import ParameterSpace, SearchParameter, read_space
from sim.campaign.store import CampaignStore
from sim.errors import InputError

FOUR = ParameterSpace(tuple(SearchParameter(name) for name in "abcd"))
PLAN = (
    "scenarios: a.xosc\nassertions: {n: {most: 0}}\n"
    "search: {parameters: {a: {from: 0, to: 10}, b: [x, y, z], c: {from: 0, to: 1, step: 0.25}}, "
    "objective: {least: n}, runs: 40, shrink: 20, seed: 3}\n"
)
SCENARIO = (
    '<OpenSCENARIO><ParameterDeclarations><ParameterDeclaration name="a" value="2"/>'
    '<ParameterDeclaration name="b" value="y"/>'
    '<ParameterDeclaration name="c" value="?"/></ParameterDeclarations></OpenSCENARIO>'
)


def ball(seed: int) -> Callable[[np.ndarray], float]:
    """Return the distance function to a random ball. It has 2 % of the cube's volume."""
    rng = np.random.default_rng(seed)
    centre, probes = rng.random(4), rng.random((20000, 4))
    radius = float(np.quantile(np.linalg.norm(probes - centre, axis=1), 0.02))
    return lambda point: float(np.linalg.norm(point - centre)) - radius


def runs_until_found(kind: type, seed: int) -> int:
    distance = ball(seed)
    sampler = kind(FOUR, np.full(4, 0.5), np.random.default_rng(100 + seed))
    for count in range(1, 400):
        (point,) = sampler.ask(1)
        value = distance(point)
        if value <= 0.0:
            return count
        sampler.tell(point, value)
    return 400


@pytest.mark.not_quick
def test_a_planted_failure_is_found_in_a_third_of_the_runs():
    surrogate = [runs_until_found(BayesianSampler, seed) for seed in range(9)]
    random = [runs_until_found(RandomSampler, seed) for seed in range(9)]
    assert np.median(surrogate) <= np.median(random) / 3.0


def test_the_process_is_the_gaussian_posterior():
    """By the textbook's inverse, with the likeliest length. At an observed point it is certain."""
    rng = np.random.default_rng(1)
    points, probes = rng.random((9, 2)), rng.random((5, 2))
    values = np.sin(3.0 * points[:, 0]) + points[:, 1]
    process = GaussianProcess(points, values)
    mean, deviation = process.at(probes)

    def matern(ours: np.ndarray, theirs: np.ndarray) -> np.ndarray:
        r = np.sqrt(5.0) * np.linalg.norm(ours[:, None] - theirs, axis=-1) / process.length
        return (1.0 + r + r**2 / 3.0) * np.exp(-r)

    inverse = np.linalg.inv(matern(points, points) + 1e-6 * np.eye(9))
    scaled = (values - values.mean()) / values.std()
    across = matern(probes, points)
    assert mean == pytest.approx(values.mean() + values.std() * across @ inverse @ scaled, abs=1e-6)
    left = 1.0 - np.einsum("ij,jk,ik->i", across, inverse, across)
    variance = scaled @ inverse @ scaled / 9.0
    assert deviation == pytest.approx(values.std() * np.sqrt(variance * left), rel=1e-3)
    assert process.at(points[:1])[0] == pytest.approx(values[:1], abs=1e-3)


def test_every_value_is_tried_once():
    space = ParameterSpace(
        (SearchParameter("a", values=("1", "2", "3")), SearchParameter("b", values=("x", "y")))
    )
    for kind in (RandomSampler, BayesianSampler):
        sampler, seen = kind(space, np.array([0.5, 0.25]), np.random.default_rng(0)), []
        while True:
            points = sampler.ask(4)
            if not points:
                break
            for point in points:
                seen.append(tuple(space.texts(point).values()))
                sampler.tell(point, float(len(seen) % 3))
        assert seen[0] == ("2", "x") and len(seen) == len(set(seen)) == 6


def test_a_failure_is_shrunk_to_its_edge():
    """Two of four parameters matter. Of the stepped one the last failing value is found."""
    space = ParameterSpace(
        (
            SearchParameter("a", 0.0, 8.0),
            SearchParameter("b"),
            SearchParameter("c", values=tuple("012345")),
            SearchParameter("d"),
        )
    )
    usual = np.array([0.5, 0.5, 0.5 / 6.0, 0.5])
    tried: List[np.ndarray] = []

    def fails(point: np.ndarray) -> bool:
        tried.append(point)
        return point[0] > 0.7 and int(space.texts(point)["c"]) >= 3

    found = shrink_failure(space, np.array([0.95, 0.1, 5.5 / 6.0, 0.9]), usual, fails, 40)
    assert found[1] == found[3] == 0.5 and space.texts(found)["c"] == "3"
    assert 0.7 < found[0] < 0.7 + 1.0 / 64.0
    assert len(tried) <= 20
    few = shrink_failure(space, np.array([0.95, 0.1, 5.5 / 6.0, 0.9]), usual, fails, 3)
    assert fails(few)


def test_coverage_counts_tenths_pairs_and_the_largest_hole():
    space = ParameterSpace((SearchParameter("a"), SearchParameter("b", values=("x", "y"))))
    found = space_coverage(space, [np.array([0.05, 0.25]), np.array([0.06, 0.75])])
    assert found.single == {"a": 0.1, "b": 1.0} and found.pairs == {("a", "b"): 0.2}
    assert found.hole == pytest.approx(0.94 / np.sqrt(2.0), abs=0.01)
    assert float(found.where["a"]) > 0.99


# Fails if a is beyond 7 and b is z; a run's files depend only on its parameters.
PROGRAM = (
    "import json, os, sys; folder, a, b = sys.argv[1:]; a = float(a); os.makedirs(folder)\n"
    "n = 0.2 * abs(min(a - 7, 0)) + ('zyx'.index(b)); holds = n > 0\n"
    "open(folder + '/trajectories.csv', 'w').write(f'{a} {b}')\n"
    "finding = {'name': 'n', 'holds': holds, 'said': f'{n}', 'least': n, 'most': n}\n"
    "json.dump({'passed': holds, 'findings': [finding]}, open(folder + '/verdict.json', 'w'))"
)


def searched(folder: Path, monkeypatch, stop: int = 0) -> Tuple[Search, CampaignStore]:
    """Return a search after so many batches."""

    def commands(plan: object, cell: CampaignCell, run: Path) -> List[List[str]]:
        given = {"a": "2", "b": "y", **dict(cell.parameters)}
        return [[sys.executable, "-S", "-c", PROGRAM, str(run), given["a"], given["b"]]]

    monkeypatch.setattr("sim.campaign.cells.commands", commands)
    folder.mkdir(exist_ok=True)
    (folder / "a.xosc").write_text(SCENARIO)
    (folder / "plan.yaml").write_text(PLAN)
    plan, calls = read_plan(folder / "plan.yaml"), []

    def progressed() -> None:
        calls.append(1)
        if len(calls) == stop:
            raise KeyboardInterrupt

    store = CampaignStore(folder / "out")
    store.open(plan, (), ())
    return Search(plan, plan.cells(1, lambda path, most: [])[0], store, 2, progressed), store


@pytest.mark.not_quick
def test_a_search_that_was_stopped_goes_on_as_if_it_had_not(tmp_path: Path, monkeypatch):
    search, store = searched(tmp_path / "one", monkeypatch, 5)
    with pytest.raises(KeyboardInterrupt):
        search.run()
    store.close()
    search, store = searched(tmp_path / "one", monkeypatch)
    found, rows = search.run(), store.rows()
    store.close()
    other, store = searched(tmp_path / "two", monkeypatch)
    other.run()
    store.close()
    assert [(row.parameters, row.status) for row in rows] == [
        (row.parameters, row.status) for row in CampaignStore(tmp_path / "two" / "out").rows()
    ]
    assert rows[0].parameters == {"c": "0.5"}
    smallest = rows[found.smallest - 1].parameters
    assert set(smallest) == {"a", "b", "c"} and smallest["b"] == "z" and smallest["c"] == "0.5"
    assert 7.0 <= float(smallest["a"]) < 7.0 + 10.0 / 64.0
    assert found.equal and rows[-1].parameters == smallest
    saved = read_plan(tmp_path / "one" / "out" / FAILURE_FILE).cells(1, lambda path, most: [])
    assert dict(saved[0].parameters) == smallest
    result = result_document(search.plan, found, rows)
    assert result["smallest"]["replayed_bit_equal"] and result["sampled"] < 40
    assert result["smallest"]["on_a_simulator"].startswith("./run scenario scenario:=")
    assert "bit-equal" in "\n".join(result_lines(search.plan, found, rows))
    assert "<circle" in "".join(section(search.plan, found, rows))


def test_a_scatter_has_a_dot_for_each_run_and_pair():
    assert scatter("ab", [((0.0, 1.0), "passed", False)] * 3).count("<circle") == 3
    assert scatter("abc", [((0.0, 1.0, 0.5), "failed", True)]).count("<circle") == 3


@pytest.mark.parametrize(
    ("old", "new", "said_of"),
    [
        ("runs: 40", "most: 40", "search.most: is unknown; there are parameters, objective"),
        ("runs: 40", "runs: 0", "search.runs: must be a whole number from 1 on, not 0"),
        ("least: n}", "worst: n}", "search.objective: must be {least: MEASURE} or {most"),
        ("seed: 3", "sampler: luck", "search.sampler: 'luck' is not one of: surrogate, random"),
        ("to: 10", "to: -1", "search.parameters.a: needs a 'to' above its 'from' of 0, not -1"),
        ("seed: 3", "usual: {q: 1}", "search.usual.q: is not one of: a, b, c"),
        ("c: {from", "d: {from", "search.parameters.d: not found in"),
        ("seed: 3", "usual: {b: q}", "search.usual.b: cannot be 'q'"),
        ("[x, y, z]", "[x]", "search.parameters.b: must have two different values or more"),
        ("search:", "ego: [a, b]\nsearch:", "ego: must be a single one for a search"),
        ("search:", "parameters: {a: 1}\nsearch:", "search.parameters.a: has a value under"),
    ],
)
def test_errors_of_a_search_are_named(tmp_path: Path, old: str, new: str, said_of: str):
    (tmp_path / "a.xosc").write_text(SCENARIO)
    path = tmp_path / "plan.yaml"
    assert old in PLAN
    path.write_text(PLAN.replace(old, new))
    with pytest.raises(InputError) as error:
        read_plan(path)
    assert str(error.value).startswith(f"{path}: {said_of}")


def test_a_space_needs_parameters():
    with pytest.raises(InputError, match="must map parameters to their ranges"):
        read_space({}, "search.parameters")
