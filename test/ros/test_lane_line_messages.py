"""Lane borders as messages: interpolated poses, and pixels against OpenCV."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from nav_msgs.msg import Odometry
from sensor_msgs.msg import CameraInfo

from sim.msg import LaneLine
from sim.ros.conversions import header, pose_from_matrix
from sim.ros.ground_truth.lane_lines import PoseBuffer, base_lines, camera_lines
from sim.traffic.lane_view import LaneView
from sim.traffic.roads.network import Network
from sim.transforms import transform_from_rpy

OPTICAL = np.array([[0.0, 0, 1, 0], [-1, 0, 0, 0], [0, -1, 0, 0], [0, 0, 0, 1]])
MERGE = Path(__file__).resolve().parents[2] / "networks" / "merge" / "merge.net.xml"


def odometry(time: float, x: float, yaw: float) -> Odometry:
    message = Odometry(header=header(time))
    message.pose.pose = pose_from_matrix(transform_from_rpy((x, 0, 0), (0, 0, yaw)))
    return message


def test_between_two_poses_a_car_is_on_the_way() -> None:
    poses = PoseBuffer()
    for time, x, yaw in ((1.0, 0.0, 0.0), (1.1, 2.0, 0.4), (1.2, 4.0, 0.4)):
        poses.add(odometry(time, x, yaw))
    found = poses.at(1.025)
    np.testing.assert_allclose(found, transform_from_rpy((0.5, 0, 0), (0, 0, 0.1)), atol=1e-9)
    assert poses.knows(1.2) and not poses.knows(1.3)
    assert poses.at(0.9) is None and poses.at(1.3) is None
    np.testing.assert_allclose(poses.at(1.2)[0, 3], 4.0)
    # A run that has begun again.
    poses.add(odometry(0.1, 9.0, 0.0))
    assert not poses.knows(1.0)


@pytest.fixture(scope="module")
def lines():
    network = Network.read(MERGE)
    lane = max((lane for lane in network.lanes if not lane.internal), key=lambda one: one.length)
    start, end = network.known_path(lane).points[:2]
    yaw = np.arctan2(end[1] - start[1], end[0] - start[0])
    return LaneView(network).near(transform_from_rpy(start, (0, 0, yaw)), 40.0)


def test_pixels_are_opencv_s_through_a_lens_that_distorts(lines) -> None:
    intrinsic = np.array([[300.0, 0, 319.5], [0, 300.0, 239.5], [0, 0, 1]])
    coefficients = [-0.1, 0.02, 0.001, -0.002, 0.0]
    base_from_optical = transform_from_rpy((1.5, 0, 1.4), (0, 0.05, 0)) @ OPTICAL
    info = CameraInfo(header=header(1.0, "ego/front_optical"), width=640, height=480)
    info.K, info.D = intrinsic.ravel().tolist(), coefficients
    info.P = np.hstack([intrinsic, np.zeros((3, 1))]).ravel().tolist()
    found = camera_lines(lines, base_from_optical, info)
    assert found.header.frame_id == "ego/front_optical" and len(found.lines) >= 3
    compared = 0
    for line in found.lines:
        points = np.array([[point.x, point.y, point.z] for point in line.points])
        pixels = np.column_stack([line.u, line.v])
        assert np.isnan(pixels[points[:, 2] < 0.1]).all()
        there = ~np.isnan(pixels).any(axis=1)
        expected = cv2.projectPoints(
            points[there], np.zeros(3), np.zeros(3), intrinsic, np.array(coefficients)
        )[0].reshape(-1, 2)
        np.testing.assert_allclose(pixels[there], expected, atol=1e-3)
        compared += there.sum()
    assert compared > 60


def test_the_right_camera_is_offset_by_the_baseline(lines) -> None:
    info = CameraInfo(header=header(1.0, "ego/left_optical"), width=640, height=480)
    info.K = [300.0, 0, 319.5, 0, 300.0, 239.5, 0, 0, 1]
    base_from_optical = transform_from_rpy((1.5, 0, 1.4)) @ OPTICAL
    info.P = [300.0, 0, 319.5, 0.0, 0, 300.0, 239.5, 0, 0, 0, 1, 0]
    left = camera_lines(lines, base_from_optical, info)
    info.P = [300.0, 0, 319.5, -300.0 * 0.12, 0, 300.0, 239.5, 0, 0, 0, 1, 0]
    right = camera_lines(lines, base_from_optical, info)
    depth = np.array([point.z for point in left.lines[0].points])
    np.testing.assert_allclose(
        np.array(left.lines[0].u) - right.lines[0].u, np.where(depth > 0.1, 36.0 / depth, np.nan)
    )


def test_lines_in_the_car_s_frame_name_their_paint_and_lanes(lines) -> None:
    found = base_lines(lines, header(1.0, "ego/base_link")).lines
    assert {line.paint for line in found} >= {LaneLine.SOLID, LaneLine.DASHED}
    assert all(line.left_lane or line.right_lane for line in found)
    assert not found[0].u
