"""Input and output data of cameras.

World frame, m; cameras look along +x with y left and z up, as in SDF.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

from sim.arrays import Array
from sim.sdf.sensors.cameras import Camera


@dataclass(frozen=True)
class Shot:
    """Request for one picture of a camera.

    ``depth``: with depths; ``labels``: with classes and instances; ``flow``: since the previous
    picture; ``boxes``: around things; ``near_too``: depths distinguish points nearer than near from
    unseen ones, as a depth camera does.
    """

    camera: Camera
    world_from_camera: Array
    depth: bool = False
    labels: bool = False
    flow: bool = False
    boxes: bool = False
    near_too: bool = True


@dataclass(frozen=True)
class ThingBox:
    """Bounding box of a thing in a picture.

    ``name``, number and class; first and last columns and rows of its pixels (``left``, ``top``,
    ``right``, ``bottom``); ``size`` (3,) and ``camera_from_center`` (4, 4), x forward; the share
    that other things hide within the picture (``occlusion``) and the share of the box outside the
    picture (``truncation``).
    """

    name: str
    instance: int
    kind: int
    left: int
    top: int
    right: int
    bottom: int
    size: Array
    camera_from_center: Array
    occlusion: float
    truncation: float


@dataclass(frozen=True)
class CameraFrame:
    """Picture of a camera with its optional measurements.

    ``color`` (h, w, 3) uint8 in the order of the camera's format, (h, w) for L8; ``depth`` (h, w)
    float32 in m along the axis, or None.

    Depth is inf beyond the camera's far and -inf nearer than its near, as in REP 118. ``semantic``
    (h, w) uint8 are numbers of classes, ``instance`` (h, w) uint16 of things, 0 for background.
    ``flow`` (h, w, 2) float32 is the optical flow since the previous picture, in pixels to the
    right and down, NaN where unknown. Arrays may be read-only.
    """

    shot: Shot
    color: Array
    depth: Optional[Array] = None
    semantic: Optional[Array] = None
    instance: Optional[Array] = None
    flow: Optional[Array] = None
    boxes: Tuple[ThingBox, ...] = ()
