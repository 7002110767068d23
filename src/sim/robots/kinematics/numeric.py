"""Iterative inverse kinematics (Levenberg-Marquardt, damped least squares).

It serves arms without a closed form, on pinocchio's frames and Jacobians. Solutions are found from
a number of starts and may be incomplete; along a path each pose starts from the previous solution.
"""

from __future__ import annotations

import math
from typing import List, Optional, Union

import numpy as np
import pinocchio

from sim.arrays import Array
from sim.robots.description import Arm
from sim.robots.errors import MotionError
from sim.robots.kinematics.chain import Chain
from sim.robots.kinematics.single import SingleChain
from sim.robots.kinematics.solver import JointSolution, shown

ACCURACY = 1e-10  # of the pose error, in m and rad
ITERATIONS = 100
STARTS = 30
STEP = 0.3  # most that a joint moves in an iteration, rad or m
JUMP = 0.5  # rad or m between neighbours on a path that break the path


def pinocchio_model(arm: Arm) -> pinocchio.Model:
    """Return the arm's chain as a pinocchio model. Its last frame is the tip."""
    model = pinocchio.Model()
    parent = 0
    for joint in arm.joints:
        kind = (
            pinocchio.JointModelPrismaticUnaligned
            if joint.slides
            else pinocchio.JointModelRevoluteUnaligned
        )
        placement = pinocchio.SE3(joint.parent_from_joint[:3, :3], joint.parent_from_joint[:3, 3])
        parent = model.addJoint(parent, kind(np.array(joint.axis)), placement, joint.name)
    tip = pinocchio.SE3(arm.joint_from_tip[:3, :3], arm.joint_from_tip[:3, 3])
    model.addFrame(pinocchio.Frame(arm.tip, parent, 0, tip, pinocchio.FrameType.OP_FRAME))
    return model


class Numeric:
    """Numeric inverse kinematics of any chain, with the interface of ``Kinematics``."""

    redundant = False

    def __init__(self, chain: Chain) -> None:
        self.chain, self.arm = chain, chain.arm
        self.forward, self.jacobian = chain.forward, chain.jacobian
        self.state = SingleChain(self.arm).state
        self._lower, self._upper = self.arm.limits("lower"), self.arm.limits("upper")
        self._speed = self.arm.limits("speed")
        self._model = pinocchio_model(self.arm)
        self._data = self._model.createData()
        self._frame = self._model.nframes - 1

    def arm_angle(self, positions: Array) -> Optional[Array]:
        return None

    def branch(self, positions: Array) -> str:
        """Return "": branches are unnamed here."""
        return ""

    def inverse(self, pose: Array, angle: float = 0.0) -> List[JointSolution]:
        """Return different solutions within the ranges, from seeded starts."""
        found: List[Array] = []
        for start in self._starts(np.random.default_rng(0)):
            solution = self._solve(pose, start)
            if solution is not None and not any(
                np.abs(solution - other).max() < 1e-6 for other in found
            ):
                found.append(solution)
        return [JointSolution(solution, "") for solution in found]

    def _starts(self, generator: np.random.Generator) -> Array:
        low, high = np.maximum(self._lower, -math.pi), np.minimum(self._upper, math.pi)
        return np.vstack(
            [(low + high) / 2.0, generator.uniform(low, high, (STARTS, len(self.arm)))]
        )

    def _solve(self, pose: Array, start: Array) -> Optional[Array]:
        """Return positions (k,) within the ranges that reach the pose, or None.

        Levenberg-Marquardt with the error as damping.
        """
        wanted = pinocchio.SE3(
            np.ascontiguousarray(pose[:3, :3]), np.ascontiguousarray(pose[:3, 3])
        )
        positions = np.clip(start, self._lower, self._upper)
        for _ in range(ITERATIONS):
            pinocchio.framesForwardKinematics(self._model, self._data, positions)
            tip_from_wanted = self._data.oMf[self._frame].actInv(wanted)
            error = pinocchio.log6(tip_from_wanted).vector
            size = float(error @ error)
            if size < ACCURACY**2:
                return positions
            jacobian = pinocchio.computeFrameJacobian(
                self._model, self._data, positions, self._frame, pinocchio.ReferenceFrame.LOCAL
            )
            step = np.linalg.solve(
                jacobian.T @ jacobian + (1e-3 * size + 1e-12) * np.eye(len(positions)),
                jacobian.T @ error,
            )
            positions = np.clip(
                positions + step * min(1.0, STEP / max(float(np.abs(step).max()), 1e-12)),
                self._lower,
                self._upper,
            )
        return None

    def nearest(self, pose: Array, reference: Array, angle: Optional[float] = None) -> Array:
        """Return positions (k,) near the reference that reach the pose.

        Raises MotionError without a solution.
        """
        if not np.isfinite(pose).all():
            raise MotionError(f"{shown(pose)} is not finite")
        solution = self._solve(pose, np.asarray(reference, dtype=float))
        if solution is not None:
            return solution
        found = self.inverse(pose)
        if not found:
            raise MotionError(self.why_not(pose, reference))
        return min(
            (other.positions for other in found),
            key=lambda other: float((np.abs(other - reference) / self._speed).max()),
        )

    def why_not(self, pose: Array, reference: Array) -> str:
        return (
            f"{shown(pose)} is not reached by {self.arm.name} within its joints' ranges from "
            f"any of {STARTS + 2} starts"
        )

    def follow(self, poses: Array, start: Array, angle: Union[float, Array, None] = None) -> Array:
        """Return joint positions (n, k) along poses (n, 4, 4) without jumps.

        Raises MotionError with joint and pose where that ends.
        """
        path: List[Array] = []
        positions = np.asarray(start, dtype=float)
        for pose in poses:
            solution = self._solve(pose, positions)
            if solution is None:
                raise MotionError(self._stuck(pose, positions))
            moved = np.abs(solution - positions)
            if path and moved.max() > JUMP:
                raise MotionError(
                    f"the path meets a singularity at {shown(pose)}: "
                    f"{self.arm.names[int(moved.argmax())]} would have to move by "
                    f"{moved.max():.2f} at once; pass it by, or move without MoveStraight"
                )
            path.append(solution)
            positions = solution
        return np.array(path)

    def _stuck(self, pose: Array, positions: Array) -> str:
        """Return the name of a joint at its range's end, or ""."""
        at_end = np.flatnonzero((positions - self._lower < 1e-3) | (self._upper - positions < 1e-3))
        if not len(at_end):
            return f"{shown(pose)} is out of reach on this path"
        joint = self.arm.joints[int(at_end[0])]
        return (
            f"{shown(pose)} is out of range on this path: {joint.name} is at the end of its "
            f"range, {joint.lower:.4g} to {joint.upper:.4g}"
        )
