"""The scene shown by Gazebo at one time, for the camera renderer.

Links come from Gazebo's SDF, at the poses of its images. World frame, SI units.
"""

from __future__ import annotations

import logging
import threading
from typing import Callable, Dict, List, Mapping, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.cameras.moment import Moment, ShownVehicles, VisibleLink
from sim.errors import InputError, SimError
from sim.msg import ScenePoses
from sim.sdf.reader import read_model_string
from sim.sdf.types import Link
from sim.traffic.state import VehicleType
from sim.transforms import rotation_from_quaternion

log = logging.getLogger(__name__)
# Number and SDF document of a model by its name; SimError if the model does not exist.
Describe = Callable[[str], Tuple[int, str]]
# Wall s for the first types of traffic to come after the first vehicles.
PATIENCE = 10.0


class GroundTruthScene:
    """Belongs to one thread, but for :meth:`set_types`."""

    def __init__(self, model_path: Sequence[str], describe: Describe) -> None:
        self._model_path, self._describe = model_path, describe
        self._links: Dict[int, Mapping[str, Link]] = {}
        self._shown: Tuple[Sequence[str], Sequence[int]] = ((), ())
        self._bodies: Tuple[VisibleLink, ...] = ()
        self._rows = np.empty(0, int)
        self._types: Tuple[Mapping[int, VehicleType], int] = ({}, 0)
        self._typed = threading.Event()

    def set_types(self, types: Mapping[int, VehicleType]) -> None:
        """Set the traffic's vehicle types by their numbers."""
        self._types = (types, self._types[1] + 1)
        self._typed.set()

    def moment(self, message: ScenePoses) -> Moment:
        """Return all present objects. A link that Gazebo no longer describes is left out."""
        if self._shown != (message.link, message.model):
            self._find(message.link, message.model)
        place, turn = poses(message.pose, len(message.link), "pose")
        if message.vehicle and not self._typed.wait(PATIENCE):
            log.warning("ground truth shows traffic as boxes: no types came on /traffic/types")
            self._typed.set()
        types, version = self._types
        return Moment(
            message.header.stamp.to_sec(),
            self._bodies,
            place[self._rows],
            turn[self._rows],
            vehicles(message),
            types,
            version,
            {},
        )

    def _find(self, names: Sequence[str], models: Sequence[int]) -> None:
        self._shown = (names, models)
        self._links = {number: self._links[number] for number in models if number in self._links}
        bodies: List[VisibleLink] = []
        rows = []
        for row, (name, number) in enumerate(zip(names, models)):
            model, _, own = name.partition("::")
            if number not in self._links:
                self._links[number] = self._read(model, number)
            link = self._links[number].get(own)
            if link is not None and link.visuals:
                bodies.append(VisibleLink(model, link))
                rows.append(row)
        self._bodies, self._rows = tuple(bodies), np.array(rows, int)

    def _read(self, model: str, number: int) -> Mapping[str, Link]:
        try:
            found, text = self._describe(model)
            if found != number:
                raise InputError(model, "is another model of that name by now")
            read, unsupported = read_model_string(text, self._model_path, model)
        except SimError as error:
            log.warning("ground truth is without model %s: %s", model, error)
            return {}
        for line in unsupported:
            log.warning("%s", line)
        return {link.name: link for link in read.links}


def vehicles(message: ScenePoses) -> ShownVehicles:
    """Return the traffic of a message. Wheels keep the pose of their models."""
    count = len(message.vehicle)
    place, turn = poses(message.vehicle_pose, count, "vehicle_pose")
    return ShownVehicles(
        np.asarray(message.type, np.uint16),
        np.asarray(message.signals, np.uint32),
        np.asarray(message.speed, float),
        place,
        np.arctan2(turn[:, 1, 0], turn[:, 0, 0]),
        turn,
        np.asarray(message.vehicle, np.uint32),
        np.zeros(count),
        np.zeros(count),
        np.asarray(message.swing, float),
    )


def poses(values: Sequence[float], count: int, field: str) -> Tuple[Array, Array]:
    """Return positions (count, 3) and rotations (count, 3, 3).

    ``values`` are x y z and a quaternion each.
    """
    if len(values) != 7 * count:
        raise InputError(
            f"scene_poses: {field}", f"has {len(values)} numbers; write 7 for each of {count}"
        )
    rows = np.asarray(values, float).reshape(count, 7)
    return rows[:, :3], rotation_from_quaternion(rows[:, 3:])
