"""Summary of a run: figures, infinity as null, and atomic files."""

from __future__ import annotations

import json
import math

import pytest

from sim.traffic.summary import Summary


def test_nothing_measured_is_null_and_valid_json(tmp_path):
    text = Summary("embedded", 42, "lockstep").write(tmp_path / "a" / "b").read_text()
    figures = json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))
    assert figures["ego_min_gap_m"] is None and figures["ego_min_ttc_s"] is None
    assert (
        figures["ego_collisions"] == 0
        and figures["simulator"] == "embedded"
        and figures["seed"] == 42
    )
    assert not any(name.startswith("_") for name in figures)


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_infinite_figures_become_null(value):
    assert Summary("s", 1, "m", ego_min_gap_m=value).document()["ego_min_gap_m"] is None


def test_steps_are_counted_as_medians_and_maxima():
    summary = Summary("s", 1, "m")
    for vehicles, sumo, overhead in ((10, 0.001, 0.0002), (30, 0.005, 0.0001), (20, 0.100, 0.0003)):
        summary.add_step(vehicles, sumo, overhead)
    for lag in (0.1, 0.3, 0.2):
        summary.add_lag(lag)
    figures = summary.document()
    assert (
        figures["vehicles_max"],
        figures["sumo_step_ms"],
        figures["overhead_ms"],
        figures["lag_max_s"],
    ) == (30, 5.0, 0.2, 0.3)


def test_writing_leaves_one_file(tmp_path):
    Summary("s", 1, "m").write(tmp_path)
    path = Summary("s", 2, "m").write(tmp_path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["summary.json"] and json.loads(
        path.read_text()
    )["seed"] == 2
