"""Displays the present scene in RViz, at its models' initial poses.

Latched markers, made only with subscribers.
"""

from __future__ import annotations

import threading
from typing import Any, Callable, Dict, Hashable, List, Tuple

import rospy
from geometry_msgs.msg import Vector3
from std_msgs.msg import ColorRGBA
from visualization_msgs.msg import Marker, MarkerArray

from sim.arrays import Array
from sim.errors import SimError
from sim.ros.conversions import WORLD_FRAME, header, pose_from_matrix
from sim.scenes.live.live_scene import LiveScene
from sim.scenes.live.piece import Piece
from sim.scenes.scene import SceneObject
from sim.sdf.reader import read_model_string
from sim.sdf.types import AnyGeometry, Box, Cylinder, Mesh, Sphere, Visual
from sim.transforms import transform_from_pose

Shape = Tuple[Array, Visual]
Send = Callable[[Any], None]
GOAL = (0.1, 0.75, 0.25)
ARROW = 0.8


class SceneMarkers(rospy.SubscribeListener):
    """``~markers``; call :meth:`changed` after each change of the scene."""

    def __init__(self, live: LiveScene) -> None:
        super().__init__()
        self._live = live
        self._shapes: Dict[Hashable, List[Shape]] = {}
        self._due = threading.Event()
        self._publisher = rospy.Publisher("~markers", MarkerArray, self, queue_size=1, latch=True)
        threading.Thread(target=self._work, daemon=True).start()

    def changed(self) -> None:
        if self._publisher.get_num_connections():
            self._due.set()

    def peer_subscribe(self, topic: str, publish: Send, peer_publish: Send) -> None:
        self._due.set()

    def _work(self) -> None:
        while not rospy.is_shutdown():
            if self._due.wait(1.0):
                self._due.clear()
                self._publisher.publish(MarkerArray(self._markers()))

    def _markers(self) -> List[Marker]:
        markers = [Marker(header=header(0.0), action=Marker.DELETEALL)]
        scene = self._live.scene
        shapes: Dict[Hashable, List[Shape]] = {}
        for piece in list(self._live.pieces.values()):
            shapes[piece.body] = self._shapes.get(piece.body) or self._read(piece)
            markers += [
                _marker(piece, model_from_visual, visual)
                for model_from_visual, visual in shapes[piece.body]
            ]
        self._shapes = shapes
        markers += [_goal(item) for item in (scene.mission() if scene else ())]
        for number, marker in enumerate(markers):
            marker.id = number
        return markers

    def _read(self, piece: Piece) -> List[Shape]:
        try:
            model, _ = read_model_string(piece.sdf(), ())
        except SimError as error:
            rospy.logwarn("no markers of %s: %s", piece.name, error)
            return []
        return [
            (link.model_from_link @ visual.link_from_visual, visual)
            for link in model.links
            for visual in link.visuals
        ]


def robot_markers(text: str, name: str) -> List[Marker]:
    """Return a robot's visuals on its tf frame ``NAME/base_link``. They move with it."""
    model, _ = read_model_string(text, ())
    shapes = [
        (link.model_from_link @ visual.link_from_visual, visual)
        for link in model.links
        for visual in link.visuals
    ]
    markers = [_shape(f"{name}/base_link", name, *shape) for shape in shapes]
    for number, marker in enumerate(markers):
        marker.id, marker.frame_locked = number, True
    return markers


def _marker(piece: Piece, model_from_visual: Array, visual: Visual) -> Marker:
    return _shape(WORLD_FRAME, piece.item.model, piece.pose @ model_from_visual, visual)


def _shape(frame: str, space: str, frame_from_visual: Array, visual: Visual) -> Marker:
    kinds: Dict[type, int] = {
        Box: Marker.CUBE,
        Cylinder: Marker.CYLINDER,
        Sphere: Marker.SPHERE,
        Mesh: Marker.MESH_RESOURCE,
    }
    geometry, color = visual.geometry, visual.color
    marker = Marker(
        header=header(0.0, frame),
        ns=space,
        type=kinds.get(type(geometry), Marker.SPHERE),
        pose=pose_from_matrix(frame_from_visual),
        color=ColorRGBA(*color),
    )
    marker.scale = Vector3(*_extent(geometry))
    if isinstance(geometry, Mesh):
        marker.mesh_resource, marker.mesh_use_embedded_materials = f"file://{geometry.path}", True
        marker.color = ColorRGBA(*color) if geometry.path.lower().endswith(".stl") else ColorRGBA()
    return marker


def _extent(geometry: AnyGeometry) -> Tuple[float, float, float]:
    """Return RViz's scale of a shape; other shapes are small spheres."""
    if isinstance(geometry, Box):
        return geometry.size
    if isinstance(geometry, Cylinder):
        return (2.0 * geometry.radius, 2.0 * geometry.radius, geometry.length)
    if isinstance(geometry, Sphere):
        return (2.0 * geometry.radius, 2.0 * geometry.radius, 2.0 * geometry.radius)
    return geometry.scale if isinstance(geometry, Mesh) else (0.05, 0.05, 0.05)


def _goal(item: SceneObject) -> Marker:
    """Return an arrow at the pose of a mission's entity."""
    pose = pose_from_matrix(transform_from_pose(item.origin))
    pose.position.z += 0.05
    return Marker(
        header=header(0.0),
        ns=f"mission/{item.model}",
        type=Marker.ARROW,
        pose=pose,
        scale=Vector3(ARROW, 0.12, 0.12),
        color=ColorRGBA(*GOAL, 1.0),
    )
