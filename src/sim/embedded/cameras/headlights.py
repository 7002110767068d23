"""Head and tail lamps of vehicles in the dark: meshes and light.

Frame of a vehicle: x forward from the middle of its base, z up, m.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Mapping, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.cameras.drawn_meshes import joined
from sim.embedded.cameras.instances import Instances
from sim.embedded.cameras.moment import Moment
from sim.embedded.cameras.surfaces import visual_surfaces
from sim.rendering.classes import SemanticClasses
from sim.rendering.meshes import DrawnMesh, MeshStore
from sim.rendering.types import DrawnInstances
from sim.sdf.look import Light
from sim.sdf.types import Box, Color, Visual

# Classes of vehicles with such lamps.
WITH_LAMPS = ("Car", "Truck", "Bus", "Motorcycle")
HEADLIGHT_COLOR: Color = (1.0, 0.97, 0.85, 1.0)
TAIL_LIGHT_COLOR: Color = (0.75, 0.03, 0.02, 1.0)
LAMP_SIZE = (0.25, 0.2, 0.11)  # m
# Prefix of the names of models with lamps off.
PARKED_PREFIX = "parked_"
# Numbers of lamps among a vehicle's parts begin here.
FIRST_LAMP_PART = 2000
# Protrusion of a lamp from the vehicle's box, its height, and its lateral place.
LAMP_PROTRUSION = 0.02  # m
LAMP_HEIGHT = 0.68  # m
LAMP_OFFSET_SHARE = 0.36  # of the width
# Dipped beams: warm white.
BEAM_COLOR = (2.2, 2.05, 1.75)
BEAM_PITCH = np.radians(3.0)  # rad, downwards
CUTOFF_ANGLE = 0.6  # rad
FALLOFF_EXPONENT = 12.0
BEAM_RANGE = 70.0  # m
ATTENUATION = (1.0, 0.03, 0.002)


@dataclass(frozen=True)
class Carriers:
    """Vehicles with lamps.

    ``position`` (m, 3), ``rotation`` (m, 3, 3), smallest and largest x and width (m,), ``instance``
    (m,) and class (m,) of each.
    """

    position: Array
    rotation: Array
    rear: Array
    front: Array
    width: Array
    instance: Array
    kinds: Tuple[int, ...]

    def places(self) -> Tuple[Array, Array]:
        """Return world positions (2 m, 3) of head and tail lamps. Left ones come first."""
        found = []
        for x in (
            self.front - 0.5 * LAMP_SIZE[0] + LAMP_PROTRUSION,
            self.rear + 0.5 * LAMP_SIZE[0] - LAMP_PROTRUSION,
        ):
            both = [
                np.stack(
                    [x, side * LAMP_OFFSET_SHARE * self.width, np.full(len(x), LAMP_HEIGHT)], axis=1
                )
                for side in (1.0, -1.0)
            ]
            found.append(
                np.concatenate([self.position + _turned(self.rotation, own) for own in both])
            )
        return found[0], found[1]

    def beams(self) -> List[Light]:
        """Return one light ahead of each vehicle for both of its lamps."""
        nose = np.zeros((len(self.front), 3))
        nose[:, 0], nose[:, 2] = self.front + LAMP_PROTRUSION, LAMP_HEIGHT
        places = self.position + _turned(self.rotation, nose)
        ahead = self.rotation @ (np.cos(BEAM_PITCH), 0.0, -np.sin(BEAM_PITCH))
        return [
            Light(
                "spot",
                tuple(at),
                tuple(along),
                BEAM_COLOR,
                ATTENUATION,
                BEAM_RANGE,
                CUTOFF_ANGLE,
                FALLOFF_EXPONENT,
            )
            for at, along in zip(places.tolist(), ahead.tolist())
        ]


class VehicleLamps:
    """Finds the vehicles with lamps; ``meshes`` are for the store."""

    def __init__(self, classes: SemanticClasses) -> None:
        self._classes = classes
        self._kinds = [classes.names.index(name) for name in WITH_LAMPS if name in classes.names]
        self._made = {
            kind: (_lamp_mesh(HEADLIGHT_COLOR, kind), _lamp_mesh(TAIL_LIGHT_COLOR, kind))
            for kind in self._kinds
        }
        self.meshes = [mesh for pair in self._made.values() for mesh in pair]

    def carriers(
        self, moment: Moment, boxes: Mapping[int, Tuple[Array, Array]], instances: Instances
    ) -> Carriers:
        """Return vehicles of the traffic and car models with lamps.

        Traffic is measured by its types' sizes, models by ``boxes``: the corners (3,) of a body's
        visible parts, by body number.
        """
        traffic = moment.traffic
        kinds = {
            number: self._classes.number(kind.model, "link", "body")
            for number, kind in moment.types.items()
        }
        rows = [row for row, number in enumerate(traffic.type.tolist()) if self._has(kinds, number)]
        shown = [moment.types[number] for number in traffic.type[rows].tolist()]
        lengths = np.array([kind.length for kind in shown])
        first: Dict[str, int] = {}
        for number, body in enumerate(moment.bodies):
            if body.model.startswith(PARKED_PREFIX):
                continue
            if number in boxes and body.model not in first:
                kind = self._classes.number(body.model, body.link.name, body.link.visuals[0].name)
                if kind in self._kinds:
                    first[body.model] = number
        own = list(first.values())
        low, high = (
            np.array([boxes[number][side] for number in own]).reshape(-1, 3) for side in (0, 1)
        )
        base = moment.position[own] + moment.rotation[own] @ (0.0, 0.0, 1.0) * low[:, 2:]
        kind_of = [kinds[number] for number in traffic.type[rows].tolist()] + [
            self._classes.number(name, moment.bodies[number].link.name, "body")
            for name, number in first.items()
        ]
        return Carriers(
            np.concatenate([traffic.position[rows], base]),
            np.concatenate([traffic.rotation[rows], moment.rotation[own]]),
            np.concatenate([-0.5 * lengths, low[:, 0]]),
            np.concatenate([0.5 * lengths, high[:, 0]]),
            np.concatenate([[kind.width for kind in shown], high[:, 1] - low[:, 1]]),
            np.concatenate(
                [instances.of_vehicles(traffic.id)[rows], instances.of_models(list(first))]
            ).astype(int),
            tuple(kind_of),
        )

    def drawn(self, carriers: Carriers, store: MeshStore) -> DrawnInstances:
        """Return the lamps of all carriers."""
        heads, tails = carriers.places()
        pairs = [self._made.get(kind, self._made[self._kinds[0]]) for kind in carriers.kinds]
        meshes = [store.number(pair[side]) for side in (0, 1) for pair in pairs * 2]
        count = len(pairs)
        return DrawnInstances(
            np.array(meshes, int),
            np.concatenate([heads, tails]),
            np.tile(carriers.rotation, (4, 1, 1)),
            np.ones(4 * count, bool),
            np.tile(carriers.instance, 4),
            np.repeat(FIRST_LAMP_PART + np.arange(4), count),
        )

    def _has(self, kinds: Mapping[int, int], number: int) -> bool:
        return kinds.get(number, -1) in self._kinds


def _lamp_mesh(color: Color, kind: int) -> DrawnMesh:
    """Return a lamp's mesh for a vehicle of this class."""
    return joined(visual_surfaces(Visual("lamp", np.eye(4), Box(LAMP_SIZE), color), kind))[0]


def _turned(rotation: Array, places: Array) -> Array:
    result: Array = (rotation @ places[:, :, None])[:, :, 0]
    return result
