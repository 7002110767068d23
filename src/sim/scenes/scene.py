"""A sampled scene as data: objects with poses and sizes.

The rest of this package makes it, writes it or displays it. Metres and radians, world frame with z
up. An object has two frames. The *object frame* is Scenic's: its origin is the centre of the
object's box, width along x, length along y, height along z, and it looks along +y. The *model
frame* is that in the SDF file. They are parallel unless the model's front is +x
(``ModelInfo.front``), which turns the model by +90 degrees.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Mapping, Tuple

Vector = Tuple[float, float, float]
Pose = Tuple[float, float, float, float, float, float]


@dataclass(frozen=True)
class SceneObject:
    """One object of a scene.

    ``name`` is unique in its scene and is the model's name in the simulator. ``model`` is the
    descriptor's name of its model. ``position`` is the centre of its box and ``orientation`` the
    roll, pitch and yaw of the object frame, with Scenic's heading (0 is +y) as yaw. ``origin`` is
    the pose of the model frame as SDF writes it (x y z roll pitch yaw); for an entity of the
    mission alone, that of a frame that looks along +x at the object's base, as ROS means a goal.
    ``size`` is width, length, height; ``scale`` is the model's x, y, z factors against its measured
    size.
    """

    name: str
    model: str
    mission_only: bool
    position: Vector
    orientation: Vector
    origin: Pose
    size: Vector
    scale: Vector = (1.0, 1.0, 1.0)
    allow_collisions: bool = False
    properties: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Scene:
    """Result of one seed.

    ``scenario``: the program's file name; ``hashes``: of scenario, descriptor, world and each model
    (``model:NAME``), by content; ``versions``: of the sampling software; ``workspace``: corners (n,
    2) of its outline, or empty; ``ego``: the name of the ego's object, or empty; ``world``: the
    world file that the objects are added to; ``mode``: 2D or 3D.
    """

    scenario: str
    seed: int
    mode: str
    objects: Tuple[SceneObject, ...]
    ego: str = ""
    world: str = ""
    workspace: Tuple[Tuple[float, float], ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    hashes: Mapping[str, str] = field(default_factory=dict)
    iterations: int = 0

    def spawned(self) -> Tuple[SceneObject, ...]:
        """Return the objects for the simulator."""
        return tuple(item for item in self.objects if not item.mission_only)

    def mission(self) -> Tuple[SceneObject, ...]:
        """Return the entities of the mission alone."""
        return tuple(item for item in self.objects if item.mission_only)
