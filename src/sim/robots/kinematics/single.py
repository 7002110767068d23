"""Forward kinematics of one joint vector in plain numbers.

A tenth of numpy's time for matrices this small. SI units; ``base_from_tip``, and twists in the
base's axes.
"""

from __future__ import annotations

import math
from typing import List, Sequence, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.robots.description import Arm
from sim.robots.kinematics.turns import Turn, components, product

Vector = Tuple[float, float, float]
IDENTITY: Turn = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


class SingleChain:
    """An arm's constants as tuples."""

    def __init__(self, arm: Arm) -> None:
        self._joints: List[Tuple[bool, Turn, Vector, Vector, Turn, Turn]] = []
        for joint in arm.joints:
            x, y, z = joint.axis.tolist()
            cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
            fixed = joint.parent_from_joint
            self._joints.append(
                (
                    joint.slides,
                    components(fixed[:3, :3]),
                    tuple(fixed[:3, 3].tolist()),
                    (x, y, z),
                    components(cross),
                    components(cross @ cross),
                )
            )
        self._tip_turn, self._tip = (
            components(arm.joint_from_tip[:3, :3]),
            tuple(arm.joint_from_tip[:3, 3].tolist()),
        )

    def state(
        self,
        positions: Union[Array, Sequence[float]],
        velocities: Union[Array, Sequence[float], None] = None,
    ) -> Tuple[Array, Array]:
        """Return the tip's pose (4, 4) and twist (6,), linear first, at positions, speeds (k,)."""
        rates = (
            [0.0] * len(self._joints)
            if velocities is None
            else [float(rate) for rate in velocities]
        )
        turn, point = IDENTITY, (0.0, 0.0, 0.0)
        speed, spin = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        for (slides, fixed, offset, axis, cross, square), value, rate in zip(
            self._joints, positions, rates
        ):
            arm = _applied(turn, offset)
            speed, point = _carried(speed, spin, arm), _sum(point, arm)
            turn = product(turn, fixed)
            direction = _applied(turn, axis)
            push = (rate * direction[0], rate * direction[1], rate * direction[2])
            if slides:
                arm = (value * direction[0], value * direction[1], value * direction[2])
                speed, point = _sum(_carried(speed, spin, arm), push), _sum(point, arm)
            else:
                turn = product(turn, _rodrigues(float(value), cross, square))
                spin = _sum(spin, push)
        arm = _applied(turn, self._tip)
        return _matrix(product(turn, self._tip_turn), _sum(point, arm)), np.array(
            _carried(speed, spin, arm) + spin
        )


def _rodrigues(angle: float, cross: Turn, square: Turn) -> Turn:
    sine, rest = math.sin(angle), 1.0 - math.cos(angle)
    return tuple(one + sine * a + rest * b for one, a, b in zip(IDENTITY, cross, square))


def _applied(turn: Turn, v: Vector) -> Vector:
    return (
        turn[0] * v[0] + turn[1] * v[1] + turn[2] * v[2],
        turn[3] * v[0] + turn[4] * v[1] + turn[5] * v[2],
        turn[6] * v[0] + turn[7] * v[1] + turn[8] * v[2],
    )


def _sum(a: Vector, b: Vector) -> Vector:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _carried(speed: Vector, spin: Vector, arm: Vector) -> Vector:
    """Return the speed at the end of an arm: v + w x r."""
    return (
        speed[0] + spin[1] * arm[2] - spin[2] * arm[1],
        speed[1] + spin[2] * arm[0] - spin[0] * arm[2],
        speed[2] + spin[0] * arm[1] - spin[1] * arm[0],
    )


def _matrix(turn: Turn, point: Vector) -> Array:
    return np.array(
        [
            [turn[0], turn[1], turn[2], point[0]],
            [turn[3], turn[4], turn[5], point[1]],
            [turn[6], turn[7], turn[8], point[2]],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )
