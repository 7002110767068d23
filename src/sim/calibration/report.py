"""A calibration in words, and where to put it."""

from __future__ import annotations

from typing import Any, Dict

import numpy as np
import yaml

from sim.calibration.result import Calibration
from sim.transforms import pose_from_transform, quaternion_from_rotation


def report(found: Calibration, parent: str, child: str) -> str:
    """The verdict with its reasons, the transform with its uncertainty, and the lines that put it
    into a launch file and a URDF."""
    used = sum(frame.accepted for frame in found.frames)
    lines = [f"verdict: {found.verdict}", f"frames: {used} of {len(found.frames)} used"]
    lines += [
        f"  frame {number}: {frame.reason}"
        for number, frame in enumerate(found.frames, 1)
        if not frame.accepted
    ]
    lines += [f"reason: {reason}" for reason in found.reasons]
    if found.pose is None:
        return "\n".join(lines)
    x, y, z, roll, pitch, yaw = pose_from_transform(found.pose.matrix)
    deviation = np.sqrt(np.diag(found.pose.covariance))
    quaternion = quaternion_from_rotation(found.pose.matrix[:3, :3].tolist())
    lines += [
        f"{child} in {parent}: x {x:.4f} y {y:.4f} z {z:.4f} m, "
        f"roll {roll:.5f} pitch {pitch:.5f} yaw {yaw:.5f} rad",
        f"standard deviation: {' '.join(f'{1e3 * one:.2f}' for one in deviation[:3])} mm, "
        f"{' '.join(f'{np.degrees(one):.4f}' for one in deviation[3:])} deg",
        f'<node pkg="tf2_ros" type="static_transform_publisher" name="{child}_calibration" '
        f'args="{x:.6f} {y:.6f} {z:.6f} {" ".join(f"{one:.8f}" for one in quaternion)} '
        f'{parent} {child}"/>',
        f'<origin xyz="{x:.6f} {y:.6f} {z:.6f}" rpy="{roll:.8f} {pitch:.8f} {yaw:.8f}"/>',
    ]
    return "\n".join(lines)


def result_yaml(found: Calibration, parent: str, child: str) -> str:
    """The result as YAML: SI units, x y z w, and the covariance of a step on the right: x y z and a
    rotation vector in the child's axes."""
    assert found.pose is not None
    values: Dict[str, Any] = {
        "verdict": found.verdict,
        "reasons": list(found.reasons),
        "parent": parent,
        "child": child,
        "translation": found.pose.matrix[:3, 3].tolist(),
        "rotation": list(quaternion_from_rotation(found.pose.matrix[:3, :3].tolist())),
        "covariance": found.pose.covariance.tolist(),
    }
    return yaml.safe_dump(values, sort_keys=False, default_flow_style=None)
