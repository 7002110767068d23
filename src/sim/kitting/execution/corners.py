"""Marker places for a workcell's registration [AgileRobots, Calibration].

Near the corners of a robot's reach.
"""

from __future__ import annotations

from typing import List, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.kitting.execution.free_place import free_places
from sim.kitting.world.model import WorldModel
from sim.transforms import transform_from_rpy

# Towards which x and y, in the order of the procedure.
DIRECTIONS = ((1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0))


def corners(world: WorldModel, robot: str, part: str) -> List[Array]:
    """Return world_from_part (4, 4) of four marker places.

    The free places on tables that are farthest to each corner; raises InputError if a robot reaches
    too few.
    """
    found: List[Array] = []
    for x, y in DIRECTIONS:
        farthest = next(
            free_places(world, robot, part, lambda place, x=x, y=y: -(x * place[0] + y * place[1])),  # type: ignore[misc]
            None,
        )
        if farthest is None:
            raise InputError(robot, f"reaches no free place for {part} on a table")
        found.append(farthest)
    if len({tuple(place[:2, 3].round(3)) for place in found}) < len(found):
        raise InputError(robot, f"reaches too few free places for {part}, all near each other")
    return found


def on_table(
    world: WorldModel, robot: str, part: str, points: Sequence[Tuple[float, float]]
) -> List[Array]:
    """Return world_from_part (4, 4) of given table points (x, y).

    Raises InputError for one out of reach.
    """
    found: List[Array] = []
    tool = world.robot(robot).end_effector
    for x, y in points:
        near = next(
            free_places(
                world,
                robot,
                part,
                lambda at, x=x, y=y: float(np.hypot(at[0] - x, at[1] - y)),  # type: ignore[misc]
            ),
            None,
        )
        if near is None:
            raise InputError(robot, f"reaches no free place for {part} on a table")
        pose = transform_from_rpy((x, y, near[2, 3]))
        if not world.cell.grasps(robot, pose, part, tool):
            raise InputError(robot, f"does not reach {x:g} {y:g} at {near[2, 3]:g} m")
        found.append(pose)
    return found


def middle(world: WorldModel, robot: str, part: str, places: Sequence[Array]) -> Array:
    """Return world_from_part (4, 4) of the free place nearest the middle.

    The middle of ``places``.
    """
    between = np.mean([pose[:2, 3] for pose in places], axis=0)
    return next(free_places(world, robot, part, lambda at: float(np.linalg.norm(at[:2] - between))))
