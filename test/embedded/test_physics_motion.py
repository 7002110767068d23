"""Poses and twists by name, contacts, rays, and bulk readings."""

from __future__ import annotations

import numpy as np
import pytest

from sim.embedded.physics.physics import Physics
from sim.errors import InputError, SimulationError
from sim.sdf.types import Box, Model

from .bodies import IDENTITY, arm, ball, box, ground, link, pose, ray_ground

ZERO = np.zeros(3)


@pytest.fixture
def physics() -> Physics:
    world = Physics((0.0, 0.0, 0.0), 0.001)
    world.add_many(
        [
            (arm(False), "free", pose(x=1.0, yaw=0.5)),
            (arm(True), "anchored", pose(x=-5.0)),
            (box(static=True), "wall", pose(y=9.0)),
            (box(), "box", pose(y=-9.0)),
        ]
    )
    for name in ("free", "anchored"):
        world.joints.set_position(name, "elbow", 0.7)
    return world


@pytest.mark.parametrize("name", ["free", "anchored", "wall", "box"])
def test_set_model_pose_moves_all_links_rigidly(physics, name):
    before = {part: physics.poses.link_pose(name, part) for part in physics.models.link_names(name)}
    start, target = physics.poses.model_pose(name), pose(3.0, -2.0, 7.0, yaw=1.0, pitch=0.4)
    physics.poses.set_model_pose(name, target)
    np.testing.assert_allclose(physics.poses.model_pose(name), target, atol=1e-12)
    for part, old in before.items():
        np.testing.assert_allclose(
            physics.poses.link_pose(name, part), target @ np.linalg.inv(start) @ old, atol=1e-12
        )
    if name in ("free", "anchored"):
        assert physics.joints.state(name, "elbow")[0] == 0.7


def test_model_pose_is_that_of_the_model_frame():
    world = Physics((0.0, 0.0, 0.0), 0.001)
    offset, spawn = pose(0.3, 0.2, 0.1, yaw=0.4), pose(1.0, 2.0, 3.0, pitch=0.3)
    world.add(Model("m", IDENTITY, False, (link("link", at=offset),)), "m", spawn)
    np.testing.assert_allclose(world.poses.model_pose("m"), spawn, atol=1e-12)
    np.testing.assert_allclose(world.poses.link_pose("m", "link"), spawn @ offset, atol=1e-12)
    states = world.poses.model_states()
    np.testing.assert_allclose(states.positions[0], spawn[:3, 3], atol=1e-12)
    np.testing.assert_allclose(
        states.quaternions[0], (0.0, np.sin(0.15), 0.0, np.cos(0.15)), atol=1e-12
    )


def test_model_twist_is_read_as_written_and_is_rigid(physics):
    linear, angular = np.array([0.1, -0.2, 0.3]), np.array([0.4, 0.5, -0.6])
    physics.poses.set_model_twist("free", linear, angular)
    np.testing.assert_allclose(physics.poses.model_twist("free"), (linear, angular), atol=1e-12)
    arm_vector = (
        physics.poses.link_pose("free", "upper")[:3, 3]
        - physics.poses.link_pose("free", "lower")[:3, 3]
    )
    np.testing.assert_allclose(
        physics.poses.link_twist("free", "upper")[0],
        linear + np.cross(angular, arm_vector),
        atol=1e-12,
    )
    assert physics.joints.state("free", "elbow")[1] == 0.0


def test_a_static_model_stays_and_reports_its_set_twist(
    physics,
):
    linear, angular, still = np.array([0.1, -0.2, 0.0]), np.array([0.0, 0.0, 0.6]), np.zeros(3)
    physics.poses.set_model_pose("wall", pose(2.0, 9.0))
    physics.poses.set_model_twist("wall", linear, angular)
    physics.step(100)
    np.testing.assert_allclose(physics.poses.model_pose("wall"), pose(2.0, 9.0), atol=1e-12)
    np.testing.assert_allclose(physics.poses.model_twist("wall"), (linear, angular), atol=0.0)
    states = physics.poses.model_states()
    row = states.names.index("wall")
    np.testing.assert_allclose(
        (states.linear[row], states.angular[row]), (linear, angular), atol=0.0
    )
    physics.poses.set_model_twist("wall", still, still)
    np.testing.assert_allclose(physics.poses.model_twist("wall"), (still, still), atol=0.0)
    physics.poses.set_model_twist("wall", linear, angular)
    physics.reset_models()
    np.testing.assert_allclose(physics.poses.model_twist("wall"), (still, still), atol=0.0)


def test_a_removed_static_model_takes_its_twist_along(physics):
    physics.poses.set_model_twist("wall", np.ones(3), np.zeros(3))
    physics.remove("wall")
    physics.add(box(static=True), "wall", pose(y=9.0))
    np.testing.assert_allclose(physics.poses.model_twist("wall"), np.zeros((2, 3)), atol=0.0)
    assert "wall" in physics.poses.model_states().names


def test_link_twist_carries_the_tree(physics):
    physics.poses.set_link_twist(
        "free", "upper", np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 2.0])
    )
    np.testing.assert_allclose(
        physics.poses.link_twist("free", "upper"), ((1.0, 0.0, 0.0), (0.0, 0.0, 2.0)), atol=1e-12
    )
    np.testing.assert_allclose(
        physics.poses.link_twist("free", "lower")[1], (0.0, 0.0, 2.0), atol=1e-12
    )


def test_spinning_box_turns_about_the_world_axis():
    world = Physics((0.0, 0.0, 0.0), 0.001)
    world.add(box(), "box", pose(pitch=0.8))
    world.poses.set_model_twist("box", np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, np.pi / 2]))
    world.step(1000)
    np.testing.assert_allclose(
        world.poses.model_pose("box"), pose(x=1.0, yaw=np.pi / 2) @ pose(pitch=0.8), atol=1e-3
    )


def test_set_link_pose_keeps_joint_angles(physics):
    target = pose(4.0, 4.0, 4.0, yaw=-1.0)
    for name in ("free", "anchored"):
        physics.poses.set_link_pose(name, "upper", target)
        np.testing.assert_allclose(physics.poses.link_pose(name, "upper"), target, atol=1e-12)
        assert physics.joints.state(name, "elbow")[0] == 0.7


def test_joint_position_turns_the_child_about_the_joint():
    world = Physics((0.0, 0.0, 0.0), 0.001)
    world.add(arm(True), "arm", IDENTITY)
    world.joints.set_position("arm", "elbow", np.pi / 2)
    np.testing.assert_allclose(
        world.poses.link_pose("arm", "upper"), pose(0.1, 0.0, 0.2, pitch=np.pi / 2), atol=1e-12
    )
    with pytest.raises(InputError, match="cannot move"):
        world.joints.set_position("arm", "anchor", 1.0)


def test_bulk_states_equal_single_readings(physics):
    physics.poses.set_model_twist("free", np.array([1.0, 2.0, 3.0]), np.array([0.3, 0.2, 0.1]))
    physics.step(20)
    states = physics.poses.model_states()
    assert states.names == physics.models.names()
    for index, name in enumerate(states.names):
        np.testing.assert_allclose(
            states.positions[index], physics.poses.model_pose(name)[:3, 3], atol=1e-12
        )
        np.testing.assert_allclose(
            (states.linear[index], states.angular[index]),
            physics.poses.model_twist(name),
            atol=1e-12,
        )
    links = physics.poses.link_states()
    index = links.names.index("free::upper")
    np.testing.assert_allclose(
        links.positions[index], physics.poses.link_pose("free", "upper")[:3, 3], atol=1e-12
    )
    np.testing.assert_allclose(
        (links.linear[index], links.angular[index]),
        physics.poses.link_twist("free", "upper"),
        atol=1e-12,
    )


def test_dynamic_positions_leave_static_models_out(physics):
    np.testing.assert_allclose(
        physics.poses.dynamic_positions(),
        ((1.0, 0.0, 0.0), (-5.0, 0.0, 0.0), (0.0, -9.0, 0.0)),
        atol=1e-12,
    )
    assert Physics((0.0, 0.0, 0.0), 0.001).poses.dynamic_positions().shape == (0, 3)


def test_bulk_states_follow_the_population(physics):
    physics.remove("free")
    physics.add(ball(), "ball", pose(z=50.0))
    states = physics.poses.model_states()
    assert states.names == ["anchored", "wall", "box", "ball"]
    np.testing.assert_allclose(states.positions[:, 2], (0.0, 0.0, 0.0, 50.0), atol=1e-12)
    assert Physics((0.0, 0.0, 0.0), 0.001).poses.model_states().positions.shape == (0, 3)


def test_contacts_name_models():
    world = Physics((0.0, 0.0, -9.8), 0.001)
    world.add_many(
        [
            (ground(), "ground", IDENTITY),
            (box(), "lower", pose(z=0.099)),
            (box(), "upper", pose(z=0.298)),
            (box(), "apart", pose(x=3.0, z=1.0)),
        ]
    )
    assert world.contacts.pairs() == [("ground", "lower"), ("lower", "upper")]
    world.step()
    assert world.contacts.touching("lower") == ["ground", "upper"]
    assert (world.contacts.touching("upper"), world.contacts.touching("nobody")) == (["lower"], [])


def test_moved_plane_carries_what_stands_on_it():
    world = Physics((0.0, 0.0, -9.8), 0.001)
    world.add_many([(ground(), "ground", IDENTITY), (box(), "box", pose(z=0.5))])
    world.poses.set_model_pose("ground", pose(z=-2.0))
    world.step(2000)
    assert world.poses.model_pose("box")[2, 3] == pytest.approx(-1.9, abs=1e-3)


def test_anchored_arm_hangs_on_where_it_was_moved():
    world = Physics((0.0, 0.0, -9.8), 0.001)
    world.add(arm(True), "arm", IDENTITY)
    world.poses.set_model_pose("arm", pose(x=2.0, z=3.0))
    world.step(100)
    np.testing.assert_allclose(world.poses.model_pose("arm"), pose(x=2.0, z=3.0), atol=1e-12)


def test_ground_rays_see_static_collisions_only():
    world = Physics((0.0, 0.0, -9.8), 0.001)
    world.add_many(
        [
            (ground(), "ground", IDENTITY),
            (box((1.0, 1.0, 1.0)), "car", pose(z=2.0)),
            (box((1.0, 1.0, 1.0), static=True), "ramp", pose(x=5.0)),
        ]
    )
    points = np.array([[0.0, 0.0, 3.0], [5.0, 0.0, 3.0], [90.0, 0.0, 3.0], [0.0, 0.0, -1.0]])
    np.testing.assert_allclose(
        ray_ground(world, points, np.array([0.0, 0.0, -1.0])), (3.0, 2.5, 3.0, np.inf)
    )


def test_a_diverging_run_is_an_error_that_reset_mends():
    world = Physics((0.0, 0.0, -9.8), 0.001)
    world.add(box(), "box", pose(z=1.0))
    world.apply_wrench("box", "link", (1e30, 0.0, 0.0), ZERO, ZERO)
    with pytest.raises(SimulationError, match="diverged"):
        world.step(3)
    world.reset()
    world.step(10)
    assert world.time == pytest.approx(0.01)


def test_gravity_can_change_and_stays_through_recompiles():
    world = Physics((0.0, 0.0, 0.0), 0.001)
    world.add(ball(), "ball", IDENTITY)
    world.set_gravity(np.array([1.0, 0.0, 0.0]))
    world.add(ball(), "other", pose(y=5.0))
    world.step(100)
    np.testing.assert_allclose(world.poses.model_twist("ball")[0], (0.1, 0.0, 0.0), atol=1e-9)


def test_two_free_links_of_a_model_move_together():
    world = Physics((0.0, 0.0, 0.0), 0.001)
    world.add(
        Model("m", IDENTITY, False, (link("a", Box((0.1, 0.1, 0.1))), link("b", at=pose(x=1.0)))),
        "m",
        IDENTITY,
    )
    world.poses.set_model_twist("m", ZERO, np.array([0.0, 0.0, 1.0]))
    np.testing.assert_allclose(world.poses.link_twist("m", "b")[0], (0.0, 1.0, 0.0), atol=1e-12)
