"""Uniform data of a whole picture, laid out as in ``shaders/frame.glsl``.

Places from the eye, m.
"""

from __future__ import annotations

from typing import Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.rendering.lighting import Lighting
from sim.rendering.types import CameraView, pixel_matrix
from sim.sdf.look import Light

MOST_LAMPS = 16
FRAME = np.dtype(
    [
        ("camera", np.float32, (3, 4)),
        ("projection", np.float32, (4, 4)),
        ("sky_light", np.float32, 4),
        ("ground_light", np.float32, 4),
        ("zenith", np.float32, 4),
        ("horizon", np.float32, 4),
        ("glow", np.float32, 4),
        ("sun_place", np.float32, 4),
        ("fog", np.float32, 4),
        ("wet", np.float32, 4),
        ("shadow_x", np.float32, (2, 4)),
        ("shadow_y", np.float32, (2, 4)),
        ("shadow_z", np.float32, (2, 4)),
        ("shadow_reach", np.float32, 4),
        ("suns", np.float32, (4, 2, 4)),
        ("old_camera", np.float32, (3, 4)),
        ("size", np.float32, 4),
        ("lamps", np.float32, (MOST_LAMPS, 4, 4)),
    ]
)
# A cosine that every direction has: light to all sides.
EVERYWHERE = -2.0


def frame_of(view: CameraView, world_from_camera: Array, lighting: Lighting) -> Array:
    """Return a ``FRAME`` (1,) without lamps and shadows."""
    found = np.zeros(1, FRAME)
    frame = found[0]
    frame["camera"][:, :3] = frame["old_camera"][:, :3] = axes_of(world_from_camera)
    frame["size"][:2] = view.width, view.height
    frame["projection"] = pixel_matrix(view)
    frame["sky_light"][:3], frame["ground_light"][:3] = lighting.above, lighting.below
    frame["zenith"][:3], frame["horizon"][:3] = lighting.zenith, lighting.background
    if lighting.suns:
        frame["sun_place"][:3] = lighting.suns[0].towards
        frame["glow"][:3] = np.minimum(1.25 * lighting.suns[0].color + 0.1, 1.0)
        frame["glow"][3] = lighting.glow
    frame["fog"][:3], frame["fog"][3] = lighting.fog_color, lighting.fog
    frame["wet"][0] = lighting.wetness
    for number, sun in enumerate(lighting.suns):
        frame["suns"][number, 0, :3], frame["suns"][number, 1, :3] = sun.towards, sun.color
    return found


def axes_of(world_from_camera: Array) -> Array:
    """Return a camera's right, up, and forward (3, 3) in the world. They are rows."""
    forward, left, up = world_from_camera[:3, :3].T
    return np.array([-left, up, forward])


def nearest_lamps(lamps: Sequence[Light], eye: Array, most: int) -> Tuple[Light, ...]:
    """Return the ``most`` lamps nearest to the eye (3,), nearest first."""
    if not lamps:
        return ()
    away = np.linalg.norm(np.array([lamp.position for lamp in lamps]) - eye, axis=1)
    return tuple(lamps[number] for number in np.argsort(away, kind="stable")[:most])


def put_lamps(frame: Array, lamps: Sequence[Light], eye: Array) -> None:
    """Write lamps into a ``FRAME`` (1,). At most ``MOST_LAMPS``; the caller must ensure it."""
    rows = frame[0]["lamps"]
    # Unused lamps divide by one.
    rows[:, 3, 0] = 1.0
    for row, lamp in zip(rows, lamps):
        spot = lamp.kind == "spot"
        row[0] = *(np.array(lamp.position) - eye), lamp.range
        row[1] = *lamp.diffuse, 0.0
        row[2] = *lamp.direction, np.cos(lamp.cutoff) if spot else EVERYWHERE
        row[3] = *lamp.attenuation, lamp.falloff if spot else 0.0
