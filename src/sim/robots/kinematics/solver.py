"""Interface of an arm's kinematics to motions, closed-form or iterative.

SI units; poses are ``base_from_tip``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Optional, Protocol, Sequence, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.robots.description import Arm


@dataclass(frozen=True)
class JointSolution:
    """Joint positions (k,) and the name of their branch."""

    positions: Array
    branch: str


class Solver(Protocol):
    """Kinematics of an arm as used by motions."""

    arm: Arm

    @property
    def redundant(self) -> bool: ...

    def forward(self, positions: Array) -> Array: ...

    def jacobian(self, positions: Array) -> Array: ...

    def state(
        self,
        positions: Union[Array, Sequence[float]],
        velocities: Union[Array, Sequence[float], None] = None,
    ) -> Tuple[Array, Array]: ...

    def arm_angle(self, positions: Array) -> Optional[Array]: ...

    def inverse(self, pose: Array, angle: float = 0.0) -> List[JointSolution]: ...

    def branch(self, positions: Array) -> str: ...

    def nearest(self, pose: Array, reference: Array, angle: Optional[float] = None) -> Array: ...

    def why_not(self, pose: Array, reference: Array) -> str: ...

    def follow(
        self, poses: Array, start: Array, angle: Union[float, Array, None] = None
    ) -> Array: ...


def shown(pose: Array) -> str:
    """Format a pose for errors: its point and z axis direction."""
    pose = np.asarray(pose)
    x, y, z = pose[:3, 3]
    return (
        f"the flange at ({x:.4f}, {y:.4f}, {z:.4f}) m from the base, pointing along "
        f"({pose[0, 2]:.3f}, {pose[1, 2]:.3f}, {pose[2, 2]:.3f})"
    )
