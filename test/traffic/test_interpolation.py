"""Interpolation of traffic between states.

It is exact at states, always continuous, and turns the short way.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from states import state

from sim.traffic.interpolation import Interpolator

STEP = 0.1


def _curve(count: int, seed: int = 0, vehicles: int = 5):
    """Return states of vehicles on circles. Yaw rates to 1 rad/s, speeds to 20 m/s, some slope."""
    rng = np.random.default_rng(seed)
    start, heading = rng.uniform(-50, 50, (vehicles, 3)), rng.uniform(-np.pi, np.pi, vehicles)
    speed, turn = rng.uniform(0, 20, vehicles), rng.uniform(-1, 1, vehicles)
    made = []
    for k in range(count):
        t, yaw = k * STEP, heading + turn * k * STEP
        radius = speed / turn
        xy = np.stack(
            [radius * (np.sin(yaw) - np.sin(heading)), -radius * (np.cos(yaw) - np.cos(heading))], 1
        )
        position = start + np.column_stack([xy, np.zeros(vehicles)])
        made.append(
            state(t, range(vehicles), position, (yaw + np.pi) % (2 * np.pi) - np.pi, speed, STEP)
        )
    return made


def _rows(interpolator: Interpolator) -> np.ndarray:
    return np.arange(len(interpolator.state))


def _apart(a: np.ndarray, b: np.ndarray) -> float:
    """Return largest angle between two directions."""
    return float(np.abs((a - b + np.pi) % (2 * np.pi) - np.pi).max())


@given(st.integers(0, 1000), st.floats(-1.0, 0.0))
@settings(max_examples=30, deadline=None)
def test_it_passes_through_every_state_one_step_after_its_stamp(seed, early):
    states, interpolator = _curve(12, seed), Interpolator()
    interpolator.add(states[0], 0.0)
    interpolator.advance(STEP)
    for k, given_state in enumerate(states[1:], 1):
        # A state comes anywhere within the step before it is due to be aimed at.
        interpolator.add(given_state, max((k + early) * STEP, STEP))
        interpolator.advance(given_state.time + STEP)
        poses = interpolator.poses(given_state.time + STEP, _rows(interpolator))
        assert interpolator.state is given_state
        np.testing.assert_allclose(poses.position, given_state.position, atol=1e-9)
        assert _apart(poses.yaw, given_state.yaw) < 1e-9
        np.testing.assert_allclose(poses.velocity, given_state.velocity, atol=1e-9)


def test_between_states_it_is_a_cubic_hermite_curve():
    interpolator = Interpolator()
    interpolator.add(state(0.0, [1], [[0.0, 0.0, 0.0]], [0.0], [10.0]), 0.0)
    interpolator.add(state(0.1, [1], [[1.2, 0.0, 0.0]], [0.0], [14.0]), 0.05)
    interpolator.advance(0.1)
    poses = interpolator.poses(0.15, np.array([0]))
    # p(1/2) = (p0 + p1) / 2 + T (v0 - v1) / 8; p'(1/2) = 3 (p1 - p0) / 2T - (v0 + v1) / 4
    np.testing.assert_allclose(
        poses.position, [[0.6 + 0.1 * (10.0 - 14.0) / 8.0, 0.0, 0.0]], atol=1e-12
    )
    np.testing.assert_allclose(poses.velocity, [[1.5 * 1.2 / 0.1 - 6.0, 0.0, 0.0]], atol=1e-12)


@pytest.mark.parametrize("first, second", [(3.1, -3.1), (-3.1, 3.1), (0.3, -0.3), (-1.5, 1.5)])
def test_yaw_turns_by_the_shortest_arc(first, second):
    interpolator = Interpolator()
    for time, yaw in ((0.0, first), (0.1, second)):
        interpolator.add(state(time, [1], [[0.0, 0.0, 0.0]], [yaw], [0.0]), time)
    interpolator.advance(0.1)
    turn = (second - first + np.pi) % (2 * np.pi) - np.pi
    assert abs(turn) <= np.pi
    for u in np.linspace(0.0, 1.0, 11):
        poses = interpolator.poses(0.1 + 0.1 * u, np.array([0]))
        assert _apart(poses.yaw, np.array([first + u * turn])) < 1e-9
        np.testing.assert_allclose(poses.yaw_rate, [turn / 0.1])


def test_pitch_and_roll_turn_evenly_from_state_to_state():
    interpolator = Interpolator()
    interpolator.add(state(0.0, [1], [[0.0, 0.0, 0.0]], [0.0], [10.0], pitch=0.0, roll=0.02), 0.0)
    interpolator.add(
        state(0.1, [1], [[1.0, 0.0, 0.03]], [0.0], [10.0], pitch=-0.06, roll=-0.02), 0.05
    )
    interpolator.advance(0.1)
    for u in np.linspace(0.0, 1.0, 6):
        poses = interpolator.poses(0.1 + 0.1 * u, np.array([0]))
        np.testing.assert_allclose(
            (poses.pitch, poses.roll), ([-0.06 * u], [0.02 - 0.04 * u]), atol=1e-12
        )


def test_over_the_foot_of_a_ramp_height_has_no_kink():
    """The height rises smoothly from level road onto 6 %, with rates between both states' rates."""
    interpolator, grade = Interpolator(), 0.06
    slope = np.arctan(grade)
    interpolator.add(state(0.0, [1], [[-0.5, 0.0, 0.0]], [0.0], [10.0]), 0.0)
    interpolator.add(state(0.1, [1], [[0.5, 0.0, 0.5 * grade]], [0.0], [10.0], pitch=-slope), 0.05)
    interpolator.advance(0.1)
    times = np.linspace(0.1, 0.2, 101)
    shown = [interpolator.poses(time, np.array([0])) for time in times]
    height, rate = (
        np.array([poses.position[0, 2] for poses in shown]),
        np.array([poses.velocity[0, 2] for poses in shown]),
    )
    assert rate[0] == 0.0 and rate[-1] == pytest.approx(10.0 * np.sin(slope))
    assert (np.diff(rate) > 0.0).all() and (np.diff(height) >= 0.0).all()
    np.testing.assert_allclose(np.gradient(height, times)[1:-1], rate[1:-1], atol=2e-3)


@pytest.mark.parametrize("pitch", [0.0, -0.06])
def test_a_prepared_motion_is_the_same_and_leaves_out_what_is_level(pitch):
    interpolator = Interpolator()
    interpolator.add(
        state(0.0, [1, 2], [[0.0, 0.0, 0.0], [5.0, 0.0, 0.0]], [0.0, 1.5], [10.0, 10.0]), 0.0
    )
    interpolator.add(
        state(
            0.1,
            [1, 2],
            [[1.0, 0.0, 0.0], [5.0, 1.0, 0.03]],
            [0.1, 1.4],
            [10.0, 9.0],
            pitch=pitch,
            roll=2.0 * pitch,
        ),
        0.05,
    )
    interpolator.advance(0.1)
    motion, poses = (
        interpolator.motion(np.array([1, 0])),
        interpolator.poses(0.13, np.array([1, 0])),
    )
    expected = [poses.position, poses.yaw[:, None]] + (
        [poses.pitch[:, None], poses.roll[:, None]] if pitch else []
    )
    powers = motion.elapsed(0.13) ** np.arange(4)
    found = np.einsum("p,pkc->kc", powers, motion.coefficients)
    np.testing.assert_allclose(found, np.hstack(expected), atol=1e-12)


@pytest.mark.parametrize("delay", [0.05, 0.1, 0.13, 0.25])
def test_a_late_state_causes_no_jump_and_is_made_up_for(delay):
    """State 6 comes ``delay`` s late, and those behind it not earlier."""
    states, interpolator, dt = _curve(30, 3), Interpolator(), 0.005
    arrivals = np.maximum.accumulate(
        [s.time + (delay if k == 6 else 0.0) for k, s in enumerate(states)]
    )
    added, shown = 0, []
    for n in range(int(2.9 / dt) + 1):
        now = n * dt
        while added < len(states) and arrivals[added] <= now + 1e-9:
            interpolator.add(states[added], now)
            added += 1
        interpolator.advance(now)
        if now >= STEP:
            shown.append(interpolator.poses(now, _rows(interpolator)))
    moved = np.linalg.norm(np.diff([poses.position for poses in shown], axis=0), axis=2)
    turned = np.diff([poses.yaw for poses in shown], axis=0)
    assert (moved < (states[0].speed + 1.5) * dt).all()
    assert np.abs((turned + np.pi) % (2 * np.pi) - np.pi).max() < np.radians(2.0)
    np.testing.assert_allclose(shown[-1].position, states[28].position, atol=1e-9)


def test_vehicles_appear_with_their_state_and_leave_straight_on():
    interpolator = Interpolator()
    interpolator.add(
        state(0.0, [1, 4], [[0.0, 0.0, 0.0], [50.0, 5.0, 0.0]], [0.0, 0.0], [10.0, 20.0]), 0.0
    )
    interpolator.add(
        state(0.1, [1, 9], [[1.0, 0.0, 0.0], [-7.0, 0.0, 0.0]], [0.0, 0.0], [10.0, 3.0]), 0.1
    )
    assert not interpolator.advance(0.09) and len(interpolator.state) == 0
    assert interpolator.advance(0.1)
    assert interpolator.state.id.tolist() == [1, 4]
    np.testing.assert_allclose(
        interpolator.poses(0.15, np.array([1])).position, [[51.0, 5.0, 0.0]], atol=1e-12
    )
    np.testing.assert_allclose(
        interpolator.poses(0.2, np.array([1])).position, [[52.0, 5.0, 0.0]], atol=1e-12
    )
    assert interpolator.advance(0.2)
    assert interpolator.state.id.tolist() == [1, 9]
    np.testing.assert_allclose(
        interpolator.poses(0.2, np.array([1])).position, [[-7.0, 0.0, 0.0]], atol=1e-12
    )


def test_without_a_next_state_vehicles_drive_on():
    interpolator = Interpolator()
    interpolator.add(state(0.0, [1], [[2.0, 3.0, 1.0]], [np.pi / 2], [10.0], pitch=-0.1), 0.0)
    interpolator.advance(0.1)
    poses = interpolator.poses(0.6, np.array([0]))
    np.testing.assert_allclose(
        poses.position, [[2.0, 3.0 + 5.0 * np.cos(0.1), 1.0 + 5.0 * np.sin(0.1)]], atol=1e-12
    )
    assert poses.yaw_rate.tolist() == [0.0]


def test_the_road_empties_with_an_empty_state():
    interpolator = Interpolator()
    interpolator.add(state(0.0, [1], [[0.0, 0.0, 0.0]], [0.0], [10.0]), 0.0)
    interpolator.add(state(0.1, [], [], [], []), 0.05)
    interpolator.advance(0.1)
    np.testing.assert_allclose(
        interpolator.poses(0.2, np.array([0])).position, [[1.0, 0.0, 0.0]], atol=1e-12
    )
    interpolator.advance(0.2)
    assert len(interpolator.state) == 0
    assert interpolator.poses(0.2, np.arange(0)).position.shape == (0, 3)


def test_a_state_that_goes_back_in_time_starts_afresh():
    interpolator = Interpolator()
    for k in range(5):
        interpolator.add(state(0.1 * k, [1], [[float(k), 0.0, 0.0]], [0.0], [10.0]), 0.1 * k)
        interpolator.advance(0.1 * k)
    interpolator.add(state(0.0, [7], [[-5.0, 0.0, 0.0]], [0.0], [0.0]), 0.0)
    assert interpolator.newest == 0.0 and len(interpolator.state) == 0
    interpolator.advance(0.1)
    assert interpolator.state.id.tolist() == [7]


def test_yaws_of_many_turns_are_wrapped_as_numpy_does():
    def wrapped(angle):
        return (angle + np.pi) % (2.0 * np.pi) - np.pi

    rng, ids = np.random.default_rng(5), range(400)
    first, second = rng.uniform(-40.0, 40.0, (2, len(ids)))
    first[:4], second[:4] = np.pi * np.array([1.0, -1.0, 3.0, 0.0]), [0.0, 0.0, 0.0, -np.pi]
    place, interpolator = np.zeros((len(ids), 3)), Interpolator()
    interpolator.add(state(0.0, ids, place, first, np.zeros(len(ids)), STEP), 0.0)
    interpolator.advance(STEP)
    interpolator.add(state(STEP, ids, place, second, np.zeros(len(ids)), STEP), STEP)
    poses = interpolator.poses(2.0 * STEP, _rows(interpolator))
    np.testing.assert_array_equal(poses.yaw, wrapped(first + wrapped(second - first)))


def test_rows_that_are_not_there_are_refused():
    interpolator = Interpolator()
    for stamp in (0.0, STEP):
        interpolator.add(_curve(2)[round(stamp / STEP)], stamp)
        interpolator.advance(stamp + STEP)
    for rows in (np.array([0, 5]), np.array([-1])):
        with pytest.raises(IndexError, match="of 5 vehicles"):
            interpolator.motion(rows)


@pytest.mark.parametrize("ahead", [False, True])
def test_near_are_those_whose_poses_are_within_their_reach_of_a_place(ahead):
    states, interpolator = _curve(3, seed=4, vehicles=200), Interpolator()
    interpolator.add(states[0], 0.0)
    if ahead:
        interpolator.add(states[1], 0.05)
    interpolator.advance(STEP)
    places, reach = np.array([[3.0, -4.0, 0.0], [-20.0, 10.0, 5.0]]), np.linspace(5.0, 20.0, 200)
    for time in (STEP, 1.3 * STEP, 2.0 * STEP):
        at = interpolator.poses(time, _rows(interpolator)).position[:, None, :2]
        apart = np.abs(at - places[:, :2]).max(axis=2).min(axis=1)
        found = interpolator.near(time, places, reach)
        np.testing.assert_array_equal(found, np.flatnonzero(apart < reach))
        assert 10 < len(found) < 100
    assert not len(interpolator.near(STEP, places[:0], reach))
