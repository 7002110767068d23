"""Vehicles and persons as triangles: sizes, poses, what faces outwards, lamps, steps."""

from __future__ import annotations

import numpy as np
import pytest

from sim.traffic.lamps import (
    BLUE_SIGNAL,
    BRAKE_SIGNAL,
    HAZARD_SIGNAL,
    LEFT_SIGNAL,
    RIGHT_SIGNAL,
    lit_vehicles,
)
from sim.traffic.shapes import PARTS, lit_lamps, shape_triangles, traffic_triangles, vehicle_shape
from sim.traffic.state import TrafficState, VehicleType, empty_state

CAR = VehicleType("car", "car", 4.6, 1.8, 1.5)


def state(yaw: list, signals: list, pitch: float = 0.0, time: float = 0.0) -> TrafficState:
    n = len(yaw)
    zero = np.zeros(n)
    position = np.column_stack([100.0 * np.arange(n), np.full(n, 7.0), np.full(n, 2.0)])
    return TrafficState(
        time,
        0.1,
        np.arange(n),
        np.zeros(n, int),
        position,
        np.array(yaw),
        np.full(n, pitch),
        zero,
        zero,
        zero,
        zero,
        np.array(signals),
    )


@pytest.mark.parametrize("model", [*PARTS, "unheard_of"])
def test_a_shape_fills_the_size_of_its_type_and_stands_on_the_road(model: str) -> None:
    corners = shape_triangles(vehicle_shape(VehicleType("", model, 8.0, 2.0, 3.0))).corners.reshape(
        -1, 3
    )
    low, high = corners.min(axis=0), corners.max(axis=0)
    assert high[0] == pytest.approx(4.0, abs=0.03) and low[0] == pytest.approx(-4.0, abs=0.03)
    assert high[2] == pytest.approx(3.0) and 0.0 < low[2] < 0.8
    assert high[1] == pytest.approx(-low[1]) and 0.7 <= high[1] <= 1.0


@pytest.mark.parametrize("model", PARTS)
def test_faces_look_outwards(model: str) -> None:
    shape = vehicle_shape(VehicleType("", model, 8.0, 2.0, 3.0))
    body = shape.corners[shape.lamp == 0]
    for first in range(0, len(body), 10):
        box = body[first : first + 10]
        outwards = box.mean(axis=1) - box.reshape(-1, 3).mean(axis=0)
        assert (np.einsum("ij,ij->i", outwards, shape.normals[first : first + 10]) > 0.0).all()


def test_a_vehicle_is_turned_by_its_yaw_about_the_centre_of_its_base() -> None:
    placed = traffic_triangles(state([np.pi / 2], [0]), {0: vehicle_shape(CAR)}).corners
    own = vehicle_shape(CAR).corners
    assert placed == pytest.approx(
        np.stack([-own[..., 1], own[..., 0] + 7.0, own[..., 2] + 2.0], axis=2)
    )


def test_a_positive_pitch_lowers_the_front() -> None:
    placed = traffic_triangles(
        state([0.0], [0], pitch=0.1), {0: vehicle_shape(CAR)}
    ).corners.reshape(-1, 3)
    front = placed[placed[:, 0] > 2.0]
    assert front[:, 2].min() == pytest.approx(2.0 + 0.12 * 1.5 * np.cos(0.1) - 2.3 * np.sin(0.1))


def test_only_a_braking_vehicle_shows_bright_red() -> None:
    colors = traffic_triangles(
        state([0.0, 0.0], [0, BRAKE_SIGNAL | 1]), {0: vehicle_shape(CAR)}
    ).colors.reshape(2, -1, 4)
    bright = (colors[..., 0] > 0.95) & (colors[..., 1] < 0.3)
    assert bright.sum(axis=1).tolist() == [0, 2]
    assert (colors >= 0.0).all() and (colors <= 1.0).all()


def test_an_empty_road_has_no_triangles() -> None:
    assert traffic_triangles(empty_state(0.0, 0.1), {}).corners.shape == (0, 3, 3)


def test_lamps_shine_as_the_law_says() -> None:
    signals = [
        0,
        RIGHT_SIGNAL,
        LEFT_SIGNAL,
        HAZARD_SIGNAL,
        BRAKE_SIGNAL,
        BLUE_SIGNAL,
        BRAKE_SIGNAL | LEFT_SIGNAL,
        2048 | 1 | 8,
    ]
    for time in np.arange(0.0, 2.0, 0.1):
        lit = lit_lamps(state([0.0] * len(signals), signals, time=time))
        weights = [0, 1, 2, 4, 8]
        assert (lit @ weights).tolist() == lit_vehicles(signals, time).tolist()


@pytest.mark.parametrize("bits, side", [(LEFT_SIGNAL, 1.0), (RIGHT_SIGNAL, -1.0)])
def test_a_blinker_is_on_its_own_side(bits: int, side: float) -> None:
    dark, bright = (
        traffic_triangles(state([0.0], [signals]), {0: vehicle_shape(CAR)}) for signals in (0, bits)
    )
    changed = (dark.colors != bright.colors).any(axis=1)
    assert changed.sum() == 4 and (side * (bright.corners[changed][..., 1] - 7.0) > 0.0).all()


def test_only_an_ambulance_has_a_blue_light_on_its_roof() -> None:
    for model, lamps in (("ambulance", 8), ("van", 0)):
        kind = VehicleType("", model, 6.5, 2.1, 2.6)
        dark, bright = (
            traffic_triangles(state([0.0], [signals]), {0: vehicle_shape(kind)})
            for signals in (0, BLUE_SIGNAL)
        )
        changed = (dark.colors != bright.colors).any(axis=1)
        assert changed.sum() == lamps and (bright.corners[changed][..., 2] > 2.0 + 0.9 * 2.6).all()


def test_legs_swing_with_the_way_walked_and_rest_when_he_stands() -> None:
    walker, seen = {0: vehicle_shape(VehicleType("", "pedestrian", 0.4, 0.5, 1.7))}, []
    rest = walker[0].corners[:20]
    for speed in (0.0, 1.4):
        ahead = []
        for x in np.arange(0.0, 1.4, 0.05):
            at = TrafficState(
                0.0,
                0.1,
                np.array([0]),
                np.array([0]),
                np.array([[x, 0.0, 0.0]]),
                np.zeros(1),
                np.zeros(1),
                np.zeros(1),
                np.array([speed]),
                np.zeros(1),
                np.zeros(1),
                np.zeros(1, int),
            )
            legs = traffic_triangles(at, walker).corners[:20] - [x, 0.0, 0.0]
            feet = (legs - rest)[..., 0]
            ahead.append(feet[:10].max() if feet[:10].max() > 1e-9 else feet[:10].min())
            assert np.allclose(feet[:10], -feet[10:]) and np.allclose((legs - rest)[..., 1:], 0.0)
        seen.append(ahead)
    assert (
        np.ptp(seen[0]) < 1e-12
        and max(seen[1]) == pytest.approx(-min(seen[1]), abs=0.02)
        and 0.2 < max(seen[1]) < 0.3
    )
