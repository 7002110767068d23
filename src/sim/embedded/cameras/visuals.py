"""Converts moments to meshes to draw: links, traffic lights' lamps, vehicles, persons.

Meshes are cached; new ones need a new store. World frame.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from itertools import count
from typing import Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.cameras.figures import Figure, box_figure, limb_poses, type_figure
from sim.embedded.cameras.headlights import VehicleLamps
from sim.embedded.cameras.instances import Instances
from sim.embedded.cameras.link_meshes import Lamp, LinkMesh, link_meshes
from sim.embedded.cameras.moment import Moment, ShownVehicles, VisibleLink
from sim.embedded.cameras.street_lamps import StreetLamps
from sim.embedded.cameras.wheels import wheel_table
from sim.errors import InputError
from sim.rendering.classes import SemanticClasses
from sim.rendering.lighting import STREET_LAMP
from sim.rendering.meshes import MeshStore
from sim.rendering.types import DrawnInstances
from sim.sdf.look import Light
from sim.sdf.model_path import ModelPath
from sim.sdf.types import Link
from sim.traffic.lamps import lit_head, lit_vehicles, vehicle_lamps
from sim.traffic.state import VehicleType

log = logging.getLogger(__name__)
# Numbers of a figure's limbs and of its wheels among its parts begin here.
FIRST_LIMB_PART = 1000
FIRST_WHEEL_PART = 1500
UNKNOWN = VehicleType("", "car", 4.6, 1.8, 1.5)


class _FigureMeshes(NamedTuple):
    """Figure with the meshes of its bodies (by lamp bits) and limbs."""

    figure: Figure
    bodies: List[List[int]]
    limbs: List[List[int]]
    wheels: List[List[int]]


class Visuals:
    """Visible things; ``store`` holds their meshes after :meth:`prepare`."""

    def __init__(
        self, model_path: ModelPath, classes: SemanticClasses, instances: Instances
    ) -> None:
        self._model_path, self._classes = model_path, classes
        self._vehicle_lamps = VehicleLamps(classes)
        self._street_lamps = StreetLamps(classes.number("", "", STREET_LAMP))
        self.instances = instances
        # The links are kept with their meshes, so that no other can have their identity.
        self._links: Dict[Tuple[str, int], Tuple[Link, Tuple[LinkMesh, ...]]] = {}
        self._figures: Dict[VehicleType, Figure] = {}
        self._models: Dict[VehicleType, Figure] = {}
        self._bodies: Tuple[VisibleLink, ...] = ()
        self._version = -1
        self._boxes: Dict[int, Tuple[Array, Array]] = {}
        self._store: Optional[MeshStore] = None

    @property
    def store(self) -> MeshStore:
        assert self._store is not None  # Something has been prepared.
        return self._store

    def prepare(self, moment: Moment) -> bool:
        """Add the new things of a moment; return whether the store changed."""
        if (
            self._store is not None
            and moment.bodies is self._bodies
            and moment.types_version == self._version
        ):
            return False
        self._bodies, self._version = moment.bodies, moment.types_version
        self._links = {
            (body.model, id(body.link)): self._links.get((body.model, id(body.link)))
            or (body.link, link_meshes(body.model, body.link, self._classes))
            for body in moment.bodies
        }
        self._figures = {
            kind: self._figures.get(kind) or self._figure(kind)
            for kind in (UNKNOWN, *moment.types.values())
        }
        parts = [part for _, parts in self._links.values() for part in parts]
        drawn = [part.mesh for part in parts] + [
            part.lamp.lit for part in parts if part.lamp is not None
        ]
        drawn += [mesh for figure in self._figures.values() for mesh in figure.meshes()]
        drawn += self._vehicle_lamps.meshes + self._street_lamps.meshes
        self._street_lamps.find(self._bodies)
        renew = self._store is None or not self._store.has(drawn)
        if renew:
            self._store = MeshStore(drawn)
        self._arrange()
        meshes = {kind: self._meshes_of(figure) for kind, figure in self._figures.items()}
        self._type_meshes, self._unknown = (
            {number: meshes[kind] for number, kind in moment.types.items()},
            meshes[UNKNOWN],
        )
        self._layers = _layers(self._type_meshes, self._unknown)
        self._wheels = wheel_table(
            [
                (of_type.figure.wheels, of_type.wheels)
                for of_type in _by_number(self._type_meshes, self._unknown)
            ]
        )
        return renew

    def drawn(self, moment: Moment) -> DrawnInstances:
        """Return all meshes with their poses at a moment."""
        rotation = moment.rotation[self._owner]
        position = moment.position[self._owner] + (rotation @ self._offset[:, :, None])[:, :, 0]
        lit = [
            (row, mesh)
            for row, lamp, mesh in self._lamps
            if lamp.color in lit_head(moment.letters.get(lamp.light, "O"), moment.time)
        ]
        rows, shapes = np.array(lit, int).reshape(-1, 2).T
        mesh, places, turns, owner, part = self._vehicles(moment.traffic, moment.time)
        numbers, vehicles = self.instances.of_things(
            [body.model for body in self._bodies], moment.traffic.id
        )
        meshes, shining = (
            np.concatenate([self._mesh, mesh]),
            np.zeros(len(self._mesh) + len(mesh), bool),
        )
        meshes[rows], shining[rows] = shapes, True
        return DrawnInstances(
            meshes,
            np.concatenate([position, places]),
            np.concatenate([rotation @ self._tilt, turns]),
            shining,
            np.concatenate([numbers[self._owner], vehicles[owner]]),
            np.concatenate([self._part, part]),
        )

    def with_lamps(
        self, drawn: DrawnInstances, moment: Moment
    ) -> Tuple[DrawnInstances, List[Light]]:
        """Add street lamps and vehicle lamps, and return their lights."""
        carriers = self._vehicle_lamps.carriers(moment, self._boxes, self.instances)
        lamps, lights = self._street_lamps.drawn(moment, self.store, self.instances)
        shining = self._vehicle_lamps.drawn(carriers, self.store).and_(lamps)
        return drawn.and_(shining), [*carriers.beams(), *lights]

    def _arrange(self) -> None:
        """Build arrays over the meshes of all bodies: mesh, body, local pose."""
        rows = [
            (number, part)
            for number, body in enumerate(self._bodies)
            for part in self._links[body.model, id(body.link)][1]
        ]
        self._owner = np.array([number for number, _ in rows], int)
        self._mesh = np.array([self.store.number(part.mesh) for _, part in rows], int)
        self._part = np.arange(len(rows))
        poses = np.array([part.link_from_mesh for _, part in rows]).reshape(-1, 4, 4)
        self._offset, self._tilt = poses[:, :3, 3], poses[:, :3, :3]
        self._boxes = {}
        for row, number in enumerate(self._owner.tolist()):
            low, high = self.store.low[self._mesh[row]], self.store.high[self._mesh[row]]
            if number in self._boxes:
                low, high = (
                    np.minimum(low, self._boxes[number][0]),
                    np.maximum(high, self._boxes[number][1]),
                )
            self._boxes[number] = (low, high)
        self._lamps: List[Tuple[int, Lamp, int]] = [
            (row, part.lamp, self.store.number(part.lamp.lit))
            for row, (_, part) in enumerate(rows)
            if part.lamp is not None
        ]

    def _meshes_of(self, figure: Figure) -> _FigureMeshes:
        return _FigureMeshes(
            figure,
            [[self.store.number(mesh) for mesh in body] for body in figure.bodies],
            [[self.store.number(mesh) for mesh in limb.meshes] for limb in figure.limbs],
            [[self.store.number(mesh) for mesh in wheel.meshes] for wheel in figure.wheels],
        )

    def _vehicles(
        self, traffic: ShownVehicles, time: float
    ) -> Tuple[Array, Array, Array, Array, Array]:
        """Return all meshes of vehicles and persons with their poses.

        Meshes (k,), positions (k, 3), rotations (k, 3, 3), the row of each one's owner (k,) and the
        part that each is (k,).
        """
        bits = lit_vehicles(traffic.signals, time)
        nothing = np.empty(0, int)
        found = [(nothing, np.empty((0, 3)), np.empty((0, 3, 3)), nothing, nothing)]
        kinds = np.minimum(traffic.type.astype(int), len(self._layers) - 1)
        for layer in range(self._layers.shape[2]):
            meshes = self._layers[kinds, bits, layer]
            there = np.flatnonzero(meshes >= 0)
            found.append(
                (
                    meshes[there],
                    traffic.position[there],
                    traffic.rotation[there],
                    there,
                    np.full(len(there), layer),
                )
            )
        wheels, places, turns, owner, number = self._wheels.placed(traffic, kinds)
        found.append((wheels, places, turns, owner, FIRST_WHEEL_PART + number))
        for kind in np.unique(traffic.type).tolist():
            of_type = self._type_meshes.get(kind, self._unknown)
            if not of_type.limbs:
                continue
            rows = np.flatnonzero(traffic.type == kind)
            parts = count(FIRST_LIMB_PART)
            for limb, meshes in zip(of_type.figure.limbs, of_type.limbs):
                offset, tilt = limb_poses(limb, traffic, rows)
                found += [
                    (
                        np.full(len(rows), mesh),
                        offset,
                        tilt,
                        rows,
                        np.full(len(rows), next(parts)),
                    )
                    for mesh in meshes
                ]
        shapes, places, turns, owner, part = (np.concatenate(arrays) for arrays in zip(*found))
        return shapes, places, turns, owner, part

    def _figure(self, kind: VehicleType) -> Figure:
        """Return the figure shared by types that differ by name alone."""
        key = replace(kind, name="")
        if key not in self._models:
            try:
                self._models[key] = type_figure(kind, self._model_path, self._classes)
            except InputError as error:
                log.warning(
                    "cameras show vehicles of type %s as boxes: %s", kind.name or kind.model, error
                )
                self._models[key] = box_figure(kind)
        return self._models[key]


def _by_number(of_types: Dict[int, _FigureMeshes], unknown: _FigureMeshes) -> List[_FigureMeshes]:
    """Return figures indexed by type number; the last is for unknown types."""
    numbers = range(max(of_types, default=-1) + 1)
    return [*(of_types.get(number, unknown) for number in numbers), unknown]


def _layers(of_types: Dict[int, _FigureMeshes], unknown: _FigureMeshes) -> Array:
    """Return meshes of bodies (types, lamp bits, layers); -1 is empty.

    The last type is for unknown ones.
    """
    figures = _by_number(of_types, unknown)
    depth = max((len(body) for figure in figures for body in figure.bodies), default=0)
    sums = 1 << len(vehicle_lamps())
    found = np.full((len(figures), sums, depth), -1)
    for number, figure in enumerate(figures):
        for bits in range(sums):
            body = figure.bodies[bits if len(figure.bodies) > 1 else 0]
            found[number, bits, : len(body)] = body
    return found
