"""Kinematic chain of workstation, robot base, arm and tool.

Moving a base or changing a tool changes one transform. Transforms are (..., 4, 4),
``target_from_source``. The controlled point is the tool's, or the flange without a tool.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Dict

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.transforms import inverse


@dataclass(frozen=True)
class Ring:
    """Base pose in the world, frame of given poses, and tools."""

    world_from_base: Array
    world_from_workstation: Array = field(default_factory=lambda: np.eye(4))
    tools: Dict[str, Array] = field(default_factory=dict)
    tool: str = ""

    @property
    def tool0_from_tcp(self) -> Array:
        return self.tools[self.tool] if self.tool else np.eye(4)

    @cached_property
    def workstation_from_base(self) -> Array:
        return inverse(self.world_from_workstation) @ self.world_from_base

    def with_tool(self, name: str) -> Ring:
        """Return the ring with another tool, "" for the bare flange."""
        if name and name not in self.tools:
            raise InputError(
                "tool", f"tool '{name}' not found; tools: {', '.join(self.tools) or 'none'}"
            )
        return replace(self, tool=name)

    def controlled(self, base_from_tool0: Array) -> Array:
        """Return ``workstation_from_tcp`` of a flange pose."""
        return self.workstation_from_base @ base_from_tool0 @ self.tool0_from_tcp

    def flange(self, workstation_from_tcp: Array) -> Array:
        """Return ``base_from_tool0`` that brings the controlled point to a pose."""
        return (
            inverse(self.workstation_from_base)
            @ workstation_from_tcp
            @ inverse(self.tool0_from_tcp)
        )
