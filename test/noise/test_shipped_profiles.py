"""Profiles in config/noise: readable, with sources, for this package's sensors."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import yaml

from sim.noise.chain import NoiseChain
from sim.noise.models import nist
from sim.noise.models.beams import beams_of_scan
from sim.noise.models.objects import Objects
from sim.noise.profile import read_profile
from sim.noise.registration import RegistrationOffsets

FOLDER = Path(__file__).resolve().parents[2] / "config" / "noise"
NAMES = sorted(path.stem for path in FOLDER.glob("*.yaml"))
NAMED = {
    "bumblebee_xb3",
    "vlp_16",
    "hdl_32",
    "hdl_64",
    "consumer_imu",
    "decent_camera",
    "nist_detector",
}


def test_the_devices_named_in_the_documentation_are_there() -> None:
    assert set(NAMES) >= NAMED


@pytest.mark.parametrize("name", NAMES)
def test_it_is_a_profile_with_sources(name: str) -> None:
    assert read_profile(name, [FOLDER]).chains
    document = yaml.safe_load((FOLDER / f"{name}.yaml").read_text())
    assert document["description"] and document["source"]
    for chain in document.get("chains", {}).values():
        for step, values in chain["models"].items():
            assert values.get("source"), f"{name}: {step}"


@pytest.mark.parametrize(
    "topic, kind, name, chain",
    [
        ("/ego/lidar/points", "sensor_msgs/PointCloud2", "car", "lidar"),
        ("/ego/vlp16/points", "sensor_msgs/PointCloud2", "car", "lidar"),
        ("/ego/depth_camera/points", "sensor_msgs/PointCloud2", "car", "depth_points"),
        ("/ego/laser/scan", "sensor_msgs/LaserScan", "car", "laser"),
        ("/ego/depth_camera/depth/image_raw", "sensor_msgs/Image", "car", "depth"),
        ("/ego/depth_camera/image_raw", "sensor_msgs/Image", "car", "camera"),
        ("/ego/front_camera/image_raw", "sensor_msgs/Image", "car", "camera"),
        ("/ego/stereo/left/image_raw", "sensor_msgs/Image", "car", "stereo"),
        ("/ego/stereo_camera/right/image_raw", "sensor_msgs/Image", "car", "stereo"),
        ("/ego/imu/imu", "sensor_msgs/Imu", "car", "imu"),
        ("/ego/gps/fix", "sensor_msgs/NavSatFix", "car", "gps"),
        ("/ego/wheel_speeds", "sensor_msgs/JointState", "car", "wheel_speeds"),
        ("/ego/sonar_left/range", "sensor_msgs/Range", "car", "sonar"),
        ("/ego/hdl64/points", "sensor_msgs/PointCloud2", "hdl_64", "lidar"),
        ("/ego/depth_camera/depth/image_raw", "sensor_msgs/Image", "velo2cam", None),
        ("/ego/depth_camera/points", "sensor_msgs/PointCloud2", "velo2cam", None),
    ],
)
def test_topics_find_their_chains(topic, kind, name, chain) -> None:
    found = read_profile(name, [FOLDER]).chain_for(topic, kind)
    assert (found.name if found else None) == chain


def test_1487_reports_of_nists_detector_are_those_of_figure_11() -> None:
    """Mean and sigma of both axes at the paper's place."""
    profile = read_profile("nist_detector", [FOLDER])
    chain, truth = (
        NoiseChain(profile.chains[0], "/gazebo/model_states", 1),
        np.array([[nist.MEAN_X, nist.MEAN_Y, 0.0]]),
    )
    objects = Objects(("gear",), truth, np.array([[0.0, 0.0, 0.0, 1.0]]))
    found = np.array(
        [
            chain({"objects": objects}, number).reading["objects"].positions[0]
            for number in range(1, nist.DRAWS + 1)
        ]
    )
    for axis, (mean, sigma) in enumerate(
        ((nist.MEAN_X, nist.SIGMA_X), (nist.MEAN_Y, nist.SIGMA_Y))
    ):
        assert found[:, axis].mean() == pytest.approx(mean, abs=4 * sigma / np.sqrt(nist.DRAWS))
        assert found[:, axis].std() == pytest.approx(sigma, rel=0.06)


def test_registration_comes_before_noise_and_is_table_1() -> None:
    steps = read_profile("nist_motoman", [FOLDER]).chains[0].steps
    assert [step.name for step in steps] == ["registration", "position"]
    values = steps[0].model
    table = [
        [535.9, 157.7, 0.0, 5.0],
        [723.1, -400.3, -9.0, -7.0],
        [523.8, -106.7, -4.0, 0.0],
        [747.3, 155.4, 5.0, 0.0],
    ]
    np.testing.assert_allclose(np.hstack([values.points, values.offsets]) * 1e3, table)
    truth = Objects(("part",), np.array([[0.6, 0.0, 0.9]]), np.array([[0.0, 0.0, 0.0, 1.0]]))
    reported = values(truth, np.random.default_rng(0)).positions
    np.testing.assert_allclose(
        RegistrationOffsets(values.points, values.offsets).apply(reported)[0],
        truth.positions,
        atol=1e-11,
    )


def test_a_depth_cameras_points_have_the_noise_of_its_image() -> None:
    profile, depth = read_profile("kinect", [FOLDER]), np.full((40, 60), 2.0, np.float32)
    image, points = (
        NoiseChain(profile.chain_for(topic, kind), topic, 0)({"depth": depth}, 5).reading["depth"]
        for topic, kind in (
            ("/ego/depth_camera/depth/image_raw", "sensor_msgs/Image"),
            ("/ego/depth_camera/points", "sensor_msgs/PointCloud2"),
        )
    )
    assert image.std() > 0.0
    np.testing.assert_array_equal(image, points)


def kinect(depth: np.ndarray) -> np.ndarray:
    """Apply the profile's chain to a depth image."""
    spec = read_profile("kinect", [FOLDER]).chain_for(
        "/ego/depth_camera/depth/image_raw", "sensor_msgs/Image"
    )
    return NoiseChain(spec, "/ego/depth_camera/depth/image_raw", 1)({"depth": depth}, 1).reading[
        "depth"
    ]


@pytest.mark.parametrize("depth", [1.0, 2.0, 3.0, 4.0])
def test_kinects_depth_is_as_noisy_and_as_coarse_as_both_papers_found(depth: float) -> None:
    """Khoshelham and Oude Elberink 2012: steps of 2.85e-5 Z^2, in cm.

    Sigma half of that; Nguyen et al. 2012: 0.0012 + 0.0019 (Z - 0.4)^2, in m.
    """
    found = kinect(np.full((480, 640), depth, np.float32)).astype(float)
    steps = np.diff(np.unique(found))
    assert steps.mean() == pytest.approx(2.85e-3 * depth**2, rel=0.05)
    assert found.std() == pytest.approx(2.85e-3 * depth**2 * np.sqrt(0.5**2 + 1.0 / 12.0), rel=0.1)
    assert found.std() == pytest.approx(0.0012 + 0.0019 * (depth - 0.4) ** 2, rel=0.2)


def test_kinect_sees_nothing_beside_a_near_object_nor_out_of_range() -> None:
    """The shade of an edge at 1 m before a wall at 4 m: 586 * 0.075 (1/1 - 1/4) = 33 pixels."""
    wall = np.full((4, 640), 4.0, np.float32)
    wall[:, 300:] = 1.0
    unseen = np.isnan(kinect(wall))
    assert (
        (np.abs(unseen[:, 250:300].sum(axis=1) - 33) <= 1).all()
        and not unseen[:, :250].any()
        and not unseen[:, 300:].any()
    )
    assert (
        np.isnan(kinect(np.full((4, 640), 6.0, np.float32))).all()
        and np.isnan(kinect(np.full((4, 640), 0.3, np.float32))).all()
    )


def test_a_utm_30lx_has_its_specified_accuracy_near_and_far() -> None:
    """10 mm to 10 m, 30 mm beyond, of one device.

    Over many devices offsets of a third of 30 and 50 mm.
    """
    spec = read_profile("utm_30lx", [FOLDER]).chains[0]
    spec = replace(spec, steps=tuple(step for step in spec.steps if step.name == "range"))
    offsets = []
    for near, sigma, offset in ((5.0, 0.010, 0.010), (20.0, 0.030, 0.0167)):
        for seed in range(200):
            beams = beams_of_scan(np.full(1081, near, np.float32), -2.36, 0.00437)
            errors = (
                NoiseChain(spec, "/ego/laser/scan", seed)({"beams": beams}, 1)
                .reading["beams"]
                .ranges
                - near
            )
            assert errors.std() == pytest.approx(sigma, rel=0.1)
            offsets.append(errors.mean() / offset)
    assert np.std(offsets) == pytest.approx(1.0, rel=0.15)


@pytest.mark.parametrize("rate", [50.0, 200.0])
@pytest.mark.not_quick
def test_the_imu_has_its_datasheets_noise_at_other_rates(rate: float) -> None:
    """Sigma of differences of neighbouring readings, which biases leave out.

    0.01 deg/s and 300 ug at 1 Hz, and the noise of steps.
    """
    profile = read_profile("consumer_imu", [FOLDER])
    chain, still = (
        NoiseChain(profile.chains[0], "/ego/imu/imu", 1),
        {"imu": np.zeros(6), "orientation": np.array([0.0, 0.0, 0.0, 1.0])},
    )
    found = np.array(
        [chain(still, round(number * 1e9 / rate)).reading["imu"] for number in range(4000)]
    )
    sigma = np.std(np.diff(found[2:], axis=0), axis=0) / np.sqrt(2.0)
    assert sigma[:3] == pytest.approx(
        np.radians(np.hypot(0.01 * np.sqrt(rate), 0.00763 / np.sqrt(12.0))), rel=0.05
    )
    assert sigma[3:] == pytest.approx(
        9.80665 * np.hypot(300e-6 * np.sqrt(rate), 0.122e-3 / np.sqrt(12.0)), rel=0.05
    )
