"""Directions and times of devices' shots, and the broad phase.

Every ray that can meet a box is cast.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.embedded.lidar.patterns import Bundle, sonar_rays
from sim.embedded.lidar.sweep import fan_grid, sweep_of
from sim.errors import InputError
from sim.sdf.sensors.rays import Fan, Rays

from .bodies import pose
from .mounted import sensor

FULL = 2 * np.pi


def sweep(device, rate=10.0, **parameters):
    return sweep_of(
        "lidar",
        sensor(
            Rays(Fan(1), Fan(1), 0.1, 100.0), rate=rate, parameters={"device": device, **parameters}
        ),
    )


@pytest.mark.parametrize(
    "device, count", [("VLP-16", 28936), ("HDL-32", 69445), ("HDL-64", 133334)]
)
def test_a_head_fires_as_often_as_its_data_sheet_says(device, count):
    made = sweep(device)
    fired = sum(made.start(number)[2] for number in range(50)) / 50
    assert fired == pytest.approx(count, rel=1e-3)


@pytest.mark.parametrize("device", ["VLP-16", "HDL-32", "HDL-64"])
@pytest.mark.parametrize("rate", [5.0, 10.0, 20.0])
def test_azimuths_are_those_of_an_even_clockwise_head(device, rate):
    made = sweep(device, rate)
    x, y, z = made.grid.directions
    turn = np.arctan2(y, x) + FULL * rate * made.times
    assert np.abs(turn - FULL * np.round(turn / FULL)).max() < 1e-9
    rings = np.sort(np.arcsin(z[: made.grid.rings]))
    assert np.arcsin(z) == pytest.approx(rings[made.rings])
    for number in (1, 7, 12345):
        phase, turned, fired = made.start(number)
        assert turned == pytest.approx(-FULL * rate * phase, abs=1e-12)
        ends = made.times[fired - 1 : fired + 1] + phase
        assert ends[0] < made.period - 1e-12 and (ends[1:] >= made.period - 1e-12).all()


def test_firings_go_on_evenly_from_scan_to_scan():
    made = sweep("VLP-16")
    starts = np.concatenate(
        [
            number * made.period + phase + made.times[:fired:16]
            for number, (phase, _, fired) in enumerate(map(made.start, range(20)))
        ]
    )
    assert np.diff(starts) == pytest.approx(np.full(len(starts) - 1, 55.296e-6), rel=1e-6)
    assert len({round(made.start(number)[0] * 1e9) for number in range(20)}) == 20


def test_a_held_phase_makes_all_scans_alike():
    made = sweep("VLP-16", hold_phase="true")
    assert {made.start(number) for number in range(5)} == {(0.0, 0.0, len(made.times) - 5)}


def test_a_fan_fires_column_by_column_over_the_period():
    made = sweep_of("s", sensor(Rays(Fan(3, -1.0, 1.0), Fan(2, -0.1, 0.3), 0.1, 9.0)))
    x, y, z = made.grid.directions
    assert np.arctan2(y, x) == pytest.approx([-1, -1, 0, 0, 1, 1])
    assert np.arcsin(z) == pytest.approx([-0.1, 0.3] * 3)
    assert made.rings.tolist() == [0, 1] * 3 and made.times == pytest.approx(np.arange(6) / 60)


@pytest.mark.parametrize(
    "parameters, message",
    [
        ({"device": "VLP-17"}, "unknown lidar 'VLP-17'"),
        ({"device": "VLP-16", "hold_phase": "maybe"}, "<hold_phase> is 'maybe'"),
        ({"organize": "2"}, "<organize> is '2'; write true or false"),
    ],
)
def test_wrong_parameters_are_named(parameters, message):
    with pytest.raises(InputError, match=message):
        sweep_of("ego::l::lidar", sensor(Rays(Fan(1), Fan(1), 0.1, 9.0), parameters=parameters))


def corners(at, size):
    unit = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
    return (unit * size) @ at[:3, :3].T + at[:3, 3]


def meets(directions, at, size):
    """Return the mask (n,) of rays from the origin that meet a box."""
    start, along, half = -at[:3, 3] @ at[:3, :3], directions.T @ at[:3, :3], np.asarray(size) / 2
    with np.errstate(all="ignore"):
        crossings = np.sort(np.stack([(-half - start) / along, (half - start) / along]), axis=0)
    enter, leave = crossings[0].max(axis=1), crossings[1].min(axis=1)
    return np.flatnonzero((enter <= leave) & (leave > 0.0))


def fan(columns, start, end, rings=1, lowest=0.0, highest=0.0):
    return fan_grid(Rays(Fan(columns, start, end), Fan(rings, lowest, highest), 0.1, 9.0))


PATTERNS = {
    "level": lambda: fan(181, -np.pi / 2, np.pi / 2),
    "three rings": lambda: fan(361, -np.pi, np.pi, 3, -0.2, 0.1),
    # Its lasers lag, in no order of elevation, and a scan has a part of a column too many.
    "device": lambda: sweep("VLP-16", 50.0).grid,
    "upright": lambda: fan(1, 0.2, 0.2, 30, -0.5, 0.5),
    "cone": lambda: Bundle(sonar_rays(0.3).T),
}


@given(
    st.sampled_from(sorted(PATTERNS)),
    st.floats(-np.pi, np.pi),
    st.floats(0.0, 40.0),
    st.floats(-6.0, 6.0),
    st.floats(-np.pi, np.pi),
    st.floats(-1.0, 1.0),
    st.tuples(st.floats(0.1, 8.0), st.floats(0.1, 8.0), st.floats(0.1, 8.0)),
)
def test_candidates_hold_every_ray_that_meets_a_box(name, angle, away, height, yaw, pitch, size):
    grid = PATTERNS[name]()
    at = pose(away * np.cos(angle), away * np.sin(angle), height, yaw=yaw, pitch=pitch)
    other = pose(100.0, 0.0, 0.0)
    rays, boxes = grid.candidates(
        np.stack([corners(other, (0.1, 0.1, 0.1)), corners(at, size)]),
        np.zeros(2, int),
        np.full(2, grid.directions.shape[1]),
    )
    assert set(meets(grid.directions, at, size)) <= set(rays[boxes == 1].tolist())


def test_a_cone_is_filled_to_its_rim():
    directions = sonar_rays(0.4)
    angles = np.arccos(np.clip(directions[:, 0], -1, 1))
    assert angles.max() == pytest.approx(0.4) and np.linalg.norm(
        directions, axis=1
    ) == pytest.approx(np.ones(len(directions)))
    rng = np.random.default_rng(0)
    around, off = rng.uniform(0, FULL, 300), 0.4 * np.sqrt(rng.uniform(0, 1, 300))
    inside = np.column_stack(
        [np.cos(off), np.sin(off) * np.cos(around), np.sin(off) * np.sin(around)]
    )
    assert np.arccos(np.clip((inside @ directions.T).max(axis=1), -1, 1)).max() < np.radians(1.0)
    rim = np.column_stack(
        [np.full(300, np.cos(0.4)), np.sin(0.4) * np.cos(around), np.sin(0.4) * np.sin(around)]
    )
    assert np.arccos(np.clip((rim @ directions.T).max(axis=1), -1, 1)).max() < np.radians(0.126)
