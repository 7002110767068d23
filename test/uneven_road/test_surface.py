"""Roads against ISO 8608's densities and the isotropic coherence."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.signal import csd, welch

from sim.errors import InputError
from sim.uneven_road.surface import DENSITIES, UnevenRoad, coherence, rough

STEP = 0.1


def lines(density: float, *places: float, count: int = 40000, seed: int = 3) -> np.ndarray:
    """Return heights (count, m) along lines."""
    return rough(density, count, STEP, np.array(places), np.random.default_rng(seed))


@pytest.mark.parametrize("grade", ["A", "C", "H"])
def test_the_density_is_that_of_the_class_with_a_slope_of_two(grade: str):
    heights = lines(DENSITIES[grade], -0.75, 0.75)
    frequency, density = welch(heights, 1.0 / STEP, "hann", 2048, axis=0)
    kept = (frequency > 0.03) & (frequency < 2.0)
    for column in density.T:
        slope, level = np.polyfit(np.log(frequency[kept] / 0.1), np.log(column[kept]), 1)
        assert slope == pytest.approx(-2.0, abs=0.1)
        # A class reaches from half to twice its middle; 4 km are measured to some percent.
        assert np.exp(level) == pytest.approx(DENSITIES[grade], rel=0.25)


def test_classes_follow_each_other_by_four():
    values = list(DENSITIES.values())
    assert values[0] == 16e-6 and values[-1] == pytest.approx(262144e-6)
    assert np.diff(np.log(values)) == pytest.approx(np.log(4.0))


def test_there_is_nothing_beyond_the_norms_frequencies():
    frequency, density = welch(lines(16e-6, 0.0), 1.0 / STEP, "hann", 4096, axis=0)
    inside = density[(frequency > 2.0) & (frequency < 2.7)].mean()
    assert density[frequency > 2.9].max() < 1e-6 * inside


@pytest.mark.parametrize("apart", [0.5, 1.5])
def test_tracks_rise_together_as_on_an_isotropic_surface(apart: float):
    heights = lines(256e-6, 0.0, apart)
    frequency, cross = csd(*heights.T, 1.0 / STEP, "hann", 1024)
    powers = [welch(each, 1.0 / STEP, "hann", 1024)[1] for each in heights.T]
    found = cross.real / np.sqrt(powers[0] * powers[1])
    for low, high in ((0.03, 0.08), (0.1, 0.3), (0.5, 1.0)):
        band = (frequency > low) & (frequency < high)
        expected = coherence(frequency[band], apart).mean()
        assert found[band].mean() == pytest.approx(expected, abs=0.06)


def test_coherence_falls_from_one_to_nothing():
    assert coherence(0.1, 0.0) == pytest.approx(1.0)
    # x K1(x) at x = 1 [Abramowitz and Stegun, table 9.8].
    assert coherence(1.0 / (2.0 * np.pi), 1.0) == pytest.approx(0.6019072, rel=1e-6)
    assert coherence(2.0, 2.0) < 1e-9


def test_a_seed_makes_one_road_and_its_ends_are_level():
    road = UnevenRoad("D", 50.0, seed=5)
    heights = road.heights()
    assert np.array_equal(heights, UnevenRoad("D", 50.0, seed=5).heights())
    assert not np.array_equal(heights, UnevenRoad("D", 50.0, seed=6).heights())
    assert heights.shape == (len(road.places), len(road.lines)) == (1101, 17)
    level = (road.places < -10.0) | (road.places > 60.0)
    assert np.abs(heights[level]).max() == 0.0
    assert np.abs(np.diff(heights, axis=0)).max() < 0.1


@pytest.mark.parametrize(
    "road, said",
    [
        (UnevenRoad("J"), "class: 'J' is not one of: A, B, C"),
        (UnevenRoad("A", length=1.0), "length: 1 m is out of range; give 10 to 5000"),
        (UnevenRoad("A", along=float("nan")), "along: nan m is out of range"),
        (UnevenRoad("A", fade=40.0), "fade: 40 m is out of range"),
    ],
)
def test_a_road_that_cannot_be_is_refused(road: UnevenRoad, said: str):
    with pytest.raises(InputError, match=said):
        road.check()
