"""Reported variances agree with sampled ones.

Sampled over many devices and messages, about the truth.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.noise.chain import ChainSpec, ChainStep, NoiseChain
from sim.noise.models.catalogue import MODELS
from sim.noise.models.objects import Objects
from sim.noise.profile import read_profile

FOLDER = Path(__file__).resolve().parents[2] / "config" / "noise"
SEEDS = 2000
UPRIGHT = np.array([0.0, 0.0, 0.0, 1.0])


@pytest.mark.parametrize(
    "name, fields",
    [
        ("gaussian", {"sigma": 0.3}),
        ("multiplicative", {"sigma": 0.1}),
        ("mixture", {"weights": [0.3, 0.7], "means": [0.7, -0.3], "sigmas": [0.1, 0.4]}),
        ("quantisation", {"step": 0.1}),
        ("outliers", {"probability": 0.1, "sigma": 2.0}),
        ("gauss_markov", {"sigma": 0.4, "time_constant": 5.0}),
    ],
)
def test_of_plain_numbers(name, fields) -> None:
    spec, rng = (
        ChainSpec(
            "chain",
            ("/x",),
            "sensor_msgs/Imu",
            (ChainStep("one", MODELS[name](**fields), "angular_velocity"),),
        ),
        np.random.default_rng(1),
    )
    errors, said = [], []
    for seed in range(SEEDS):
        truth = np.concatenate([[1.0, 2.0, 3.0] + 0.1 * rng.random(3), np.zeros(3)])
        found = NoiseChain(spec, "/x", seed)({"imu": truth}, 1)
        errors.append(found.reading["imu"][:3] - truth[:3])
        said.append(np.zeros(3) + found.variances["angular_velocity"])
    assert np.mean(np.square(errors), axis=0) == pytest.approx(np.mean(said, axis=0), rel=0.15)


@pytest.mark.not_quick
def test_of_a_receivers_position() -> None:
    """White noise and drift together: 2.12 m for each horizontal axis.

    It is the datasheet's CEP of 2.5 m.
    """
    spec = read_profile("consumer_gps", [FOLDER]).chains[0]
    found = [
        NoiseChain(spec, "/ego/gps/fix", seed)({"fix": np.zeros(3)}, 1) for seed in range(SEEDS)
    ]
    said = found[0].variances["fix"]
    assert np.mean(np.square([one.reading["fix"] for one in found]), axis=0) == pytest.approx(
        said, rel=0.1
    )
    assert np.sqrt(said[0]) == pytest.approx(2.5 / 1.1774, rel=0.01)


@pytest.mark.parametrize("rate", [50.0, 200.0])
@pytest.mark.not_quick
def test_of_an_imus_noise_but_not_of_its_constant_biases(rate: float) -> None:
    """Half of the variance of the differences of neighbouring readings."""
    spec = read_profile("consumer_imu", [FOLDER]).chains[0]
    chain = NoiseChain(spec, "/ego/imu/imu", 3)
    found = [
        chain({"imu": np.zeros(6), "orientation": UPRIGHT}, round(number * 1e9 / rate))
        for number in range(SEEDS)
    ]
    said = found[-1].variances["imu"]
    assert 0.5 * np.var(
        np.diff([one.reading["imu"] for one in found], axis=0), axis=0
    ) == pytest.approx(said, rel=0.15)
    turned = 2.0 * np.array([one.reading["orientation"][:3] for one in found])
    assert np.mean(np.square(turned), axis=0) == pytest.approx(
        found[0].variances["orientation"], rel=0.1
    )


@pytest.mark.not_quick
def test_of_an_object() -> None:
    steps = (
        ChainStep("where", MODELS["object_position"](z_sigma=0.001), "objects"),
        ChainStep("turned", MODELS["object_rotation"](0.02, 0.01), "objects"),
    )
    chain = NoiseChain(ChainSpec("chain", ("/x",), "nav_msgs/Odometry", steps), "/x", 1)
    truth = Objects(("ego",), np.zeros((1, 3)), UPRIGHT[None])
    found = [chain({"objects": truth}, number) for number in range(1, SEEDS)]
    errors = [
        np.concatenate(
            [one.reading["objects"].positions[0], 2.0 * one.reading["objects"].rotations[0, :3]]
        )
        for one in found
    ]
    assert np.mean(np.square(errors), axis=0) == pytest.approx(
        found[0].variances["objects"], rel=0.1
    )


def test_they_grow_with_the_square_of_the_noise_factor() -> None:
    spec = read_profile("consumer_gps", [FOLDER]).chains[0]
    none, one, two = (
        NoiseChain(spec, "/x", 1, factor)({"fix": np.zeros(3)}, 1).variances["fix"]
        for factor in (0.0, 1.0, 2.0)
    )
    np.testing.assert_allclose(two, 4.0 * one)
    np.testing.assert_array_equal(none, 0.0)
