"""Displays of the calibration in RViz, in the left camera's optical frame.

The board as each sensor detects it, the cloud in the image's colours, and the cloud over the image.
"""

from __future__ import annotations

from typing import List, Sequence

import numpy as np
from geometry_msgs.msg import Point
from sensor_msgs.msg import Image, PointCloud2, PointField
from std_msgs.msg import ColorRGBA, Header
from visualization_msgs.msg import Marker, MarkerArray

from sim.arrays import Array
from sim.calibration.board import Board
from sim.calibration.overlay import overlay, seen_points
from sim.calibration.recording import CAMERA_FROM_OPTICAL, BoardRecording
from sim.calibration.result import Calibration
from sim.ros.sensors.messages import cloud_message

CAMERA_COLOR = ColorRGBA(0.2, 0.9, 0.3, 1.0)
LIDAR_COLOR = ColorRGBA(1.0, 0.5, 0.1, 1.0)
CIRCLE_POINTS = 48
LINE_WIDTH = 0.006  # m
CENTER_DIAMETER = 0.03  # m
_POINT = np.dtype([("xyz", "<f4", 3), ("bgrx", "u1", 4)])
_FIELDS = [
    PointField(name=name, offset=4 * number, datatype=PointField.FLOAT32, count=1)
    for number, name in enumerate(("x", "y", "z", "rgb"))
]


def board_markers(board: Board, found: Calibration, header: Header) -> MarkerArray:
    """Return markers of the board's outline, holes and their centres.

    Green as detected by the camera, orange as by the lidar, moved by the resulting transform.
    """
    markers = [Marker(header=header, action=Marker.DELETEALL)]
    for seen in found.boards:
        markers += _seen(board, seen.camera_from_board, "camera", CAMERA_COLOR, header)
        if found.pose is not None:
            placed = found.pose.matrix @ seen.lidar_from_board
            markers += _seen(board, placed, "lidar", LIDAR_COLOR, header)
    for number, marker in enumerate(markers):
        marker.id = number
    return MarkerArray(markers)


def colored_cloud(
    recording: BoardRecording, camera_from_lidar: Array, header: Header
) -> PointCloud2:
    """Return the last frame's points within the image, with its grey levels."""
    frame = recording.frames[-1]
    points, pixels = seen_points(recording.optics, camera_from_lidar, frame.cloud)
    cloud = np.zeros((1, len(points)), _POINT)
    cloud["xyz"] = points @ CAMERA_FROM_OPTICAL
    columns, rows = np.rint(pixels).astype(int).T
    cloud["bgrx"][..., :3] = frame.left[rows, columns][:, None]
    return cloud_message(cloud, _FIELDS, header, True)


def overlay_image(recording: BoardRecording, camera_from_lidar: Array, header: Header) -> Image:
    """Return the cloud drawn over the image of the last frame."""
    frame = recording.frames[-1]
    drawn = overlay(recording.optics, camera_from_lidar, frame.cloud, frame.left)
    height, width = drawn.shape[:2]
    return Image(header, height, width, "bgr8", 0, 3 * width, drawn.tobytes())


def _seen(
    board: Board, camera_from_board: Array, name: str, color: ColorRGBA, header: Header
) -> List[Marker]:
    half = 0.5 * np.array([board.width, board.height])
    outline = half * [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]
    angles = np.linspace(0.0, 2.0 * np.pi, CIRCLE_POINTS)
    ring = board.radius * np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    lines = [outline, *(center + ring for center in board.centers)]
    found = [
        _marker(
            Marker.LINE_STRIP,
            f"{name}_board",
            LINE_WIDTH,
            color,
            header,
            _placed(line, camera_from_board),
        )
        for line in lines
    ]
    centers = _placed(board.centers, camera_from_board)
    return [
        *found,
        _marker(Marker.SPHERE_LIST, f"{name}_centers", CENTER_DIAMETER, color, header, centers),
    ]


def _placed(face: Array, camera_from_board: Array) -> List[Point]:
    """Return points (n, 2) of the face in the optical frame."""
    places = np.column_stack([np.zeros(len(face)), face])
    there = places @ camera_from_board[:3, :3].T + camera_from_board[:3, 3]
    return [Point(*place) for place in (there @ CAMERA_FROM_OPTICAL).tolist()]


def _marker(
    kind: int, name: str, size: float, color: ColorRGBA, header: Header, points: Sequence[Point]
) -> Marker:
    marker = Marker(header=header, ns=name, type=kind, color=color, points=list(points))
    marker.pose.orientation.w = 1.0
    marker.scale.x = marker.scale.y = marker.scale.z = size
    return marker
