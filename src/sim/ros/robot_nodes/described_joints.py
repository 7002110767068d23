"""Joints of a URDF with their positions, as documented for ROS's joint_state_publisher.

rad or m.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Tuple

from sim.errors import InputError
from sim.sdf.xml.elements import Element, parse_text

_WITHOUT_POSITION = ("fixed", "floating", "planar")


@dataclass(frozen=True)
class Dependence:
    """A joint at ``factor`` times the position of its ``parent`` plus ``offset``."""

    parent: str
    factor: float = 1.0
    offset: float = 0.0


class DescribedJoints:
    """Positions of a description's joints, in the order of the file.

    ``zeros`` are given start positions, ``dependent`` given dependences, by joint.
    """

    def __init__(
        self,
        urdf: str,
        zeros: Mapping[str, float],
        dependent: Mapping[str, Mapping[str, Any]],
        mimic: bool,
    ) -> None:
        self.positions: Dict[str, float] = {}
        self.velocities: Dict[str, float] = {}
        self.efforts: Dict[str, float] = {}
        self._dependences: Dict[str, Dependence] = {
            name: Dependence(
                str(one.get("parent", "")), _number(one, "factor", 1.0), _number(one, "offset", 0.0)
            )
            for name, one in dependent.items()
        }
        for joint in parse_text(urdf, "robot_description").iterfind("joint"):
            name = joint.get("name") or ""
            if joint.get("type") in _WITHOUT_POSITION or not name:
                continue
            self.positions[name] = zeros.get(name, _middle(joint))
            follows = joint.find("mimic")
            if mimic and follows is not None and name not in self._dependences:
                self._dependences[name] = Dependence(
                    follows.get("joint") or "",
                    _number(dict(follows.attrib), "multiplier", 1.0),
                    _number(dict(follows.attrib), "offset", 0.0),
                )

    def take(self, names: List[str], *values: List[float]) -> None:
        """Take positions, velocities and efforts of a joint state."""
        for known, given in zip((self.positions, self.velocities, self.efforts), values):
            for name, value in zip(names, given):
                if name in self.positions:
                    known[name] = value

    def all(self) -> List[Tuple[str, float]]:
        """Return the position of each joint, dependent ones by their parents."""
        return [(name, self._position(name)) for name in self.positions]

    def _position(self, name: str) -> float:
        factor, offset, seen = 1.0, 0.0, {name}
        while name in self._dependences:
            one = self._dependences[name]
            offset += factor * one.offset
            factor *= one.factor
            name = one.parent
            if name in seen:
                raise InputError("dependent joints", f"{name} depends on itself")
            seen.add(name)
        return factor * self.positions.get(name, 0.0) + offset


def _middle(joint: Element) -> float:
    """Return 0, or the middle of the limits if they exclude it."""
    limit = joint.find("limit")
    if limit is None or joint.get("type") == "continuous":
        return 0.0
    lower, upper = (_number(dict(limit.attrib), name, 0.0) for name in ("lower", "upper"))
    return 0.0 if lower <= 0.0 <= upper else 0.5 * (lower + upper)


def _number(given: Mapping[Any, Any], name: str, default: float) -> float:
    try:
        value = float(given.get(name, default))
    except (TypeError, ValueError):
        value = math.nan
    if not math.isfinite(value):
        raise InputError(name, f"must be a finite number, not {given.get(name)!r}")
    return value
