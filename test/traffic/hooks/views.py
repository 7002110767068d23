"""Hand-made views: all drive 10 m/s on the right lane of two.

By default vehicles lack neighbours; a test overrides fields by name.
"""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from sim.traffic.hooks.view import AdjacentLane, View

DEFAULTS = {
    "speed": 10.0,
    "acceleration": 0.0,
    "length": 4.6,
    "lane": 0,
    "lanes": 2,
    "position": 100.0,
    "remaining": 400.0,
    "allowed_speed": 15.0,
    "max_acceleration": 2.6,
    "max_deceleration": 4.5,
    "headway": 1.2,
    "min_gap": 2.5,
    "signals": 0,
    "gap": np.inf,
    "leader_speed": 10.0,
    "leader_acceleration": 0.0,
}


def side(count: int, **given: Any) -> AdjacentLane:
    """Return an open lane without vehicles, or with given fields."""
    values = {
        "open": True,
        "gap_ahead": np.inf,
        "speed_ahead": 10.0,
        "coming": False,
        "gap_behind": np.inf,
        "speed_behind": 10.0,
        **given,
    }
    return AdjacentLane(
        **{
            field: np.full(count, value) if np.ndim(value) == 0 else np.array(value)
            for field, value in values.items()
        }
    )


def view(
    count: int = 1,
    time: float = 0.0,
    dt: float = 0.1,
    seed: int = 0,
    left: Optional[AdjacentLane] = None,
    right: Optional[AdjacentLane] = None,
    number: Any = None,
    rng: Any = None,
    **given: Any,
) -> View:
    """Return a view of ``count`` vehicles."""
    fields = {
        field: np.full(count, value) if np.ndim(value) == 0 else np.array(value)
        for field, value in {**DEFAULTS, **given}.items()
    }
    numbers = np.arange(count) if number is None else np.array(number)
    return View(
        time=time,
        dt=dt,
        rng=rng or np.random.default_rng(seed),
        name=np.array([f"v{k}" for k in numbers], object),
        number=numbers,
        edge=np.full(count, "e", object),
        left=left or side(count),
        right=right or side(count, open=False),
        **fields,
    )
