"""RViz markers of the traffic and the egos. Traffic is in frame world; an ego rides on its own tf
frame."""

from __future__ import annotations

from typing import Dict, List, Sequence

import numpy as np
import rospy
from geometry_msgs.msg import Point, Pose, Quaternion, Vector3
from std_msgs.msg import ColorRGBA
from visualization_msgs.msg import Marker

from sim.arrays import Array
from sim.ros.conversions import WORLD_FRAME, header
from sim.ros.markers.mesh import MeshMarker
from sim.traffic.looks import is_person
from sim.traffic.shapes import (
    UNKNOWN,
    WHITE,
    Triangles,
    VehicleShape,
    shape_triangles,
    traffic_triangles,
    vehicle_shape,
)
from sim.traffic.state import TrafficState, VehicleType

HIGHLIGHT = (1.0, 0.85, 0.1)
NAME_SIZE = 0.9


def traffic_marker(state: TrafficState, shapes: Dict[int, VehicleShape]) -> Marker:
    """Return one marker of all vehicles, which RViz draws faster than many."""
    return MeshMarker(traffic_triangles(state, shapes), header=header(0.0), ns="traffic")


def name_markers(
    state: TrafficState,
    names: Dict[int, str],
    types: Dict[int, VehicleType],
    near: Array,
    shown: int,
) -> List[Marker]:
    """Return the names of the vehicles in rows ``near``.

    Of the ``shown`` markers before, unneeded ones are deleted.
    """
    markers = []
    for number, row in enumerate(near.tolist()):
        x, y, z = state.position[row].tolist()
        height = types.get(int(state.type[row]), UNKNOWN).height
        markers.append(
            _name(number, names.get(int(state.id[row]), ""), Point(x, y, z + height + 0.6))
        )
    return markers + [
        Marker(header=header(0.0), ns="name", id=number, action=Marker.DELETE)
        for number in range(len(near), shown)
    ]


def ego_markers(name: str, number: int) -> List[Marker]:
    """Return a white car on the ego's frame, with ring and arrow. They make it visible in a jam."""
    frame = f"{name}/base_link"
    car = MeshMarker(
        shape_triangles(vehicle_shape(UNKNOWN, WHITE)),
        header=header(0.0, frame),
        ns="ego",
        id=number,
        frame_locked=True,
    )
    arrow = _marker("ego_arrow", number, frame, Marker.ARROW, HIGHLIGHT)
    arrow.points, arrow.scale = [Point(0.0, 0.0, 7.5), Point(0.0, 0.0, 2.8)], Vector3(0.7, 1.8, 2.0)
    ring = MeshMarker(
        _ring(3.4, 4.0, 0.06),
        header=header(0.0, frame),
        ns="ego_ring",
        id=number,
        frame_locked=True,
    )
    label = _marker("ego_name", number, frame, Marker.TEXT_VIEW_FACING, HIGHLIGHT)
    label.text, label.scale.z, label.pose.position.z = name, 2.2, 9.0
    return [car, arrow, ring, label]


def near_rows(
    state: TrafficState,
    types: Dict[int, VehicleType],
    egos: Sequence[Sequence[float]],
    distance: float,
) -> Array:
    """Return the rows of vehicles within ``distance`` m of a position.

    ``egos`` are positions x, y; persons are left out.
    """
    rows = np.zeros(len(state), bool)
    for x, y in egos:
        rows |= np.hypot(state.position[:, 0] - x, state.position[:, 1] - y) <= distance
    walks = np.isin(state.type, [number for number, kind in types.items() if is_person(kind.model)])
    return np.flatnonzero(rows & ~walks)


def _flat(corners: Array, z: float, color: Sequence[float]) -> Triangles:
    """Return triangles (n, 3, 2) at one height in one colour."""
    raised = np.concatenate([corners, np.full((*corners.shape[:2], 1), z)], axis=2)
    return Triangles(raised, np.tile([*color, 1.0], (len(raised), 1)))


def _ring(inner: float, outer: float, z: float, sides: int = 48) -> Triangles:
    angle = np.linspace(0.0, 2.0 * np.pi, sides + 1)
    way = np.column_stack([np.cos(angle), np.sin(angle)])
    a, b, c, d = inner * way[:-1], outer * way[:-1], outer * way[1:], inner * way[1:]
    return _flat(
        np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)]), z, HIGHLIGHT
    )


def _name(number: int, text: str, at: Point) -> Marker:
    marker = _marker("name", number, WORLD_FRAME, Marker.TEXT_VIEW_FACING, WHITE)
    marker.text, marker.scale.z, marker.pose.position, marker.frame_locked = (
        text,
        NAME_SIZE,
        at,
        False,
    )
    return marker


def _marker(space: str, number: int, frame: str, kind: int, color: Sequence[float]) -> Marker:
    return Marker(
        header=header(0.0, frame),
        ns=space,
        id=number,
        type=kind,
        action=Marker.ADD,
        frame_locked=True,
        pose=Pose(Point(), Quaternion(w=1.0)),
        color=ColorRGBA(*color, 1.0),
        lifetime=rospy.Duration(0.0),
    )
