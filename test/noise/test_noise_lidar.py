"""Lidar noise of beams and edges, and conversion to points."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from sim.errors import InputError
from sim.noise.models.beams import POINT, Beams, beams_of_points, beams_of_scan, points_of_beams
from sim.noise.models.lidar import (
    LidarAngles,
    LidarDropout,
    LidarIntensity,
    LidarOutliers,
    LidarRange,
    LidarResolution,
    LidarRingBias,
)
from sim.noise.models.lidar_edges import LidarMixedPixels

from .noise_checks import (
    SAMPLES,
    assert_counts,
    assert_distributed,
    assert_moments,
    assert_normal,
    assert_share,
    assert_uncorrelated,
    generator,
)


def beams(ranges: np.ndarray, intensity: float = 255.0) -> Beams:
    """Return beams in random directions."""
    ranges = np.asarray(ranges, np.float32)
    directions = generator(99).normal(size=(ranges.size, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    rings = (np.arange(ranges.size) % 16).astype(np.uint16)
    return Beams(
        ranges,
        directions.astype(np.float32),
        np.full(ranges.size, intensity, np.float32),
        rings,
        np.zeros(ranges.size, np.float32),
    )


def cloud(count: int = 1000) -> np.ndarray:
    points = np.zeros(count, POINT)
    for name in POINT.names:
        points[name] = generator(98).integers(1, 16, count)
    return points


def test_points_come_back_from_beams_as_they_were() -> None:
    points = cloud()
    back = points_of_beams(beams_of_points(points))
    for name in POINT.names:
        assert np.allclose(back[name], points[name], rtol=1e-6)


def test_points_keep_extra_fields_and_drop_missing_returns() -> None:
    wider = np.dtype([("y", "<f4"), ("x", "<f4"), ("z", "<f8"), ("reflector", "u1")])
    points = np.array([(1.0, 2.0, 3.0, 7), (4.0, 5.0, 6.0, 8), (np.nan, 0.0, 0.0, 9)], wider)
    seen = beams_of_points(points)
    assert seen.intensity.tolist() == [255.0] * 3 and seen.ranges[0] == pytest.approx(np.sqrt(14.0))
    lost = replace(seen, ranges=np.where([True, False, False], np.float32(np.inf), seen.ranges))
    left = points_of_beams(lost, points)
    assert (
        left["reflector"].tolist() == [8, 9]
        and left["x"][0] == pytest.approx(5.0)
        and np.isnan(left["x"][1])
    )
    assert np.isnan(points_of_beams(lost, points, keep=True)["x"]).tolist() == [True, False, True]


def test_points_without_coordinates_are_refused_empty_ones_not() -> None:
    with pytest.raises(InputError, match=r"^points: must have the fields x, y and z, lack z"):
        beams_of_points(np.zeros(3, [("x", "f4"), ("y", "f4")]))
    for model in (
        LidarRange(0.01),
        LidarAngles(0.1),
        LidarDropout(0.1),
        LidarMixedPixels(0.003),
        LidarIntensity(1.0),
    ):
        assert len(points_of_beams(model(beams_of_points(cloud(0)), generator(1)))) == 0


def test_a_scan_has_its_angles() -> None:
    scan = beams_of_scan(
        np.array([1.0, 2.0, 3.0]), -np.pi / 2.0, np.pi / 2.0, np.array([5.0, 6.0, 7.0])
    )
    assert np.allclose(
        scan.directions, [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], atol=1e-7
    )
    assert scan.intensity.tolist() == [5.0, 6.0, 7.0]


@pytest.mark.not_quick
def test_range_noise_is_normal_along_the_beam() -> None:
    truth = beams(np.full(SAMPLES, 10.0))
    noisy = LidarRange(0.008)(truth, generator(2))
    assert noisy.directions is truth.directions
    assert_normal(noisy.ranges.astype(float) - 10.0, 0.0, 0.008)
    both = LidarRange(0.008, relative=0.001)(beams(np.full(SAMPLES, 20.0)), generator(3))
    assert_normal(both.ranges.astype(float) - 20.0, 0.0, np.hypot(0.008, 0.02))
    assert_uncorrelated(noisy.ranges[1:], noisy.ranges[:-1])
    assert_uncorrelated(noisy.ranges, both.ranges)


def test_no_range_becomes_negative() -> None:
    assert LidarRange(1.0)(beams(np.full(1000, 0.1)), generator(4)).ranges.min() == 0.0


@pytest.mark.not_quick
def test_beams_turn_about_the_axis_and_up_by_normal_angles() -> None:
    azimuth = generator(5).uniform(-3.0, 3.0, SAMPLES)
    elevation = generator(6).uniform(-0.4, 0.4, SAMPLES)
    truth = replace(
        beams(np.ones(SAMPLES)),
        directions=np.stack(
            [
                np.cos(elevation) * np.cos(azimuth),
                np.cos(elevation) * np.sin(azimuth),
                np.sin(elevation),
            ],
            axis=1,
        ).astype(np.float32),
    )
    x, y, z = (
        LidarAngles(azimuth_sigma=0.01, elevation_sigma=0.02)(truth, generator(7))
        .directions.astype(float)
        .T
    )
    assert np.abs(x**2 + y**2 + z**2 - 1.0).max() < 1e-5
    assert_normal(np.arctan2(y, x) - azimuth, 0.0, 0.01)
    assert_normal(np.arcsin(z / np.sqrt(x**2 + y**2 + z**2)) - elevation, 0.0, 0.02)


def test_resolution_errs_uniformly_by_half_a_step_at_most() -> None:
    truth = beams(generator(8).uniform(1.0, 3.0, SAMPLES))
    noise = (LidarResolution(0.02)(truth, generator(9)).ranges.astype(float) - truth.ranges) / 0.02
    assert_distributed(noise, stats.uniform(-0.5, 1.0).cdf)


@pytest.mark.not_quick
def test_each_ring_of_each_device_has_an_offset_of_its_own() -> None:
    truth = replace(beams(np.full(256, 0.0)), ring=np.arange(256, dtype=np.uint16))
    offsets = np.array(
        [
            LidarRingBias(0.005).start([3, device])(truth, 0.0, generator(1)).ranges
            for device in range(SAMPLES // 256)
        ]
    )
    assert_normal(offsets, 0.0, 0.005)
    assert_uncorrelated(offsets[1:], offsets[:-1])
    device = LidarRingBias(0.005).start(4)
    assert np.array_equal(
        device(truth, 0.0, generator(1)).ranges, device(truth, 9.0, generator(2)).ranges
    )


@pytest.mark.parametrize(
    "distance, intensity", [(20.0, 255.0), (60.0, 255.0), (100.0, 255.0), (60.0, 60.0)]
)
def test_far_dark_and_grazing_returns_are_lost_first(distance: float, intensity: float) -> None:
    model = LidarDropout(probability=0.01, half_range=100.0, fading=0.5)
    truth = replace(beams(np.full(SAMPLES, distance), intensity), ring=np.zeros(SAMPLES, np.uint16))
    lost = np.isinf(model(truth, generator(10)).ranges)
    faded = stats.norm.cdf(np.log((distance / 100.0) ** 2 / (intensity / 255.0)) / 0.5)
    assert_share(int(lost.sum()), SAMPLES, 0.01 + 0.99 * faded)
    assert_uncorrelated(lost[1:], lost[:-1])


def test_without_intensities_all_surfaces_count_as_white() -> None:
    assert np.isfinite(
        LidarDropout(half_range=100.0)(beams(np.full(1000, 10.0), 0.0), generator(11)).ranges
    ).all()


@pytest.mark.not_quick
def test_outliers_lie_anywhere_before_the_surface() -> None:
    ranges = LidarOutliers(0.25)(beams(np.full(4 * SAMPLES, 8.0)), generator(12)).ranges
    early = ranges[ranges != 8.0]
    assert_share(early.size, ranges.size, 0.25)
    assert_distributed(early / 8.0, stats.uniform().cdf)
    assert_moments(early / 8.0, stats.uniform())


def test_intensity_noise_is_normal_in_whole_steps_and_cut() -> None:
    noisy = LidarIntensity(sigma=3.0, relative=0.05)(
        beams(np.ones(SAMPLES), 200.0), generator(13)
    ).intensity
    edges = np.concatenate([[-np.inf], np.arange(255) + 0.5, [np.inf]])
    assert_counts(
        noisy.astype(int),
        np.arange(256),
        np.diff(stats.norm(200.0, np.hypot(3.0, 10.0)).cdf(edges)),
    )


def test_mixed_pixels_occur_as_often_as_the_footprint_has_an_edge() -> None:
    step, divergence, scans = 0.004, 0.003, 1500
    rng = generator(14)
    scan = beams_of_scan(np.where(np.arange(1000) // 2 % 2, 6.0, 5.0), -2.0, step)
    moved = np.abs(
        np.concatenate(
            [LidarMixedPixels(divergence)(scan, rng).ranges - scan.ranges for _ in range(scans)]
        )
    )
    mixed = moved[moved > 1e-6]
    assert_share(mixed.size, scans * 499 * 2, 0.5 * divergence / step)
    assert_distributed(mixed, stats.uniform(0.0, 0.5).cdf)


@pytest.mark.parametrize(
    "near, far, angle, ring",
    [
        (5.0, 5.05, 0.004, 0),
        (5.0, 8.0, 0.004, 0),
        (5.0, 6.0, 0.1, 0),
        (5.0, 6.0, 0.004, 1),
        (5.0, np.inf, 0.004, 0),
    ],
)
def test_slopes_distinct_echoes_far_beams_and_other_rings_do_not_mix(
    near: float, far: float, angle: float, ring: int
) -> None:
    scan = replace(
        beams_of_scan(np.array([near, far]), 0.0, angle), ring=np.array([0, ring], np.uint16)
    )
    assert np.array_equal(LidarMixedPixels(1.0)(scan, generator(15)).ranges, scan.ranges)


def test_rings_that_fire_in_turns_mix_with_their_own_neighbours() -> None:
    """Firing order goes through the rings; only ring 1 has an edge."""
    scan = beams_of_scan(np.array([5.0, 5.0, 5.0, 5.0, 5.0, 6.0]), 0.0, 0.001)
    scan = replace(scan, ring=np.array([0, 1, 0, 1, 0, 1], np.uint16))
    moved = np.zeros(6, int)
    for seed in range(200):
        moved += LidarMixedPixels(0.003)(scan, generator(seed)).ranges != scan.ranges
    assert moved[[0, 1, 2, 4]].tolist() == [0, 0, 0, 0] and min(moved[3], moved[5]) > 60
