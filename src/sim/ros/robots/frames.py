"""Where a robot stands, on tf: what its own URDF cannot say."""

from __future__ import annotations

from sim.ros.conversions import WORLD, transform
from sim.ros.node.static_frames import StaticFrames
from sim.ros.robots.placed import PlacedArm


def publish_frames(placed: PlacedArm) -> None:
    """``world`` -> ``<robot>/base_link``, and ``<robot>/workstation`` where CRCL's poses are in
    another frame than the world."""
    frames = [transform(WORLD, f"{placed.name}/base_link", placed.world_from_base, 0.0)]
    if placed.frame != WORLD:
        frames.append(transform(WORLD, placed.frame, placed.world_from_workstation, 0.0))
    StaticFrames().set(placed.name, frames)
