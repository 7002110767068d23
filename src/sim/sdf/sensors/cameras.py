"""Cameras: sensors of type camera, depth, multicamera and wideanglecamera. SI units, angles in
rad."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Optional, Tuple

from sim.arrays import Array
from sim.sdf.context import DocumentContext
from sim.sdf.sensors.parts import note_noise
from sim.sdf.sensors.sensor import SensorKind
from sim.sdf.sensors.wide_lens import WideLens, fov_limits, read_wide_lens
from sim.sdf.xml.elements import (
    Element,
    failure,
    name_of,
    number,
    parent_of,
    positive,
    text_of,
    vector,
)
from sim.sdf.xml.poses import pose_matrix

FORMATS = ("R8G8B8", "B8G8R8", "L8")
_SENSOR = ("pose", "plugin", "always_on", "update_rate", "visualize", "topic", "camera")
_CAMERA = ("pose", "horizontal_fov", "image", "clip", "noise", "depth_camera", "save")
# Of a colour camera, beyond which other projections than a pinhole's are meant.
_WIDEST = math.radians(179.0)


@dataclass(frozen=True)
class Lens:
    """Brown-Conrady distortion as in ROS's plumb_bob: k1, k2, p1, p2, k3.

    ``center`` of distortion is in shares of width and height.
    """

    coefficients: Tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    center: Tuple[float, float] = (0.5, 0.5)


@dataclass(frozen=True)
class Camera:
    """A pinhole camera with square pixels, or a ``wide`` one with a lens.

    f = width / (2 tan(horizontal_fov / 2)); ``format`` is SDF's (R8G8B8, B8G8R8, L8); ``name``
    counts in multicameras.
    """

    name: str
    sensor_from_camera: Array
    width: int = 320
    height: int = 240
    horizontal_fov: float = 1.047
    near: float = 0.1
    far: float = 100.0
    format: str = "R8G8B8"
    lens: Lens = Lens()
    wide: Optional[WideLens] = None


@dataclass(frozen=True)
class Cameras(SensorKind):
    """Cameras of a camera, depth or multicamera sensor.

    Types camera and depth have one; ``depth``: it also measures distances along its axis.
    """

    cameras: Tuple[Camera, ...]
    depth: bool = False


def read_cameras(element: Element, context: DocumentContext) -> Cameras:
    """Return the cameras of a sensor; only a multicamera has several."""
    context.report.rest(element, _SENSOR)
    found = element.findall("camera")
    if not found:
        raise failure(element, "has no <camera>; add one with <horizontal_fov> and <image>")
    if element.get("type") != "multicamera" and len(found) > 1:
        raise failure(
            element, f'has {len(found)} cameras; write type="multicamera" or one <camera>'
        )
    cameras = tuple(_read_camera(child, context) for child in found)
    names = [camera.name for camera in cameras]
    if len(set(names)) < len(names):
        raise failure(
            element,
            f"its cameras are named {', '.join(map(repr, names))}; give each a name of its own",
        )
    return Cameras(
        cameras, "depth" in element.get("type", "") or element.get("type") == "rgbd_camera"
    )


def _read_camera(element: Element, context: DocumentContext) -> Camera:
    kind = parent_of(element).get("type")
    several, wide = kind == "multicamera", kind == "wideanglecamera"
    context.report.rest(element, (*_CAMERA, "lens" if wide else "distortion"))
    note_noise(element, context)
    name = name_of(element) if several else (element.get("name") or "camera").strip()
    fov = element.find("horizontal_fov")
    angle = number(fov, Camera.horizontal_fov)
    lens = read_wide_lens(element.find("lens"), context) if wide else None
    narrowest, widest = (0.0, _WIDEST) if lens is None else fov_limits(lens)
    if not narrowest < angle < widest:
        raise failure(
            element if fov is None else fov,
            f"is {angle:g} rad; it must be above {narrowest:.3g} and below {widest:.3g}",
        )
    image = element.find("image")
    near, far = _clip(element.find("clip"))
    return Camera(
        name,
        pose_matrix(element.find("pose")),
        _pixels(image, "width", Camera.width),
        _pixels(image, "height", Camera.height),
        angle,
        near,
        far,
        _format(image, context),
        Lens() if wide else _lens(element.find("distortion")),
        lens,
    )


def _pixels(image: Optional[Element], tag: str, default: int) -> int:
    child = None if image is None else image.find(tag)
    if child is None:
        return default
    count = number(child, float(default))
    if count < 1.0 or count != int(count):
        raise failure(child, f"is {count:g}; it must be a whole number of pixels from 1 on")
    return int(count)


def _format(image: Optional[Element], context: DocumentContext) -> str:
    child = None if image is None else image.find("format")
    if child is None:
        return FORMATS[0]
    name = text_of(child, FORMATS[0])
    name = {"RGB_INT8": "R8G8B8", "BGR_INT8": "B8G8R8", "L_INT8": "L8"}.get(name, name)
    if name not in FORMATS:
        context.report.add(
            child,
            f"image format {name} is not supported, {FORMATS[0]} is used; formats: "
            f"{', '.join(FORMATS)}",
        )
        return FORMATS[0]
    return name


def _clip(element: Optional[Element]) -> Tuple[float, float]:
    if element is None:
        return Camera.near, Camera.far
    near, far = number(element.find("near"), Camera.near), number(element.find("far"), Camera.far)
    positive(element, near)
    if near >= far:
        raise failure(element, f"goes from {near:g} to {far:g} m; near must be below far")
    return near, far


def _lens(element: Optional[Element]) -> Lens:
    """Reorder SDF's k1, k2, k3, p1, p2 to ROS. ROS: k1, k2, p1, p2, k3."""
    if element is None:
        return Lens()
    k1, k2, p1, p2, k3 = (number(element.find(tag), 0.0) for tag in ("k1", "k2", "p1", "p2", "k3"))
    return Lens(
        (k1, k2, p1, p2, k3),
        vector(element.find("center"), (0.5, 0.5), "x y, shares of width and height"),
    )
