"""Makes static meshes solid near dynamic models, by prisms for near triangles.

Likewise for the shapes that are otherwise kept out of the physics. Only these can be touched, so
that a step costs the same on a field of 100 triangles and in a town of 100 000. Triangles are
numbered through all sheets of the world.
"""

from __future__ import annotations

from typing import Callable, Dict, Iterator, List, Sequence, Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.physics.frames import transform_of_quaternion
from sim.embedded.physics.ground.prisms import PrismArray
from sim.embedded.physics.ground.seams import straighten
from sim.embedded.physics.ground.sheets import Sheet
from sim.embedded.physics.ground.solid_shapes import SolidShapes

# Motion of a body in m after which its surroundings are searched again.
MARGIN = 1.0
# A car needs some eight; each costs every step 0.1 us. Where more are needed, their number doubles.
FIRST_PRISMS = 16
NOTHING = np.empty(0, int)


class SolidGround:
    """Solid ground of one world.

    ``grow(count)`` must add prisms and :meth:`bind` the world again.
    """

    def __init__(
        self, prisms: PrismArray, grow: Callable[[int], None], shapes: SolidShapes
    ) -> None:
        self._prisms, self._grow, self.shapes = prisms, grow, shapes
        self._sheets: Dict[str, Sequence[Sheet]] = {}
        self._triangles = NOTHING
        self._near: List[Array] = []
        self._looked = np.empty((0, 3))

    def __bool__(self) -> bool:
        return bool(self._sheets or self.shapes)

    def add(self, model: str, sheets: Sequence[Sheet]) -> None:
        """Take a model's sheets in."""
        if sheets:
            self._sheets[model] = tuple(sheets)

    def remove(self, model: str) -> None:
        """Remove a model's sheets."""
        if model in self._sheets:
            self.look_again()
            del self._sheets[model]
        self.shapes.remove(model)

    def look_again(self) -> None:
        """Park all prisms and slots until the next :meth:`update`.

        Call it after sheets, shapes or bodies were moved.
        """
        self.shapes.park()
        self._prisms.park(np.flatnonzero(self._triangles >= 0))
        self._triangles = np.full(len(self._prisms), -1)
        self._forget()

    def bind(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """Find the moving bodies in a compiled world; prisms keep their places."""
        self._prisms.bind(model, data)
        self._model, self._data = model, data
        self.shapes.bind(model, data)
        if self:
            self._body_ids = {
                sheet.body: mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, sheet.body)
                for _, _, sheet in self._numbered()
            }
            self._bodies, self._radii = _moving_bodies(model)
            self._forget()

    def update(self) -> None:
        """Place the prisms where bodies could touch sheets. Body poses must be up to date."""
        places = self._data.xpos[self._bodies]
        apart = places - self._looked
        if apart.size == 0 or (apart.max() < MARGIN and apart.min() > -MARGIN):
            return
        moved = np.flatnonzero(~(np.abs(apart) < MARGIN).all(axis=1))
        for body in moved.tolist():
            reach = self._radii[body] + MARGIN
            self._near[body] = self._around(places[body], reach)
            if self.shapes:
                self.shapes.look(body, places[body], reach)
        self._looked[moved] = places[moved]
        self._assign(np.unique(np.concatenate(self._near)))
        if self.shapes:
            self._keeping(self.shapes.assign)

    @property
    def looked(self) -> Tuple[Array, Array, float]:
        """Moving bodies (k,), their last searched positions (k, 3), margin.

        A body's surroundings are searched again when it has moved by the margin in m.
        """
        return self._bodies, self._looked, MARGIN

    @property
    def prism_of_geom(self) -> Array:
        """Prism number of each geom, -1 for others; empty without prisms."""
        return self._prisms.number_of_geom

    def smooth(self) -> None:
        """Correct contacts at seams between triangles.

        Contacts must be up to date; quantities derived from them are so afterwards.
        """
        if len(self._prisms) and self._data.ncon and straighten(self._data, self._prisms):
            for follow in (
                mujoco.mj_makeConstraint,
                mujoco.mj_island,
                mujoco.mj_projectConstraint,
                mujoco.mj_fwdVelocity,
            ):
                follow(self._model, self._data)

    def _forget(self) -> None:
        count = len(self._bodies) if self else 0
        self._near, self._looked = [NOTHING] * count, np.full((count, 3), np.inf)

    def _numbered(self) -> Iterator[Tuple[int, str, Sheet]]:
        """Yield each sheet with its model and first triangle's number."""
        first = 0
        for model, sheets in self._sheets.items():
            for sheet in sheets:
                yield first, model, sheet
                first += len(sheet.corners)

    def _around(self, place: Array, reach: float) -> Array:
        found = [NOTHING]
        for first, _, sheet in self._numbered():
            rotation, origin = self._pose(sheet)
            center = (place - origin) @ rotation
            found.append(first + sheet.near(center - reach, center + reach))
        return np.concatenate(found)

    def _assign(self, wanted: Array) -> None:
        self._keep(wanted)
        missing = wanted[~np.isin(wanted, self._triangles)]
        if len(wanted) > len(self._triangles):
            count = max(FIRST_PRISMS, 2 * len(self._triangles), len(wanted))
            self._keeping(lambda: self._grow(count - len(self._triangles)))
            self._triangles = np.append(
                self._triangles, np.full(len(self._prisms) - len(self._triangles), -1)
            )
        free = np.flatnonzero(self._triangles < 0)[: len(missing)]
        self._triangles[free] = missing
        for first, model, sheet in self._numbered():
            mine = (missing >= first) & (missing < first + len(sheet.corners))
            if mine.any():
                self._put(free[mine], model, sheet, missing[mine] - first)

    def _keeping(self, change: Callable[[], None]) -> None:
        """Apply a change that binds again; keep the bodies' surroundings."""
        before = self._near, self._looked
        change()
        self._near, self._looked = before

    def _keep(self, wanted: Array) -> None:
        gone = np.flatnonzero((self._triangles >= 0) & ~np.isin(self._triangles, wanted))
        self._prisms.park(gone)
        self._triangles[gone] = -1

    def _put(self, prisms: Array, model: str, sheet: Sheet, triangles: Array) -> None:
        rotation, origin = self._pose(sheet)
        self._prisms.put(
            prisms,
            sheet.corners[triangles] @ rotation.T + origin,
            sheet.depth[triangles] @ rotation.T,
            model,
            sheet.friction,
            sheet.priority,
        )

    def _pose(self, sheet: Sheet) -> Tuple[Array, Array]:
        """Return rotation (3, 3) and origin (3,) of a sheet's body.

        The body is static and a child of the world.
        """
        body = self._body_ids[sheet.body]
        pose = transform_of_quaternion(self._model.body_pos[body], self._model.body_quat[body])
        return pose[:3, :3], pose[:3, 3]


def _moving_bodies(model: mujoco.MjModel) -> Tuple[Array, Array]:
    """Return the moving bodies (k,) with collisions, and their radii (k,).

    A radius is from the body's origin.
    """
    collides = (model.geom_contype | model.geom_conaffinity) != 0
    owner = model.geom_bodyid[collides]
    reach = np.linalg.norm(model.geom_pos[collides], axis=1) + model.geom_rbound[collides]
    furthest = np.zeros(model.nbody)
    np.maximum.at(furthest, owner, reach)
    bodies = np.flatnonzero((model.body_weldid != 0) & (furthest > 0.0))
    return bodies, furthest[bodies]
