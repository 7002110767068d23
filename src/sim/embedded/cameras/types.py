"""What goes into and comes out of the cameras, as data. World frame, m; cameras look along +x with
y left and z up, as in SDF."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

from sim.arrays import Array
from sim.sdf.sensors.cameras import Camera


@dataclass(frozen=True)
class Shot:
    """A camera to look through now; ``depth``: measure distances too; ``labels``: classes and
    instances; ``flow``: since the picture before; ``boxes``: around things; ``near_too``: depths
    are those of a depth camera, which tells what is nearer than near from what it does not see."""

    camera: Camera
    world_from_camera: Array
    depth: bool = False
    labels: bool = False
    flow: bool = False
    boxes: bool = False
    near_too: bool = True


@dataclass(frozen=True)
class ThingBox:
    """A thing in a picture: its ``name``, number and class; the first and last columns and rows of
    its pixels, ``left``, ``top``, ``right``, ``bottom``; its ``size`` (3,) and
    ``camera_from_center`` (4, 4), x forward; the shares that others hide of it within the picture
    (``occlusion``) and that the picture cuts off the box around it (``truncation``)."""

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
class Frame:
    """``color`` (h, w, 3) uint8 in the order of the camera's format, (h, w) for L8; ``depth`` (h,
    w) float32 in m along the axis, or None.

    Depth is inf beyond the camera's far and -inf nearer than its near, as REP 118 has it.
    ``semantic`` (h, w) uint8 are numbers of classes, ``instance`` (h, w) uint16 of things, 0 for
    none. ``flow`` (h, w, 2) float32 is how far what a pixel shows has come since the camera's
    picture before, in pixels to the right and down, NaN where that is not known. Arrays may be
    read-only.
    """

    shot: Shot
    color: Array
    depth: Optional[Array] = None
    semantic: Optional[Array] = None
    instance: Optional[Array] = None
    flow: Optional[Array] = None
    boxes: Tuple[ThingBox, ...] = ()
