"""Makes static meshes solid for dynamic models: prisms for the triangles that are near one.

Only these can be touched, so that a step costs the same on a field of 100 triangles and in a town of 100 000.
"""
from __future__ import annotations

from typing import Callable, Dict, List, Sequence, Set, Tuple

import mujoco
import numpy as np

from .frames import transform_of_quaternion
from .prisms import PrismArray
from .seams import straighten
from .sheets import Sheet

# How far a body may move before its surroundings are looked at again, m.
MARGIN = 1.0
FIRST_PRISMS = 64
Key = Tuple[str, int, int]


class SolidGround:
    """Belongs to one world; ``grow(count)`` must add so many prisms and :meth:`bind` the world anew."""

    def __init__(self, prisms: PrismArray, grow: Callable[[int], None]) -> None:
        self._prisms, self._grow = prisms, grow
        self._sheets: Dict[str, Sequence[Sheet]] = {}
        self._prism_of: Dict[Key, int] = {}
        self._near: List[Set[Key]] = []
        self._looked = np.empty((0, 3))

    def __bool__(self) -> bool:
        return bool(self._sheets)

    def add(self, model: str, sheets: Sequence[Sheet]) -> None:
        """Take a model's sheets in."""
        if sheets:
            self._sheets[model] = tuple(sheets)

    def remove(self, model: str) -> None:
        """Forget a model's sheets."""
        if self._sheets.pop(model, None):
            self.look_again()

    def look_again(self) -> None:
        """Sheets or bodies were put elsewhere: parks all prisms until the next :meth:`update`."""
        self._prisms.park(np.array(sorted(self._prism_of.values()), int))
        self._prism_of.clear()
        self._near, self._looked = [set() for _ in self._near], np.full_like(self._looked, np.inf)

    def bind(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """Find the bodies that move in a compiled world; prisms keep their places."""
        self._prisms.bind(model, data)
        self._model, self._data = model, data
        if not self._sheets:
            return
        self._body_ids = {sheet.body: mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, sheet.body) for sheets in self._sheets.values() for sheet in sheets}
        self._bodies, self._radii = _moving_bodies(model)
        self._near, self._looked = [set() for _ in self._bodies], np.full((len(self._bodies), 3), np.inf)

    def update(self) -> None:
        """Let the prisms be where bodies could touch sheets; body poses must be up to date."""
        places = self._data.xpos[self._bodies]
        moved = np.flatnonzero(~(np.abs(places - self._looked) < MARGIN).all(axis=1))
        if not len(moved):
            return
        for body in moved.tolist():
            self._near[body] = self._around(places[body], self._radii[body] + MARGIN)
        self._looked[moved] = places[moved]
        self._assign(set().union(*self._near))

    def smooth(self) -> None:
        """Make seams between triangles harmless; contacts must be up to date, and what follows from them is afterwards."""
        if len(self._prisms) and self._data.ncon and straighten(self._data, self._prisms):
            for follow in (mujoco.mj_makeConstraint, mujoco.mj_island, mujoco.mj_projectConstraint, mujoco.mj_fwdVelocity):
                follow(self._model, self._data)

    def _around(self, place: np.ndarray, reach: float) -> Set[Key]:
        found: Set[Key] = set()
        for model, sheets in self._sheets.items():
            for number, sheet in enumerate(sheets):
                rotation, origin = self._pose(sheet)
                center = (place - origin) @ rotation
                found.update((model, number, triangle) for triangle in sheet.near(center - reach, center + reach).tolist())
        return found

    def _assign(self, wanted: Set[Key]) -> None:
        gone = [self._prism_of.pop(key) for key in list(self._prism_of) if key not in wanted]
        self._prisms.park(np.array(gone, int))
        missing = [key for key in sorted(wanted) if key not in self._prism_of]
        if len(wanted) > len(self._prisms):
            looked, near = self._looked, self._near
            self._grow(max(FIRST_PRISMS, 2 * len(self._prisms), len(wanted)) - len(self._prisms))
            self._looked, self._near = looked, near
        taken = set(self._prism_of.values())
        free = [k for k in range(len(self._prisms)) if k not in taken][:len(missing)]
        for model, number in sorted({key[:2] for key in missing}):
            some = [(k, key[2]) for k, key in zip(free, missing) if key[:2] == (model, number)]
            self._put(model, number, np.array(some))
        self._prism_of.update(zip(missing, free))

    def _put(self, model: str, number: int, pairs: np.ndarray) -> None:
        """Shape prisms from triangles, ``pairs`` (k, 2) of both, of one sheet."""
        sheet = self._sheets[model][number]
        rotation, origin = self._pose(sheet)
        prisms, triangles = pairs.T
        self._prisms.put(prisms, sheet.corners[triangles] @ rotation.T + origin, sheet.depth[triangles] @ rotation.T, model, sheet.friction,
                         sheet.priority)

    def _pose(self, sheet: Sheet) -> Tuple[np.ndarray, np.ndarray]:
        """Rotation (3, 3) and origin (3,) of a sheet's body, which is static and hangs on the world."""
        body = self._body_ids[sheet.body]
        pose = transform_of_quaternion(self._model.body_pos[body], self._model.body_quat[body])
        return pose[:3, :3], pose[:3, 3]


def _moving_bodies(model: mujoco.MjModel) -> Tuple[np.ndarray, np.ndarray]:
    """Bodies (k,) that move and collide, and how far (k,) their shapes reach from their origins."""
    collides = (model.geom_contype | model.geom_conaffinity) != 0
    owner = model.geom_bodyid[collides]
    reach = np.linalg.norm(model.geom_pos[collides], axis=1) + model.geom_rbound[collides]
    furthest = np.zeros(model.nbody)
    np.maximum.at(furthest, owner, reach)
    bodies = np.flatnonzero((model.body_weldid != 0) & (furthest > 0.0))
    return bodies, furthest[bodies]
