"""Closed-form inverse kinematics of six joints (ortho-parallel base, spherical wrist).

The first joint is upright, the second and third are parallel and perpendicular to it, the last
three intersect in one point. Geometry as in [OrthoParallel]; directions and zero positions are from
the arm's description. Eight branches.
"""

from __future__ import annotations

import math
from typing import Any, List, Tuple

import numpy as np

from sim.robots.kinematics.axes import (
    canonical,
    meeting_point,
    parallel,
    require,
    spherical_wrist,
    square,
)
from sim.robots.kinematics.chain import Chain
from sim.robots.kinematics.turns import (
    Component,
    Turn,
    components,
    product,
    turned_back_y,
    turned_back_z,
    zyz,
)


class OrthoParallel:
    """Solver of one arm; NotThisKind for another geometry."""

    branches = tuple(
        f"{shoulder} {elbow} {wrist}"
        for shoulder in ("front", "back")
        for elbow in ("up", "down")
        for wrist in ("noflip", "flip")
    )
    redundant = False
    wrist_joints = (3, 4, 5)

    def __init__(self, chain: Chain) -> None:
        arm = chain.arm
        require(
            len(arm) == 6 and not any(joint.slides for joint in arm.joints),
            "six joints that turn are needed",
        )
        directions, points = chain.zero_axes()
        require(
            square(directions[0], directions[1]),
            f"the axis of {arm.names[1]} is not square to that of {arm.names[0]}",
        )
        require(
            parallel(directions[1], directions[2]),
            f"the axis of {arm.names[2]} is not parallel to that of {arm.names[1]}",
        )
        base = canonical(directions[0], directions[1])
        self._wrist = spherical_wrist(chain, base, np.array([0.0, 1.0, 0.0]))
        self.wrist_offset = self._wrist.second
        self._base = components(base)
        self._from_tip = components(self._wrist.from_tip)
        self._tip_centre = tuple(self._wrist.centre.tolist())
        self._origin = points[0]
        centre = meeting_point(directions[3:], points[3:], "the wrist")
        shoulder, elbow, wrist = (
            base @ (point - points[0]) for point in (points[1], points[2], centre)
        )
        self._aside = float(wrist[1])
        self._shoulder = (float(shoulder[0]), float(shoulder[2]))
        upper, fore = elbow - shoulder, wrist - elbow
        self._upper, self._fore = math.hypot(upper[0], upper[2]), math.hypot(fore[0], fore[2])
        require(min(self._upper, self._fore) > 1e-6, "an arm without length")
        self._upper_angle = math.atan2(upper[0], upper[2])
        self._bend = math.atan2(fore[0], fore[2]) - self._upper_angle
        self._third = 1.0 if float(directions[1] @ directions[2]) > 0.0 else -1.0
        axis = self._wrist.frame[:, 2]
        self._wrist_angle = math.atan2(axis[0], axis[2])
        self._reach = (abs(self._upper - self._fore), self._upper + self._fore)

    def solve(
        self, ops: Any, turn: Turn, point: Tuple[Component, ...]
    ) -> List[Tuple[Component, ...]]:
        """Return all eight joint vectors, in the order of ``branches``.

        NaN for a branch that does not reach the pose.
        """
        x, y, z = self._centre(turn, point)
        tip = product(product(self._base, turn), self._from_tip)
        planar = ops.root(x * x + y * y - self._aside * self._aside)
        around = ops.atan2(y, x)
        found = []
        for way in (planar, -planar):
            first = around - ops.atan2(self._aside, way)
            seen = turned_back_z(ops.sin(first), ops.cos(first), tip)
            out, up = way - self._shoulder[0], z - self._shoulder[1]
            cosine = (out * out + up * up - self._upper**2 - self._fore**2) / (
                2.0 * self._upper * self._fore
            )
            sine = ops.root(1.0 - cosine * cosine)
            bend = ops.atan2(sine, cosine)
            towards, lead = (
                ops.atan2(out, up),
                ops.atan2(self._fore * sine, self._upper + self._fore * cosine),
            )
            for sign in (1.0, -1.0) if way is planar else (-1.0, 1.0):
                second = towards - sign * lead - self._upper_angle
                third = sign * bend - self._bend
                angle = second + third + self._wrist_angle
                for a, b, c in zyz(ops, turned_back_y(ops.sin(angle), ops.cos(angle), seen)):
                    found.append(
                        (
                            first,
                            second,
                            self._third * third,
                            a - self._wrist.first,
                            b - self._wrist.second,
                            c,
                        )
                    )
        return found

    def _centre(
        self, turn: Turn, point: Tuple[Component, ...]
    ) -> Tuple[Component, Component, Component]:
        """Return the wrist's centre in the first axis' frame."""
        t, b, o = self._tip_centre, self._base, self._origin
        x = point[0] + turn[0] * t[0] + turn[1] * t[1] + turn[2] * t[2] - o[0]
        y = point[1] + turn[3] * t[0] + turn[4] * t[1] + turn[5] * t[2] - o[1]
        z = point[2] + turn[6] * t[0] + turn[7] * t[1] + turn[8] * t[2] - o[2]
        return (
            b[0] * x + b[1] * y + b[2] * z,
            b[3] * x + b[4] * y + b[5] * z,
            b[6] * x + b[7] * y + b[8] * z,
        )

    def why_not(self, turn: Turn, point: Tuple[Component, ...]) -> str:
        """Return why a pose is out of reach, in terms of joints."""
        x, y, z = self._centre(turn, point)
        if math.hypot(x, y) < abs(self._aside):
            return (
                f"the wrist would be {math.hypot(x, y):.3f} m from the axis of joint 1, which "
                f"is within its offset of {abs(self._aside):.3f} m"
            )
        planar = math.sqrt(x * x + y * y - self._aside**2)
        distance = min(
            math.hypot(way - self._shoulder[0], z - self._shoulder[1]) for way in (planar, -planar)
        )
        return (
            f"the wrist would be {distance:.3f} m from joint 2 and joints 2 and 3 reach from "
            f"{self._reach[0]:.3f} to {self._reach[1]:.3f} m"
        )
