"""Inverse kinematics of an arm within its joints' ranges.

All branches, the nearest, or one branch along a path. SI units; poses are ``base_from_tip``. The
closed form is chosen by the arm's geometry; other arms are solved by iteration (``numeric``).
"""

from __future__ import annotations

import math
from typing import Any, List, Optional, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.robots.description import Arm
from sim.robots.errors import MotionError
from sim.robots.kinematics.axes import NotThisKind
from sim.robots.kinematics.chain import Chain
from sim.robots.kinematics.elbow_circle import ElbowCircle
from sim.robots.kinematics.ortho_parallel import OrthoParallel
from sim.robots.kinematics.rails import Rails
from sim.robots.kinematics.single import SingleChain
from sim.robots.kinematics.solver import JointSolution, Solver, shown
from sim.robots.kinematics.turns import Arrays, Floats, components

EDGE = 1e-9  # rad or m of tolerance at a joint's range, for rounding
SINGULAR = 1e-6  # rad of the wrist's middle joint within which the outer two are one
JUMP = 0.5  # rad between neighbours on a path that break the path
TURN = 2.0 * math.pi


def kinematics_of(arm: Arm) -> Solver:
    """Return the solver for an arm.

    An arm without a closed form needs pinocchio, which is imported then.
    """
    chain = Chain(arm)
    for kind in (OrthoParallel, ElbowCircle, Rails):
        try:
            return Kinematics(chain, kind(chain))
        except NotThisKind:
            continue
    from sim.robots.kinematics.numeric import Numeric

    return Numeric(chain)


class Kinematics:
    """A chain and its closed form."""

    def __init__(self, chain: Chain, form: Any) -> None:
        self.chain, self.arm, self.form = chain, chain.arm, form
        self.forward, self.jacobian = chain.forward, chain.jacobian
        self.state = SingleChain(self.arm).state
        self._lower, self._upper = self.arm.limits("lower"), self.arm.limits("upper")
        self._speed = self.arm.limits("speed")
        self._turns = np.array([not joint.slides for joint in self.arm.joints])
        self._ranges = [
            (low - EDGE, high + EDGE, not joint.slides)
            for low, high, joint in zip(self._lower, self._upper, self.arm.joints)
        ]

    @property
    def redundant(self) -> bool:
        result: bool = self.form.redundant
        return result

    def arm_angle(self, positions: Array) -> Optional[Array]:
        """Return the arm angle (...,) of a redundant arm, else None."""
        return self.form.arm_angle(positions) if self.redundant else None

    def inverse(self, pose: Array, angle: float = 0.0) -> List[JointSolution]:
        """Return every branch that reaches a pose (4, 4) within ranges.

        Empty for an unreachable pose.
        """
        found = []
        for branch, positions in zip(self.form.branches, self._solve(pose, angle)):
            moved = self._within(positions)
            if moved is not None:
                found.append(JointSolution(np.array(moved), branch))
        return found

    def _solve(self, pose: Array, angle: float) -> List[Tuple[float, ...]]:
        pose = np.asarray(pose, dtype=float)
        arguments = (angle,) if self.redundant else ()
        found: List[Tuple[float, ...]] = self.form.solve(
            Floats, components(pose[:3, :3]), tuple(pose[:3, 3].tolist()), *arguments
        )
        return found

    def _within(self, positions: Tuple[float, ...]) -> Optional[List[float]]:
        """Return the positions moved into the ranges by whole turns, or None."""
        moved = []
        for value, (low, high, turns) in zip(positions, self._ranges):
            if turns:
                if not -math.pi <= value <= math.pi:
                    value = math.remainder(value, TURN)
                if value < low:
                    value += TURN
                elif value > high:
                    value -= TURN
            # Also true for NaN.
            if not low <= value <= high:
                return None
            moved.append(value)
        return moved

    def branch_solutions(self, poses: Array, angle: Union[float, Array] = 0.0) -> Array:
        """Return joint positions (n, branches, k) for poses (n, 4, 4).

        Ranges are ignored; NaN if out of reach.
        """
        poses = np.asarray(poses, dtype=float)
        arguments = (np.broadcast_to(angle, len(poses)),) if self.redundant else ()
        found = self.form.solve(
            Arrays, components(poses[:, :3, :3]), tuple(poses[:, :3, 3].T), *arguments
        )
        return np.stack(
            [np.stack(np.broadcast_arrays(*branch), axis=-1) for branch in found], axis=1
        )

    def branch(self, positions: Array) -> str:
        """Return the branch's name of joint positions (k,)."""
        positions = np.asarray(positions, dtype=float)
        pose = self.state(positions)[0]
        found = np.array(self._solve(pose, self._angle_of(positions)))
        solutions = self.near(found, positions)
        apart = np.nan_to_num(np.abs(solutions - positions).sum(axis=1), nan=np.inf)
        result: str = self.form.branches[int(np.argmin(apart))]
        return result

    def _angle_of(self, positions: Array) -> float:
        """Return the arm angle of joint positions (k,), by default 0."""
        angle = self.arm_angle(positions)
        return 0.0 if angle is None else float(angle)

    def near(self, solutions: Array, reference: Array) -> Array:
        """Move solutions (..., k) by whole turns next to the reference (k,).

        At a singular wrist the outer joints share the turn as in the reference.
        """
        moved: Array = solutions + np.where(
            self._turns, TURN * np.round((reference - solutions) / TURN), 0.0
        )
        first, middle, last = self.form.wrist_joints
        bend = np.mod(solutions[..., middle] + self.form.wrist_offset + 0.5, TURN) - 0.5
        straight, folded = np.abs(bend) < SINGULAR, np.abs(bend - math.pi) < SINGULAR
        singular = straight | folded
        if singular.any():
            shift = np.where(singular, reference[first] - moved[..., first], 0.0)
            moved[..., first] += shift
            moved[..., last] += np.where(folded, shift, -shift)
            moved[..., last] += TURN * np.round((reference[last] - moved[..., last]) / TURN)
        return moved

    def nearest(self, pose: Array, reference: Array, angle: Optional[float] = None) -> Array:
        """Return the joint positions (k,) reached soonest from ``reference``.

        They are within the ranges; without any, MotionError has the reason.
        """
        reference = np.asarray(reference, dtype=float)
        angles = self._angles(reference) if angle is None else [angle]
        for angle in angles:
            solutions = self.near(
                self.branch_solutions(np.asarray(pose)[None], angle)[0], reference
            )
            solutions = self._turned_inside(solutions)
            inside = ((solutions >= self._lower - EDGE) & (solutions <= self._upper + EDGE)).all(
                axis=1
            )
            if inside.any():
                far = np.where(
                    inside, (np.abs(solutions - reference) / self._speed).max(axis=1), np.inf
                )
                result: Array = np.clip(solutions[int(np.argmin(far))], self._lower, self._upper)
                return result
        raise MotionError(self.why_not(pose, reference))

    def _turned_inside(self, solutions: Array) -> Array:
        """Move positions outside their range back by whole turns."""
        up = (
            self._turns
            & (solutions < self._lower - EDGE)
            & (solutions + TURN <= self._upper + EDGE)
        )
        down = (
            self._turns
            & (solutions > self._upper + EDGE)
            & (solutions - TURN >= self._lower - EDGE)
        )
        result: Array = solutions + TURN * up - TURN * down
        return result

    def _angles(self, reference: Array) -> List[float]:
        """Return arm angles to try, nearest to the reference's first."""
        if not self.redundant:
            return [0.0]
        start = self._angle_of(reference)
        return [start] + [
            start + sign * step for step in np.arange(0.125, math.pi, 0.125) for sign in (1.0, -1.0)
        ]

    def why_not(self, pose: Array, reference: Array) -> str:
        """Return why a pose is out of reach.

        Its distance, or the joint that comes nearest to it.
        """
        where = shown(pose)
        if not np.isfinite(pose).all():
            return f"{where} is not finite"
        angle = self._angle_of(reference)
        solutions = self.branch_solutions(np.asarray(pose)[None], angle)[0]
        solutions = self._turned_inside(self.near(solutions, reference))
        solutions = solutions[np.isfinite(solutions).all(axis=1)]
        if not len(solutions):
            result: str = f"{where} is out of reach: " + self.form.why_not(
                components(np.asarray(pose)[:3, :3]), tuple(map(float, np.asarray(pose)[:3, 3]))
            )
            return result
        beyond = np.maximum(solutions - self._upper, self._lower - solutions)
        best = solutions[int(np.argmin(beyond.max(axis=1)))]
        return f"{where} is out of range: " + self.beyond(best)

    def beyond(self, positions: Array) -> str:
        """Return the joint farthest outside its range, with the excess."""
        index = int(np.argmax(np.maximum(positions - self._upper, self._lower - positions)))
        joint = self.arm.joints[index]
        unit = "m" if joint.slides else "rad"
        return (
            f"{joint.name} would be at {positions[index]:.4g} {unit}, its range is "
            f"{joint.lower:.4g} to {joint.upper:.4g} {unit}"
        )

    def follow(self, poses: Array, start: Array, angle: Union[float, Array, None] = None) -> Array:
        """Return joint positions (n, k) in one branch along poses (n, 4, 4).

        The branch is that of ``start``, which is at the first pose; raises MotionError where the
        branch ends.
        """
        start = np.asarray(start, dtype=float)
        solutions = self.branch_solutions(poses, self._angle_of(start) if angle is None else angle)
        index = self._followed(solutions, start)
        path = solutions[:, index]
        gone = np.flatnonzero(~np.isfinite(path).all(axis=1))
        if len(gone):
            raise MotionError(self.why_not(poses[gone[0]], start))
        path = self._continuous(path, start)
        self._check_path(path, poses)
        return np.clip(path, self._lower, self._upper)

    def _followed(self, solutions: Array, start: Array) -> int:
        """Return the branch at ``start``. Of two that meet there, the one that stays nearest."""
        apart = np.abs(self.near(solutions[0], start) - start).sum(axis=1)
        if not np.isfinite(apart).any():
            return 0
        candidates = np.flatnonzero(apart < np.nanmin(apart) + 1e-6)
        if len(candidates) == 1 or len(solutions) < 2:
            return int(candidates[0])
        onward = np.abs(self.near(solutions[1, candidates], start) - start).sum(axis=1)
        return int(candidates[int(np.argmin(np.where(np.isfinite(onward), onward, np.inf)))])

    def _continuous(self, path: Array, start: Array) -> Array:
        """Unwrap the path (n, k), from ``start`` on. Removes whole turns between neighbours."""
        path = path.copy()
        middle = self.form.wrist_joints[1]
        singular = np.abs(np.sin(path[:, middle] + self.form.wrist_offset)) < SINGULAR
        path[:, self._turns] = np.unwrap(path[:, self._turns], axis=0)
        path += np.where(self._turns, TURN * np.round((start - path[0]) / TURN), 0.0)
        for index in np.flatnonzero(singular):
            path[index] = self.near(path[index], path[index - 1] if index else start)
            rest = path[index + 1 :]
            rest[:, self._turns] += (
                TURN * np.round((path[index] - rest[0]) / TURN)[self._turns] if len(rest) else 0.0
            )
        return path

    def _check_path(self, path: Array, poses: Array) -> None:
        jumps = np.where(self._turns, np.abs(np.diff(path, axis=0)), 0.0)
        if len(jumps) and jumps.max() > JUMP:
            row, index = np.unravel_index(int(np.argmax(jumps)), jumps.shape)
            raise MotionError(
                f"the path meets a singularity at {shown(poses[row])}: {self.arm.names[index]} "
                "would have to turn "
                f"by {math.degrees(jumps[row, index]):.0f} degrees at once; pass it by, or move "
                "without MoveStraight"
            )
        beyond = (path < self._lower - EDGE) | (path > self._upper + EDGE)
        if beyond.any():
            first = int(np.flatnonzero(beyond.any(axis=1))[0])
            raise MotionError(
                f"{shown(poses[first])} is out of range on this path: {self.beyond(path[first])}"
            )
