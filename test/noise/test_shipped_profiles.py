"""The profiles in config/noise: each can be read, says where its numbers come from, and is about topics of this package's sensors."""
from pathlib import Path

import numpy as np
import pytest
import yaml
from sim.noise.chain import Chain
from sim.noise.models import nist
from sim.noise.models.objects import Objects
from sim.noise.profile import read_profile
from sim.noise.registration import Registration

FOLDER = Path(__file__).resolve().parents[2] / "config" / "noise"
NAMES = sorted(path.stem for path in FOLDER.glob("*.yaml"))
NAMED = {"bumblebee_xb3", "vlp_16", "hdl_32", "hdl_64", "consumer_imu", "decent_camera", "nist_detector"}


def test_the_devices_named_in_the_documentation_are_there() -> None:
    assert NAMED <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_it_is_a_profile_with_sources(name: str) -> None:
    assert read_profile(name, [FOLDER]).chains
    document = yaml.safe_load((FOLDER / f"{name}.yaml").read_text())
    assert document["description"] and document["source"]
    for chain in document.get("chains", {}).values():
        for step, values in chain["models"].items():
            assert values.get("source"), f"{name}: {step}"


@pytest.mark.parametrize("topic, kind, name, chain", [
    ("/ego/lidar/points", "sensor_msgs/PointCloud2", "car", "lidar"), ("/ego/vlp16/points", "sensor_msgs/PointCloud2", "car", "lidar"),
    ("/ego/depth_camera/points", "sensor_msgs/PointCloud2", "car", "depth_points"), ("/ego/laser/scan", "sensor_msgs/LaserScan", "car", "laser"),
    ("/ego/depth_camera/depth/image_raw", "sensor_msgs/Image", "car", "depth"), ("/ego/depth_camera/image_raw", "sensor_msgs/Image", "car", "camera"),
    ("/ego/front_camera/image_raw", "sensor_msgs/Image", "car", "camera"), ("/ego/stereo/left/image_raw", "sensor_msgs/Image", "car", "stereo"),
    ("/ego/stereo_camera/right/image_raw", "sensor_msgs/Image", "car", "stereo"), ("/ego/imu/imu", "sensor_msgs/Imu", "car", "imu"),
    ("/ego/gps/fix", "sensor_msgs/NavSatFix", "car", "gps"), ("/ego/wheel_speeds", "sensor_msgs/JointState", "car", "wheel_speeds"),
    ("/ego/sonar_left/range", "sensor_msgs/Range", "car", "sonar"), ("/ego/hdl64/points", "sensor_msgs/PointCloud2", "hdl_64", "lidar"),
    ("/ego/depth_camera/depth/image_raw", "sensor_msgs/Image", "velo2cam", None),
    ("/ego/depth_camera/points", "sensor_msgs/PointCloud2", "velo2cam", None)])
def test_topics_find_their_chains(topic, kind, name, chain) -> None:
    found = read_profile(name, [FOLDER]).chain_for(topic, kind)
    assert (found.name if found else None) == chain


def test_1487_reports_of_nists_detector_are_those_of_figure_11() -> None:
    """Mean and sigma of both axes, at the object's place of the paper."""
    profile = read_profile("nist_detector", [FOLDER])
    chain, truth = Chain(profile.chains[0], "/gazebo/model_states", 1), np.array([[nist.MEAN_X, nist.MEAN_Y, 0.0]])
    objects = Objects(("gear",), truth, np.array([[0.0, 0.0, 0.0, 1.0]]))
    found = np.array([chain({"objects": objects}, number).reading["objects"].positions[0] for number in range(1, nist.DRAWS + 1)])
    for axis, (mean, sigma) in enumerate(((nist.MEAN_X, nist.SIGMA_X), (nist.MEAN_Y, nist.SIGMA_Y))):
        assert found[:, axis].mean() == pytest.approx(mean, abs=4 * sigma / np.sqrt(nist.DRAWS))
        assert found[:, axis].std() == pytest.approx(sigma, rel=0.06)


def test_registration_comes_before_noise_and_is_table_1() -> None:
    steps = read_profile("nist_motoman", [FOLDER]).chains[0].steps
    assert [step.name for step in steps] == ["registration", "position"]
    values = steps[0].model
    table = [[535.9, 157.7, 0.0, 5.0], [723.1, -400.3, -9.0, -7.0], [523.8, -106.7, -4.0, 0.0], [747.3, 155.4, 5.0, 0.0]]
    np.testing.assert_allclose(np.hstack([values.points, values.offsets]) * 1e3, table)
    truth = Objects(("part",), np.array([[0.6, 0.0, 0.9]]), np.array([[0.0, 0.0, 0.0, 1.0]]))
    reported = values(truth, np.random.default_rng(0)).positions
    np.testing.assert_allclose(Registration(values.points, values.offsets).apply(reported)[0], truth.positions, atol=1e-11)


def test_a_depth_cameras_points_have_the_noise_of_its_image() -> None:
    profile, depth = read_profile("kinect", [FOLDER]), np.full((40, 60), 2.0, np.float32)
    image, points = (Chain(profile.chain_for(topic, kind), topic, 0)({"depth": depth}, 5).reading["depth"] for topic, kind in (
        ("/ego/depth_camera/depth/image_raw", "sensor_msgs/Image"), ("/ego/depth_camera/points", "sensor_msgs/PointCloud2")))
    assert image.std() > 0.0
    np.testing.assert_array_equal(image, points)
