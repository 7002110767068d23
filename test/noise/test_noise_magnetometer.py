"""Magnetometer noise in the figures of data sheets, by its formula."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.noise.chain import NoiseChain
from sim.noise.models.magnetometer import MagnetometerNoise
from sim.noise.profile import read_profile

FIELD = np.array([2.0e-5, 0.0, -4.0e-5])  # T


def readings(model: MagnetometerNoise, count: int, seed: int = 1, rate: float = 50.0) -> np.ndarray:
    state = model.start(seed)
    rng = np.random.default_rng(seed)
    return np.array([state(FIELD, number / rate, rng) for number in range(count)])


def test_hard_and_soft_iron_distort_the_field() -> None:
    """D B + h.

    1.1 * 20 - 0.2 * 40 + 3 uT, 0.1 * 20 - 4, and 0.9 * -40 + 5.
    """
    model = MagnetometerNoise(
        hard_iron_ut=(3.0, -4.0, 5.0), soft_iron_matrix=(1.1, 0, 0.2, 0.1, 1, 0, 0, 0, 0.9)
    )
    (found,) = readings(model, 1)
    assert 1e6 * found == pytest.approx([17.0, -2.0, -31.0])


def test_the_density_is_that_of_the_data_sheet() -> None:
    """14 nT/sqrt(Hz) are 14 sqrt(50) = 99 nT at 50 Hz."""
    found = readings(MagnetometerNoise(noise_ut_rthz=0.014, rate=50.0), 4000)
    assert found.std(axis=0) == pytest.approx(99e-9, rel=0.05)
    assert found.mean(axis=0) == pytest.approx(FIELD, abs=1e-8)


def test_devices_differ_in_bias_and_a_symmetric_soft_iron() -> None:
    """Standard deviation of 2000 devices: hypot(2, 20 s, 40 s)."""
    model = MagnetometerNoise(turn_on_ut=2.0, soft_iron=0.05)
    found = np.array([1e6 * readings(model, 1, seed)[0] for seed in range(2000)])
    expected = np.sqrt(2.0**2 + (0.05 * 20.0) ** 2 + (0.05 * 40.0) ** 2)
    assert found.std(axis=0) == pytest.approx(expected, rel=0.06)
    same = readings(model, 5)
    assert (same == same[0]).all()


def test_range_and_steps_limit_a_reading() -> None:
    (found,) = readings(MagnetometerNoise(range_ut=30.0, step_ut=0.8), 1)
    assert 1e6 * found == pytest.approx([20.0, 0.0, -30.4])


def test_a_profile_degrades_a_magnetic_field(tmp_path: Path) -> None:
    """Also a plain gaussian, without the key of."""
    (tmp_path / "vn.yaml").write_text(
        "chains:\n  m:\n    topic: /m\n    type: sensor_msgs/MagneticField\n    models:\n"
        "      white: {model: gaussian, sigma: 9.9e-8}\n"
        "      device: {model: magnetometer, noise_ut: 0.1, hard_iron_ut: [1.0, 0.0, 0.0]}\n"
    )
    spec = read_profile("vn", [tmp_path]).chains[0]
    assert [step.part for step in spec.steps] == ["magnetic_field", "magnetic_field"]
    result = NoiseChain(spec, "/m", 3)({"magnetic_field": FIELD}, 1_000_000)
    moved = 1e6 * (result.reading["magnetic_field"] - FIELD)
    assert moved == pytest.approx([1.0, 0.0, 0.0], abs=0.8)
    expected = 9.9e-8**2 + 1e-7**2
    assert result.variances["magnetic_field"] == pytest.approx(np.full(3, expected))
