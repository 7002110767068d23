"""Markers of many triangles, serialized by NumPy.

A thousand vehicles in one message take milliseconds, not a tenth of a second. On the wire they are
visualization_msgs/Marker and MarkerArray, for RViz and rosbag alike.
"""

from __future__ import annotations

import io
import struct
from typing import Any

import numpy as np
from visualization_msgs.msg import Marker, MarkerArray

from sim.traffic.shapes import Triangles

# Behind its points an otherwise empty marker has: counts of colors, text and mesh_resource, and a
# flag.
_AFTER_POINTS = 4 + 4 + 4 + 1


class MeshMarker(Marker):
    """A TRIANGLE_LIST with NumPy arrays as ``triangles``.

    Its ``points``, ``colors`` and ``text`` must be empty. Without triangles it deletes the marker.
    """

    def __init__(self, triangles: Triangles, **fields: Any) -> None:
        super().__init__(type=Marker.TRIANGLE_LIST, **fields)
        self.pose.orientation.w = 1.0
        self.scale.x = self.scale.y = self.scale.z = 1.0
        self.color.r = self.color.g = self.color.b = self.color.a = 1.0
        self.triangles = triangles
        # RViz calls a list without triangles an error.
        if not len(triangles.corners):
            self.action = Marker.DELETE

    def serialize(self, buff: Any) -> None:
        corners = np.ascontiguousarray(self.triangles.corners, "<f8").reshape(-1, 3)
        # RViz takes a colour per corner or per triangle; rosbag and others do not care.
        colors = np.ascontiguousarray(self.triangles.colors, "<f4")
        bare = io.BytesIO()
        Marker.serialize(self, bare)
        text = bare.getvalue()
        buff.write(text[: -_AFTER_POINTS - 4])
        buff.write(struct.pack("<I", len(corners)))
        buff.write(corners.tobytes())
        buff.write(struct.pack("<I", len(colors)))
        buff.write(colors.tobytes())
        buff.write(text[-_AFTER_POINTS + 4 :])


class MeshMarkerArray(MarkerArray):
    """A MarkerArray that lets each of its markers serialize itself."""

    def serialize(self, buff: Any) -> None:
        buff.write(struct.pack("<I", len(self.markers)))
        for marker in self.markers:
            marker.serialize(buff)
