"""Closed-form inverse kinematics of a gantry with a spherical wrist.

Three joints that slide, in any three directions, and three about one point. Two branches.
"""

from __future__ import annotations

from typing import Any, List, Tuple

import numpy as np

from sim.robots.kinematics.axes import canonical, require, spherical_wrist
from sim.robots.kinematics.chain import Chain
from sim.robots.kinematics.turns import Component, Turn, components, product, zyz


class Rails:
    """Solver of one gantry; NotThisKind for another geometry."""

    branches = ("noflip", "flip")
    redundant = False
    wrist_joints = (3, 4, 5)

    def __init__(self, chain: Chain) -> None:
        arm = chain.arm
        require(
            len(arm) == 6 and [joint.slides for joint in arm.joints] == [True] * 3 + [False] * 3,
            "three joints that slide and three that turn are needed",
        )
        directions, _ = chain.zero_axes()
        require(abs(float(np.linalg.det(directions[:3]))) > 1e-6, "the rails lie in one plane")
        base = canonical(directions[3], directions[4])
        self._wrist = spherical_wrist(chain, base, np.array([0.0, 1.0, 0.0]))
        self.wrist_offset = self._wrist.second
        zero = chain.forward(np.zeros(6))
        self._from_base = components(np.linalg.inv(directions[:3].T))
        self._centre = tuple((zero[:3, 3] + zero[:3, :3] @ self._wrist.centre).tolist())
        self._tip_centre = tuple(self._wrist.centre.tolist())
        self._to_wrist = components(self._wrist.frame.T @ base)
        self._from_tip = components(self._wrist.from_tip)

    def solve(
        self, ops: Any, turn: Turn, point: Tuple[Component, ...]
    ) -> List[Tuple[Component, ...]]:
        """Return both joint vectors, in the order of ``branches``."""
        t, o, f = self._tip_centre, self._centre, self._from_base
        x = point[0] + turn[0] * t[0] + turn[1] * t[1] + turn[2] * t[2] - o[0]
        y = point[1] + turn[3] * t[0] + turn[4] * t[1] + turn[5] * t[2] - o[1]
        z = point[2] + turn[6] * t[0] + turn[7] * t[1] + turn[8] * t[2] - o[2]
        slides = (
            f[0] * x + f[1] * y + f[2] * z,
            f[3] * x + f[4] * y + f[5] * z,
            f[6] * x + f[7] * y + f[8] * z,
        )
        wrist = zyz(ops, product(product(self._to_wrist, turn), self._from_tip))
        return [(*slides, a - self._wrist.first, b - self._wrist.second, c) for a, b, c in wrist]

    def why_not(self, turn: Turn, point: Tuple[Component, ...]) -> str:
        """Never called: rails reach everything but for their ends."""
        return "the pose is not finite"
