"""Inertia and holding effort of an arm's joints from the masses of links and gripper.

SI units, in the base's frame. Joints outside the arm, such as fingers, count at position 0; the
gripper's payload is unknown here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.robots.description import Arm
from sim.robots.kinematics.chain import Chain
from sim.sdf.types import Joint, Model
from sim.sdf.urdf.reader import read_urdf_string
from sim.transforms import inverse

GRAVITY = 9.81


@dataclass(frozen=True)
class _Body:
    """A mass that moves with an arm's joint.

    Centre (3,) and inertia about it (3, 3) in the joint's frame.
    """

    joint: int
    mass: float
    centre: Array
    inertia: Array


class Loads:
    """The bodies of one arm and its gripper, from their URDF text."""

    def __init__(self, text: str, arm: Arm) -> None:
        self._chain = Chain(arm)
        self._slides = np.array([joint.slides for joint in arm.joints])
        model, _ = read_urdf_string(text, arm.name)
        base = next(link.model_from_link for link in model.links if link.name == arm.base)
        zero = self._chain.joint_frames(np.zeros(len(arm)))
        self._bodies: List[_Body] = []
        for link in model.links:
            index = _carrier(model, link.name, arm)
            if index is None or not link.inertial.mass:
                continue
            turn, point = zero[index]
            body = inverse(base) @ link.model_from_link @ link.inertial.link_from_inertial
            self._bodies.append(
                _Body(
                    index,
                    link.inertial.mass,
                    turn.T @ (body[:3, 3] - point),
                    turn.T @ body[:3, :3] @ link.inertial.inertia @ body[:3, :3].T @ turn,
                )
            )

    def _placed(
        self, positions: Array
    ) -> Tuple[List[Tuple[Array, Array]], List[Tuple[int, float, Array, Array]]]:
        """Return the joints' axes and the bodies at joint positions (k,).

        Axis and point (3,) of each joint, and carrier, mass, centre and inertia of each body.
        """
        frames = self._chain.joint_frames(np.asarray(positions, dtype=float))
        axes = [
            (turn @ joint.axis, point)
            for (turn, point), joint in zip(frames, self._chain.arm.joints)
        ]
        bodies = [
            (
                body.joint,
                body.mass,
                frames[body.joint][1] + frames[body.joint][0] @ body.centre,
                frames[body.joint][0] @ body.inertia @ frames[body.joint][0].T,
            )
            for body in self._bodies
        ]
        return axes, bodies

    def inertias(self, positions: Array) -> Array:
        """Return the mass or moment of inertia (k,) moved by each joint.

        For a joint that moves alone.
        """
        axes, bodies = self._placed(positions)
        result = np.zeros(len(axes))
        for index, (axis, point) in enumerate(axes):
            for carrier, mass, centre, inertia in bodies:
                if carrier >= index:
                    result[index] += (
                        mass
                        if self._slides[index]
                        else axis @ inertia @ axis
                        + mass * np.sum(np.cross(axis, centre - point) ** 2)
                    )
        return result

    def holding(self, positions: Array, up: Array) -> Array:
        """Return the effort (k,) of each joint against gravity. ``up`` (3,) points to the sky."""
        axes, bodies = self._placed(positions)
        result = np.zeros(len(axes))
        for index, (axis, point) in enumerate(axes):
            for carrier, mass, centre, _ in bodies:
                if carrier >= index:
                    way = axis if self._slides[index] else np.cross(axis, centre - point)
                    result[index] += mass * GRAVITY * float(up @ way)
        return result


def _carrier(model: Model, link: str, arm: Arm) -> Optional[int]:
    """Return the arm's joint that moves a link, or None."""
    joints = {joint.child: joint for joint in model.joints}
    while link in joints:
        joint: Joint = joints[link]
        if joint.name in arm.names:
            return arm.names.index(joint.name)
        link = joint.parent
    return None
