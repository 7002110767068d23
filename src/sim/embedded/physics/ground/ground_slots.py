"""Adds bodies for prisms and static shapes by one compile each."""

from __future__ import annotations

from sim.embedded.physics.compiled import CompiledWorld
from sim.embedded.physics.ground.prisms import PrismArray, add_prism_bodies
from sim.embedded.physics.ground.slots import ShapeSlots, add_shape_bodies
from sim.embedded.physics.ground.solid_ground import SolidGround
from sim.embedded.physics.ground.solid_shapes import SolidShapes


class GroundSlots:
    """Prisms and shape slots of one world; ``ground`` requests more."""

    def __init__(self, world: CompiledWorld) -> None:
        self._world = world
        self.prisms, self.shapes = PrismArray(), ShapeSlots()
        shapes = SolidShapes(self.shapes, self._grow_shapes)
        self.ground = SolidGround(self.prisms, self._grow_prisms, shapes)

    def _grow_prisms(self, count: int) -> None:
        elements = add_prism_bodies(self._world.spec, len(self.prisms), count)
        self._world.compile_added("static meshes", elements)
        self.prisms.grow(count)
        self._world.bind_followers()

    def _grow_shapes(self, count: int) -> None:
        bodies = add_shape_bodies(self._world.spec, len(self.shapes), count)
        self._world.compile_added("static shapes", bodies)
        self.shapes.grow(count)
        self._world.bind_followers()
