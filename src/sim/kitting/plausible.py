"""Plausibility of a detection: robots do not move on doubtful data."""

from __future__ import annotations

import numpy as np

from sim.arrays import Array
from sim.kitting.detections import Detection
from sim.kitting.world.cell import Cell

# Limits of plausible and usable detections in the cell.
MAX_BASE_DISTANCE = 2.0  # m, horizontal, from the nearest robot's base
MIN_HEIGHT = -0.05  # m
MAX_HEIGHT = 2.0  # m
MAX_UNCERTAINTY = 0.01  # m, of a place that a gripper may act on
MIN_SCORE = 0.2


def doubt(detection: Detection, cell: Cell) -> str:
    """Return why a detection is unusable, or ""."""
    pose, covariance = detection.world_from_object, detection.covariance
    if pose.shape != (4, 4) or not np.isfinite(pose).all():
        return "its pose is not finite"
    if not _rigid(pose[:3, :3]):
        return "its orientation is not a rotation"
    if detection.part not in cell.gears and detection.part not in {
        model.part.name for model in cell.layout.models.values()
    }:
        return f"part {detection.part!r} not found in the layout"
    bases = [robot.ring.world_from_base[:3, 3] for robot in cell.robots.values()]
    if min(float(np.linalg.norm((pose[:3, 3] - base)[:2])) for base in bases) > MAX_BASE_DISTANCE:
        return f"it is more than {MAX_BASE_DISTANCE:g} m from every robot"
    if not MIN_HEIGHT <= pose[2, 3] <= MAX_HEIGHT:
        return f"its height is {pose[2, 3]:.3f} m"
    if not np.isfinite(covariance).all() or np.linalg.eigvalsh(covariance).min() < -1e-12:
        return "its covariance is invalid"
    if uncertainty(covariance) > MAX_UNCERTAINTY:
        return f"its place is known to {1e3 * uncertainty(covariance):.1f} mm only"
    if detection.score < MIN_SCORE:
        return f"its score is {detection.score:.2f}"
    return ""


def uncertainty(covariance: Array) -> float:
    """Return a covariance's (6, 6) largest standard deviation in the plane, m."""
    return float(np.sqrt(max(np.linalg.eigvalsh(covariance[:2, :2]).max(), 0.0)))


def _rigid(rotation: Array) -> bool:
    return bool(
        np.allclose(rotation @ rotation.T, np.eye(3), atol=1e-4)
        and np.isclose(np.linalg.det(rotation), 1.0, atol=1e-4)
    )
