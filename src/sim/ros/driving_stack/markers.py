"""RViz markers of the example stack: tracks, its plan, traffic lights ahead.

World frame, on level ground.
"""

from __future__ import annotations

from typing import Sequence, Tuple

import numpy as np
from geometry_msgs.msg import Point, Vector3
from std_msgs.msg import ColorRGBA, Header
from visualization_msgs.msg import Marker

from sim.arrays import Array
from sim.driving_stack.overlay import BOX_COLOR, LIGHT_COLORS, PATH_COLOR, PERSON_COLOR
from sim.driving_stack.tracks import ObjectTrack

PLAN_HEIGHT = 0.1  # m, above the road
PLAN_WIDTH = 0.3  # m
LAMP_SIZE = 0.5  # m
UNSEEN_COLOR = (160, 160, 160)


def nothing(head: Header) -> Marker:
    """Return a marker that deletes all markers before."""
    return Marker(header=head, ns="stack", action=Marker.DELETEALL)


def track_marker(track: ObjectTrack, number: int, head: Header) -> Marker:
    """Return a box around a tracked object; pedestrians have their own colour."""
    box = track.box
    marker = _marker(
        "obstacles", number, Marker.CUBE, head, PERSON_COLOR if track.walks else BOX_COLOR, 0.6
    )
    marker.pose.position = Point(box.x, box.y, 0.5 * box.height)
    marker.pose.orientation.z, marker.pose.orientation.w = (
        np.sin(0.5 * box.yaw),
        np.cos(0.5 * box.yaw),
    )
    marker.scale = Vector3(box.length, box.width, box.height)
    return marker


def plan_marker(points: Array, head: Header) -> Marker:
    """Return a marker of the planned path (n, 2)."""
    marker = _marker("plan", 0, Marker.LINE_STRIP, head, PATH_COLOR, 0.9)
    marker.points = [Point(x, y, PLAN_HEIGHT) for x, y in points.tolist()]
    marker.scale.x = PLAN_WIDTH
    return marker


def light_marker(light: Tuple[Array, str], number: int, head: Header) -> Marker:
    """Return a traffic light's head at its centre (3,), grey if unknown."""
    middle, name = light
    marker = _marker(
        "lights", number, Marker.SPHERE, head, LIGHT_COLORS.get(name, UNSEEN_COLOR), 0.9
    )
    marker.pose.position = Point(*middle.tolist())
    marker.scale = Vector3(LAMP_SIZE, LAMP_SIZE, LAMP_SIZE)
    return marker


def _marker(
    space: str, number: int, kind: int, head: Header, colour: Sequence[int], alpha: float
) -> Marker:
    marker = Marker(header=head, ns=space, id=number, type=kind)
    marker.pose.orientation.w = 1.0
    red, green, blue = (channel / 255.0 for channel in colour)
    marker.color = ColorRGBA(red, green, blue, alpha)
    return marker
