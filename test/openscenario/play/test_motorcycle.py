"""The example's motorcycle comes to the lane's border as written."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from sim.openscenario.play.player import PlayOptions, ScenarioPlayer
from sim.openscenario.reading.reader import read_scenario

SCENARIO = Path(__file__).parents[3] / "examples" / "validation" / "motorcycle.xosc"
LANE_CENTRES = (-1.75, -5.25)  # m, of the motorcycle's and the ego's lane
BESIDE = 2.3  # m, from Ego's place to the left
HALF_WIDTH = 0.4  # m


def test_a_motorcycle_comes_to_the_lanes_border_and_goes_back() -> None:
    """A sine of 1.2 m. Its peak is 0.5 m/s2, and it begins 25 m behind Ego."""
    player = ScenarioPlayer(read_scenario(SCENARIO), PlayOptions(ego=""))
    rows = [
        (time, player.entities["Motorcycle"].y, player.entities["Motorcycle"].corners()[:, 1].min())
        for time in player.play()
    ]
    time, y, right = np.array(rows).T
    distance = LANE_CENTRES[0] - (LANE_CENTRES[1] + BESIDE)
    takes = math.pi * math.sqrt(0.5 * distance / 0.5)
    part = np.clip((time - 3.0) / takes, 0.0, 1.0)
    expected = LANE_CENTRES[0] - 0.5 * distance * (1.0 - np.cos(math.pi * part))
    there = time < 11.0
    assert np.abs(y - expected)[there].max() < 0.01
    # The border is 3.5 m right of the road's reference line.
    assert right.min() == pytest.approx(LANE_CENTRES[1] + BESIDE - HALF_WIDTH, abs=0.01)
    assert right.min() + 3.5 == pytest.approx(0.15, abs=0.01)
    assert y[-1] == pytest.approx(LANE_CENTRES[0])
