"""Estimates give back the noise that recordings were made with."""

import numpy as np
import pytest

from sim.errors import InputError
from sim.noise.chain import ChainSpec, ChainStep, NoiseChain, message_generator
from sim.noise.fit.allan import allan_deviation
from sim.noise.fit.clusters import fit_clusters
from sim.noise.fit.estimate import estimate
from sim.noise.fit.recording import SignalRecording
from sim.noise.models import nist
from sim.noise.models.beams import Beams
from sim.noise.models.catalogue import MODELS
from sim.noise.models.objects import Objects
from sim.noise.profile import read_profile

RNG = np.random.default_rng(11)


def recording(
    kind: str, part: str, values: list, rate: float = 10.0, message_type: str = ""
) -> SignalRecording:
    return SignalRecording(
        "truth", "/topic", message_type, part, kind, np.arange(len(values)) / rate, values
    )


def through(model, value, count: int, kind: str, part: str, rate: float = 10.0) -> list:
    """Return a still scene as measured by a sensor with this noise."""
    chain = NoiseChain(ChainSpec("c", ("/t",), kind, (ChainStep("s", model, part),)), "/t", 3)
    base = next(iter(chain.spec.bases))
    return [
        chain({base: value}, round(number * 1e9 / rate)).reading[base]
        for number in range(1, count + 1)
    ]


@pytest.mark.parametrize("axis, count", [(nist.X, 3), (nist.Y, 3)])
def test_the_clusters_of_nists_detector_are_found(axis, count) -> None:
    """In 1487 reports, as the paper has them."""
    found = fit_clusters(axis.draw(np.random.default_rng(5), (nist.DRAWS,)))
    assert len(found.weights) == count
    order, expected = np.argsort(found.means), np.argsort(axis.means)
    np.testing.assert_allclose(found.means[order], np.array(axis.means)[expected], atol=0.04e-3)
    np.testing.assert_allclose(found.weights[order], np.array(axis.weights)[expected], atol=0.05)


@pytest.mark.not_quick
def test_one_normal_distribution_is_one_cluster() -> None:
    for seed in range(3):
        found = fit_clusters(np.random.default_rng(seed).normal(3.0, 0.2, 2000))
        assert len(found.weights) == 1 and found.sigmas[0] == pytest.approx(0.2, rel=0.05)


def test_values_that_are_all_the_same_have_no_noise() -> None:
    found = fit_clusters(np.full(100, 2.5))
    assert found.means[0] == 2.5 and found.sigmas[0] == 0.0


def test_a_density_integrates_to_one() -> None:
    found = fit_clusters(np.concatenate([RNG.normal(-2.0, 0.1, 500), RNG.normal(1.0, 0.3, 500)]))
    x = np.linspace(-4.0, 4.0, 4001)
    assert (
        np.sum(found.density(x)) * (x[1] - x[0]) == pytest.approx(1.0, abs=1e-3)
        and len(found.weights) == 2
    )


def test_allan_deviation_of_white_noise_falls_with_the_root_of_time() -> None:
    rate, density = 100.0, 0.02
    tau, deviation = allan_deviation(
        RNG.normal(0.0, density * np.sqrt(rate), (100_000, 3)), 1.0 / rate
    )
    np.testing.assert_allclose(
        deviation[tau < 5.0], (density / np.sqrt(tau[tau < 5.0]))[:, None].repeat(3, 1), rtol=0.1
    )


def test_allan_deviation_of_a_random_walk_rises_with_it() -> None:
    rate, walk = 100.0, 0.05
    tau, deviation = allan_deviation(
        np.cumsum(RNG.normal(0.0, walk / np.sqrt(rate), (100_000, 4)), axis=0), 1.0 / rate
    )
    rising = deviation[tau > 1.0] / (walk * np.sqrt(tau[tau > 1.0] / 3.0))[:, None]
    np.testing.assert_allclose(rising.mean(axis=1), 1.0, rtol=0.35)


@pytest.mark.not_quick
def test_an_imu_is_found_in_datasheet_units() -> None:
    gyro = MODELS["gyroscope"](rate=50.0, noise_dps_rthz=0.02, bias_deg_h=60.0)
    accel = MODELS["accelerometer"](rate=50.0, noise_ug_rthz=300.0, bias_ug=200.0)
    chain = NoiseChain(
        ChainSpec(
            "c",
            ("/t",),
            "sensor_msgs/Imu",
            (ChainStep("g", gyro, "imu"), ChainStep("a", accel, "imu")),
        ),
        "/t",
        3,
    )
    truth = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 9.81])
    values = [
        chain({"imu": truth}, round(number * 1e9 / 50.0)).reading["imu"]
        for number in range(1, 40_000)
    ]
    found = estimate(recording("imu", "imu", values, 50.0)).models
    assert found["gyroscope"]["noise_dps_rthz"] == pytest.approx(0.02, rel=0.05)
    assert found["gyroscope"]["bias_deg_h"] == pytest.approx(60.0, rel=0.35)
    assert found["accelerometer"]["noise_ug_rthz"] == pytest.approx(300.0, rel=0.05)
    assert found["accelerometer"]["bias_ug"] == pytest.approx(200.0, rel=0.35)


def test_a_camera_with_gaussian_noise() -> None:
    image = np.tile(np.linspace(20, 235, 80).astype(np.uint8), (60, 1))
    values = through(MODELS["image_gaussian"](sigma=0.03), image, 60, "sensor_msgs/Image", "image")
    found = estimate(recording("image", "image", values)).models["noise"]
    assert found["model"] == "image_gaussian" and found["sigma"] == pytest.approx(0.03, rel=0.03)


def test_a_camera_with_shot_noise() -> None:
    image = np.tile(np.linspace(20, 235, 80).astype(np.uint8), (60, 1))
    values = through(
        MODELS["image_shot"](full_well=2000.0, read_sigma=0.01),
        image,
        100,
        "sensor_msgs/Image",
        "image",
    )
    found = estimate(recording("image", "image", values)).models["noise"]
    assert found["model"] == "image_shot"
    assert found["full_well"] == pytest.approx(2000.0, rel=0.06) and found[
        "read_sigma"
    ] == pytest.approx(0.01, rel=0.1)


def room(points: int = 900) -> Beams:
    """Return the beams of a lidar of 8 rings between slanted walls."""
    azimuth = np.linspace(-np.pi, np.pi, points, endpoint=False)
    elevation = np.radians(np.linspace(-10.0, 10.0, 8))
    a, e = (grid.ravel() for grid in np.meshgrid(azimuth, elevation))
    directions = np.stack([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)], axis=1)
    with np.errstate(divide="ignore"):
        ranges = np.min(
            [np.abs(distance / directions[:, axis]) for axis, distance in ((0, 6.0), (1, 25.0))],
            axis=0,
        )
    ring = np.repeat(np.arange(8), points).astype(np.uint16)
    return Beams(
        ranges.astype(np.float32),
        directions.astype(np.float32),
        np.full(len(a), 128.0, np.float32),
        ring,
        np.zeros(len(a), np.float32),
    )


@pytest.mark.parametrize("sigma, relative", [(0.02, 0.0), (0.008, 0.0), (0.01, 0.003)])
def test_a_lidars_range_noise(sigma: float, relative: float) -> None:
    values = through(
        MODELS["lidar_range"](sigma=sigma, relative=relative),
        room(),
        40,
        "sensor_msgs/PointCloud2",
        "beams",
    )
    found = estimate(recording("lidar", "beams", values)).models["range"]
    assert found["sigma"] == pytest.approx(sigma, rel=0.1) and found["relative"] == pytest.approx(
        relative, rel=0.1, abs=1e-4
    )


@pytest.mark.not_quick
def test_a_detector_that_loses_and_turns_objects() -> None:
    rng = np.random.default_rng(8)
    truth = Objects(
        ("gear",), np.array([[nist.MEAN_X, nist.MEAN_Y, 0.1]]), np.array([[0.0, 0.0, 0.0, 1.0]])
    )
    values = [
        MODELS["object_lost"](probability=0.1)(
            MODELS["object_rotation"](yaw_sigma=0.02)(MODELS["object_position"]()(truth, rng), rng),
            rng,
        )
        for _ in range(nist.DRAWS)
    ]
    found = estimate(recording("objects", "objects", values)).models
    assert len(found["position"]["x_weights"]) == len(found["position"]["y_weights"]) == 3
    assert found["rotation"]["yaw_sigma"] == pytest.approx(0.02, rel=0.08) and found["lost"][
        "probability"
    ] == pytest.approx(0.1, abs=0.03)
    again = MODELS["object_position"](
        **{key: value for key, value in found["position"].items() if key != "model"}
    )
    assert again.mixture("x").deviation == pytest.approx(nist.SIGMA_X, rel=0.06)


def test_of_several_objects_one_must_be_named() -> None:
    values = [
        Objects(("a", "b"), RNG.normal(size=(2, 3)), np.tile([0.0, 0.0, 0.0, 1.0], (2, 1)))
    ] * 30
    with pytest.raises(InputError, match="has several objects; name one of: a, b"):
        estimate(recording("objects", "objects", values))
    with pytest.raises(InputError, match="has no object c"):
        estimate(recording("objects", "objects", values), "c")


def test_a_receivers_noise_and_drift() -> None:
    model = MODELS["gps"](
        horizontal_sigma=0.3,
        vertical_sigma=0.6,
        horizontal_drift=2.0,
        vertical_drift=3.0,
        time_constant=20.0,
    )
    values = through(model, np.zeros(3), 6000, "sensor_msgs/NavSatFix", "fix", 5.0)
    found = estimate(recording("gps", "fix", values, 5.0)).models["fix"]
    assert found["horizontal_sigma"] == pytest.approx(0.3, rel=0.25) and found[
        "horizontal_drift"
    ] == pytest.approx(2.0, rel=0.25)
    assert found["time_constant"] == pytest.approx(20.0, rel=0.5)


def test_plain_numbers_as_gaussian_or_mixture_and_what_is_missing() -> None:
    values = [
        np.array(
            [
                2.0 + 0.01 * RNG.standard_normal(),
                np.nan if RNG.random() < 0.2 else 5.0 + 0.01 * RNG.standard_normal(),
            ]
        )
        for _ in range(1000)
    ]
    found = estimate(recording("values", "range", values)).models
    assert found["noise"]["model"] == "gaussian" and found["noise"]["sigma"] == pytest.approx(
        0.01, rel=0.05
    )
    assert found["dropout"]["probability"] == pytest.approx(0.1, abs=0.02)


def test_a_too_short_recording_is_refused() -> None:
    with pytest.raises(InputError, match="has 3 messages; at least 20"):
        estimate(recording("values", "range", [np.zeros(1)] * 3))
    with pytest.raises(InputError, match="the same stamp"):
        estimate(
            SignalRecording(
                "truth", "/topic", "", "range", "values", np.zeros(30), [np.zeros(1)] * 30
            )
        )


def test_an_estimate_is_a_profile_that_can_be_read(tmp_path) -> None:
    import yaml

    from sim.noise.command import document

    rng = message_generator([1], 2)
    values = [
        MODELS["object_position"]()(
            Objects(("gear",), np.zeros((1, 3)), np.array([[0.0, 0.0, 0.0, 1.0]])), rng
        )
        for _ in range(500)
    ]
    found = recording("objects", "objects", values, 30.0, "geometry_msgs/PoseStamped")
    (tmp_path / "mine.yaml").write_text(yaml.safe_dump(document(found, estimate(found))))
    chain = read_profile("mine", [tmp_path]).chains[0]
    assert chain.type == "geometry_msgs/PoseStamped" and chain.steps[0].model.mixture(
        "y"
    ).deviation == pytest.approx(nist.SIGMA_Y, rel=0.1)
