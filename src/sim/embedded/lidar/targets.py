"""World for rays: one static shell, and shells of moving things.

Rays are transformed into the frames of moving things. A static model that is moved after all, or
that carries the sensor, becomes a separate shell. Vehicles and persons of the traffic have the
shapes that cameras show, with swinging limbs.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import Dict, List, Optional, Sequence, Set, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.cameras.figures import Figure, Limb, box_figure, limb_poses, type_figure
from sim.embedded.cameras.instances import Instances
from sim.embedded.cameras.moment import ShownVehicles
from sim.embedded.lidar.groups import Group, rigid_groups
from sim.embedded.lidar.paths import Paths
from sim.embedded.lidar.reflectivity import of_traffic
from sim.embedded.lidar.shell import Shell
from sim.embedded.lidar.snapshot import LidarSnapshot, LinkRows
from sim.embedded.lidar.surfaces import NOTHING, LidarSurface, greys, joined
from sim.errors import InputError
from sim.rendering.classes import SemanticClasses
from sim.rendering.meshes import DrawnMesh
from sim.sdf.model_path import ModelPath
from sim.sdf.sensors.rays import Rays
from sim.sdf.sensors.sonar import Sonar
from sim.sdf.types import Model
from sim.traffic.state import VehicleType

log = logging.getLogger(__name__)
UNKNOWN = VehicleType("", "", 4.6, 1.8, 1.5)

Target = Tuple[Group, Shell]
# Part of a vehicle with its limb; None for a rigid part.
Part = Tuple[Shell, Optional[Limb]]


@dataclass(frozen=True)
class Moving:
    """Moving things (k,): shells, poses at each snapshot, and numbers.

    Shells are indices (k,) of ``shells``; the numbers (k,) belong to their models or vehicles.
    """

    shells: Tuple[Shell, ...]
    number: Array
    paths: Paths
    instances: Array

    def poses(self, chosen: Array) -> Array:
        """Return poses world_from_shell (s, c, 4, 4) of things ``chosen`` (c,).

        ``s`` counts the snapshots.
        """
        poses = np.zeros((len(self.paths.places), len(chosen), 4, 4))
        poses[..., :3, :3], poses[..., :3, 3], poses[..., 3, 3] = (
            self.paths.turns[:, chosen],
            self.paths.places[:, chosen],
            1.0,
        )
        return poses


class RayTargets:
    """Targets of rays, labelled by ``classes`` and by ``instances`` as in pictures."""

    def __init__(
        self,
        model_path: ModelPath,
        classes: Optional[SemanticClasses] = None,
        instances: Optional[Instances] = None,
    ) -> None:
        self._model_path, self._classes = model_path, classes
        self._instances = instances or Instances()
        self._links = LinkRows((), {})
        self._groups: Dict[str, Tuple[Model, List[Group]]] = {}
        self._loose: Set[str] = set()
        self._mobile: List[Target] = []
        self._fixed: List[Group] = []
        self._rows = np.empty(0, int)
        self._places: Tuple[Array, Array] = (np.empty((0, 3)), np.empty((0, 3, 3)))
        self._vehicles: Dict[VehicleType, List[Part]] = {}
        self.still = Shell(NOTHING)

    def update(self, snapshot: LidarSnapshot) -> None:
        """Update the shell of static surfaces."""
        if snapshot.links is not self._links:
            self._links = snapshot.links
            self._adopt(snapshot)
        moved = (snapshot.positions[self._rows] != self._places[0]).any(axis=1) | (
            snapshot.rotations[self._rows] != self._places[1]
        ).any(axis=(1, 2))
        if moved.any():
            self._loose |= {self._fixed[number].model for number in np.flatnonzero(moved).tolist()}
            self._sort(snapshot)

    def prepare(self, snapshot: LidarSnapshot) -> None:
        """Read the models of all vehicle types in advance."""
        for kind in snapshot.vehicle_types:
            self._vehicle(snapshot, kind)

    def moving(self, snapshots: Sequence[LidarSnapshot], model: str, own: List[Target]) -> Moving:
        """Return the moving things at their poses in snapshots.

        The snapshots have the same links and vehicles; the pieces of one ``model`` are replaced by
        ``own``.
        """
        pieces = [
            piece
            for piece in [*(piece for piece in self._mobile if piece[0].model != model), *own]
            if not piece[1].empty
        ]
        rows = np.array([self._links.rows[(group.model, group.anchor)] for group, _ in pieces], int)
        shells, number = [shell for _, shell in pieces], [np.arange(len(pieces))]
        instances = [self._instances.of_models([group.model for group, _ in pieces])]
        places, turns = (
            [np.stack([getattr(snapshot, name)[rows] for snapshot in snapshots])]
            for name in ("positions", "rotations")
        )
        last, traffic = snapshots[-1], _traffic(snapshots)
        begins = len(last.types) * np.arange(len(snapshots))[:, None]
        vehicles = self._instances.of_vehicles(last.numbers)
        for kind in np.unique(last.types).tolist():
            chosen = np.flatnonzero(last.types == kind)
            for shell, limb in self._vehicle(last, kind):
                number.append(np.full(len(chosen), len(shells)))
                instances.append(vehicles[chosen])
                shells.append(shell)
                at, turn = _vehicle_poses(traffic, begins + chosen, limb)
                places.append(at)
                turns.append(turn)
        paths = Paths(np.concatenate(places, axis=1), np.concatenate(turns, axis=1))
        return Moving(
            tuple(shells),
            np.concatenate(number),
            paths,
            np.concatenate(instances).astype(np.uint16),
        )

    def pieces(self, model: Model, eye: Tuple[str, Array]) -> List[Target]:
        """Return a model seen by its sensor from a link's point (3,)."""
        return [(group, Shell(group.surface)) for group in rigid_groups(model, eye, self._classes)]

    def _adopt(self, snapshot: LidarSnapshot) -> None:
        """Add the snapshot's models; unchanged ones (same object) keep their groups."""
        known, self._groups = self._groups, {}
        for model in self._links.models:
            same = model.name in known and known[model.name][0] is model
            self._groups[model.name] = (
                known[model.name] if same else (model, rigid_groups(model, classes=self._classes))
            )
        self._loose &= set(self._groups)
        self._sort(snapshot)

    def _sort(self, snapshot: LidarSnapshot) -> None:
        """Divide the things into moving and static ones."""
        known = {id(piece[0]): piece for piece in self._mobile}
        fixed: List[Group] = []
        self._mobile = []
        for name, (model, groups) in self._groups.items():
            if name in self._loose or not model.static or _carries_rays(model):
                self._mobile += [
                    known.get(id(group)) or (group, Shell(group.surface)) for group in groups
                ]
            else:
                fixed += groups
        self._rows = np.array(
            [self._links.rows[(group.model, group.anchor)] for group in fixed], int
        )
        places = (snapshot.positions[self._rows], snapshot.rotations[self._rows])
        same = [id(group) for group in fixed] == [id(group) for group in self._fixed] and all(
            map(np.array_equal, places, self._places)
        )
        if not same:
            numbers = self._instances.of_models([group.model for group in fixed])
            self.still = Shell(
                joined(
                    [
                        group.surface.moved(snapshot.link_pose(group.model, group.anchor)).of_thing(
                            number
                        )
                        for group, number in zip(fixed, numbers.tolist())
                    ]
                )
            )
        self._fixed, self._places = fixed, places

    def _vehicle(self, snapshot: LidarSnapshot, kind: int) -> List[Part]:
        known = snapshot.vehicle_types.get(kind, UNKNOWN)
        key = replace(known, name="")
        if key not in self._vehicles:
            self._vehicles[key] = _parts(self._figure(known), of_traffic(known))
        return self._vehicles[key]

    def _figure(self, kind: VehicleType) -> Figure:
        """Return a traffic model's figure; a box if it is missing."""
        try:
            if kind.model:
                return type_figure(kind, self._model_path, self._classes)
        except InputError as error:
            log.warning("lidars see a box in place of %s: %s", kind.model, error)
        return box_figure(kind)


def _parts(figure: Figure, reflectivity: float) -> List[Part]:
    """Return a figure's shells; lamps do not change its shape."""
    parts = [
        (Shell(_rigid(figure, reflectivity)), None),
        *((Shell(_surface(limb.meshes, reflectivity)), limb) for limb in figure.limbs),
    ]
    return [part for part in parts if not part[0].empty]


def _rigid(figure: Figure, reflectivity: float) -> LidarSurface:
    """Return the surface of a figure's rigid parts, wheels unturned."""
    wheels = [_surface(wheel.meshes, reflectivity).moved(wheel.pose) for wheel in figure.wheels]
    return joined([_surface(figure.bodies[0], reflectivity), *wheels])


def _surface(drawings: Sequence[DrawnMesh], reflectivity: float) -> LidarSurface:
    return joined(
        [
            LidarSurface(
                np.asarray(drawing.corners, float),
                greys(drawing.colors * np.asarray(drawing.tint[:3])),
                np.full(len(drawing.corners), reflectivity),
                _kinds(drawing),
                np.zeros(len(drawing.corners), np.uint16),
            )
            for drawing in drawings
        ]
    )


def _kinds(drawing: DrawnMesh) -> Array:
    count = len(drawing.corners)
    return np.zeros(count, np.uint8) if drawing.kinds is None else drawing.kinds


def _traffic(snapshots: Sequence[LidarSnapshot]) -> ShownVehicles:
    """Return the vehicles of all snapshots, concatenated."""
    types, speeds, places, yaws, turns = (
        np.concatenate([getattr(snapshot, name) for snapshot in snapshots])
        for name in ("types", "speeds", "vehicles", "yaws", "turns")
    )
    return ShownVehicles(types, types, speeds, places, yaws, turns)


def _vehicle_poses(
    traffic: ShownVehicles, rows: Array, limb: Optional[Limb]
) -> Tuple[Array, Array]:
    """Return poses of vehicles ``rows`` (k, c), or of persons' limbs.

    They are positions (k, c, 3) and rotations (k, c, 3, 3).
    """
    if limb is None:
        return traffic.position[rows], traffic.rotation[rows]
    at, turn = limb_poses(limb, traffic, rows.ravel())
    return at.reshape(*rows.shape, 3), turn.reshape(*rows.shape, 3, 3)


def _carries_rays(model: Model) -> bool:
    return any(
        isinstance(sensor.kind, (Rays, Sonar)) for link in model.links for sensor in link.sensors
    )
