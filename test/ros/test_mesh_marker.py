"""Markers serialized by NumPy equal genpy's."""

from __future__ import annotations

import io

import numpy as np
import pytest

pytest.importorskip("visualization_msgs")

from geometry_msgs.msg import Point
from std_msgs.msg import ColorRGBA
from visualization_msgs.msg import Marker, MarkerArray

from sim.ros.markers.mesh import MeshMarker, MeshMarkerArray
from sim.traffic.shapes import Triangles


def written(message: object) -> bytes:
    buffer = io.BytesIO()
    message.serialize(buffer)
    return buffer.getvalue()


def test_an_array_of_meshes_and_others_reads_as_a_marker_array() -> None:
    rng = np.random.default_rng(3)
    mesh = Triangles(rng.normal(size=(7, 3, 3)), rng.uniform(size=(7, 4)))
    text = Marker(ns="name", id=4, type=Marker.TEXT_VIEW_FACING, text="In1_Out.7")
    data = written(MeshMarkerArray([MeshMarker(mesh, ns="traffic", id=2), text]))

    read = MarkerArray().deserialize(data)
    assert [(marker.ns, marker.id, marker.text) for marker in read.markers] == [
        ("traffic", 2, ""),
        ("name", 4, "In1_Out.7"),
    ]
    assert [[p.x, p.y, p.z] for p in read.markers[0].points] == mesh.corners.reshape(-1, 3).tolist()
    assert [[c.r, c.g, c.b, c.a] for c in read.markers[0].colors] == pytest.approx(
        mesh.colors.astype(np.float32)
    )
    assert written(read) == data


def test_a_mesh_equals_a_triangle_list_of_points() -> None:
    mesh = Triangles(np.arange(9.0).reshape(1, 3, 3), np.array([[0.5, 0.25, 1.0, 1.0]]))
    marker = MeshMarker(mesh, ns="road", id=1)
    plain = Marker(
        ns="road",
        id=1,
        type=Marker.TRIANGLE_LIST,
        pose=marker.pose,
        scale=marker.scale,
        color=marker.color,
        points=[Point(0, 1, 2), Point(3, 4, 5), Point(6, 7, 8)],
        colors=[ColorRGBA(0.5, 0.25, 1.0, 1.0)],
    )
    assert written(marker) == written(plain)


def test_a_mesh_of_nothing_takes_the_one_before_away() -> None:
    nothing = Triangles(np.empty((0, 3, 3)), np.empty((0, 4)))
    read = Marker().deserialize(written(MeshMarker(nothing, ns="traffic", id=2)))
    assert (read.action, read.ns, read.id, read.points) == (Marker.DELETE, "traffic", 2, [])
