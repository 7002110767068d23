"""The world as rays see it: what stands still as one shell, what moves as shells of its own that rays are turned into.

A static model that is moved after all is taken out of the first and becomes one of the second, as is a model that carries the sensor.
"""
from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Dict, List, Set, Tuple

import numpy as np

from sim.embedded.frames import transform, transforms
from sim.embedded.lidar.groups import Group, rigid_groups
from sim.embedded.lidar.shell import Shell
from sim.embedded.lidar.snapshot import Cast, Snapshot
from sim.embedded.lidar.surfaces import NOTHING, Surface, joined, shape_surface
from sim.errors import InputError
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_model
from sim.sdf.sensors import Rays, Sonar
from sim.sdf.types import Box, Model

log = logging.getLogger(__name__)
UNKNOWN_SIZE = (4.6, 1.8, 1.5)
UNKNOWN_GREY = 0.5


Piece = Tuple[Group, Shell]


@dataclass(frozen=True)
class Moving:
    """Of k things: which of the ``shells`` each is (k,), and where, world_from_shell (k, 4, 4)."""

    shells: Tuple[Shell, ...]
    number: np.ndarray
    poses: np.ndarray


class Stage:
    """What rays of one kind meet: ``seen`` is collisions or visuals."""

    def __init__(self, model_path: ModelPath, seen: str) -> None:
        self._model_path, self._seen = model_path, seen
        self._cast = Cast((), {})
        self._groups: Dict[str, Tuple[Model, List[Group]]] = {}
        self._loose: Set[str] = set()
        self._mobile: List[Piece] = []
        self._fixed: List[Group] = []
        self._rows = np.empty(0, int)
        self._places: Tuple[np.ndarray, np.ndarray] = (np.empty((0, 3)), np.empty((0, 3, 3)))
        self._vehicles: Dict[str, Shell] = {}
        self.still, self.planes = Shell(NOTHING), NOTHING

    def update(self, snapshot: Snapshot) -> None:
        """Bring what stands still up to date."""
        if snapshot.cast is not self._cast:
            self._cast = snapshot.cast
            self._adopt(snapshot)
        moved = (snapshot.positions[self._rows] != self._places[0]).any(axis=1) | (snapshot.rotations[self._rows] != self._places[1]).any(axis=(1, 2))
        if moved.any():
            self._loose |= {self._fixed[number].model for number in np.flatnonzero(moved).tolist()}
            self._sort(snapshot)

    def moving(self, snapshot: Snapshot, model: str, own: List[Piece]) -> Moving:
        """What moves, at its places; the pieces of one ``model`` are replaced by its ``own``."""
        pieces = [piece for piece in [*(piece for piece in self._mobile if piece[0].model != model), *own] if not piece[1].empty]
        poses = [snapshot.link_pose(group.model, group.anchor) for group, _ in pieces]
        shells, number = [shell for _, shell in pieces], list(range(len(pieces)))
        kinds = {kind: len(shells) + place for place, kind in enumerate(np.unique(snapshot.types).tolist())}
        shells += [self._vehicle(snapshot, kind) for kind in kinds]
        number += [kinds[kind] for kind in snapshot.types.tolist()]
        vehicles = transforms(snapshot.vehicles, snapshot.quaternions)
        return Moving(tuple(shells), np.array(number, int), np.concatenate([np.array(poses).reshape(-1, 4, 4), vehicles]))

    def pieces(self, model: Model, eye: Tuple[str, np.ndarray]) -> List[Piece]:
        """A model as a sensor in it sees it, from a point (3,) of a link."""
        return [(group, Shell(group.surface)) for group in rigid_groups(model, self._seen, eye)]

    def _adopt(self, snapshot: Snapshot) -> None:
        """Take the models in; those that are there already keep their groups, which are known by being the same."""
        known, self._groups = self._groups, {}
        for model in self._cast.models:
            same = model.name in known and known[model.name][0] is model
            self._groups[model.name] = known[model.name] if same else (model, rigid_groups(model, self._seen))
        self._loose &= set(self._groups)
        self._sort(snapshot)

    def _sort(self, snapshot: Snapshot) -> None:
        """Tell what moves from what does not; planes count as standing still wherever they are."""
        known = {id(piece[0]): piece for piece in self._mobile}
        fixed: List[Group] = []
        self._mobile = []
        for name, (model, groups) in self._groups.items():
            if name in self._loose or not model.static or _carries_rays(model):
                self._mobile += [known.get(id(group)) or (group, Shell(group.surface)) for group in groups]
            else:
                fixed += groups
        self._rows = np.array([self._cast.rows[(group.model, group.anchor)] for group in fixed], int)
        places = (snapshot.positions[self._rows], snapshot.rotations[self._rows])
        same = [id(group) for group in fixed] == [id(group) for group in self._fixed] and all(map(np.array_equal, places, self._places))
        if not same:
            self.still = Shell(joined([group.surface.moved(snapshot.link_pose(group.model, group.anchor)) for group in fixed]))
        self._fixed, self._places = fixed, places
        every = [group for _, groups in self._groups.values() for group in groups if len(group.surface.normals)]
        placed = joined([group.surface.moved(snapshot.link_pose(group.model, group.anchor)) for group in every])
        self.planes = Surface(NOTHING.triangles, NOTHING.greys, placed.normals, placed.offsets, placed.plane_greys)

    def _vehicle(self, snapshot: Snapshot, kind: int) -> Shell:
        known = snapshot.vehicle_types.get(kind)
        name = known.model if known else ""
        if name not in self._vehicles:
            self._vehicles[name] = Shell(self._vehicle_surface(name, (known.length, known.width, known.height) if known else UNKNOWN_SIZE))
        return self._vehicles[name]

    def _vehicle_surface(self, name: str, size: Tuple[float, float, float]) -> Surface:
        """The surface of a traffic model about the centre of its base; a box where the model is not to be had."""
        try:
            if name:
                path = self._model_path.model_file(f"model://{name}", where=f"traffic model {name}")
                model, _ = read_model(path, self._model_path.paths)
                return joined([group.surface.moved(next(link.model_from_link for link in model.links if link.name == group.anchor))
                               for group in rigid_groups(model, self._seen)])
        except InputError as error:
            log.warning("lidars see a box in place of %s: %s", name, error)
        return shape_surface(Box(size), UNKNOWN_GREY).moved(transform(np.array([0.0, 0.0, size[2] / 2]), np.eye(3)))


def _carries_rays(model: Model) -> bool:
    return any(isinstance(sensor.kind, (Rays, Sonar)) for link in model.links for sensor in link.sensors)
