"""Requirements of a renderable camera."""

from __future__ import annotations

import math

from sim.errors import InputError
from sim.sdf.sensors.cameras import Camera
from sim.sdf.sensors.picture_size import check_size

FORMATS = ("R8G8B8", "B8G8R8", "L8")


def check_camera(camera: Camera) -> None:
    """Raise InputError if a camera cannot be rendered."""
    where = f"camera {camera.name}"
    check_size(where, camera.width, camera.height)
    if camera.wide is None and not 0.0 < camera.horizontal_fov < math.pi:
        raise InputError(
            where,
            f"horizontal_fov is {camera.horizontal_fov} rad; a pinhole sees more than 0 and less "
            "than pi",
        )
    if not 0.0 < camera.near < camera.far < math.inf:
        raise InputError(where, f"clips at {camera.near} and {camera.far} m; write 0 < near < far")
    if camera.format not in FORMATS:
        raise InputError(
            where,
            f"the format {camera.format!r} is not supported; write one of {', '.join(FORMATS)}",
        )
