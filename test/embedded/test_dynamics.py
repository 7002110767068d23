"""Textbook physics of the embedded simulator."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sim.embedded.physics.physics import Physics
from sim.sdf.types import Axis, Box, Joint, Model

from .bodies import IDENTITY, arm, ball, box, ground, hanging, link, pose

G = 9.8


def physics(timestep: float = 0.001) -> Physics:
    return Physics((0.0, 0.0, -G), timestep)


def test_ball_falls_half_g_t_squared():
    world = physics()
    world.add(ball(), "ball", pose(1.0, 2.0, 10.0))
    world.step(1000)
    assert world.time == 1.0
    np.testing.assert_allclose(
        world.poses.model_pose("ball")[:3, 3], (1.0, 2.0, 10.0 - 0.5 * G), atol=0.006
    )
    np.testing.assert_allclose(world.poses.model_twist("ball")[0], (0.0, 0.0, -G), atol=1e-6)


def test_readings_belong_to_the_time_after_the_step():
    world = physics(0.01)
    world.add(ball(), "ball", pose(z=1.0))
    world.step()
    np.testing.assert_allclose(world.poses.model_pose("ball")[2, 3], 1.0 - G * 0.01**2, atol=1e-12)


def test_link_without_gravity_floats():
    world = physics()
    world.add(
        Model("m", IDENTITY, False, (link("link", Box((0.1, 0.1, 0.1)), gravity=False),)),
        "m",
        pose(z=3.0),
    )
    world.step(500)
    np.testing.assert_allclose(world.poses.model_pose("m"), pose(z=3.0), atol=1e-9)


@pytest.mark.parametrize("timestep", [0.001, 0.005])
def test_box_rests_on_a_plane_at_half_its_height(timestep):
    world = physics(timestep)
    world.add_many(
        [(ground(), "ground", IDENTITY), (box((0.4, 0.3, 0.2), 5.0), "box", pose(z=0.12))]
    )
    world.step(int(2 / timestep))
    np.testing.assert_allclose(world.poses.model_pose("box")[:3, 3], (0.0, 0.0, 0.1), atol=1e-3)
    assert np.linalg.norm(world.poses.model_twist("box")[0]) < 1e-4


def test_pendulum_period_is_that_of_small_oscillations():
    world = physics()
    world.add(hanging("continuous", Axis((0.0, 1.0, 0.0))), "pendulum", pose(z=3.0))
    world.joints.set_position("pendulum", "hinge", 0.05)
    crossings, last = [], 0.05
    for _ in range(4500):
        world.step()
        angle = world.joints.state("pendulum", "hinge")[0]
        if angle < 0 <= last:
            crossings.append(world.time)
        last = angle
    assert np.diff(crossings)[0] == pytest.approx(2 * np.pi * np.sqrt(1 / G), abs=0.003)


def test_prismatic_joint_falls_to_its_limit():
    world = physics()
    world.add(hanging("prismatic", Axis((0.0, 0.0, 1.0), -0.5, 0.0)), "slide", IDENTITY)
    world.step(200)
    position, velocity, kind = world.joints.state("slide", "hinge")
    assert kind == "prismatic"
    assert position == pytest.approx(-0.5 * G * 0.2**2, abs=0.002)
    assert velocity == pytest.approx(-G * 0.2, abs=1e-3)
    world.step(2000)
    assert world.joints.state("slide", "hinge")[0] == pytest.approx(-0.5, abs=0.005)


def test_joint_friction_holds_what_is_lighter():
    world = physics()
    world.add(hanging("prismatic", Axis((0.0, 0.0, 1.0), friction=25.0)), "stuck", IDENTITY)
    world.add(hanging("prismatic", Axis((0.0, 0.0, 1.0), friction=15.0)), "slipping", IDENTITY)
    world.step(500)
    assert abs(world.joints.state("stuck", "hinge")[0]) < 0.005
    assert world.joints.state("slipping", "hinge")[0] == pytest.approx(
        -0.5 * (G - 7.5) * 0.25, rel=0.05
    )


def test_damping_sets_the_terminal_velocity():
    world = physics()
    world.add(hanging("prismatic", Axis((0.0, 0.0, 1.0), damping=20.0)), "slide", IDENTITY)
    world.step(2000)
    assert world.joints.state("slide", "hinge")[1] == pytest.approx(-2.0 * G / 20.0, rel=1e-3)


@pytest.mark.parametrize(
    "box_mu, slope_mu", [(0.5, 0.5), (0.5, 2.0), (2.0, 0.5), (0.5, np.inf), (np.inf, 0.5)]
)
@pytest.mark.parametrize("excess, slides", [(-0.08, False), (0.08, True)])
def test_a_box_slides_if_the_slope_exceeds_the_smaller_friction(box_mu, slope_mu, excess, slides):
    tilt = pose(pitch=np.arctan(0.5 + excess))
    world = physics()
    world.add_many(
        [
            (box((10.0, 4.0, 0.2), static=True, mu=slope_mu), "slope", tilt),
            (box(mu=box_mu), "box", tilt @ pose(z=0.2)),
        ]
    )
    world.step(200)
    start = world.poses.model_pose("box")[:3, 3]
    world.step(1000)
    travelled = np.linalg.norm(world.poses.model_pose("box")[:3, 3] - start)
    assert (travelled > 0.1) if slides else (travelled < 0.005)


def test_links_of_one_model_do_not_collide():
    overlapping = Model(
        "m", IDENTITY, False, (link("a", Box((1.0, 1.0, 1.0))), link("b", Box((1.0, 1.0, 1.0))))
    )
    world = physics()
    world.add(overlapping, "m", pose(z=5.0))
    world.step(10)
    assert world.contacts.pairs() == []


def test_fixed_joint_carries_its_child():
    joint = Joint("weld", "fixed", "a", "b", IDENTITY)
    world = physics()
    world.add(
        Model("m", IDENTITY, False, (link("a"), link("b", at=pose(x=0.5))), (joint,)),
        "m",
        pose(z=5.0),
    )
    world.poses.set_model_twist("m", np.zeros(3), np.array([0.0, 0.0, 2.0]))
    world.step(100)
    between = np.linalg.inv(world.poses.link_pose("m", "a")) @ world.poses.link_pose("m", "b")
    np.testing.assert_allclose(between, pose(x=0.5), atol=1e-9)


def test_child_listed_before_its_parent():
    model = arm(True)
    world = physics()
    world.add(replace(model, links=model.links[::-1]), "arm", pose(z=2.0))
    np.testing.assert_allclose(world.poses.link_pose("arm", "upper"), pose(z=2.3), atol=1e-12)


def test_wrench_accelerates_for_one_step_only():
    world = Physics((0.0, 0.0, 0.0), 0.001)
    world.add(box(mass=2.0), "box", pose(z=1.0))
    world.apply_wrench("box", "link", (4.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.1, 1.0))
    world.step(5)
    linear, angular = world.poses.model_twist("box")
    np.testing.assert_allclose(linear, (0.002, 0.0, 0.0), atol=1e-6)
    moment = 2.0 / 12 * (0.2**2 + 0.2**2)
    np.testing.assert_allclose(angular, (0.0, 0.0, -0.4 * 0.001 / moment), rtol=1e-6)
