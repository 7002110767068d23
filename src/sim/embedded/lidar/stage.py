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


@dataclass(frozen=True)
class Moving:
    """Shells (by number in ``shells``) of k things with their poses world_from_shell (k, 4, 4)."""

    shells: Tuple[Shell, ...]
    number: np.ndarray
    poses: np.ndarray


class Stage:
    """What rays of one kind meet: ``seen`` is collisions or visuals."""

    def __init__(self, model_path: ModelPath, seen: str) -> None:
        self._model_path, self._seen = model_path, seen
        self._cast = Cast((), {})
        self._groups: Dict[str, Tuple[Model, List[Tuple[Group, Shell]]]] = {}
        self._still: Dict[Tuple[str, str], np.ndarray] = {}
        self._loose: Set[str] = set()
        self._vehicles: Dict[str, Shell] = {}
        self.still, self.planes = Shell(NOTHING), NOTHING

    def update(self, snapshot: Snapshot) -> None:
        """Bring what stands still up to date."""
        if snapshot.cast is not self._cast:
            self._cast = snapshot.cast
            self._adopt(snapshot)
        moved = {model for (model, link), pose in self._still.items() if not np.array_equal(pose, snapshot.link_pose(model, link))}
        if moved:
            self._loose |= moved
            self._bake(snapshot)

    def moving(self, snapshot: Snapshot, model: str, own: List[Tuple[Group, Shell]]) -> Moving:
        """What moves, at its places; the groups of one ``model`` are replaced by its ``own``."""
        pieces = [piece for name, (_, groups) in self._groups.items() if name != model and self._moves(name) for piece in groups]
        pieces = [(group, shell) for group, shell in [*pieces, *own] if not shell.empty]
        poses = [snapshot.link_pose(group.model, group.anchor) for group, _ in pieces]
        shells = list(dict.fromkeys(shell for _, shell in pieces))
        number = [shells.index(shell) for _, shell in pieces]
        kinds = np.unique(snapshot.types)
        rows: Dict[int, int] = {}
        for kind in kinds.tolist():
            shells.append(self._vehicle(snapshot, kind))
            rows[kind] = len(shells) - 1
        number += [rows[kind] for kind in snapshot.types.tolist()]
        vehicles = transforms(snapshot.vehicles, snapshot.quaternions)
        return Moving(tuple(shells), np.array(number, int), np.concatenate([np.array(poses).reshape(-1, 4, 4), vehicles]))

    def pieces(self, model: Model, eye: Tuple[str, np.ndarray]) -> List[Tuple[Group, Shell]]:
        """A model as a sensor in it sees it, from a point (3,) of a link."""
        return [(group, Shell(group.surface)) for group in rigid_groups(model, self._seen, eye)]

    def _moves(self, name: str) -> bool:
        model = self._groups[name][0]
        return name in self._loose or not model.static or _carries_rays(model)

    def _adopt(self, snapshot: Snapshot) -> None:
        """Take the models in; those that are there already keep their shells."""
        known, self._groups = self._groups, {}
        for model in self._cast.models:
            if model.name in known and known[model.name][0] is model:
                self._groups[model.name] = known[model.name]
            else:
                shells = [(group, Shell(group.surface if not model.static else NOTHING)) for group in rigid_groups(model, self._seen)]
                self._groups[model.name] = (model, shells)
        self._loose &= set(self._groups)
        self._bake(snapshot)

    def _bake(self, snapshot: Snapshot) -> None:
        """Join all that stands still; planes count as standing still wherever they are."""
        surfaces: List[Surface] = []
        self._still = {}
        for name, (model, pieces) in self._groups.items():
            for index, (group, _) in enumerate(pieces):
                pose = snapshot.link_pose(name, group.anchor)
                placed = group.surface.moved(pose)
                if self._moves(name):
                    pieces[index] = (group, Shell(group.surface)) if pieces[index][1].empty else pieces[index]
                    placed = Surface(NOTHING.triangles, NOTHING.greys, placed.normals, placed.offsets, placed.plane_greys)
                else:
                    self._still[(name, group.anchor)] = pose
                surfaces.append(placed)
        whole = joined(surfaces)
        self.still, self.planes = Shell(whole), Surface(NOTHING.triangles, NOTHING.greys, whole.normals, whole.offsets, whole.plane_greys)

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
