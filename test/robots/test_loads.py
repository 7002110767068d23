"""Loads of joints against pinocchio's dynamics of the same description."""

from __future__ import annotations

import numpy as np
import pytest
from robot_arms import FILES, NAMES, arm, random_positions, robot

from sim.robots.assembly import folder
from sim.robots.loads import Loads

pinocchio = pytest.importorskip("pinocchio")


@pytest.mark.parametrize("name", NAMES)
def test_inertias_and_holding_efforts_are_those_of_rigid_bodies(name) -> None:
    text = (folder() / f"{FILES[name]}.urdf").read_text()
    loads, model = Loads(text, arm(name)), pinocchio.buildModelFromXML(text)
    data = model.createData()
    up = np.array([0.2, -0.3, 0.933])
    model.gravity.linear = -9.81 * up
    for positions in random_positions(name, 20):
        assert loads.inertias(positions) == pytest.approx(
            np.diag(pinocchio.crba(model, data, positions)), rel=1e-6
        )
        assert loads.holding(positions, up) == pytest.approx(
            pinocchio.computeGeneralizedGravity(model, data, positions), rel=1e-6, abs=1e-6
        )


def test_the_gripper_counts() -> None:
    bare = Loads((folder() / "gantry.urdf").read_text(), arm("gantry"))
    assert robot("gantry").loads.inertias(np.zeros(6))[2] - bare.inertias(np.zeros(6))[
        2
    ] == pytest.approx(0.7 + 2 * 0.06)
