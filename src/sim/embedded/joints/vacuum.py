"""Suction cup: holds an object by a fixed joint.

The object must close the cup's mouth; it is released beyond a weight and a force. SI units.
"""

from __future__ import annotations

import logging
from typing import Dict, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.joint_settings import VACUUM, Vacuum
from sim.embedded.joints.grip import Grip
from sim.embedded.joints.gripper import GripperOrder, GripperReport, Orders
from sim.embedded.joints.touch import pushed
from sim.embedded.physics.motion import body_pose
from sim.embedded.physics.physics import Physics
from sim.embedded.physics.rays import cast_at_solids
from sim.embedded.subsystem import Subsystem

log = logging.getLogger(__name__)
MOUTH_RING_RADIUS = 0.004  # m, of the ring of the mouth that must be closed
RAY_START_DEPTH = 0.01  # m inside the cup, from which its rays start
AVERAGING_TIME = 0.01  # s of simulated time, of the force on the cup
RAY_ANGLES = np.radians([0.0, 120.0, 240.0])  # rad


class VacuumGripper(Subsystem):
    """Suction cup of one model.

    A lost or too heavy object is not taken again until the vacuum is switched on again.
    """

    def __init__(self, physics: Physics, model: str, settings: Vacuum) -> None:
        self._physics, self._model, self._settings = physics, model, settings
        self._orders, self._grip = Orders(), Grip(physics, model)
        self._on, self._searching, self._pull = False, False, 0.0

    def order(self, order: GripperOrder) -> None:
        """Add an order; raises InputError if a value is not a number."""
        order.check()
        self._orders.add(order)

    def efforts(self) -> Dict[str, float]:
        """Return no efforts, as a cup drives no joints."""
        return {}

    def reset(self) -> None:
        """Switch the vacuum off."""
        self._orders.clear()
        self._grip.release()
        self._on, self._searching, self._pull = False, False, 0.0

    def next_update(self, now: float) -> float:
        """Return a time before which nothing happens, ``now`` if unknown."""
        return now if self._searching or self._grip.thing or self._pull else self._orders.next()

    def before_step(self) -> None:
        """Search for an object if the vacuum is on and holds none."""
        self._grip.keep()
        order = self._orders.due(self._physics.time)
        if order is not None:
            self._on = self._searching = order.vacuum
            if not order.vacuum:
                self._grip.release()
        if self._searching and not self._grip.thing:
            self._search()

    def after_step(self) -> None:
        """Release the object if the force is too high."""
        if not self._grip.thing:
            self._pull = 0.0
            return
        cup = self._physics.models.body_id(self._model, self._settings.cup)
        axis = self._physics.data.xmat[cup].reshape(3, 3)[:, 2]
        # The rim's load is not carried by the suction.
        force = self._grip.force() + pushed(self._physics, cup, self._grip.body)
        along = float(axis @ force)
        # Pressure on the cup does not open it.
        load = float(np.linalg.norm(force - min(along, 0.0) * axis))
        self._pull += (load - self._pull) * min(1.0, self._physics.timestep / AVERAGING_TIME)
        if self._pull > self._settings.force:
            log.warning(
                "/%s: %s breaks loose from the cup at %.1f N",
                self._model,
                self._grip.thing,
                self._pull,
            )
            self._searching = False
            self._grip.release()

    @property
    def thing(self) -> str:
        """Held model; empty if none."""
        return self._grip.thing

    def report(self) -> GripperReport:
        """Return the state of the gripper."""
        thing = self._grip.thing
        return GripperReport(
            VACUUM,
            force=self._pull,
            vacuum=self._on,
            holding=bool(thing),
            thing=thing,
            assisted=bool(thing),
        )

    def _search(self) -> None:
        physics = self._physics
        physics.refresh()
        mouth = body_pose(physics.data, physics.models.body_id(self._model, self._settings.cup))
        body, gap = self._closed_by(mouth)
        if body < 0 or not physics.model.body_dofnum[physics.model.body_rootid[body]]:
            return
        mass = float(physics.model.body_subtreemass[physics.model.body_rootid[body]])
        if mass > self._settings.payload:
            self._searching = False
            log.warning(
                "/%s: %s weighs %.3g kg; the cup lifts up to %.3g kg",
                self._model,
                physics.names.of_body(body),
                mass,
                self._settings.payload,
            )
            return
        self._grip.take(body, mouth[:3, 3] + max(gap, 0.0) * mouth[:3, 2], mouth[:3, 3])

    def _closed_by(self, mouth: Array) -> Tuple[int, float]:
        """Return the body that closes the mouth, with its distance; -1 without.

        Its surface must be within reach on the whole ring, and across the axis.
        """
        found = [
            self._hit(
                mouth,
                (
                    MOUTH_RING_RADIUS * np.cos(turn),
                    MOUTH_RING_RADIUS * np.sin(turn),
                    -RAY_START_DEPTH,
                ),
            )
            for turn in RAY_ANGLES
        ]
        hits = [hit for hit in found if hit is not None]
        if len(hits) < len(found) or len({body for _, body in hits}) > 1:
            return -1, 0.0
        corners = np.array(
            [
                [MOUTH_RING_RADIUS * np.cos(turn), MOUTH_RING_RADIUS * np.sin(turn), depth]
                for turn, (depth, _) in zip(RAY_ANGLES, hits)
            ]
        )
        normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        tilt = np.arccos(min(abs(normal[2]) / np.linalg.norm(normal), 1.0))
        gap = float(corners[:, 2].mean())
        return (
            (hits[0][1], gap)
            if gap <= self._settings.reach and tilt <= self._settings.alignment
            else (-1, 0.0)
        )

    def _hit(self, mouth: Array, start: Tuple[float, float, float]) -> Optional[Tuple[float, int]]:
        """Return depth along the axis and body of the first solid. Only other models count."""
        physics, axis, depth = self._physics, mouth[:3, 2], start[2]
        furthest = self._settings.reach + MOUTH_RING_RADIUS * np.tan(
            min(self._settings.alignment, 1.0)
        )
        while depth <= furthest:
            point = mouth[:3, 3] + mouth[:3, :3] @ (start[0], start[1], depth)
            distance, body = cast_at_solids(physics.model, physics.data, point, axis)
            if body < 0 or depth + distance > furthest:
                return None
            depth += distance
            if physics.names.of_body(body) != self._model:
                return depth, body
            depth += 1e-5
        return None
