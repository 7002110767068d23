"""Names what a geom or a body of the compiled world belongs to, as users know it."""

from __future__ import annotations

from typing import List

import mujoco

from sim.embedded.physics.population import Population


class PartNames:
    """Names of the geoms and bodies of one world, by MuJoCo's ids of this generation."""

    def __init__(self, models: Population) -> None:
        self._models, self._world = models, models.world

    def of_geom(self, geom: int) -> str:
        """Return ``model::link::collision``, or the traffic vehicle or ground that a geom without a
        name belongs to."""
        model = self._world.model
        name = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_GEOM, geom)
        body = int(model.geom_bodyid[geom])
        shape = self._models.ground_slots.shapes.shape_of_body(body)
        return name or (shape.name if shape else self.of_body(body))

    def of_body(self, body: int) -> str:
        """Return the model that a body belongs to, or the traffic vehicle or ground."""
        return self._models.layout().name_of_body(body)

    def of_link(self, body: int) -> str:
        """Return ``model::link`` of a body, or the traffic vehicle or ground that a body without a
        link belongs to."""
        shape = self._models.ground_slots.shapes.shape_of_body(body)
        if shape is not None:
            return shape.body
        name = mujoco.mj_id2name(self._world.model, mujoco.mjtObj.mjOBJ_BODY, body) or ""
        return name if "::" in name[1:] else self.of_body(body)

    def bodies_of(self, name: str) -> List[int]:
        """Return the bodies of a model in the compiled world."""
        return [
            self._models.body_id(name, link.name) for link in self._models.plan(name).model.links
        ]
