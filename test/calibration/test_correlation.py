"""Correlations of shapes on a grid and its border against plain sums."""

from __future__ import annotations

import numpy as np
import pytest

from sim.calibration.fit.correlation import Correlation


@pytest.mark.parametrize("size, extent", [(20, 5), (7, 7), (5, 13)])
def test_each_cell_has_its_sum_of_products(size: int, extent: int) -> None:
    random = np.random.default_rng(4)
    grid, shapes = random.normal(size=(size, size)), random.normal(size=(2, extent, extent))
    found = list(Correlation(shapes, size).with_grid(grid))
    around = np.pad(grid, extent // 2)
    for shape, fits in zip(shapes, found):
        wanted = [
            [(around[i : i + extent, j : j + extent] * shape).sum() for j in range(size)]
            for i in range(size)
        ]
        assert fits == pytest.approx(np.array(wanted), abs=1e-4)
