"""Inertial sensors against their datasheets' figures, positioning, and wheel speeds."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from sim.noise.models.gps import GpsNoise
from sim.noise.models.imu import DEGREE, STANDARD_GRAVITY, Accelerometer, Gyroscope
from sim.noise.models.rate import RateEstimate
from sim.noise.models.wheels import WheelSlip, WheelTicks

from .noise_checks import (
    SAMPLES,
    assert_moments,
    assert_normal,
    assert_share,
    assert_uncorrelated,
    generator,
)

TRUTH = np.array([0.1, -0.2, 0.3, 0.5, -1.0, 9.81])


def readings(model: object, count: int, period: float = 0.01, seed: int = 1) -> np.ndarray:
    """Return errors (count, 6) of an inertial sensor at rest in turning."""
    state, rng = model.start(seed), generator(seed + 1)
    return np.array([state(TRUTH, 3.0 + period * index, rng) for index in range(count)]) - TRUTH


@pytest.mark.not_quick
def test_noise_densities_become_sigmas_at_the_sensors_rate() -> None:
    """0.005 deg/s/sqrt(Hz) at 100 Hz is 0.05 deg/s.

    120 ug/sqrt(Hz) is 1200 ug. The other three axes are unchanged.
    """
    gyro = readings(Gyroscope(rate=100.0, noise_dps_rthz=0.005), SAMPLES // 3 + 1)
    assert_normal(gyro[:, :3], 0.0, 0.05 * DEGREE)
    assert not gyro[:, 3:].any()
    assert_uncorrelated(gyro[1:, :3], gyro[:-1, :3])
    assert_uncorrelated(gyro[:, 0], gyro[:, 1])
    accel = readings(Accelerometer(rate=100.0, noise_ug_rthz=120.0), SAMPLES // 3 + 1)
    assert_normal(accel[:, 3:], 0.0, 1200e-6 * STANDARD_GRAVITY)
    assert not accel[:, :3].any()


@pytest.mark.parametrize(
    "rate", [70.0, *(pytest.param(one, marks=pytest.mark.slow) for one in (25.0, 200.0))]
)
@pytest.mark.not_quick
def test_without_a_rate_the_density_holds_at_any_message_rate(
    rate: float,
) -> None:
    """White noise has its density as Allan deviation at 1 s, at any rate (IEEE 952, C.1.1)."""
    model = Gyroscope(noise_dps_rthz=0.01)
    errors = np.concatenate(
        [readings(model, 20 * int(rate) + 2, 1.0 / rate, seed)[2:, :3] for seed in range(20)],
        axis=1,
    )
    means = errors[: 20 * int(rate)].reshape(20, int(rate), -1).mean(axis=1)
    assert np.sqrt(0.5 * np.mean(np.diff(means, axis=0) ** 2)) / DEGREE == pytest.approx(
        0.01, rel=0.07
    )
    assert errors.std() == pytest.approx(0.01 * np.sqrt(rate) * DEGREE, rel=0.02)


def test_whole_steps_and_lost_messages_barely_change_the_rate() -> None:
    """70 Hz in steps of 1 ms, one of ten lost."""
    estimate, rng = RateEstimate(100.0), generator(3)
    kept = np.flatnonzero(rng.random(500) > 0.1)
    found = np.array([estimate.at(np.ceil(1000.0 * number / 70.0) / 1000.0) for number in kept])
    assert found[0] == 100.0
    assert (
        np.abs(found[15:] / 70.0 - 1.0).max() < 0.02 and abs(found[15:].mean() / 70.0 - 1.0) < 0.01
    )


def test_a_lost_message_changes_no_reading_after_it() -> None:
    state, missing = (
        Gyroscope(noise_dps_rthz=0.01).start(1),
        Gyroscope(noise_dps_rthz=0.01).start(1),
    )
    for number in range(100):
        found = state(TRUTH, 0.01 * number, generator(number))
        if number < 10 or number % 7:
            np.testing.assert_array_equal(missing(TRUTH, 0.01 * number, generator(number)), found)


@pytest.mark.not_quick
def test_gyroscope_allan_deviation_has_white_slope_and_floor() -> None:
    model = Gyroscope(rate=10.0, noise_dps_rthz=0.01, bias_deg_h=18.0)
    errors = np.concatenate(
        [readings(model, 10_000, 0.1, seed)[:, :3] for seed in range(6)], axis=1
    )
    for tau, expected in (
        (0.1, 0.01 / np.sqrt(0.1)),
        (0.5, 0.01 / np.sqrt(0.5)),
        (40.0, np.hypot(18.0 / 3600.0, 0.01 / np.sqrt(40.0))),
    ):
        count = round(tau / 0.1)
        means = (
            errors[: len(errors) // count * count].reshape(-1, count, errors.shape[1]).mean(axis=1)
        )
        assert np.sqrt(0.5 * np.mean(np.diff(means, axis=0) ** 2)) / DEGREE == pytest.approx(
            expected, rel=0.15
        )


@pytest.mark.not_quick
def test_a_rate_random_walk_grows_with_the_root_of_time() -> None:
    ends = np.array(
        [readings(Accelerometer(walk_ug_rts=100.0), 2, 16.0, seed)[1, 3:] for seed in range(300)]
    )
    assert_normal(ends, 0.0, 400e-6 * STANDARD_GRAVITY)


@pytest.mark.not_quick
def test_turn_on_errors_are_constant_per_device_normal_over_many() -> None:
    model = Gyroscope(turn_on_dps=0.5, scale=0.01, misalignment_deg=0.2)
    assert np.ptp(readings(model, 5), axis=0).max() == 0.0
    biases = np.array(
        [readings(Gyroscope(turn_on_dps=0.5), 1, seed=seed)[0, :3] for seed in range(2000)]
    )
    assert_normal(biases, 0.0, 0.5 * DEGREE)
    scales = (
        np.array([readings(Gyroscope(scale=0.01), 1, seed=seed)[0, :3] for seed in range(2000)])
        / TRUTH[:3]
    )
    assert_normal(scales, 0.0, 0.01)
    crossed = np.array(
        [readings(Gyroscope(misalignment_deg=0.2), 1, seed=seed)[0, 0] for seed in range(2000)]
    )
    assert_normal(crossed, 0.0, 0.2 * DEGREE * np.hypot(0.2, 0.3))


def test_an_accelerometer_saturates_and_counts_in_steps() -> None:
    state = Accelerometer(range_g=2.0, step_mg=1.0).start(1)
    values = state(np.array([0.0, 0.0, 0.0, 50.0, -50.0, 9.81]), 0.0, generator(1))[3:]
    assert values[:2] == pytest.approx([2.0 * STANDARD_GRAVITY, -2.0 * STANDARD_GRAVITY])
    assert values[2] == pytest.approx(1.0 * STANDARD_GRAVITY, abs=0.5e-3 * STANDARD_GRAVITY)
    assert values[2] / (1e-3 * STANDARD_GRAVITY) == pytest.approx(
        round(values[2] / (1e-3 * STANDARD_GRAVITY))
    )


@pytest.mark.not_quick
def test_positions_have_white_noise_of_each_axis() -> None:
    state, rng = GpsNoise(horizontal_sigma=1.5, vertical_sigma=3.0).start(1), generator(2)
    errors = np.array(
        [state(np.array([10.0, 20.0, 30.0]), 0.2 * index, rng) for index in range(SAMPLES // 3 + 1)]
    ) - [10.0, 20.0, 30.0]
    assert_normal(errors / [1.5, 1.5, 3.0])
    assert_uncorrelated(errors[1:], errors[:-1])
    assert np.percentile(np.hypot(errors[:, 0], errors[:, 1]), 50) == pytest.approx(
        1.1774 * 1.5, rel=0.01
    )


@pytest.mark.not_quick
def test_positions_drift_slowly_by_as_much_as_they_should() -> None:
    model = GpsNoise(
        horizontal_sigma=0.0,
        vertical_sigma=0.0,
        horizontal_drift=2.0,
        vertical_drift=4.0,
        time_constant=60.0,
    )
    early, late = (
        np.array([model.start(seed)(np.zeros(3), 0.0, generator(1)) for seed in range(3000)]),
        [],
    )
    assert_normal(early / [2.0, 2.0, 4.0])
    for seed in range(200):
        state = model.start(seed)
        late.append([state(np.zeros(3), time, generator(1)) for time in (0.0, 0.2, 60.0)])
    first, soon, later = np.swapaxes(np.array(late) / [2.0, 2.0, 4.0], 0, 1)
    assert np.abs(soon - first).max() < 0.5
    assert np.mean(first * later) == pytest.approx(np.exp(-1.0), abs=0.15)


def test_ticks_are_whole_and_none_is_ever_lost() -> None:
    speeds = np.array([0.0, 1.0, 10.0, -7.3])
    state, rng, period = WheelTicks(ticks=48).start(3), generator(1), 0.01
    per_radian = 48.0 / (2.0 * np.pi)
    assert np.array_equal(state(speeds, 5.0, rng), speeds)
    counts = np.array(
        [state(speeds, 5.0 + period * index, rng) * period * per_radian for index in range(1, 5001)]
    )
    assert np.allclose(counts, np.rint(counts), atol=1e-6)
    assert np.abs(counts.sum(axis=0) - speeds * per_radian * 5000 * period).max() < 1.0 + 1e-6


def test_which_wheels_count_one_tick_more_is_left_to_their_phases() -> None:
    """At 0.3 ticks a message three wheels of ten count one."""
    state, rng = WheelTicks(ticks=100).start(4), generator(1)
    speeds = np.full(SAMPLES, 0.3 / 0.01 * 2.0 * np.pi / 100.0)
    state(speeds, 1.0, rng)
    counts = np.rint(state(speeds, 1.01, rng) * 0.01 * 100.0 / (2.0 * np.pi))
    assert set(np.unique(counts)) == {0.0, 1.0}
    assert_share(int(counts.sum()), SAMPLES, 0.3)


def test_a_repeated_or_earlier_stamp_starts_the_counters_over() -> None:
    state = WheelTicks(ticks=48).start(5)
    first = [state(np.array([3.0]), time, generator(1))[0] for time in (1.0, 1.1, 1.2)]
    assert [
        state(np.array([3.0]), time, generator(1))[0] for time in (0.5, 0.6, 0.7)
    ] == pytest.approx(first)


@pytest.mark.not_quick
def test_wheels_slip_by_a_share_of_their_speed() -> None:
    state, rng = WheelSlip(sigma=0.02, time_constant=0.5).start(6), generator(1)
    speeds = np.tile([10.0, -20.0], 50)
    slips = np.array(
        [state(speeds, 0.01 * index, rng) / speeds - 1.0 for index in range(SAMPLES // 100 + 1)]
    )
    decay = np.exp(-0.01 / 0.5)
    fresh = (slips[1:] - decay * slips[:-1]) / (0.02 * np.sqrt(1.0 - decay**2))
    assert_normal(fresh)
    assert slips.std() == pytest.approx(0.02, rel=0.03)
    assert_moments(
        np.array([WheelSlip(0.02).start(seed)(np.ones(1), 0.0, rng)[0] for seed in range(2000)]),
        stats.norm(1.0, 0.02),
    )
