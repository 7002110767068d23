"""Commands of a driver module for the next step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

import numpy as np

from sim.arrays import Array
from sim.errors import InputError


@dataclass
class Actions:
    """Commands of a driver module.

    Arrays (n,) in the order of the view; None or nan leaves the choice to SUMO. Give
    ``acceleration`` (m/s^2) or ``speed`` (m/s at the end of the step), not both for one vehicle.
    ``lane_change`` is +1 to the left, -1 to the right, 0 to stay. SUMO still limits a commanded
    speed to a safe one by its own rules, unless ``careless`` is True: then only the module keeps
    the vehicle from a crash, or from a red light.
    """

    acceleration: Optional[Array] = None
    speed: Optional[Array] = None
    lane_change: Optional[Array] = None
    careless: Optional[Array] = None


@dataclass(frozen=True)
class Commands:
    """Valid actions.

    ``speed`` (n,) is nan if not commanded; ``lane_change`` (n,) int; ``careless`` (n,) bool.
    """

    speed: Array
    lane_change: Array
    careless: Array


def commands(actions: Optional[Actions], now: Array, dt: float) -> Commands:
    """Convert actions to commands for vehicles with speeds ``now`` (n,).

    InputError describes invalid actions.
    """
    count = len(now)
    if actions is None:
        actions = Actions()
    if not isinstance(actions, Actions):
        raise InputError("control", f"gave {type(actions).__name__}, not Actions")
    acceleration, speed = (
        _numbers(actions.acceleration, count, "acceleration"),
        _numbers(actions.speed, count, "speed"),
    )
    twice = np.flatnonzero(~np.isnan(acceleration) & ~np.isnan(speed))
    if len(twice):
        raise InputError(
            "control", f"gave vehicle {twice[0]} of {count} an acceleration and a speed"
        )
    low = np.flatnonzero(speed < 0.0)
    if len(low):
        raise InputError(
            "control",
            f"gave vehicle {low[0]} of {count} the speed {speed[low[0]]:g}, which is below 0",
        )
    lanes = _known(_numbers(actions.lane_change, count, "lane_change"))
    wrong = np.flatnonzero(lanes != np.sign(lanes))
    if len(wrong):
        raise InputError(
            "control",
            f"gave vehicle {wrong[0]} of {count} the lane_change {lanes[wrong[0]]:g}; it must "
            "be one of: -1, 0, 1",
        )
    careless = _known(_numbers(actions.careless, count, "careless")) != 0.0
    return Commands(
        np.where(np.isnan(speed), np.maximum(now + acceleration * dt, 0.0), speed),
        lanes.astype(int),
        careless,
    )


def _known(values: Array) -> Array:
    """Return the values with nan replaced by 0."""
    return np.where(np.isnan(values), 0.0, values)


def _numbers(values: Optional[Array], count: int, field: str) -> Array:
    """Return an array (count,) of finite numbers or nan. All are nan for None."""
    if values is None:
        return np.full(count, np.nan)
    try:
        found = np.asarray(values, float)
    except (TypeError, ValueError):
        raise InputError(
            "control", f"gave a {field} that is not an array of numbers ({type(values).__name__})"
        ) from None
    if found.shape != (count,):
        raise InputError(
            "control",
            f"gave a {field} of the shape {found.shape}; ({count},) is needed, a number for each "
            "vehicle",
        )
    if np.isinf(found).any():
        raise InputError(
            "control",
            f"gave vehicle {np.flatnonzero(np.isinf(found))[0]} of {count} an infinite {field}",
        )
    return found
