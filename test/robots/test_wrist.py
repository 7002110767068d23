"""Readings of a sensor in the wrist: about the controlled point, and together with the joints'
measurement of their time."""

from __future__ import annotations

import numpy as np
import pytest

from sim.robots.wrist import MOST, Pairing, about_controlled_point
from sim.transforms import transform_from_pose

ZERO = np.zeros(3)


def wrench(value: float) -> tuple:
    return np.array([value, 0.0, 0.0]), ZERO


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


def test_a_force_at_the_flange_pushes_at_the_controlled_point_by_its_arm() -> None:
    tool0_from_tcp = transform_from_pose([0.0, 0.0, 0.1, 0.0, 0.0, 0.0])
    force, torque = about_controlled_point(
        (np.array([10.0, 0.0, 0.0]), ZERO), np.eye(4), tool0_from_tcp
    )
    assert force == pytest.approx([10.0, 0.0, 0.0]) and torque == pytest.approx([0.0, -1.0, 0.0])


def values(found: list) -> list:
    return [(item, None if reading is None else reading[0][0]) for item, reading in found]


def test_without_a_sensor_measurements_go_on_at_once() -> None:
    pairing = Pairing()
    assert values(pairing.measured(1.0, "a")) == [("a", None)]


def test_measurements_and_readings_of_one_time_come_together_whichever_stream_is_ahead() -> None:
    pairing = Pairing()
    assert pairing.felt(1.0, wrench(1.0)) == []
    assert values(pairing.measured(1.0, "a")) == [("a", 1.0)]
    assert pairing.measured(1.004, "b") == [] and pairing.measured(1.008, "c") == []
    assert values(pairing.felt(1.004, wrench(2.0))) == [("b", 2.0)]
    assert values(pairing.felt(1.008, wrench(3.0))) == [("c", 3.0)]
    assert pairing.felt(1.012, wrench(4.0)) == [] and pairing.felt(1.016, wrench(5.0)) == []
    assert values(pairing.measured(1.012, "d")) == [("d", 4.0)]


def test_a_sensor_that_falls_silent_holds_nothing_up_for_long() -> None:
    pairing = Pairing()
    pairing.felt(1.0, wrench(1.0))
    found = [pairing.measured(1.0 + 0.004 * k, k) for k in range(MOST + 3)]
    assert [len(one) for one in found] == [1] + [0] * MOST + [MOST + 1, 1]
    assert values(found[-2])[-1] == (MOST + 1, None)


def test_after_time_was_set_back_readings_of_before_count_no_more() -> None:
    pairing = Pairing()
    pairing.felt(5.0, wrench(1.0))
    assert values(pairing.measured(0.004, "a")) == [("a", None)]
    pairing.felt(0.008, wrench(2.0))
    assert values(pairing.measured(0.008, "b")) == [("b", 2.0)]
    pairing.clear()
    assert values(pairing.measured(0.0, "c")) == [("c", None)]
