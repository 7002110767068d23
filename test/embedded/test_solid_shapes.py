"""Of many static shapes, only those near bodies are in physics.

They stop a moving body as in a world of few.
"""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from sim.embedded.physics.ground.shapes import FEW
from sim.embedded.physics.physics import Physics
from sim.sdf.sensors.contact import Contact
from sim.sdf.types import Box, Collision, Cylinder, Friction, Link, Model, Sphere

from .bodies import IDENTITY, ball, box, ground, inertial, pair_of_boxes, pose, ray_ground
from .mounted import sensor

DT = 0.005
# Away from the obstacles, but within their model.
STACK = tuple(
    Collision(f"far{k}", pose(500.0 + 2.0 * k, 0.0, 1.0), Box((1.0, 1.0, 1.0))) for k in range(FEW)
)
OBSTACLES = (
    Collision("post", pose(3.0, 0.0, 0.5), Cylinder(0.3, 1.0), Friction(0.4, 0.4)),
    Collision("wall", pose(3.0, 10.0, 0.5, yaw=0.3), Box((0.4, 3.0, 1.0)), Friction(0.4, 0.4)),
    Collision("stone", pose(3.0, 20.0, 0.0), Sphere(0.8), Friction(0.4, 0.4)),
    Collision("kerb", pose(3.0, 30.0, 0.05, pitch=-0.4), Box((3.0, 4.0, 0.1)), Friction(0.4, 0.4)),
)
NAMES = tuple(f"box{k}" for k in range(len(OBSTACLES)))


def street(far: int) -> Model:
    """Return obstacles with many boxes far from them."""
    collisions = OBSTACLES + STACK[:far]
    return Model(
        "street", IDENTITY, True, (Link("link", IDENTITY, inertial(1.0, (1, 1, 1)), collisions),)
    )


def world(far: int) -> Physics:
    """Return a world with a box running at each obstacle at 4 m/s."""
    physics = Physics((0.0, 0.0, -9.8), DT)
    physics.add_many([(ground(0.2), "ground", IDENTITY), (street(far), "street", pose(z=0.02))])
    for k, name in enumerate(NAMES):
        physics.add(box((0.6, 0.4, 0.3), 5.0, 0.3), name, pose(0.0, 10.0 * k + 0.1, 0.16))
        physics.poses.set_model_twist(name, np.array([5.0, 0.0, 0.0]), np.zeros(3))
    return physics


def poses(physics: Physics) -> np.ndarray:
    return np.array([physics.poses.model_pose(name) for name in NAMES])


def shapes_in(physics: Physics) -> int:
    """Return the static shapes that can be touched."""
    model = physics.model
    solid = (model.geom_contype != 0) & (model.geom_type != mujoco.mjtGeom.mjGEOM_PLANE)
    return int((solid & (model.body_dofnum[model.geom_bodyid] == 0)).sum())


def test_many_shapes_stop_bodies_as_few_do():
    """Each box moves as in a world of few shapes. Nearly all shapes stay out of the physics."""
    few, many = world(0), world(FEW)
    touched = set()
    assert shapes_in(few) == len(OBSTACLES) < FEW
    for _ in range(60):
        few.step(5)
        many.step(5)
        np.testing.assert_allclose(poses(many), poses(few), atol=1e-6)
        assert many.contacts.pairs() == few.contacts.pairs()
        touched |= {pair for pair in many.contacts.pairs() if "street" in pair}
        assert shapes_in(many) <= len(OBSTACLES)
    assert touched == {(name, "street") for name in NAMES}
    assert (poses(many)[:3, 0, 3] < 2.9).all()


def test_a_body_of_several_geoms_lies_on_them():
    few, many = world(0), world(FEW)
    for physics in (few, many):
        physics.add(pair_of_boxes(), "pair", pose(3.0, 30.0, 1.0))
        physics.step(200)
    np.testing.assert_allclose(
        many.poses.model_pose("pair"), few.poses.model_pose("pair"), atol=1e-6
    )
    assert (
        "pair",
        "street",
    ) in many.contacts.pairs() and many.contacts.pairs() == few.contacts.pairs()


def test_contacts_say_which_collision_it_was():
    physics, names = world(FEW), set()
    for _ in range(300):
        physics.step()
        geoms = np.asarray(physics.data.contact.geom, int).reshape(-1, 2)
        names = {physics.names.of_geom(geom) for geom in geoms.ravel().tolist()}
        links = {physics.names.of_link(int(physics.model.geom_bodyid[g])) for g in geoms.ravel()}
        if "street::link::post" in names:
            break
    assert "street::link::post" in names and "street::link" in links
    assert "street" in physics.contacts.touching("box0")


def test_wheels_rays_find_shapes_beneath_a_body():
    physics = Physics((0.0, 0.0, -9.8), DT)
    physics.add_many([(ground(), "ground", IDENTITY), (street(FEW), "street", IDENTITY)])
    physics.add(box(), "box", pose(520.0, 0.0, 2.0))
    physics.step()
    down = ray_ground(physics, np.array([[520.0, 0.0, 2.0]]), np.array([0.0, 0.0, -1.0]))
    np.testing.assert_allclose(down, 0.5, atol=1e-9)


@pytest.mark.parametrize("shift", [0.0, 7.0])
def test_shapes_follow_what_is_moved_reset_added_and_removed(shift):
    physics = Physics((0.0, 0.0, -9.8), DT)
    physics.add_many([(ground(), "ground", IDENTITY), (street(FEW), "street", IDENTITY)])
    physics.add(ball(), "ball", pose(550.0, shift, 1.8))
    physics.step(300)
    on_top, on_ground = 1.6, 0.1
    assert physics.poses.model_pose("ball")[2, 3] == pytest.approx(
        on_ground if shift else on_top, abs=0.01
    )
    physics.poses.set_model_pose("street", pose(y=shift))
    physics.poses.set_model_pose("ball", pose(550.0, shift, 1.8))
    physics.add(ball(), "other", pose(580.0, shift, 1.8))
    physics.step(300)
    for name in ("ball", "other"):
        assert physics.poses.model_pose(name)[2, 3] == pytest.approx(on_top, abs=0.01)
    physics.reset()
    physics.step(300)
    assert physics.poses.model_pose("ball")[2, 3] == pytest.approx(
        on_ground if shift else on_top, abs=0.01
    )
    physics.remove("street")
    physics.step(300)
    assert physics.poses.model_pose("ball")[2, 3] == pytest.approx(on_ground, abs=0.01)


def test_shapes_that_a_sensor_needs_stay_in_the_physics():
    """Contact sensors find their collisions by name."""
    part = Link(
        "link",
        IDENTITY,
        inertial(1.0, (1, 1, 1)),
        OBSTACLES + STACK,
        sensors=(sensor(Contact(("post",)), "contact"),),
    )
    physics = Physics((0.0, 0.0, -9.8), DT)
    physics.add(Model("street", IDENTITY, True, (part,)), "street", IDENTITY)
    assert physics.models.geom_id("street", "link", "post") >= 0
    assert shapes_in(physics) == FEW + len(OBSTACLES)
