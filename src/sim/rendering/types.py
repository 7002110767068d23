"""Inputs and outputs of the renderer as data.

World frame, m; cameras look along +x with y left and z up, as in SDF.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError

LEVELS = ("cheap", "middle", "best")


@dataclass(frozen=True)
class Quality:
    """Quality of pictures.

    The ``level`` of light and textures, ``samples`` a pixel along edges (0, 2, 4 or 8), the minimum
    width of drawn objects in pixels (``smallest``), and the seed of drops of rain.
    """

    level: str = "cheap"
    samples: int = 0
    smallest: float = 0.5
    rain_seed: int = 0

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise InputError(
                "camera quality", f"is {self.level!r}; write one of {', '.join(LEVELS)}"
            )
        if self.samples not in (0, 2, 4, 8):
            raise InputError("camera quality", f"samples is {self.samples}; write 0, 2, 4 or 8")
        if not 0.0 <= self.smallest <= 100.0:
            raise InputError(
                "camera quality",
                f"smallest is {self.smallest} pixels; write a number from 0 to 100",
            )
        if not 0 <= self.rain_seed < 2**32:
            raise InputError(
                "camera quality", f"rain_seed is {self.rain_seed}; write 0 or more, below 2^32"
            )


@dataclass(frozen=True)
class CameraView:
    """Pinhole view to render.

    Tangents of its edges ``left < right`` (to the right positive) and ``bottom < top``, and
    clipping distances in m.
    """

    width: int
    height: int
    left: float
    right: float
    bottom: float
    top: float
    near: float
    far: float

    @property
    def focal(self) -> float:
        """Focal length in pixels."""
        return self.width / (self.right - self.left)


@dataclass(frozen=True)
class DrawnInstances:
    """Instances to draw.

    ``mesh`` (k,) numbers in the store, ``position`` (k, 3) and ``rotation`` (k, 3, 3) of their
    meshes in the world, and ``shining`` (k,), fully bright regardless of lights; ``instance`` (k,)
    is the thing of a mesh, 0 for none, and ``part`` (k,) identifies its meshes from picture to
    picture.
    """

    mesh: Array
    position: Array
    rotation: Array
    shining: Array
    instance: Array
    part: Array

    def of(self, rows: Array) -> DrawnInstances:
        """Return the instances of ``rows``, in this order."""
        return DrawnInstances(
            *(
                array[rows]
                for array in (
                    self.mesh,
                    self.position,
                    self.rotation,
                    self.shining,
                    self.instance,
                    self.part,
                )
            )
        )

    def and_(self, other: DrawnInstances) -> DrawnInstances:
        """Return these instances followed by others."""
        return DrawnInstances(
            *(
                np.concatenate([getattr(self, name), getattr(other, name)])
                for name in ("mesh", "position", "rotation", "shining", "instance", "part")
            )
        )


@dataclass(frozen=True)
class FlowReference:
    """Poses of things and camera at an earlier picture. Optical flow is relative to it."""

    drawn: DrawnInstances
    world_from_camera: Array


@dataclass(frozen=True)
class RequestedOutputs:
    """Requested outputs beside colours.

    ``earlier`` is the reference of flow, or None if unknown.
    """

    depth: bool = False
    labels: bool = False
    flow: bool = False
    boxes: bool = False
    earlier: Optional[FlowReference] = None


@dataclass(frozen=True)
class Extent:
    """Thing in a picture.

    The number of its visible pixels (``seen``) and of those without occlusion (``whole``), within
    the picture; the corners ``low`` and ``high`` (3,) of its bounding box in a frame with the pose
    ``world_from_box`` (4, 4).
    """

    instance: int
    seen: int
    whole: int
    low: Array
    high: Array
    world_from_box: Array


@dataclass(frozen=True)
class Picture:
    """Rendered picture.

    ``colors`` (h, w, 3) uint8; if requested ``depths`` (h, w) float32 in m along the axis, inf
    beyond far, ``kinds`` (h, w) uint8 of classes, ``instances`` (h, w) uint16, ``flow`` (h, w, 2)
    float32 in pixels to the right and down, NaN if unknown, and ``extents`` of the things with
    requested boxes.
    """

    colors: Array
    depths: Optional[Array] = None
    kinds: Optional[Array] = None
    instances: Optional[Array] = None
    flow: Optional[Array] = None
    extents: Tuple[Extent, ...] = ()


def pixel_matrix(view: CameraView) -> Array:
    """Return the projection (4, 4) from right, up, forward to clip coordinates.

    x and y from -1 to 1, z / w from 1 at ``near`` to 0 at ``far`` (reversed depth), which float32
    resolves evenly.
    """
    width, height = view.right - view.left, view.top - view.bottom
    depth = view.near * view.far / (view.far - view.near)
    return np.array(
        [
            [2.0 / width, 0.0, -(view.right + view.left) / width, 0.0],
            [0.0, 2.0 / height, -(view.top + view.bottom) / height, 0.0],
            [0.0, 0.0, -depth / view.far, depth],
            [0.0, 0.0, 1.0, 0.0],
        ]
    )
