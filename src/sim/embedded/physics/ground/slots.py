"""Pool of geoms that become boxes, cylinders or spheres without a recompile.

A slot is a mocap body with one geom; its type and size are overwritten in the compiled world. In
use it collides at its place; parked it collides with nothing. World frame, SI units.
"""

from __future__ import annotations

from typing import Dict, List, Optional

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.physics.frames import position_quaternion
from sim.embedded.physics.geoms import (
    GROUND_GROUP,
    ROLLING_FRICTION,
    TORSIONAL_FRICTION,
    VISUAL_GROUP,
    friction_priority,
)
from sim.embedded.physics.ground.shapes import GroundShape

PARKED_Z = -1000.0


def add_shape_bodies(spec: mujoco.MjSpec, first: int, count: int) -> List[mujoco.MjsBody]:
    """Add the bodies of slots ``first`` and following to the spec."""
    bodies = []
    for index in range(first, first + count):
        body = spec.worldbody.add_body(name=f"::shape{index}", pos=[0.0, 0.0, PARKED_Z], mocap=True)
        body.add_geom(
            type=mujoco.mjtGeom.mjGEOM_BOX, size=[0.5, 0.5, 0.5], mass=0.0, group=VISUAL_GROUP
        )
        bodies.append(body)
    return bodies


class ShapeSlots:
    """Slots of one world; ``shapes`` are their shapes, None if parked."""

    def __init__(self) -> None:
        self.shapes: List[Optional[GroundShape]] = []
        self._models: List[str] = []
        self._places: List[Array] = []
        self._slot_of_body: Dict[int, int] = {}

    def __len__(self) -> int:
        return len(self.shapes)

    def grow(self, count: int) -> None:
        """Append parked slots."""
        self.shapes += [None] * count
        self._models += [""] * count
        self._places += [np.eye(4)] * count

    def bind(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """Find the slots in a compiled world and write them into it."""
        self._model, self._data = model, data
        names = [f"::shape{index}" for index in range(len(self))]
        self._bodies = [mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, name) for name in names]
        self._slot_of_body = {body: index for index, body in enumerate(self._bodies)}
        for index in range(len(self)):
            self._write(index)

    def put(self, index: int, shape: GroundShape, model: str, world_from_shape: Array) -> None:
        """Make a slot a model's shape at a pose (4, 4)."""
        self.shapes[index], self._models[index] = shape, model
        self._places[index] = world_from_shape
        self._write(index)

    def park(self, index: int) -> None:
        """Take a slot out of use."""
        self.shapes[index] = None
        self._write(index)

    def label_of_body(self, body: int) -> Optional[str]:
        """Return the model of a used slot's body; None for other bodies."""
        index = self._slot_of_body.get(body)
        return None if index is None or self.shapes[index] is None else self._models[index]

    def shape_of_body(self, body: int) -> Optional[GroundShape]:
        """Return the shape of a used slot's body; None for other bodies."""
        index = self._slot_of_body.get(body)
        return None if index is None else self.shapes[index]

    def _write(self, index: int) -> None:
        """Write a slot; only used slots collide, others are moved away."""
        model, body, shape = self._model, self._bodies[index], self.shapes[index]
        geom, mocap = model.body_geomadr[body], model.body_mocapid[body]
        used = shape is not None
        for array in (model.geom_contype, model.geom_conaffinity):
            array[geom] = used
        for array in (model.body_contype, model.body_conaffinity):
            array[body] = used
        model.geom_group[geom] = GROUND_GROUP if used else VISUAL_GROUP
        if shape is None:
            self._data.mocap_pos[mocap] = (0.0, 0.0, PARKED_Z)
            return
        position, quaternion = position_quaternion(self._places[index])
        self._data.mocap_pos[mocap], self._data.mocap_quat[mocap] = position, quaternion
        model.geom_type[geom], model.geom_size[geom] = shape.kind, shape.size
        # Their centres stay: MuJoCo sets the inertial frame of a massless body at its origin, about
        # which these boxes are.
        model.geom_aabb[geom, 3:] = model.bvh_aabb[model.body_bvhadr[body], 3:] = shape.half
        model.geom_rbound[geom] = _reach(shape)
        model.geom_friction[geom] = (shape.friction, TORSIONAL_FRICTION, ROLLING_FRICTION)
        model.geom_priority[geom] = friction_priority(shape.friction)


def _reach(shape: GroundShape) -> float:
    """Return the distance in m from the centre to the farthest point."""
    if shape.kind == mujoco.mjtGeom.mjGEOM_SPHERE.value:
        return float(shape.size[0])
    if shape.kind == mujoco.mjtGeom.mjGEOM_CYLINDER.value:
        return float(np.hypot(shape.size[0], shape.size[1]))
    return float(np.linalg.norm(shape.size))
