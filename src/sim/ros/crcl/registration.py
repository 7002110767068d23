"""Moves reported poses by the inverse of a workcell's registration.

A controller that adds its offsets then gets the true pose [AgileRobots, Eq. 1].
"""

from __future__ import annotations

from typing import Tuple

import numpy as np

from sim import checks
from sim.crcl.session.status import Shift
from sim.errors import InputError
from sim.noise.registration import RegistrationOffsets
from sim.robot_orders import Quaternion, Triple
from sim.transforms import (
    inverse,
    quaternion_from_rotvec,
    quaternion_product,
    transform_from_pose,
)


def shift_from(path: str) -> Shift:
    """Read the shift from a YAML file.

    Keys: points, offsets, optional rotations, and the pose of their frame (x y z roll pitch yaw).
    """
    given = checks.mapping(
        checks.read_yaml(path),
        path,
        ("points", "offsets", "rotations", "frame"),
        ("points", "offsets"),
    )
    frame = [
        checks.number(value, f"{path}/frame")
        for value in checks.sequence(given.get("frame", [0.0] * 6), f"{path}/frame")
    ]
    if len(frame) != 6:
        raise InputError(
            f"{path}/frame", f"six numbers are needed, x y z roll pitch yaw, not {len(frame)}"
        )
    registration = RegistrationOffsets(
        given["points"], given["offsets"], given.get("rotations"), path
    )
    workstation_from_cell = transform_from_pose(frame)
    cell_from_workstation = inverse(workstation_from_cell)

    def shift(place: Triple, turn: Quaternion) -> Tuple[Triple, Quaternion]:
        position = cell_from_workstation[:3, :3] @ place + cell_from_workstation[:3, 3]
        reported = registration.invert(position[None])[0]
        rotation = quaternion_from_rotvec(
            -registration.rotation(reported) @ workstation_from_cell[:3, :3].T
        )
        moved = workstation_from_cell[:3, :3] @ reported[0] + workstation_from_cell[:3, 3]
        return tuple(moved.tolist()), tuple(
            quaternion_product(rotation, np.array([turn]))[0].tolist()
        )

    return shift
