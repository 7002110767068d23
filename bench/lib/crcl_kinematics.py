"""Figures of inverse kinematics: time of all branches, agreement with pinocchio."""

from __future__ import annotations

import time
from typing import Callable, List

import numpy as np
import pinocchio

from bench.lib.report import ROOT, Figure
from sim.robots.kinematics.kinematics import Kinematics
from sim.robots.kinematics.numeric import pinocchio_model
from sim.robots.robot import read_robot
from sim.transforms import rotvec_from_rotation

ARMS = {"fanuc": "6 joints, 8 branches", "motoman": "7 joints, 8 branches at an arm angle"}
JOINT_VECTORS = 100_000
POSES = 2_000
REPEATS = 7
SEED = 7
BATCH_SIZE = 2_000


def kinematics() -> List[Figure]:
    """Measure both arms, for single and for many poses.

    100 000 random joint vectors are compared with pinocchio.
    """
    figures: List[Figure] = []
    for name, what in ARMS.items():
        robot = read_robot(ROOT / "config" / "robots" / f"{name}.yaml")
        solver, joints = robot.kinematics, robot.arm
        positions = np.random.default_rng(SEED).uniform(
            joints.limits("lower"), joints.limits("upper"), (JOINT_VECTORS, len(joints))
        )
        poses = solver.forward(positions[:POSES])
        figures += [
            _timed(
                f"{name}: all branches of a pose, in Python",
                lambda solver=solver, poses=poses: [solver.inverse(pose) for pose in poses],
                50.0,
                what + ", within the ranges",
            ),
            _timed(
                f"{name}: all branches of a pose, {POSES} at once",
                lambda solver=solver, poses=poses: solver.branch_solutions(poses),
                5.0,
                what,
            ),
            *_agreement(name, solver, positions),
        ]
    return figures


def _timed(figure: str, work: Callable[[], object], goal: float, note: str) -> Figure:
    """Median processor time a pose, in us."""
    work()
    values = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        values.append(1e6 * (time.process_time() - start) / POSES)
    return Figure(
        figure,
        float(np.median(values)),
        "us",
        goal,
        low=min(values),
        high=max(values),
        note=f"{note}, processor time, median of {REPEATS}",
    )


def _agreement(name: str, solver: Kinematics, positions: np.ndarray) -> List[Figure]:
    """Return the largest distance and angle between branches and their pose.

    Both are by pinocchio, for each branch found for a joint vector's pose.
    """
    model = pinocchio_model(solver.arm)
    data = model.createData()
    far, turned, lost, found = 0.0, 0.0, 0, 0
    for chunk in np.array_split(positions, max(1, len(positions) // BATCH_SIZE)):
        wanted = _poses(model, data, chunk)
        angles = solver.arm_angle(chunk) if solver.redundant else 0.0
        solutions = solver.branch_solutions(wanted, angles)
        reached = np.isfinite(solutions).all(axis=2)
        own = [
            np.nanmin(np.abs(solver.near(branches, at) - at).max(axis=1))
            for branches, at in zip(solutions, chunk)
        ]
        lost += int(np.sum(np.array(own) > 1e-6))
        for branch in range(solutions.shape[1]):
            rows = reached[:, branch]
            got = _poses(model, data, solutions[rows, branch])
            found += len(got)
            far = max(far, float(np.linalg.norm((got - wanted[rows])[:, :3, 3], axis=1).max()))
            turned = max(
                turned,
                float(
                    np.linalg.norm(
                        rotvec_from_rotation(
                            np.swapaxes(wanted[rows, :3, :3], 1, 2) @ got[:, :3, :3]
                        ),
                        axis=1,
                    ).max()
                ),
            )
    note = (
        f"{len(positions)} random joint vectors, {found} solutions, forward kinematics by pinocchio"
    )
    return [
        Figure(f"{name}: closed form against pinocchio, position", far, "m", 1e-9, note=note),
        Figure(f"{name}: closed form against pinocchio, rotation", turned, "rad", 1e-9, note=note),
        Figure(f"{name}: joint vectors that are in no branch found", lost, "", 0, note=note),
    ]


def _poses(model: pinocchio.Model, data: pinocchio.Data, positions: np.ndarray) -> np.ndarray:
    """Poses (n, 4, 4) of the flange at joint positions (n, k)."""
    result = np.empty((len(positions), 4, 4))
    for row, values in enumerate(positions):
        pinocchio.framesForwardKinematics(model, data, values)
        result[row] = data.oMf[model.nframes - 1].homogeneous
    return result


if __name__ == "__main__":
    for line in kinematics():
        print(line.row())
