"""Meshes of traffic models: a body per lamp combination, and limbs.

``gazebo/traffic/vehicle_lamps.cc`` and ``limbs.cc`` do the same for Gazebo. Frame of the model, m.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.embedded.cameras.drawn_meshes import joined
from sim.embedded.cameras.moment import ShownVehicles
from sim.embedded.cameras.surfaces import PaintSurface, visual_surfaces
from sim.embedded.cameras.wheels import STEERED_PREFIX, WHEEL_PREFIX, VisibleWheel
from sim.rendering.classes import SemanticClasses
from sim.rendering.meshes import DrawnMesh
from sim.sdf.fitted import fitted_model
from sim.sdf.mesh.loading import load_mesh
from sim.sdf.model_path import ModelPath
from sim.sdf.types import Box, Mesh, Model, Visual
from sim.traffic.lamps import vehicle_lamps
from sim.traffic.limbs import limb_sides, swing_limb, walking_swings
from sim.traffic.state import VehicleType
from sim.transforms import rotation_from_rpy


@dataclass(frozen=True)
class Limb:
    """Limb of a walker: meshes about their middle, swung about a joint.

    ``joint`` (3,) lies ``reach`` above the middle; ``forward`` (1 or -1) is the phase relative to
    the left leg.
    """

    meshes: Tuple[DrawnMesh, ...]
    joint: Array
    reach: float
    forward: float


@dataclass(frozen=True)
class Figure:
    """Meshes of a traffic model.

    ``bodies`` (16) are indexed by the bit mask of lit lamps; a model without lamps has one.
    """

    bodies: Tuple[Tuple[DrawnMesh, ...], ...]
    limbs: Tuple[Limb, ...] = ()
    wheels: Tuple[VisibleWheel, ...] = ()

    def meshes(self) -> List[DrawnMesh]:
        """All meshes that may have to be drawn."""
        return [
            mesh
            for group in (
                *self.bodies,
                *(limb.meshes for limb in self.limbs),
                *(wheel.meshes for wheel in self.wheels),
            )
            for mesh in group
        ]


def type_figure(
    kind: VehicleType, model_path: ModelPath, classes: Optional[SemanticClasses] = None
) -> Figure:
    """Return the figure of a type, in its size and colour.

    Raises InputError if its model is missing.
    """
    path = model_path.model_file(f"model://{kind.model}", where=f"traffic model {kind.model}")
    return figure_of(
        fitted_model(path, model_path.paths, (kind.length, kind.width, kind.height), kind.color),
        kind.model,
        classes,
    )


def figure_of(model: Model, name: str = "", classes: Optional[SemanticClasses] = None) -> Figure:
    """Return the figure of a pool model with the folder ``name``."""
    parts = [
        (
            link.model_from_link,
            visual,
            0 if classes is None else classes.number(name, link.name, visual.name),
        )
        for link in model.links
        for visual in link.visuals
    ]
    limbs = [
        (pose @ visual.link_from_visual, visual, _reach(visual.geometry), number)
        for pose, visual, number in parts
        if visual.name in limb_sides() and isinstance(visual.geometry, (Box, Mesh))
    ]
    # A person with legs but without separate arms rides on something.
    limbs = limbs if len(limbs) == len(limb_sides()) else []
    wheels = [part for part in parts if _turns(part[1])]
    moving = {visual.name for _, visual, _, _ in limbs} | {visual.name for _, visual, _ in wheels}
    rest = [
        (pose, visual, _lamp(visual.name), number)
        for pose, visual, number in parts
        if visual.name not in moving
    ]
    known = sum({1 << lamp for _, _, lamp, _ in rest if lamp >= 0})
    surfaces = _surfaces(rest)
    body = tuple(joined([surface for surface, lamp in surfaces if lamp < 0]))
    lamps = [(surface, lamp) for surface, lamp in surfaces if lamp >= 0]
    looks = {
        bits: (*body, *joined(_lit(lamps, bits)))
        for bits in range(known + 1)
        if bits & known == bits
    }
    bodies = tuple(looks[bits & known] for bits in range(1 << len(vehicle_lamps()) if known else 1))
    return Figure(bodies, tuple(_limb(*limb) for limb in limbs), _wheels(wheels))


def box_figure(kind: VehicleType) -> Figure:
    """Return a grey box of a type's size, for a missing model."""
    pose = np.eye(4)
    pose[2, 3] = 0.5 * kind.height
    return Figure(
        (
            tuple(
                joined(
                    visual_surfaces(
                        Visual("body", pose, Box((kind.length, kind.width, kind.height)))
                    )
                )
            ),
        )
    )


def limb_poses(limb: Limb, traffic: ShownVehicles, rows: Array) -> Tuple[Array, Array]:
    """Return a limb's world positions (k, 3) and rotations (k, 3, 3).

    ``rows`` (k,) are the persons.
    """
    at, turn = traffic.position[rows], traffic.rotation[rows]
    swing = (
        walking_swings(at, traffic.yaw[rows], traffic.speed[rows])
        if traffic.swing is None
        else traffic.swing[rows]
    )
    middle, pitch = swing_limb(np.array([*limb.joint, limb.reach, limb.forward]), swing)
    tilt = rotation_from_rpy(0.0, pitch, 0.0)
    return at + (turn @ middle[:, :, None])[:, :, 0], turn @ tilt


def _lamp(visual: str) -> int:
    return next(
        (number for number, name in enumerate(vehicle_lamps()) if visual.startswith(name)), -1
    )


def _surfaces(parts: Sequence[Tuple[Array, Visual, int, int]]) -> List[Tuple[PaintSurface, int]]:
    """Return surfaces in the model's frame, each with its lamp or -1."""
    return [
        (surface.moved(pose), lamp)
        for pose, visual, lamp, number in parts
        for surface in visual_surfaces(visual, number)
    ]


def _lit(surfaces: Sequence[Tuple[PaintSurface, int]], bits: int) -> List[PaintSurface]:
    """Return the surfaces, with the lamps of ``bits`` lit."""
    colors = list(vehicle_lamps().values())
    return [
        # A lit lamp is bright from all sides; upright normals let the sky's light do it.
        replace(
            surface,
            color=colors[lamp],
            normals=np.broadcast_to((0.0, 0.0, 1.0), surface.normals.shape),
        )
        if lamp >= 0 and bits >> lamp & 1
        else surface
        for surface, lamp in surfaces
    ]


def _turns(visual: Visual) -> bool:
    return visual.name.startswith(WHEEL_PREFIX) and isinstance(visual.geometry, Mesh)


def _wheels(parts: Sequence[Tuple[Array, Visual, int]]) -> Tuple[VisibleWheel, ...]:
    """Return the wheels with the distance between the two axles."""
    along = [round(float((pose @ visual.link_from_visual)[0, 3]), 3) for pose, visual, _ in parts]
    axles = sorted(set(along), reverse=True)
    base = axles[0] - axles[1] if len(axles) > 1 else 0.0
    drawn: Dict[Any, Tuple[DrawnMesh, ...]] = {}
    found = []
    for pose, visual, number in parts:
        # Mostly all are the same.
        key = (visual.geometry, visual.color, visual.image, number)
        if key not in drawn:
            centred = replace(visual, link_from_visual=np.eye(4))
            drawn[key] = tuple(joined(visual_surfaces(centred, number)))
        steers = visual.name.startswith(STEERED_PREFIX)
        found.append(VisibleWheel(drawn[key], pose @ visual.link_from_visual, steers, base))
    return tuple(found)


def _reach(geometry: Union[Box, Mesh]) -> float:
    """Return the height of a limb's joint above its middle. The middle of a mesh is its origin."""
    if isinstance(geometry, Box):
        return 0.5 * geometry.size[2]
    return float(load_mesh(geometry)[0][:, 2].max())


def _limb(pose: Array, visual: Visual, reach: float, number: int) -> Limb:
    meshes = joined(visual_surfaces(replace(visual, link_from_visual=np.eye(4)), number))
    return Limb(tuple(meshes), pose[:3, 3] + reach * pose[:3, 2], reach, limb_sides()[visual.name])
