"""Stops for picking and placing."""

from __future__ import annotations

import numpy as np

from sim.transforms import transform_from_rpy
from sim.workcell.gear import Gear
from sim.workcell.handling import APPROACH_HEIGHT, DROP_HEIGHT, FINGER_HEIGHT, picking, placing


def test_the_tool_points_down_on_the_hub_with_its_opening_turned() -> None:
    gear, at = Gear(0.003, 16), transform_from_rpy((1.0, 2.0, 0.7), (0.0, 0.0, 0.5))
    picked = picking(at, gear, 0.3)
    assert np.allclose(picked.at[:3, 3], (1.0, 2.0, 0.7 + gear.thickness + FINGER_HEIGHT))
    assert np.allclose(picked.at[:3, 2], (0.0, 0.0, -1.0))
    assert np.allclose(picked.at[:2, 0], (np.cos(0.3), np.sin(0.3)))
    assert np.allclose(picked.above[:3, 3] - picked.at[:3, 3], (0.0, 0.0, APPROACH_HEIGHT))
    assert np.allclose(placing(at, gear, 0.3).at[:3, 3] - picked.at[:3, 3], (0.0, 0.0, DROP_HEIGHT))
    assert np.isclose(np.linalg.det(picked.at[:3, :3]), 1.0)
