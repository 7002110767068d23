"""RViz markers of traffic, egos and roads; frame world."""
from __future__ import annotations

from typing import Dict, List

import numpy as np
import rospy
from geometry_msgs.msg import Point, Pose, Quaternion, Vector3
from std_msgs.msg import ColorRGBA
from visualization_msgs.msg import Marker

from sim.ros.conversions import WORLD, header, quaternions_from_yaw
from sim.traffic.network import Network
from sim.traffic.state import TrafficState, VehicleType
from sim.traffic.world import Layer, road_layers

COLORS = {"car": (0.85, 0.25, 0.2), "van": (0.95, 0.6, 0.15), "truck": (0.3, 0.45, 0.75), "bus": (0.2, 0.65, 0.4),
          "motorcycle": (0.7, 0.4, 0.8)}
WHITE = (1.0, 1.0, 1.0)
CABIN = 0.55


def traffic_markers(state: TrafficState, types: Dict[int, VehicleType], names: Dict[int, str], shown: int) -> List[Marker]:
    """A body and a name per vehicle; markers of the ``shown`` vehicles before that are not needed any more are deleted."""
    quaternions = quaternions_from_yaw(state.yaw, state.pitch).tolist()
    markers, unknown = [], VehicleType("", "car", 4.6, 1.8, 1.5)
    for row, (number, kind) in enumerate(zip(state.id.tolist(), state.type.tolist())):
        size, at = types.get(kind, unknown), state.position[row]
        markers += _vehicle(row, size, at, Quaternion(*quaternions[row]), state.yaw[row])
        markers.append(_name(row, names.get(number, ""), at, size.height))
    for row in range(len(state), shown):
        markers += [_marker(space, row, action=Marker.DELETE) for space in ("body", "cabin", "name")]
    return markers


def ego_marker(name: str, number: int) -> Marker:
    """A white box that rides on the ego's tf frame."""
    marker = _marker("ego", number, Marker.CUBE, (1.0, 1.0, 1.0))
    marker.header.frame_id, marker.frame_locked = f"{name}/base_link", True
    marker.pose, marker.scale = Pose(Point(0.0, 0.0, 0.8), Quaternion(w=1.0)), Vector3(4.6, 1.8, 1.5)
    return marker


def road_markers(network: Network) -> List[Marker]:
    """One triangle list per layer of the generated world."""
    markers = []
    for number, layer in enumerate(road_layers(network).values()):
        marker = _marker("road", number, Marker.TRIANGLE_LIST, tuple(map(float, layer.color.split())))
        marker.pose.orientation.w, marker.scale = 1.0, Vector3(1.0, 1.0, 1.0)
        marker.points = [Point(*corner) for corner in _triangles(layer).tolist()]
        markers.append(marker)
    return markers


def _triangles(layer: Layer) -> np.ndarray:
    """Corners (3 n, 3) of a layer's triangles."""
    corners = layer.vertices[layer.faces].reshape(-1, layer.vertices.shape[1])
    return np.column_stack([corners[:, :2], np.full(len(corners), layer.z)])


def _vehicle(row: int, size: VehicleType, at: np.ndarray, turn: Quaternion, yaw: float) -> List[Marker]:
    low = size.height * (1.0 if size.model in ("bus", "van") else 0.6)
    body = _marker("body", row, Marker.CUBE, COLORS.get(size.model, COLORS["car"]))
    body.pose = Pose(Point(at[0], at[1], at[2] + 0.5 * low), turn)
    body.scale = Vector3(size.length, size.width, low)
    if low == size.height:
        return [body, _marker("cabin", row, action=Marker.DELETE)]
    back = -0.08 * size.length if size.model != "truck" else -0.12 * size.length
    cabin = _marker("cabin", row, Marker.CUBE, tuple(0.6 * value for value in COLORS.get(size.model, COLORS["car"])))
    cabin.pose = Pose(Point(at[0] + back * np.cos(yaw), at[1] + back * np.sin(yaw), at[2] + 0.8 * size.height), turn)
    cabin.scale = Vector3(CABIN * size.length, 0.9 * size.width, 0.4 * size.height)
    return [body, cabin]


def _name(row: int, text: str, at: np.ndarray, height: float) -> Marker:
    marker = _marker("name", row, Marker.TEXT_VIEW_FACING, (1.0, 1.0, 1.0), Marker.ADD if text else Marker.DELETE)
    marker.text, marker.scale.z = text, 0.8
    marker.pose = Pose(Point(at[0], at[1], at[2] + height + 0.8), Quaternion(w=1.0))
    return marker


def _marker(space: str, number: int, kind: int = Marker.CUBE, color: tuple = WHITE, action: int = Marker.ADD) -> Marker:
    return Marker(header=header(0.0, WORLD), ns=space, id=number, type=kind, action=action, color=ColorRGBA(*color, 1.0),
                  lifetime=rospy.Duration(0.0))
