"""Reach of a robot for a program's goals, and better offsets.

Offsets are translations of the workstation's frame along its axes, m.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.robots.robot import Robot

SAMPLES = 6000  # random joint positions; their tips are the coarse reach
CELL = 0.1  # m, edge of its cubes
GRID = np.arange(-1.0, 1.01, 0.25)  # m, offsets along each axis
CENTRES = 300  # tips to which the goals' middle is moved
EXACT = 32  # offsets that are judged by inverse kinematics
SEED = 59


@dataclass(frozen=True)
class ProposedOffset:
    """An offset (m) with the number of goals in reach."""

    offset: Tuple[float, float, float]
    reached: int


def reached(
    robot: Robot, goals: Sequence[Array], tools: Sequence[str], offset: Sequence[float] = (0, 0, 0)
) -> int:
    """Return the number of goals with joint positions within the limits."""
    return sum(
        bool(robot.kinematics.inverse(flange)) for flange in _flanges(robot, goals, tools, offset)
    )


def best_offset(robot: Robot, goals: Sequence[Array], tools: Sequence[str]) -> ProposedOffset:
    """Return the shortest offset that brings most goals into reach."""
    tips = _flanges(robot, goals, tools, (0.0, 0.0, 0.0))
    points = np.array([tip[:3, 3] for tip in tips])
    base_from_workstation = np.linalg.inv(robot.ring.workstation_from_base)[:3, :3]
    candidates = _candidates(robot, points, base_from_workstation)
    counts = _coarse_counts(robot, points, candidates @ base_from_workstation.T)
    order = np.lexsort((np.linalg.norm(candidates, axis=1), -counts))[:EXACT]
    found: List[Tuple[int, float, Tuple[float, float, float]]] = []
    for x, y, z in candidates[order].tolist():
        count = reached(robot, goals, tools, (x, y, z))
        found.append((-count, float(np.linalg.norm((x, y, z))), (x, y, z)))
    most, _, offset = min(found)
    return ProposedOffset(offset, -most)


def _flanges(
    robot: Robot, goals: Sequence[Array], tools: Sequence[str], offset: Sequence[float]
) -> List[Array]:
    rings = {name: robot.ring.with_tool(name) for name in set(tools)}
    found = []
    for goal, tool in zip(goals, tools):
        moved = np.array(goal)
        moved[:3, 3] += offset
        found.append(rings[tool].flange(moved))
    return found


def _tips(robot: Robot) -> Array:
    """Return the tips (n, 3) at random joint positions."""
    rng = np.random.default_rng(SEED)
    ends = np.array([(joint.lower, joint.upper) for joint in robot.arm.joints])
    ends = np.clip(ends, -2.0 * np.pi, 2.0 * np.pi)
    joints = ends[:, 0] + rng.random((SAMPLES, len(ends))) * (ends[:, 1] - ends[:, 0])
    tips: Array = robot.kinematics.forward(joints)[:, :3, 3]
    return tips


def _candidates(robot: Robot, points: Array, base_from_workstation: Array) -> Array:
    """Return offsets (n, 3) of a grid, and from goals to tips."""
    x, y, z = np.meshgrid(GRID, GRID, GRID, indexing="ij")
    grid = np.stack([x.ravel(), y.ravel(), z.ravel()], axis=1)
    away = _tips(robot)[:CENTRES] - np.median(points, axis=0)
    return np.concatenate([grid, np.round(away @ base_from_workstation, 2)])


def _coarse_counts(robot: Robot, points: Array, offsets: Array) -> Array:
    """Return the number of points in the coarse reach, by offset."""
    tips = _tips(robot)
    low = tips.min(axis=0)
    shape = np.floor((tips.max(axis=0) - low) / CELL).astype(int) + 1
    inside = np.zeros(shape, dtype=bool)
    inside[tuple(np.floor((tips - low) / CELL).astype(int).T)] = True
    cells = np.floor((points[None] + offsets[:, None] - low) / CELL).astype(int)
    within = ((cells >= 0) & (cells < shape)).all(axis=2)
    cells = np.clip(cells, 0, shape - 1)
    counts: Array = (within & inside[tuple(np.moveaxis(cells, 2, 0))]).sum(axis=1)
    return counts
