"""Evaluates reference drivers in each cell of a grid for crashes."""

from __future__ import annotations

from typing import Dict, List

import numpy as np

from sim.arrays import Array
from sim.drivers.reference.catalogue import (
    CAR_FOLLOWING,
    CUT_OUT,
    DRIVERS,
    ReferenceDriver,
)
from sim.drivers.reference.encounters import car_following, cut_in, cut_out
from sim.drivers.reference.grid_file import TrialGrid
from sim.drivers.reference.trials import Trials, run

# Number of cells stepped together; memory grows with it.
BLOCK = 4000
KMH = 3.6


def answers(grid: TrialGrid) -> Dict[str, List[str]]:
    """Return crash flags of each row by driver.

    "1" for a crash, "0" for none; empty if the driver is not defined for the scenario.
    """
    found = {name: [""] * len(grid.cells) for name in DRIVERS}
    for kind, values in grid.values.items():
        for name, driver in DRIVERS.items():
            if kind in driver.judges:
                for row, crash in zip(grid.rows[kind].tolist(), crashes(driver, kind, values)):
                    found[name][row] = str(int(crash))
    return found


def crashes(driver: ReferenceDriver, kind: str, values: Array) -> Array:
    """Return a mask (n,) of cells that a driver crashes in.

    ``values`` (n, 2 to 4) have the columns and units of a grid file.
    """
    blocks = [values[start : start + BLOCK] for start in range(0, len(values), BLOCK)]
    found: Array = np.concatenate(
        [
            np.zeros(0, bool),
            *(run(driver, _trials(driver, kind, block)).crashed for block in blocks),
        ]
    )
    return found


def _trials(driver: ReferenceDriver, kind: str, values: Array) -> Trials:
    first, second, *rest = values.T
    if kind == CAR_FOLLOWING:
        return car_following(driver, first, second / KMH)
    if kind == CUT_OUT:
        return cut_out(driver, first / KMH, second, *rest)
    return cut_in(first / KMH, second / KMH, *rest)
