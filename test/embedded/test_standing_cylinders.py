"""Cylinders that stand on a plane, upright but for rounding errors.

Their contacts have the geometric depth, and they stay.
"""

from __future__ import annotations

import numpy as np
import pytest

from sim.embedded.physics.physics import Physics
from sim.sdf.types import Collision, Cylinder, Inertial, Link, Model
from sim.transforms import rotation_from_rpy

from .bodies import IDENTITY, ground, pose

LEVEL = np.eye(3)

RADIUS = 0.177  # m
HEIGHT = 0.02  # m
MASS = 0.186  # kg


def disc(radius: float = RADIUS, height: float = HEIGHT) -> Model:
    across, along = MASS * (3 * radius**2 + height**2) / 12, MASS * radius**2 / 2
    inertial = Inertial(MASS, IDENTITY, np.diag([across, across, along]))
    return Model(
        "disc",
        IDENTITY,
        False,
        (
            Link(
                "link",
                IDENTITY,
                inertial,
                (Collision("collision", IDENTITY, Cylinder(radius, height)),),
            ),
        ),
    )


def standing(
    yaw: float,
    tilt: float = 0.0,
    towards: float = 0.0,
    depth: float = 0.0,
    slope: np.ndarray = LEVEL,
) -> np.ndarray:
    """Return the pose of a disc tilted about an axis of the plane.

    Its middle is ``depth`` m lower than at the first contact.
    """
    axis = np.array([np.cos(towards), np.sin(towards), 0.0])
    cross = np.array([[0.0, 0.0, axis[1]], [0.0, 0.0, -axis[0]], [-axis[1], axis[0], 0.0]])
    found = np.eye(4)
    found[:3, :3] = (
        slope
        @ (np.eye(3) + np.sin(tilt) * cross + (1.0 - np.cos(tilt)) * cross @ cross)
        @ rotation_from_rpy(0.0, 0.0, yaw)
    )
    found[:3, 3] = slope @ [0.3, 0.2, HEIGHT / 2 - depth]
    return found


@pytest.mark.parametrize("exponent", range(-17, -5))
@pytest.mark.parametrize(
    "slope", [np.eye(3), rotation_from_rpy(0.2, -0.1, 0.4)], ids=["level", "tilted"]
)
def test_contacts_are_as_deep_as_the_cylinder_reaches(exponent, slope):
    world, rng, depth = Physics(), np.random.default_rng(exponent + 20), 1e-6
    floor = np.eye(4)
    floor[:3, :3] = slope
    world.add_many([(ground(), "ground", floor), (disc(), "disc", pose(z=1.0))])
    for _ in range(60):
        tilt = 10.0 ** (exponent + rng.random())
        world.poses.set_model_pose(
            "disc", standing(*rng.uniform(0.0, 6.0, 1), tilt, rng.uniform(0.0, 6.0), depth, slope)
        )
        world.refresh()
        assert world.data.ncon, f"no contact at a tilt of {tilt:g}"
        assert world.data.contact.dist.min() == pytest.approx(-depth - RADIUS * tilt, abs=2e-8)


@pytest.mark.parametrize("yaw", np.linspace(0.0, 3.0, 13))
def test_a_flat_disc_stays_where_it_lies(yaw):
    world = Physics()
    world.add_many([(ground(), "ground", IDENTITY), (disc(), "disc", standing(yaw))])
    heights = []
    for _ in range(2500):
        world.step()
        heights.append(world.poses.model_pose("disc")[2, 3])
    assert np.abs(np.array(heights) - HEIGHT / 2).max() < 1e-4
    assert np.linalg.norm(world.poses.model_twist("disc")[1]) < 1e-6


def test_a_disc_that_lies_still_is_set_upright_but_once():
    world, steps = Physics(), []
    world.add_many([(ground(), "ground", IDENTITY), (disc(), "disc", standing(2.0))])
    found = world.models.discs._almost_upright
    world.models.discs._almost_upright = lambda normal: steps.append(found(normal)) or steps[-1]
    world.step(1000)
    assert sum(map(bool, steps[500:])) < 5


def test_a_tilted_disc_falls_flat_as_it_did():
    world = Physics()
    world.add_many(
        [(ground(), "ground", IDENTITY), (disc(), "disc", standing(0.5, 0.05, 1.0, -0.01))]
    )
    world.step(3000)
    assert world.poses.model_pose("disc")[2, 2] == pytest.approx(1.0, abs=1e-9)
    assert world.poses.model_pose("disc")[2, 3] == pytest.approx(HEIGHT / 2, abs=1e-5)
