"""Adaptive importance sampling against densities with known moments."""

from __future__ import annotations

import numpy as np
import pytest

from sim.calibration.fit.posterior import importance_sample


@pytest.mark.parametrize("wide", [0.1, 1.0, 30.0])
def test_a_normal_density(wide: float) -> None:
    rng = np.random.default_rng(3)
    root = np.tril(rng.standard_normal((5, 5))) + 2.0 * np.eye(5)
    center, precise = np.arange(5.0), np.linalg.inv(root @ root.T)

    def density(draws: np.ndarray) -> np.ndarray:
        off = draws - center
        return -0.5 * np.einsum("ki,ij,kj->k", off, precise, off)

    found = importance_sample(density, np.zeros(5), wide**2 * np.eye(5), rng)
    deviation = np.sqrt(np.diag(root @ root.T))
    assert np.abs(found.mean - center) == pytest.approx(0.0, abs=0.1 * deviation.max())
    assert found.covariance == pytest.approx(root @ root.T, abs=0.15 * deviation.max() ** 2)


def test_the_middle_of_a_box_and_its_spread() -> None:
    """Uniform within limits: a fit ends anywhere, as likely at their end."""
    low, high = np.array([-1.0, 0.0, 2.0]), np.array([1.0, 0.5, 6.0])

    def density(draws: np.ndarray) -> np.ndarray:
        return np.where(((draws > low) & (draws < high)).all(axis=1), 0.0, -1e3)

    found = importance_sample(density, high - 0.05, np.eye(3), np.random.default_rng(0))
    assert found.mean == pytest.approx(0.5 * (low + high), abs=0.1)
    assert np.sqrt(np.diag(found.covariance)) == pytest.approx((high - low) / np.sqrt(12), rel=0.1)


def test_the_same_seed_finds_the_same() -> None:
    def density(draws: np.ndarray) -> np.ndarray:
        return -np.abs(draws).sum(axis=1)

    one, other = (
        importance_sample(density, np.ones(2), np.eye(2), np.random.default_rng(1))
        for _ in range(2)
    )
    assert (one.mean == other.mean).all()
