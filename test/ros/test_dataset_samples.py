"""A data set's frames from messages, compared with the messages' sources."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from nav_msgs.msg import Odometry

from sim.dataset.options import DatasetOptions
from sim.embedded.cameras import CameraFrame, Shot
from sim.embedded.cameras.types import ThingBox
from sim.embedded.lidar.scanner import Scan
from sim.errors import InputError
from sim.rendering.classes import standard_classes
from sim.ros.conversions import header, pose_from_matrix, vector
from sim.ros.dataset.samples import Samples
from sim.ros.sensors.camera_messages import image
from sim.ros.sensors.ray_messages import points_message
from sim.ros.sensors.truth_messages import Labelling, bounding_boxes, instance_image
from sim.sdf.reader import read_model
from sim.traffic.lane_view import LaneView
from sim.traffic.roads.network import Network
from sim.transforms import transform_from_rpy

ROOT = Path(__file__).resolve().parents[2]
HEAD = header(2.1, "ego/camera_optical")
OPTIONS = DatasetOptions()
CLASSES = standard_classes()


def parts(width: int = 640) -> dict:
    """Return messages of one instant, with one object and three returns."""
    rng = np.random.default_rng(1)
    shot = Shot(OPTIONS.camera(), np.eye(4))
    color = rng.integers(0, 256, (480, width, 3), np.uint8)
    instance = rng.integers(0, 65536, (480, width), np.uint16)
    box = ThingBox(
        "traffic_7",
        9,
        CLASSES.names.index("Bus"),
        10,
        20,
        30,
        40,
        np.array([12.0, 2.5, 3.0]),
        transform_from_rpy((20.0, 3.0, 0.1), (0.0, 0.1, 0.7)),
        0.25,
        0.5,
    )
    frame = CameraFrame(shot, color, instance=instance, boxes=(box,))
    directions = np.eye(3)
    scan = Scan(
        np.array([4.0, np.inf, 6.0]), np.full(3, 51.0), directions, np.zeros(3), np.zeros(3)
    )
    truth = Odometry(header=HEAD)
    truth.pose.pose = pose_from_matrix(transform_from_rpy((-60.0, 1.0, 0.0), (0.0, 0.0, np.pi / 2)))
    truth.twist.twist.linear, truth.twist.twist.angular = vector((8.0, 1.0, 0.0)), vector((0, 0, 1))
    return {
        "frame": frame,
        "color": image(frame, HEAD),
        "instance": instance_image(frame, HEAD),
        "boxes": bounding_boxes(frame, HEAD, Labelling(CLASSES)),
        "points": points_message(scan, HEAD),
        "truth": truth,
    }


@pytest.fixture(scope="module")
def samples() -> Samples:
    network = Network.read(str(ROOT / "networks" / "merge" / "merge.net.xml"))
    return Samples(OPTIONS, CLASSES.names, LaneView(network))


def test_a_sample_is_what_the_messages_were_made_of(samples: Samples) -> None:
    given = parts()
    found, frame = samples.of(given), given["frame"]
    np.testing.assert_array_equal(found.frame.color, frame.color)
    np.testing.assert_array_equal(found.frame.instance, frame.instance)
    (box,), (own,) = found.frame.boxes, frame.boxes
    np.testing.assert_allclose(box.camera_from_center, own.camera_from_center, atol=1e-12)
    assert (box.name, box.instance, box.kind) == (own.name, own.instance, own.kind)
    assert (box.left, box.top, box.right, box.bottom) == (10, 20, 30, 40)
    assert (box.occlusion, box.truncation) == (0.25, 0.5)
    # Of the three rays the second met nothing.
    np.testing.assert_allclose(found.points, [[4, 0, 0, 0.2], [0, 0, 6, 0.2]], atol=1e-6)
    # Forward is north, and the twist was in the car's axes.
    np.testing.assert_allclose(found.motion.velocity, [-1.0, 8.0, 0.0], atol=1e-9)
    np.testing.assert_allclose(found.motion.angular_velocity, [0.0, 0.0, 1.0], atol=1e-9)
    assert found.time == pytest.approx(2.1)
    assert not found.motion.acceleration.any()


def test_an_acceleration_is_the_mean_since_the_frame_before(samples: Samples) -> None:
    samples.of(parts())
    given = parts()
    given["truth"].header = header(HEAD.stamp.to_sec() + 0.5, HEAD.frame_id)
    given["truth"].twist.twist.linear = vector((9.0, 1.0, 0.0))
    # 1 m/s faster northwards in 0.5 s.
    found = samples.of(given).motion.acceleration
    np.testing.assert_allclose(found, [0.0, 2.0, 0.0], atol=1e-6)


def test_pictures_of_another_camera_are_refused(samples: Samples) -> None:
    with pytest.raises(InputError, match="320 x 480, rgb8; write a camera of 640 x 480, rgb8"):
        samples.of(parts(320))


def test_the_sensors_of_the_model_are_those_of_data_sets() -> None:
    models = [str(ROOT / "models"), str(ROOT / "models" / "sensors")]
    model, _ = read_model(ROOT / "models" / "sensors" / "sensors_dataset", models)
    camera, lidar = model.links[0].sensors
    wanted, own = OPTIONS.camera(), camera.kind.cameras[0]
    np.testing.assert_allclose(
        camera.link_from_sensor @ own.sensor_from_camera, wanted.sensor_from_camera, atol=1e-9
    )
    for name in ("width", "height", "horizontal_fov", "near", "far", "lens"):
        assert getattr(own, name) == getattr(wanted, name), name
    ideal = OPTIONS.lidar_sensor()
    np.testing.assert_allclose(lidar.link_from_sensor, ideal.link_from_sensor, atol=1e-9)
    assert lidar.plugins[0].parameters["device"] == ideal.plugins[0].parameters["device"]
    limits = (ideal.kind.range_min, ideal.kind.range_max)
    assert (lidar.kind.range_min, lidar.kind.range_max) == limits
