"""Names the owners of geoms and bodies of the compiled world."""

from __future__ import annotations

from typing import List

import mujoco

from sim.embedded.physics.population import Population


class PartNames:
    """Names of geoms and bodies of one world, by MuJoCo's current ids."""

    def __init__(self, models: Population) -> None:
        self._models, self._world = models, models.world

    def of_geom(self, geom: int) -> str:
        """Return ``model::link::collision`` of a geom.

        A geom without a name gives its traffic vehicle or ground.
        """
        model = self._world.model
        name = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_GEOM, geom)
        body = int(model.geom_bodyid[geom])
        shape = self._models.ground_slots.shapes.shape_of_body(body)
        return name or (shape.name if shape else self.of_body(body))

    def of_body(self, body: int) -> str:
        """Return the model, traffic vehicle or ground of a body."""
        return self._models.layout().name_of_body(body)

    def of_link(self, body: int) -> str:
        """Return ``model::link`` of a body.

        A body without a link gives its traffic vehicle or ground.
        """
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
