"""Street lamps in the dark, by visuals named ``street_lamp...``."""

from __future__ import annotations

from typing import List, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.cameras.drawn_meshes import joined
from sim.embedded.cameras.instances import Instances
from sim.embedded.cameras.moment import Moment, VisibleLink
from sim.embedded.cameras.surfaces import visual_surfaces
from sim.rendering.lighting import STREET_LAMP
from sim.rendering.meshes import DrawnMesh, MeshStore
from sim.rendering.types import DrawnInstances
from sim.sdf.look import Light
from sim.sdf.types import Box, Color, Visual

LAMP_COLOR: Color = (1.0, 0.93, 0.75, 1.0)
# A little more than the lamps of generated worlds, which it covers.
LAMP_SIZE = (0.57, 0.24, 0.12)  # m
LIGHT_COLOR = (1.3, 1.12, 0.8)
CUTOFF_ANGLE = 1.3  # rad
FALLOFF_EXPONENT = 1.5
LIGHT_RANGE = 26.0  # m
ATTENUATION = (0.6, 0.0, 0.022)
# Numbers of lamps among a body's parts begin here.
FIRST_LAMP_PART = 1_000_000


class StreetLamps:
    """Lamps of the bodies last given to :meth:`find`, with their ``meshes``."""

    def __init__(self, kind: int) -> None:
        self._mesh = joined(
            visual_surfaces(Visual("lamp", np.eye(4), Box(LAMP_SIZE), LAMP_COLOR), kind)
        )[0]
        self.meshes: List[DrawnMesh] = [self._mesh]
        self._owner, self._poses = np.empty(0, int), np.empty((0, 4, 4))

    def find(self, bodies: Sequence[VisibleLink]) -> None:
        """Find the lamps among bodies by the names of visuals."""
        found = [
            (number, visual.link_from_visual)
            for number, body in enumerate(bodies)
            for visual in body.link.visuals
            if visual.name.startswith(STREET_LAMP)
        ]
        self._owner = np.array([number for number, _ in found], int)
        self._poses = np.array([pose for _, pose in found]).reshape(-1, 4, 4)

    def drawn(
        self, moment: Moment, store: MeshStore, instances: Instances
    ) -> Tuple[DrawnInstances, List[Light]]:
        """Return the lamps with their light."""
        turn = moment.rotation[self._owner]
        places = moment.position[self._owner] + _turned(turn, self._poses[:, :3, 3])
        count = len(places)
        numbers = instances.of_models([moment.bodies[number].model for number in self._owner])
        drawn = DrawnInstances(
            np.full(count, store.number(self._mesh)),
            places,
            turn @ self._poses[:, :3, :3],
            np.ones(count, bool),
            numbers.astype(int),
            FIRST_LAMP_PART + np.arange(count),
        )
        lights = [
            Light(
                "spot",
                (x, y, z),
                (0.0, 0.0, -1.0),
                LIGHT_COLOR,
                ATTENUATION,
                LIGHT_RANGE,
                CUTOFF_ANGLE,
                FALLOFF_EXPONENT,
            )
            for x, y, z in places.tolist()
        ]
        return drawn, lights


def _turned(rotation: Array, places: Array) -> Array:
    result: Array = (rotation @ places[:, :, None])[:, :, 0]
    return result
