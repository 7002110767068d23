"""The boxes that workcell bodies are made of. Metres."""

from __future__ import annotations

from typing import NamedTuple, Tuple


class YawedBox(NamedTuple):
    """``centre`` (3,), ``size`` (3,) and yaw about the body's z."""

    name: str
    centre: Tuple[float, float, float]
    size: Tuple[float, float, float]
    yaw: float = 0.0
