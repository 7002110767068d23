"""Frames as messages, read back as a subscriber reads them."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from sensor_msgs.msg import CameraInfo, Image, PointCloud2
from std_msgs.msg import Header

from sim.embedded.cameras import CameraFrame, Shot
from sim.embedded.cameras.lens import distorted
from sim.ros.sensors.camera_messages import camera_info, depth_image, image, points
from sim.sdf.sensors.cameras import Camera, Lens

HEADER = Header(frame_id="ego/front_optical")
WIDTH = 31  # pixels
HEIGHT = 23  # pixels


def camera(**fields: object) -> Camera:
    return Camera("front", np.eye(4), WIDTH, HEIGHT, 1.2, **fields)


def frame(kind: Camera, color=(10, 20, 30), depth: float = 4.0) -> CameraFrame:
    shape = (HEIGHT, WIDTH) if kind.format == "L8" else (HEIGHT, WIDTH, 3)
    return CameraFrame(
        Shot(kind, np.eye(4), True),
        np.full(shape, color, np.uint8),
        np.full((HEIGHT, WIDTH), depth, np.float32),
    )


def travelled(message):
    """Return a message after serialization."""
    buffer = BytesIO()
    message.serialize(buffer)
    return type(message)().deserialize(buffer.getvalue())


@pytest.mark.parametrize(
    "format, encoding, color",
    [("R8G8B8", "rgb8", (10, 20, 30)), ("B8G8R8", "bgr8", (30, 20, 10)), ("L8", "mono8", 17)],
)
def test_colours(format, encoding, color):
    message = travelled(image(frame(camera(format=format), color), HEADER))
    assert (
        isinstance(message, Image)
        and message.encoding == encoding
        and message.header.frame_id == "ego/front_optical"
    )
    channels = 1 if encoding == "mono8" else 3
    assert (message.width, message.height, message.step) == (WIDTH, HEIGHT, WIDTH * channels)
    pixels = np.frombuffer(message.data, np.uint8).reshape(HEIGHT, WIDTH, channels)
    assert (pixels == color).all()


def test_depths_keep_their_infinities():
    shown = frame(camera())
    shown.depth[0, :2] = np.inf, -np.inf
    message = travelled(depth_image(shown, HEADER))
    assert message.encoding == "32FC1" and message.step == 4 * WIDTH and not message.is_bigendian
    np.testing.assert_array_equal(
        np.frombuffer(message.data, "<f4").reshape(HEIGHT, WIDTH), shown.depth
    )


def test_intrinsics():
    """f = w / (2 tan(hfov / 2)), centre between the pixels. The right camera's P has -f B."""
    lens = Lens((-0.2, 0.03, 0.001, 0.002, 0.01))
    message = travelled(camera_info(camera(lens=lens), HEADER, baseline=0.12))
    focal = WIDTH / (2.0 * np.tan(0.6))
    assert isinstance(message, CameraInfo) and (message.width, message.height) == (WIDTH, HEIGHT)
    np.testing.assert_allclose(message.K, [focal, 0.0, 15.0, 0.0, focal, 11.0, 0.0, 0.0, 1.0])
    np.testing.assert_allclose(
        message.P, [focal, 0.0, 15.0, -0.12 * focal, 0.0, focal, 11.0, 0.0, 0.0, 0.0, 1.0, 0.0]
    )
    assert message.distortion_model == "plumb_bob" and list(message.D) == [
        -0.2,
        0.03,
        0.001,
        0.002,
        0.01,
    ]
    assert list(message.R) == np.eye(3).ravel().tolist()


@pytest.mark.parametrize("lens", [Lens(), Lens((-0.2, 0.03, 0.001, 0.002, 0.01))])
def test_a_cloud_projects_to_its_own_pixels(lens):
    kind = camera(lens=lens)
    shown = frame(kind)
    shown.depth[3, 4], shown.depth[5, 6] = np.inf, -np.inf
    message = travelled(points(shown, HEADER))
    assert isinstance(message, PointCloud2)
    assert (message.width, message.height, message.point_step, message.row_step) == (
        WIDTH,
        HEIGHT,
        16,
        16 * WIDTH,
    )
    assert [(field.name, field.offset) for field in message.fields] == [
        ("x", 0),
        ("y", 4),
        ("z", 8),
        ("rgb", 12),
    ]
    cloud = np.frombuffer(message.data, [("xyz", "<f4", 3), ("rgb", "<u4")]).reshape(HEIGHT, WIDTH)
    hidden = np.isnan(cloud["xyz"]).all(axis=2)
    assert hidden.sum() == 2 and hidden[3, 4] and hidden[5, 6]
    x, y, z = np.moveaxis(cloud["xyz"].astype(float), 2, 0)
    info = camera_info(kind, HEADER)
    place = distorted(kind.lens.coefficients, np.stack([x / z, y / z], axis=2))
    v, u = np.mgrid[:HEIGHT, :WIDTH]
    np.testing.assert_allclose(
        info.K[0] * place[..., 0][~hidden] + info.K[2], u[~hidden], atol=1e-4
    )
    np.testing.assert_allclose(
        info.K[4] * place[..., 1][~hidden] + info.K[5], v[~hidden], atol=1e-4
    )
    np.testing.assert_array_equal(z[~hidden], 4.0)


@pytest.mark.parametrize(
    "format, color, packed",
    [("R8G8B8", (10, 20, 30), 0x0A141E), ("B8G8R8", (30, 20, 10), 0x0A141E), ("L8", 17, 0x111111)],
)
def test_colours_of_points_are_packed_as_pcl_does(format, color, packed):
    cloud = np.frombuffer(
        points(frame(camera(format=format), color), HEADER).data,
        [("xyz", "<f4", 3), ("rgb", "<u4")],
    )
    assert (cloud["rgb"] == packed).all()
