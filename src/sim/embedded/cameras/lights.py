"""The world's lights in MuJoCo's scene, seen from the eye."""

from __future__ import annotations

from typing import Union

import mujoco
import numpy as np

from sim.arrays import Array
from sim.sdf.look import Light, Look
from sim.sdf.types import Vector

# OpenGL's fixed pipeline has eight; the first carries the ambient light.
MOST = 8
# MuJoCo refuses its own point lights; a spot of 180 degrees is one to OpenGL.
KINDS = {
    "directional": mujoco.mjtLightType.mjLIGHT_DIRECTIONAL,
    "point": mujoco.mjtLightType.mjLIGHT_SPOT,
    "spot": mujoco.mjtLightType.mjLIGHT_SPOT,
}
WIDEST = 90.0
SUN_DISTANCE = 100.0


def put_lights(scene: mujoco.MjvScene, look: Look, eye: Array) -> None:
    """Write the ambient light and as many lights as there may be, those near the eye (3,) first."""

    def away(light: Light) -> float:
        return (
            0.0
            if light.kind == "directional"
            else float(np.linalg.norm(np.array(light.position) - eye))
        )

    chosen = sorted(look.lights, key=away)[: MOST - 1]
    scene.nlight = len(chosen) + 1
    _put(
        scene.lights[0], "directional", (0.0, 0.0, SUN_DISTANCE), (0.0, 0.0, -1.0), (0.0, 0.0, 0.0)
    )
    scene.lights[0].ambient[:] = look.ambient
    for slot, light in zip(scene.lights[1:], chosen):
        direction = np.array(light.direction)
        position = (
            -SUN_DISTANCE * direction
            if light.kind == "directional"
            else np.array(light.position) - eye
        )
        _put(slot, light.kind, position, direction, light.diffuse)
        if light.kind != "directional":
            slot.attenuation[:], slot.range = light.attenuation, light.range
            slot.cutoff, slot.exponent = (
                (min(np.degrees(light.cutoff), WIDEST), light.falloff)
                if light.kind == "spot"
                else (180.0, 0.0)
            )


def _put(
    slot: mujoco.MjvLight,
    kind: str,
    position: Union[Array, Vector],
    direction: Union[Array, Vector],
    diffuse: Vector,
) -> None:
    slot.type, slot.headlight, slot.castshadow = KINDS[kind], 0, 0
    slot.pos[:], slot.dir[:], slot.diffuse[:] = position, direction, diffuse
    slot.ambient[:], slot.specular[:], slot.attenuation[:] = 0.0, 0.0, (1.0, 0.0, 0.0)
