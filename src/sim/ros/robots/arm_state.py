"""An arm's joints as the simulator measures them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Sequence

import numpy as np
from sensor_msgs.msg import JointState

from sim.arrays import Array


@dataclass(frozen=True)
class ArmState:
    """Simulated time and (k,) positions, velocities and efforts in the arm's order."""

    time: float
    positions: Array
    velocities: Array
    efforts: Array


def arm_state(message: JointState, names: Sequence[str]) -> Optional[ArmState]:
    """Return the named joints of a message; None if one is missing.

    The message may have other joints, too.
    """
    rows = {name: row for row, name in enumerate(message.name)}
    if not all(name in rows for name in names):
        return None
    order = [rows[name] for name in names]
    return ArmState(
        message.header.stamp.to_sec(),
        *(
            _column(values, order)
            for values in (message.position, message.velocity, message.effort)
        ),
    )


def _column(values: Sequence[float], order: Sequence[int]) -> Array:
    return (
        np.array([values[row] for row in order])
        if len(values) > max(order)
        else np.zeros(len(order))
    )
