"""Readings of a sensor in the wrist, about the controlled point."""

from __future__ import annotations

import numpy as np
import pytest

from sim.robots.wrist import about_controlled_point
from sim.transforms import transform_from_pose

ZERO = np.zeros(3)


def test_a_force_at_the_controlled_point_has_no_torque_about_it() -> None:
    tool0_from_tcp, workstation_from_tcp = (
        transform_from_pose([0.01, 0.02, 0.12, 0.3, -0.2, 0.5]),
        transform_from_pose([0.4, 0.1, 0.8, 3.0, 0.1, -0.4]),
    )
    force = np.array([3.0, -4.0, 12.0])
    tool0_from_workstation = tool0_from_tcp[:3, :3] @ workstation_from_tcp[:3, :3].T
    felt = tool0_from_workstation @ force
    found, torque = about_controlled_point(
        (felt, np.cross(tool0_from_tcp[:3, 3], felt)), workstation_from_tcp, tool0_from_tcp
    )
    assert found == pytest.approx(force) and torque == pytest.approx(ZERO, abs=1e-12)


def test_a_force_at_the_flange_gives_a_torque_about_the_point() -> None:
    tool0_from_tcp = transform_from_pose([0.0, 0.0, 0.1, 0.0, 0.0, 0.0])
    force, torque = about_controlled_point(
        (np.array([10.0, 0.0, 0.0]), ZERO), np.eye(4), tool0_from_tcp
    )
    assert force == pytest.approx([10.0, 0.0, 0.0]) and torque == pytest.approx([0.0, -1.0, 0.0])
