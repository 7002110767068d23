"""Cones of the obstacle avoidance, and cars between them."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from sim.manoeuvres.drives import ManoeuvreSetup
from sim.manoeuvres.lane_change import attempt, cones, lanes, passed, touched_cones

from .test_measures import motion

MODELS = Path(__file__).resolve().parents[2] / "models"


def test_lanes_are_those_of_the_standard():
    """ISO 3888-2, table 1: 12, 11 and 12 m long in 61 m.

    1.1 b + 0.25, b + 1 and 1.3 b + 0.25 or 3 m wide; the second lane is 1 m beside the first.
    """
    first, second, third = lanes(1.8)
    assert (first.begin, first.end) == (0.0, 12.0)
    assert (second.begin, second.end) == (25.5, 36.5)
    assert (third.begin, third.end) == (49.0, 61.0)
    widths = [lane.left - lane.right for lane in (first, second, third)]
    assert widths == pytest.approx([2.23, 2.8, 3.0])
    assert lanes(2.4)[2].left - lanes(2.4)[2].right == pytest.approx(3.37)
    assert second.right - first.left == pytest.approx(1.0)
    assert third.right == first.right


@pytest.mark.parametrize("aside, met", [(0.0, 0), (0.20, 0), (0.23, 3), (-0.23, 6)])
def test_a_cone_is_touched_where_the_outline_meets_its_base(aside: float, met: int):
    """A car of 1.8 m straight between lines 2.23 m apart.

    0.215 m are left on each side; the last lane has the same right edge.
    """
    time = np.arange(0.0, 8.0, 0.005)
    place = np.column_stack([20.0 * time - 20.0, 0.0 * time + aside, 0.0 * time])
    assert touched_cones(motion(place=place)).sum() == met
    assert len(cones(1.8)) == 18


@pytest.mark.not_quick
@pytest.mark.parametrize("speed, passes", [(12.0, True), (24.0, False)])
def test_a_driver_passes_slowly_and_not_fast(speed: float, passes: bool):
    found = attempt(dataclasses.replace(ManoeuvreSetup("bmw_320i", [str(MODELS)]), speed=speed))
    assert passed(found) is passes
    assert found.speed[-1] < found.speed.max() - 0.3
