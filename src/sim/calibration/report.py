"""Calibration report, with lines for launch files and URDF."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, Optional, Tuple, Union

import numpy as np
import yaml

from sim import checks
from sim.calibration.fit.pose import PoseEstimate
from sim.calibration.result import Calibration
from sim.errors import InputError
from sim.transforms import (
    pose_from_transform,
    quaternion_from_rotation,
    rotation_from_quaternion,
    transform,
)

VERDICT_PREFIX = "verdict: "
REASON_PREFIX = "reason: "
SECONDS_PREFIX = "seconds: "
POSE_KEYS = ("parent", "child", "translation", "rotation")
KEYS = ("verdict", "reasons", *POSE_KEYS, "covariance", "covariance_axes")


@dataclass(frozen=True)
class ReportHead:
    """Head of a report beside the transform; ``seconds`` are nan if missing."""

    verdict: str
    reasons: Tuple[str, ...]
    seconds: float


def report(found: Calibration, parent: str, child: str, seconds: Optional[float] = None) -> str:
    """Return the report of a calibration as text.

    The verdict with its reasons, the computing time in ``seconds``, the transform with its
    uncertainty, and the lines for a launch file and a URDF.
    """
    used = sum(frame.accepted for frame in found.frames)
    lines = [f"{VERDICT_PREFIX}{found.verdict}", f"frames: {used} of {len(found.frames)} used"]
    lines += [
        f"  frame {number}: {frame.reason}"
        for number, frame in enumerate(found.frames, 1)
        if not frame.accepted
    ]
    lines += [f"{REASON_PREFIX}{reason}" for reason in found.reasons]
    lines += [] if seconds is None else [f"{SECONDS_PREFIX}{seconds:.2f}"]
    if found.pose is None:
        return "\n".join(lines)
    x, y, z, roll, pitch, yaw = pose_from_transform(found.pose.matrix)
    name = child.replace("/", "_")
    quaternion = quaternion_from_rotation(found.pose.matrix[:3, :3].tolist())
    lines += [
        f"{child} in {parent}: x {x:.4f} y {y:.4f} z {z:.4f} m, "
        f"roll {roll:.5f} pitch {pitch:.5f} yaw {yaw:.5f} rad",
        _deviation(found.pose, parent),
        f'<node pkg="tf2_ros" type="static_transform_publisher" name="{name}_calibration" '
        f'args="{x:.6f} {y:.6f} {z:.6f} {" ".join(f"{one:.8f}" for one in quaternion)} '
        f'{parent} {child}"/>',
        f'<origin xyz="{x:.6f} {y:.6f} {z:.6f}" rpy="{roll:.8f} {pitch:.8f} {yaw:.8f}"/>',
    ]
    return "\n".join(lines)


def _deviation(pose: PoseEstimate, parent: str) -> str:
    """Return the line on standard deviations in the parent's axes."""
    if not np.isfinite(pose.covariance).all():
        return "standard deviation: not known to this method"
    deviation = np.sqrt(np.diag(pose.parent_covariance))
    x, y, z = 1e3 * deviation[:3]
    about_x, about_y, about_z = np.degrees(deviation[3:])
    return (
        f"standard deviation in the axes of {parent}: x {x:.2f} y {y:.2f} z {z:.2f} mm, "
        f"about x {about_x:.4f} y {about_y:.4f} z {about_z:.4f} deg"
    )


def read_head(text: str) -> ReportHead:
    """Parse the beginning of a :func:`report`."""

    def after(key: str) -> Tuple[str, ...]:
        lines = text.splitlines()
        return tuple(line[len(key) :] for line in lines if line.startswith(key))

    seconds = after(SECONDS_PREFIX)
    return ReportHead(
        after(VERDICT_PREFIX)[0], after(REASON_PREFIX), float(seconds[0]) if seconds else math.nan
    )


def result_yaml(found: Calibration, parent: str, child: str) -> str:
    """Return the result as YAML.

    SI units, x y z w, and the covariance of x y z and a rotation vector along the parent's axes,
    which ``covariance_axes`` names; omitted by a method without one.
    """
    assert found.pose is not None
    values: Dict[str, Any] = {
        "verdict": found.verdict,
        "reasons": list(found.reasons),
        "parent": parent,
        "child": child,
        "translation": found.pose.matrix[:3, 3].tolist(),
        "rotation": list(quaternion_from_rotation(found.pose.matrix[:3, :3].tolist())),
    }
    if np.isfinite(found.pose.covariance).all():
        values["covariance"] = found.pose.parent_covariance.tolist()
        values["covariance_axes"] = parent
    return yaml.safe_dump(values, sort_keys=False, default_flow_style=None)


def read_result(path: Union[str, Path]) -> Tuple[PoseEstimate, str, str]:
    """Read the transform, parent and child of a :func:`result_yaml` file.

    Its covariance is not finite if missing, and in the child's axes in an older file, without
    ``covariance_axes``. Raises InputError that names the wrong entry.
    """
    where = str(path)
    values = checks.mapping(checks.read_yaml(path), where, KEYS, required=POSE_KEYS)
    numbers = {"covariance": np.full((6, 6), np.nan)}
    for key, shape in (("translation", (3,)), ("rotation", (4,)), ("covariance", (6, 6))):
        if key == "covariance" and key not in values:
            continue
        try:
            numbers[key] = np.array(values[key], float)
        except (TypeError, ValueError):
            numbers[key] = np.empty(0)
        if numbers[key].shape != shape or not np.isfinite(numbers[key]).all():
            raise InputError(f"{where}/{key}", f"must be {' x '.join(map(str, shape))} numbers")
    norm = float(np.linalg.norm(numbers["rotation"]))
    if abs(norm - 1.0) > 1e-3:
        raise InputError(f"{where}/rotation", f"x y z w have the length {norm:g}, not 1")
    matrix = transform(numbers["translation"], rotation_from_quaternion(numbers["rotation"] / norm))
    parent, child = str(values["parent"]), str(values["child"])
    axes = str(values.get("covariance_axes", child))
    if axes not in (parent, child):
        raise InputError(f"{where}/covariance_axes", f"must be {parent} or {child}, got {axes!r}")
    if axes == parent:
        return PoseEstimate.of_parent_covariance(matrix, numbers["covariance"]), parent, child
    return PoseEstimate(matrix, numbers["covariance"]), parent, child
