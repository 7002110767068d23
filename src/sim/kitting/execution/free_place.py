"""Free places on tables, clear of trays and parts. World frame; metres."""

from __future__ import annotations

from typing import Callable, Iterator, Optional

import numpy as np

from sim.arrays import Array
from sim.kitting.world.model import WorldModel
from sim.kitting.world.rows import PRESENT
from sim.transforms import inverse, transform_from_rpy
from sim.workcell.bodies import CellTable

FINGER_CLEARANCE = 0.03  # m, around a part that is put down
PLACE_SPACING = 0.05  # m, between places that are tried


def free_place(world: WorldModel, robot: str, part: str) -> Optional[Array]:
    """Return world_from_part (4, 4) of the nearest free place, or None.

    Nearest to the robot's controlled point, within reach.
    """
    here = world.robot(robot).place
    return next(
        free_places(world, robot, part, lambda place: float(np.linalg.norm((place - here)[:2]))),
        None,
    )


def free_places(
    world: WorldModel, robot: str, part: str, key: Callable[[Array], float]
) -> Iterator[Array]:
    """Yield world_from_part (4, 4) of free places within reach.

    Sorted by ``key`` of their place (3,).
    """
    radius, tool = (
        world.cell.gears[part].tip_radius + FINGER_CLEARANCE,
        world.robot(robot).end_effector,
    )
    for pose in sorted(_places(world, radius), key=lambda pose: key(pose[:3, 3])):
        if _clear(world, pose, radius) and world.cell.grasps(robot, pose, part, tool):
            yield pose


def _places(world: WorldModel, radius: float) -> Iterator[Array]:
    """Yield a grid over all tables."""
    for placed in world.cell.layout.models.values():
        if isinstance(placed.part.body, CellTable):
            length, width, height = placed.part.body.size
            for x in np.arange(radius - 0.5 * length, 0.5 * length - radius, PLACE_SPACING):
                for y in np.arange(radius - 0.5 * width, 0.5 * width - radius, PLACE_SPACING):
                    yield placed.world_from_model @ transform_from_rpy((x, y, height))


def _clear(world: WorldModel, pose: Array, radius: float) -> bool:
    """Return whether a disc touches neither parts, trays, nor bases.

    Bases of robots; the disc has a radius.
    """
    place = pose[:2, 3]
    for one in world.objects():
        gear = world.cell.gears[one.part]
        if (
            one.state == PRESENT
            and np.linalg.norm(one.world_from_object[:2, 3] - place) < radius + gear.tip_radius
        ):
            return False
    for name, tray in world.cell.trays.items():
        at = (inverse(world.places.tray_pose(name)) @ pose)[:2, 3]
        away = np.maximum(np.abs(at) - 0.5 * np.array(tray.size), 0.0)
        if np.linalg.norm(away) < radius:
            return False
    bases = [robot.ring.world_from_base[:2, 3] for robot in world.cell.robots.values()]
    return all(np.linalg.norm(base - place) > radius + 0.15 for base in bases)
