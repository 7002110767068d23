"""Closed-form inverse kinematics of seven joints (S-R-S arm).

Three joints about a shoulder, one elbow, three about a wrist. The elbow may be anywhere on a
circle; the arm angle turns it about the line from shoulder to wrist, 0 at its farthest along joint
1's axis (after [Shimizu]). Eight branches for an angle.
"""

from __future__ import annotations

import math
from typing import Any, List, Tuple

import numpy as np

from sim.arrays import Array
from sim.robots.kinematics.axes import canonical, meeting_point, require, spherical_wrist, square
from sim.robots.kinematics.chain import Chain
from sim.robots.kinematics.turns import (
    Arrays,
    Component,
    Floats,
    Turn,
    about_y,
    components,
    product,
    transposed,
    turned_back_y,
    zyz,
)


class ElbowCircle:
    """Solver of one arm; NotThisKind for another geometry."""

    branches = tuple(
        f"{elbow} {shoulder} {wrist}"
        for elbow in ("elbow+", "elbow-")
        for shoulder in ("shoulder+", "shoulder-")
        for wrist in ("noflip", "flip")
    )
    redundant = True
    wrist_joints = (4, 5, 6)

    def __init__(self, chain: Chain) -> None:
        arm = chain.arm
        require(
            len(arm) == 7 and not any(joint.slides for joint in arm.joints),
            "seven joints that turn are needed",
        )
        directions, points = chain.zero_axes()
        require(
            square(directions[0], directions[1]) and square(directions[1], directions[2]),
            "the first three axes are not square in turn",
        )
        base = canonical(directions[0], directions[1])
        self._shoulder = meeting_point(directions[:3], points[:3], "the first three joints")
        wrist = meeting_point(directions[4:], points[4:], "the last three joints")
        third, fourth = base @ directions[2], base @ directions[3]
        self._shoulder_second = math.atan2(third[0], third[2])
        elbow = points[3] + directions[3] * float(directions[3] @ (self._shoulder - points[3]))
        upper, fore = base @ (elbow - self._shoulder), base @ (wrist - elbow)
        self._upper, self._fore = float(np.linalg.norm(upper)), float(np.linalg.norm(fore))
        require(
            min(self._upper, self._fore) > 1e-6 and square(upper, fourth) and square(fore, fourth),
            "the elbow has an offset",
        )
        upper, fore = upper / self._upper, fore / self._fore
        self._bend = math.atan2(float(fourth @ np.cross(upper, fore)), float(upper @ fore))
        self._frame_back = components(
            np.array([upper, fourth, np.cross(upper, fourth)]) @ about_y(self._shoulder_second)
        )
        self._wrist = spherical_wrist(chain, base, fourth)
        self.wrist_offset = self._wrist.second
        # In the frame (upper arm, elbow axis, their product) the wrist's z turns about the elbow's
        # axis, which is y there.
        self._wrist_angle = float(
            np.arctan2(
                self._wrist.frame[:, 2] @ upper, self._wrist.frame[:, 2] @ np.cross(upper, fourth)
            )
        )
        self._base = components(base)
        self._from_tip = components(self._wrist.from_tip)
        self._tip_centre = tuple(self._wrist.centre.tolist())
        self._chain = chain
        turn, point = chain.joint_frames(np.zeros(7))[3]
        self._elbow_in_fourth = turn.T @ (elbow - point)

    def solve(
        self, ops: Any, turn: Turn, point: Tuple[Component, ...], angle: Component = 0.0
    ) -> List[Tuple[Component, ...]]:
        """Return all eight joint vectors for an arm angle.

        In the order of ``branches``; NaN if the pose is out of reach.
        """
        d, distance = self._direction(ops, turn, point)
        tip = product(product(self._base, turn), self._from_tip)
        up, down = self._upper, self._fore
        cosine = (distance * distance - up * up - down * down) / (2.0 * up * down)
        sine = ops.root(1.0 - cosine * cosine)
        bend = ops.atan2(sine, cosine)
        along, aside = (up + down * cosine) / distance, down * sine / distance
        k = self._across(ops, d, angle)
        # Upper arm, and the elbow's axis about which a positive bend takes it to the forearm.
        e = tuple(along * a + aside * b for a, b in zip(d, k))
        n = (k[1] * d[2] - k[2] * d[1], k[2] * d[0] - k[0] * d[2], k[0] * d[1] - k[1] * d[0])
        found = []
        for sign in (1.0, -1.0):
            axis = (sign * n[0], sign * n[1], sign * n[2])
            o = (
                e[1] * axis[2] - e[2] * axis[1],
                e[2] * axis[0] - e[0] * axis[2],
                e[0] * axis[1] - e[1] * axis[0],
            )
            frame = (e[0], axis[0], o[0], e[1], axis[1], o[1], e[2], axis[2], o[2])
            fourth = sign * bend - self._bend
            turned = self._wrist_angle + fourth
            wrist = zyz(
                ops,
                turned_back_y(ops.sin(turned), ops.cos(turned), product(transposed(frame), tip)),
            )
            for a1, b1, c1 in zyz(ops, product(frame, self._frame_back)):
                for a2, b2, c2 in wrist:
                    found.append(
                        (
                            a1,
                            b1 - self._shoulder_second,
                            c1,
                            fourth,
                            a2 - self._wrist.first,
                            b2 - self._wrist.second,
                            c2,
                        )
                    )
        return found

    def _direction(
        self, ops: Any, turn: Turn, point: Tuple[Component, ...]
    ) -> Tuple[Tuple[Component, ...], Component]:
        """Return unit vector and distance from shoulder to wrist."""
        t, b, o = self._tip_centre, self._base, self._shoulder
        x = point[0] + turn[0] * t[0] + turn[1] * t[1] + turn[2] * t[2] - o[0]
        y = point[1] + turn[3] * t[0] + turn[4] * t[1] + turn[5] * t[2] - o[1]
        z = point[2] + turn[6] * t[0] + turn[7] * t[1] + turn[8] * t[2] - o[2]
        distance = ops.hypot(ops.hypot(x, y), z)
        distance = ops.where(distance > 1e-9, distance, math.nan)
        x, y, z = x / distance, y / distance, z / distance
        return (
            b[0] * x + b[1] * y + b[2] * z,
            b[3] * x + b[4] * y + b[5] * z,
            b[6] * x + b[7] * y + b[8] * z,
        ), distance

    @staticmethod
    def _across(ops: Any, d: Tuple[Component, ...], angle: Component) -> Tuple[Component, ...]:
        """Return the unit vector perpendicular to d at the arm angle.

        The angle counts from joint 1's axis z, or from -x if d is along z.
        """
        level = ops.hypot(d[0], d[1])
        upright = level < 1e-6
        over = ops.where(upright, 1.0, level)
        k0 = (
            ops.where(upright, -1.0, -d[0] * d[2] / over),
            ops.where(upright, 0.0, -d[1] * d[2] / over),
            ops.where(upright, 0.0, level),
        )
        k1 = (d[1] * k0[2] - d[2] * k0[1], d[2] * k0[0] - d[0] * k0[2], d[0] * k0[1] - d[1] * k0[0])
        sine, cosine = ops.sin(angle), ops.cos(angle)
        return tuple(cosine * a + sine * b for a, b in zip(k0, k1))

    def arm_angle(self, positions: Array) -> Array:
        """Return the arm angle (...,) of joint positions (..., 7).

        The angle is 0 for a stretched arm, which leaves it undefined.
        """
        positions = np.asarray(positions, dtype=float)
        flat = positions.reshape(-1, 7)
        pose = self._chain.forward(flat)
        d, _ = self._direction(Arrays, components(pose[:, :3, :3]), tuple(pose[:, :3, 3].T))
        k0 = np.array(self._across(Arrays, d, 0.0))
        elbow = np.reshape(self._base, (3, 3)) @ (self._elbow(flat) - self._shoulder).T
        k1 = np.cross(np.array(d), k0, axis=0)
        one, other = (elbow * k0).sum(axis=0), (elbow * k1).sum(axis=0)
        angle = np.where(np.hypot(one, other) > 1e-9, np.arctan2(other, one), 0.0)
        return angle.reshape(positions.shape[:-1])

    def _elbow(self, positions: Array) -> Array:
        turn, point = self._chain.joint_frames(positions)[3]
        result: Array = point + turn @ self._elbow_in_fourth
        return result

    def why_not(self, turn: Turn, point: Tuple[Component, ...]) -> str:
        """Return why a pose is out of reach, in terms of joints."""
        _, distance = self._direction(Floats, turn, point)
        return (
            f"the wrist would be {distance:.3f} m from the shoulder and joint 4 reaches from "
            f"{abs(self._upper - self._fore):.3f} "
            f"to {self._upper + self._fore:.3f} m"
        )
