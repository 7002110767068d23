"""Rules of every model: checked fields, NaN, unchanged arguments, seeds.

A factor of 0 leaves the truth.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any, Dict

import numpy as np
import pytest

from sim.errors import InputError
from sim.noise.models.beams import Beams, beams_of_scan
from sim.noise.models.catalogue import MODELS
from sim.noise.models.image import ImageGaussian
from sim.noise.models.model import NoiseModel
from sim.noise.models.objects import Objects

from .noise_checks import generator

EXAMPLES: Dict[str, Dict[str, Any]] = {
    "gaussian": {"sigma": 0.1},
    "multiplicative": {"sigma": 0.1},
    "quantisation": {"step": 0.1},
    "bias": {"offset": 0.5},
    "gain": {"factor": 2},
    "mixture": {"weights": [0.25, 0.75], "means": [1, 2], "sigmas": [0.1, 0.2]},
    "dropout": {"probability": 0.3},
    "outliers": {"probability": 0.5, "sigma": 3},
    "saturation": {"lower": -1, "upper": 1},
    "dead_band": {"width": 0.5},
    "random_walk": {"density": 0.1},
    "gauss_markov": {"sigma": 0.1, "time_constant": 3},
    "bias_instability": {"floor": 0.1},
    "turn_on_bias": {"sigma": 0.1},
    "drift": {"sigma": 0.1},
    "latency": {"mean": 0.02, "jitter": 0.005},
    "message_loss": {"probability": 0.1},
    "image_gaussian": {"sigma": 0.03},
    "image_shot": {"full_well": 1000, "read_sigma": 0.01},
    "image_salt_pepper": {"probability": 0.05},
    "image_exposure": {"gain_sigma": 0.1},
    "image_shift": {
        "x_weights": [0.5, 0.5],
        "x_means": [-0.3, 0.3],
        "x_sigmas": [0.1, 0.1],
        "y_sigmas": [0.2],
    },
    "lidar_range": {"sigma": 0.01, "relative": 0.001},
    "lidar_resolution": {"step": 0.002},
    "lidar_range_table": {"limits": [5, 10], "sigmas": [0.01, 0.03], "bias_sigmas": [0.02]},
    "lidar_angles": {"azimuth_sigma": 0.01, "elevation_sigma": 0.01},
    "lidar_ring_bias": {"sigma": 0.01},
    "lidar_dropout": {"probability": 0.2, "half_range": 20},
    "lidar_outliers": {"probability": 0.1},
    "lidar_intensity": {"sigma": 1, "relative": 0.1},
    "lidar_mixed_pixels": {"divergence": 0.003},
    "depth_disparity": {"focal": 500, "baseline": 0.1, "sigma": 0.2},
    "depth_axial": {},
    "depth_range": {"least": 0.8, "most": 9.0},
    "depth_occlusion": {"focal": 500, "baseline": 0.1},
    "magnetometer": {"noise_ut": 0.5, "noise_ut_rthz": 0.1, "turn_on_ut": 1, "soft_iron": 0.01},
    "gyroscope": {
        "noise_dps_rthz": 0.01,
        "bias_deg_h": 10,
        "walk_dps_rts": 0.001,
        "turn_on_dps": 0.1,
        "scale": 0.01,
        "misalignment_deg": 0.1,
    },
    "accelerometer": {
        "noise_ug_rthz": 100,
        "bias_ug": 50,
        "walk_ug_rts": 10,
        "turn_on_mg": 5,
        "scale": 0.01,
        "misalignment_deg": 0.1,
    },
    "rotation": {"tilt_sigma": 0.01, "yaw_sigma": 0.1},
    "gps": {"horizontal_sigma": 1, "vertical_sigma": 2, "horizontal_drift": 1, "vertical_drift": 1},
    "wheel_ticks": {"ticks": 48},
    "wheel_tooth_timing": {"pitch_sigma": 0.01, "jitter_sigma": 0.01},
    "wheel_slip": {"sigma": 0.02},
    "object_position": {"z_sigma": 0.001},
    "object_rotation": {"yaw_sigma": 0.1},
    "object_lost": {"probability": 0.3},
    "object_duplicated": {"probability": 0.3, "sigma": 0.001},
    "object_mislabelled": {"probability": 0.3},
}
# Models without a size of noise that a factor could make 0.
NOT_SCALED = {
    "quantisation",
    "bias",
    "gain",
    "dropout",
    "saturation",
    "dead_band",
    "image_salt_pepper",
    "lidar_resolution",
    "lidar_dropout",
    "lidar_outliers",
    "lidar_mixed_pixels",
    "depth_occlusion",
    "depth_range",
    "wheel_ticks",
    "wheel_tooth_timing",
    "object_lost",
    "object_duplicated",
    "object_mislabelled",
}
CALLED = sorted(name for name in MODELS if MODELS[name].kind != "timing")


def example(name: str) -> NoiseModel:
    return MODELS[name](**EXAMPLES[name])


def truth(kind: str) -> Any:
    """Return values of a kind, with NaN and inf if allowed."""
    rng = generator(7)
    gaps = np.array([np.nan, np.inf, -np.inf], np.float32)
    if kind == "image":
        return rng.integers(0, 256, (32, 48, 3), dtype=np.uint8)
    if kind == "depth":
        return np.concatenate([gaps, rng.uniform(0.5, 20.0, 997).astype(np.float32)]).reshape(
            20, 50
        )
    if kind == "lidar":
        return beams_of_scan(
            np.concatenate([gaps, rng.uniform(0.5, 20.0, 997).astype(np.float32)]), -1.5, 0.003
        )
    if kind == "objects":
        return Objects(
            tuple(f"gear_{index}" for index in range(100)),
            rng.normal(size=(100, 3)),
            np.tile([0.0, 0.0, 0.0, 1.0], (100, 1)),
        )
    if kind == "orientation":
        return np.array([0.0, 0.0, np.sin(0.3), np.cos(0.3)])
    return {
        "imu": np.array([0.1, -0.2, 0.3, 0.0, 1.0, 9.81]),
        "gps": np.zeros(3),
        "magnetic": np.array([2e-5, 1e-6, -4e-5]),
        "wheels": np.array([10.0, 11.0, 12.0, np.nan]),
    }.get(kind, np.concatenate([gaps, rng.normal(size=97).astype(np.float32)]))


def arrays(values: Any) -> list:
    if isinstance(values, (Beams, Objects)):
        return [np.asarray(getattr(values, field.name)) for field in dataclasses.fields(values)]
    return [values]


def degraded(model: NoiseModel, values: Any, seed: int) -> list:
    """Run three messages through a model, as lists of arrays."""
    call = model.start(seed) if model.memory else None
    results = []
    for index in range(3):
        rng = np.random.default_rng([seed, index])
        results += arrays(call(values, 5.0 + 0.1 * index, rng) if call else model(values, rng))
    return results


def test_the_examples_are_of_every_model() -> None:
    assert set(EXAMPLES) == set(MODELS)


def test_the_documentation_has_every_model() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "noise.md").read_text(encoding="utf-8")
    assert [name for name in MODELS if f"`{name}`" not in text] == []


@pytest.mark.parametrize("name", CALLED)
def test_one_seed_gives_one_result_and_another_another(name: str) -> None:
    first, again = (degraded(example(name), truth(MODELS[name].kind), 11) for _ in range(2))
    assert all(
        np.array_equal(one, two, equal_nan=one.dtype.kind == "f") for one, two in zip(first, again)
    )
    if name not in NOT_SCALED:
        other = degraded(example(name), truth(MODELS[name].kind), 12)
        assert not all(
            np.array_equal(one, two, equal_nan=one.dtype.kind == "f")
            for one, two in zip(first, other)
        )


@pytest.mark.parametrize("name", CALLED)
def test_the_argument_is_left_alone_and_the_type_kept(name: str) -> None:
    values, before = truth(MODELS[name].kind), truth(MODELS[name].kind)
    results = degraded(example(name), values, 3)
    for given, kept, result in zip(arrays(values), arrays(before), results):
        assert np.array_equal(given, kept, equal_nan=given.dtype.kind == "f")
        assert result.dtype == given.dtype or given.dtype.kind == "U"
        assert result.shape == given.shape or MODELS[name].kind == "objects"


@pytest.mark.parametrize("name", CALLED)
@pytest.mark.filterwarnings("error")
def test_nan_and_infinite_values_stay_what_they_are(name: str) -> None:
    for given, result in zip(
        arrays(truth(MODELS[name].kind)), degraded(example(name), truth(MODELS[name].kind), 3)
    ):
        if given.dtype.kind == "f" and MODELS[name].kind != "objects":
            assert np.isnan(result[np.isnan(given)]).all()
            assert np.array_equal(result[np.isinf(given)], given[np.isinf(given)]) or name in (
                "dropout",
                "gain",
            )


@pytest.mark.parametrize("name", sorted(set(CALLED) - NOT_SCALED))
def test_a_noise_factor_of_zero_leaves_the_truth(name: str) -> None:
    values = truth(MODELS[name].kind)
    for given, result in zip(arrays(values), degraded(example(name).scaled(0), values, 3)):
        if given.dtype.kind == "f":
            assert np.allclose(result, given, rtol=1e-5, atol=1e-6, equal_nan=True)
        else:
            assert np.array_equal(result, given)


@pytest.mark.parametrize("name", sorted(MODELS))
def test_a_factor_doubles_what_is_random_and_nothing_else(name: str) -> None:
    model, doubled = example(name), example(name).scaled(2.0)
    for field in dataclasses.fields(model):
        times = 2.0 if field.metadata.get("scales") else 1.0
        assert np.allclose(
            np.multiply(getattr(model, field.name), times), getattr(doubled, field.name)
        )


@pytest.mark.parametrize("name", sorted(MODELS))
def test_every_field_refuses_what_no_number_is_and_names_itself(name: str) -> None:
    for field in dataclasses.fields(MODELS[name]):
        for wrong in (float("nan"), "much", None, float("inf"), True):
            with pytest.raises(InputError, match=f"^{field.name}") as caught:
                MODELS[name](**{**EXAMPLES[name], field.name: wrong})
            assert caught.value.where.startswith(field.name)


@pytest.mark.parametrize(
    "name, fields, message",
    [
        ("gaussian", {"sigma": -1}, "sigma: must be a finite number of at least 0, is -1"),
        ("dropout", {"probability": 1.5}, "probability: must be a number from 0 to 1, is 1.5"),
        ("quantisation", {"step": 0}, "step: must be a finite number above 0, is 0"),
        (
            "mixture",
            {"weights": [0.5, 0.6], "means": [0, 1], "sigmas": [1, 1]},
            "weights: must sum to 1, sums to 1.1",
        ),
        (
            "mixture",
            {"weights": [0.5, 0.5], "means": [0], "sigmas": [1, 1]},
            "means: must have one number for each of the 2 weights, has 1",
        ),
        (
            "mixture",
            {"weights": [], "means": [], "sigmas": []},
            "weights: must be a list of one or more numbers, is []",
        ),
        (
            "mixture",
            {"weights": [1], "means": [0], "sigmas": [-1]},
            "sigmas[0]: must be a finite number of at least 0, is -1",
        ),
        ("saturation", {"lower": 2, "upper": 1}, "lower: must be at most upper, 1, is 2"),
        (
            "lidar_mixed_pixels",
            {"divergence": 0.003, "least": 3},
            "least: must be at most 'most' (2), got 3",
        ),
        (
            "object_position",
            {"x_means": [0.1]},
            "x_means: must have one number for each of the 3 weights, has 1",
        ),
        (
            "image_shift",
            {"y_sigmas": [0.1, 0.1]},
            "y_sigmas: must have one number for each of the 1 weights, has 2",
        ),
    ],
)
def test_fields_out_of_limits_are_refused_with_the_limits(
    name: str, fields: Dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError) as caught:
        MODELS[name](**fields)
    assert str(caught.value) == message


def test_a_noise_factor_must_be_a_number_of_at_least_zero() -> None:
    for wrong in (-1.0, float("nan"), "2"):
        with pytest.raises(
            InputError, match=r"^noise factor: must be a finite number of at least 0"
        ):
            ImageGaussian(0.1).scaled(wrong)
