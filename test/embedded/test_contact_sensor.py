"""Contacts of a contact sensor: forces, names, memory between measurements."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sim.embedded.physics.physics import Physics
from sim.embedded.sensors.contact import Bumper
from sim.sdf.sensors.contact import Contact

from .bodies import box, ground, pose
from .mounted import carrying, mount, sensor

GRAVITY = 9.8


def world(height):
    physics = Physics((0, 0, -GRAVITY), 0.002)
    model = carrying(
        box((0.4, 0.4, 0.4), mass=3.0), [sensor(Contact(("collision",)), "contact")], "box"
    )
    physics.add_many([(ground(), "ground", pose()), (model, "box", pose(z=height))])
    return physics, Bumper(physics, mount(model))


def run(physics, bumper, steps):
    for _ in range(steps):
        physics.step()
        bumper.watch()


def test_the_forces_of_the_ground_hold_the_weight():
    physics, bumper = world(0.2)
    physics.step(500)
    bumper.watch()
    run(physics, bumper, 10)
    touches = bumper.measure()
    assert list(touches) == [("box::link::collision", "ground::link::collision")]
    (contacts,) = touches.values()
    assert contacts.forces.sum(axis=0) == pytest.approx([0.0, 0.0, 3.0 * GRAVITY], abs=0.1)
    assert contacts.normals == pytest.approx(
        np.tile([0.0, 0.0, 1.0], (len(contacts.points), 1)), abs=1e-6
    )
    assert np.abs(contacts.points[:, 2]).max() < 1e-3 and np.abs(
        contacts.points[:, :2]
    ).max() == pytest.approx(0.2, abs=1e-3)
    assert (contacts.depths > 0.0).all() and contacts.depths.max() < 1e-3


def test_a_touch_between_two_measurements_is_remembered_once():
    physics, bumper = world(1.0)
    bumper.watch()
    run(physics, bumper, 100)
    assert bumper.measure() == {}
    # It falls for 0.40 s, hits the ground, and is thrown up again.
    run(physics, bumper, 150)
    physics.poses.set_model_pose("box", pose(z=3.0))
    run(physics, bumper, 20)
    assert list(bumper.measure()) == [("box::link::collision", "ground::link::collision")]
    run(physics, bumper, 20)
    assert bumper.measure() == {}


def test_nothing_is_known_where_nobody_watched():
    physics, bumper = world(0.2)
    physics.step(10)
    assert bumper.measure() is None
    assert physics.contacts.solved() is None


def test_watching_contacts_does_not_change_the_motion():
    poses = []
    for watching in (False, True):
        physics, bumper = world(0.6)
        physics.poses.set_model_twist("box", np.array([1.0, 0.5, 0.0]), np.array([1.0, 2.0, 3.0]))
        for _ in range(400):
            physics.step()
            if watching:
                bumper.watch()
                bumper.measure()
        poses.append(physics.poses.model_pose("box"))
    assert np.array_equal(*poses)


def test_names_of_two_models_that_touch_each_other():
    physics, bumper = world(0.2)
    other = replace(box((0.4, 0.4, 0.4)), name="other")
    physics.add(other, "other", pose(z=0.6))
    physics.step(200)
    bumper.watch()
    run(physics, bumper, 5)
    assert {other for _, other in bumper.measure()} == {
        "ground::link::collision",
        "other::link::collision",
    }
