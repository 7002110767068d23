"""Speed along a path: within its limits, with analytical durations."""

from __future__ import annotations

import math

import numpy as np
import pytest

pytest.importorskip("ruckig")
from sim.robots.motion.profile import PathSpeedLimits, VelocityProfile, change_length


def sampled(profile: VelocityProfile, count: int = 3000) -> np.ndarray:
    """Time, position, speed, acceleration (count, 4)."""
    return np.array(
        [(time, *profile.at(time)) for time in np.linspace(0.0, profile.duration, count)]
    )


def test_a_long_way_takes_the_time_of_a_jerk_limited_trapezoid() -> None:
    """Rest to rest: L / v + v / a + a / j.

    A trapezoidal velocity profile over L with limited jerk.
    """
    profile = VelocityProfile(PathSpeedLimits([2.0], [0.5], 1.0, 10.0))
    assert profile.duration == pytest.approx(2.0 / 0.5 + 0.5 / 1.0 + 1.0 / 10.0)
    assert profile.at(profile.duration) == (pytest.approx(2.0), 0.0, 0.0)
    assert profile.at(2.0)[1] == pytest.approx(0.5)


def test_the_way_of_a_change_of_speed() -> None:
    assert change_length(0.0, 1.0, 1.0, 1e9) == pytest.approx(0.5)
    assert change_length(1.0, 0.0, 1.0, 10.0) == pytest.approx(0.5 * (1.0 + 0.1))
    assert change_length(0.0, 0.04, 1.0, 1.0) == pytest.approx(0.02 * 2.0 * 0.2)


@pytest.mark.parametrize("seed", range(40))
def test_limits_hold_through_overrides_and_stops(seed) -> None:
    rng = np.random.default_rng(seed)
    count = rng.integers(1, 8)
    ends, speeds = (
        np.cumsum(10.0 ** rng.uniform(-3, 0, count)),
        10.0 ** rng.uniform(-1.5, 0.5, count),
    )
    acceleration = 10.0 ** rng.uniform(-0.5, 1)
    jerk = acceleration * 10.0 ** rng.uniform(0, 1.5)
    profile = VelocityProfile(
        PathSpeedLimits(ends.tolist(), speeds.tolist(), acceleration, jerk),
        override=float(rng.choice([0.3, 1.0])),
    )
    for time in sorted(rng.uniform(0.0, 1.2 * profile.duration, rng.integers(0, 4))):
        profile.override(time, float(rng.choice([0.0, 0.1, 0.5, 1.0])))
    profile.override(100.0 * profile.length / speeds.min(), 1.0)
    stopped = rng.random() < 0.3
    if stopped:
        profile.stop(rng.uniform(0.0, profile.duration), acceleration, jerk)
    times, position, speed, accelerations = sampled(profile).T
    pieces = [
        np.minimum(np.searchsorted(ends, position + shift), count - 1) for shift in (-1e-7, 1e-7)
    ]
    assert (
        speed <= 1.05 * np.maximum(*(speeds[piece] for piece in pieces))
    ).all() and speed.min() > -1e-6
    assert np.abs(accelerations).max() <= acceleration * (1.0 + 1e-6)
    assert np.abs(np.diff(position)).max() <= 1.05 * speeds.max() * (times[1] - times[0])
    assert speed[-1] == 0.0 and (stopped or position[-1] == pytest.approx(ends[-1], abs=1e-7))


def test_half_the_override_takes_half_the_speed_and_none_holds() -> None:
    profile = VelocityProfile(PathSpeedLimits([2.0], [0.5], 1.0, 10.0))
    profile.override(2.0, 0.5)
    assert profile.at(3.0)[1] == pytest.approx(0.25)
    profile.override(3.0, 0.0)
    assert profile.duration == math.inf and profile.at(10.0)[1] == 0.0
    held = profile.at(10.0)[0]
    profile.override(20.0, 1.0)
    assert profile.at(20.0)[0] == pytest.approx(held) and profile.at(profile.duration)[
        0
    ] == pytest.approx(2.0)


def test_a_stop_is_as_short_as_the_limits_allow() -> None:
    """From full speed: v / 2 times v / a + a / j."""
    profile = VelocityProfile(PathSpeedLimits([2.0], [0.5], 1.0, 10.0))
    begin = profile.at(2.0)[0]
    profile.stop(2.0, 1.0, 10.0)
    assert profile.duration == pytest.approx(2.0 + 0.5 + 0.1) and profile.at(9.0)[
        0
    ] - begin == pytest.approx(0.25 * 0.6)
    profile.override(2.3, 1.0)
    assert profile.duration == pytest.approx(2.6), "a stop is not taken back"


def test_slow_pieces_are_entered_slowly() -> None:
    profile = VelocityProfile(PathSpeedLimits([1.0, 1.1, 2.0], [1.0, 0.1, 1.0], 2.0, 20.0))
    _, position, speed, _ = sampled(profile).T
    assert speed[
        (position > 1.0) & (position < 1.1)
    ].max() <= 0.1 + 1e-9 and speed.max() == pytest.approx(1.0)


def test_later_requests_do_not_change_earlier_setpoints() -> None:
    profile = VelocityProfile(PathSpeedLimits([2.0], [0.5], 1.0, 10.0))
    before = [profile.at(time) for time in (0.3, 1.0, 1.99)]
    profile.stop(2.0, 1.0, 10.0)
    assert np.array([profile.at(time) for time in (0.3, 1.0, 1.99)]) == pytest.approx(
        np.array(before)
    )
