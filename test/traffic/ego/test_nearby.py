"""Boxes near an ego, from arrays of any layout.

The result equals that of numpy and of all pairs of boxes.
"""

from __future__ import annotations

import numpy as np
import pytest

from sim.traffic.ego.nearby import nearby
from sim.traffic.ego_state import EgoState
from sim.traffic.measures.boxes import Boxes, overlapping
from sim.traffic.measures.ego_steps import box_of


@pytest.mark.parametrize("count", [0, 1, 400])
def test_nearby_boxes_and_possible_contacts_equal_brute_force(count):
    draw = np.random.default_rng(count)
    for _ in range(20):
        size = np.column_stack([draw.uniform(0.5, 16.0, count), draw.uniform(0.5, 3.0, count)])
        boxes = Boxes(
            draw.uniform(-60.0, 60.0, (count, 3))[:, :2],
            draw.uniform(-9.0, 9.0, count),
            np.zeros(count),
            *size.T,
        )
        x, y, yaw = draw.uniform(-20.0, 20.0, 3).tolist()
        ego = EgoState("ego", (x, y), yaw, 0.0, 0.0, 4.6, 1.8, 1.5)
        rows, close = nearby(ego, boxes, 30.0)
        apart = np.abs(boxes.position - (x, y)).max(axis=1, initial=0.0)
        assert rows.tolist() == np.flatnonzero(apart < 30.0).tolist()
        touched = overlapping(box_of(ego).repeated(len(rows)), boxes[rows])
        assert set(np.flatnonzero(touched).tolist()) <= set(close.tolist())
        assert len(close) <= touched.sum() + 0.1 * count
