"""Where a robot stands, on tf: what its own URDF cannot say."""

from __future__ import annotations

from geometry_msgs.msg import Transform, TransformStamped, Vector3

from sim.arrays import Array
from sim.ros.conversions import WORLD, header, pose_from_matrix
from sim.ros.robots.placed import PlacedArm
from sim.ros.static_frames import StaticFrames


def publish_frames(placed: PlacedArm) -> None:
    """``world`` -> ``<robot>/base_link``, and ``<robot>/workstation`` where CRCL's poses are in
    another frame than the world."""
    frames = [_frame(f"{placed.name}/base_link", placed.world_from_base)]
    if placed.frame != WORLD:
        frames.append(_frame(placed.frame, placed.world_from_workstation))
    StaticFrames().set(placed.name, frames)


def _frame(child: str, world_from_child: Array) -> TransformStamped:
    pose = pose_from_matrix(world_from_child)
    return TransformStamped(
        header(0.0),
        child,
        Transform(Vector3(pose.position.x, pose.position.y, pose.position.z), pose.orientation),
    )
