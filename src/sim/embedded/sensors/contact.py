"""Contacts of a contact sensor's collisions, with forces.

Between two measurements each pair of collisions keeps its last contact.
"""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.physics.physics import Physics
from sim.embedded.physics.solved import Contacts
from sim.embedded.sensors.mount import SensorMount
from sim.sdf.sensors.contact import Contact

Pair = Tuple[str, str]


class Bumper:
    """Collects contacts of the sensor's collisions while watched.

    Pairs are full names: own collision, other collision.
    """

    def __init__(self, physics: Physics, mount: SensorMount) -> None:
        self._physics, self._mount = physics, mount
        self._geoms: Tuple[int, Dict[int, str]] = (-1, {})
        self._touches: Dict[Pair, Contacts] = {}
        self._watched, self._resets = -2, physics.resets

    def watch(self) -> None:
        """Collect the step's contacts; call it after each step while measured."""
        if self._resets != self._physics.resets:
            self._resets = self._physics.resets
            self._touches.clear()
        contacts, self._watched = self._physics.contacts.solved(), self._physics.steps
        self._physics.contacts.keep()
        if contacts is not None and len(contacts.geoms):
            self._touches.update(self._found(contacts))

    def measure(self) -> Optional[Dict[Pair, Contacts]]:
        """Return the contacts since the last measurement; None if not watched.

        Normals point to the sensor's collision; forces act on it.
        """
        if self._watched != self._physics.steps:
            self._touches.clear()
            return None
        touches, self._touches = self._touches, {}
        return touches

    def _found(self, contacts: Contacts) -> Dict[Pair, Contacts]:
        ours = self._ours()
        rows: Dict[Pair, List[Tuple[int, float]]] = {}
        for row, (first, second) in enumerate(contacts.geoms.tolist()):
            for own, other, sign in ((first, second, -1.0), (second, first, 1.0)):
                if own in ours:
                    rows.setdefault((ours[own], self._physics.names.of_geom(other)), []).append(
                        (row, sign)
                    )
        return {
            pair: _chosen(contacts, *map(np.array, zip(*found))) for pair, found in rows.items()
        }

    def _ours(self) -> Dict[int, str]:
        physics, mount = self._physics, self._mount
        if self._geoms[0] != physics.models.generation:
            kind = mount.sensor.kind
            assert isinstance(kind, Contact)
            names = {
                name: physics.models.geom_id(mount.model, mount.link, name)
                for name in kind.collisions
            }
            self._geoms = (
                physics.models.generation,
                {geom: f"{mount.model}::{mount.link}::{name}" for name, geom in names.items()},
            )
        return self._geoms[1]


def _chosen(contacts: Contacts, rows: Array, signs: Array) -> Contacts:
    """Return rows of the contacts, with signed normals and forces."""
    rows = rows.astype(int)
    return Contacts(
        contacts.geoms[rows],
        contacts.points[rows],
        signs[:, None] * contacts.normals[rows],
        contacts.depths[rows],
        signs[:, None] * contacts.forces[rows],
    )
