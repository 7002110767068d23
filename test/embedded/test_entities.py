"""Entities by gazebo_ros' names: models, links, traffic, reference frames."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sim.embedded.efforts import Effort
from sim.embedded.entities import EntityState, WorldEntities, traffic_state
from sim.embedded.physics.physics import Physics
from sim.embedded.simulation import LoopOptions, Simulation
from sim.embedded.vehicles import Vehicles
from sim.embedded.wrenches import TimedWrench
from sim.errors import InputError
from sim.sdf.model_path import ModelPath
from sim.sdf.plugins import Plugin
from sim.sdf.types import Model
from sim.vehicle.parameters import PLUGIN

from .bodies import IDENTITY, arm, box, link, pose
from .traffic import state

ZERO = np.zeros(3)


@pytest.fixture
def world() -> WorldEntities:
    physics = Physics((0.0, 0.0, 0.0), 0.01)
    made = Simulation(physics, LoopOptions(paused=True), Vehicles(ModelPath([])))
    entities = WorldEntities(made)
    entities.spawn(box(), "box", pose(1.0, 2.0, 3.0, yaw=np.pi / 2))
    entities.spawn(arm(False), "arm", pose(x=10.0, z=1.0))
    made.pool.add(state(0.0, [7], [20.0], speed=4.0))
    made.step_world(11)
    return entities


def test_names_are_models_and_then_traffic(world):
    assert world.names() == ["box", "arm", "traffic_7"]


@pytest.mark.parametrize("reference", ["", "world", "map", "/map"])
def test_a_state_in_the_world(world, reference):
    np.testing.assert_allclose(
        world.state("box", reference).pose, pose(1.0, 2.0, 3.0, yaw=np.pi / 2), atol=1e-9
    )


def test_a_state_in_the_frame_of_another(world):
    world.set_model_state(
        "box", EntityState(pose(1.0, 2.0, 3.0, yaw=np.pi / 2), np.array([1.0, 0.0, 0.0]), ZERO)
    )
    world.set_model_state(
        "arm",
        EntityState(pose(1.0, 7.0, 3.0), np.array([0.0, 2.0, 0.0]), np.array([0.0, 0.0, 0.5])),
    )
    seen = world.state("arm", "box")
    # The box looks along +y, where the arm stands 5 m ahead of it.
    np.testing.assert_allclose(seen.pose, pose(5.0, 0.0, 0.0, yaw=-np.pi / 2), atol=1e-9)
    np.testing.assert_allclose(seen.linear, [2.0, 1.0, 0.0], atol=1e-9)
    np.testing.assert_allclose(seen.angular, [0.0, 0.0, 0.5], atol=1e-9)


def test_a_state_set_in_a_frame_is_read_in_it(world):
    wanted = EntityState(
        pose(0.5, -1.0, 2.0, yaw=0.3, pitch=0.2),
        np.array([0.1, 0.2, 0.3]),
        np.array([-0.1, 0.4, 0.2]),
    )
    for reference in ("arm", "arm::upper", "traffic_7", "world"):
        world.set_model_state("box", wanted, reference)
        seen = world.state("box", reference)
        np.testing.assert_allclose(seen.pose, wanted.pose, atol=1e-9)
        np.testing.assert_allclose(seen.linear, wanted.linear, atol=1e-9)
        np.testing.assert_allclose(seen.angular, wanted.angular, atol=1e-9)


def test_links_are_read_and_set(world):
    np.testing.assert_allclose(world.state("arm::upper").pose, pose(x=10.0, z=1.3), atol=1e-9)
    np.testing.assert_allclose(world.state("arm::upper", "arm::lower").pose, pose(z=0.3), atol=1e-9)
    world.set_link_state("arm::upper", EntityState(pose(x=5.0, z=2.3), ZERO, ZERO))
    np.testing.assert_allclose(world.state("arm").pose, pose(x=5.0, z=2.0), atol=1e-9)


def test_traffic_is_read_with_its_velocity(world):
    seen = world.state("traffic_7")
    np.testing.assert_allclose(seen.pose, pose(x=20.0 + 4.0 * 0.01), atol=1e-9)
    np.testing.assert_allclose(seen.linear, [4.0, 0.0, 0.0], atol=1e-9)


def test_traffic_cannot_be_moved_deleted_or_replaced(world):
    for change in (
        lambda: world.set_model_state("traffic_7", EntityState(IDENTITY, ZERO, ZERO)),
        lambda: world.delete("traffic_7"),
    ):
        with pytest.raises(InputError, match="SUMO moves this vehicle"):
            change()
    with pytest.raises(InputError, match="traffic vehicle has this name"):
        world.spawn(box(), "traffic_7", IDENTITY)


def test_unknown_names_are_answered_with_the_known_ones(world):
    for ask in (
        lambda: world.state("bx"),
        lambda: world.delete("bx"),
        lambda: world.state("box", "bx"),
        lambda: world.state("bx::link"),
    ):
        with pytest.raises(InputError, match=r"bx.*: no such .*box, arm"):
            ask()
    with pytest.raises(InputError, match="arm has lower, upper"):
        world.link("arm::middle")


def test_joints_are_found_by_name(world):
    assert world.joint("elbow") == world.joint("arm::elbow") == ("arm", "elbow")
    world.spawn(arm(True), "arm2", pose(x=15.0))
    with pytest.raises(InputError, match="several models have this joint: arm, arm2"):
        world.joint("elbow")
    assert world.joint("arm2::elbow") == ("arm2", "elbow")
    with pytest.raises(InputError, match="no model has a joint"):
        world.joint("knee")


def test_deleting_and_spawning_again(world):
    world.delete("box")
    assert world.names() == ["arm", "traffic_7"]
    world.spawn(box(), "box", pose(z=5.0))
    np.testing.assert_allclose(world.state("box").pose, pose(z=5.0), atol=1e-9)


def test_a_vehicle_with_wrong_parameters_is_not_spawned(world):
    wrong = Model("car", IDENTITY, False, (link("base"),), (), (Plugin("drive", PLUGIN),))
    with pytest.raises(InputError, match="plugin drive: needs <parameters>"):
        world.spawn(wrong, "car", IDENTITY)
    assert "car" not in world.names()


def test_a_pose_turns_by_roll_then_pitch_then_yaw(world):
    """R_z R_y R_x: positive pitch is nose down, roll left up."""
    poses = world._simulation.pool.poses()
    turned = replace(poses, yaw=np.array([0.4]), pitch=np.array([0.1]), roll=np.array([0.05]))
    x, y = traffic_state(turned).pose[:3, 0], traffic_state(turned).pose[:3, 1]
    np.testing.assert_allclose(
        x, [np.cos(0.4) * np.cos(0.1), np.sin(0.4) * np.cos(0.1), -np.sin(0.1)], atol=1e-12
    )
    assert y[2] == pytest.approx(np.sin(0.05) * np.cos(0.1))


def test_actions_on_a_model_end_with_it_despite_a_successor():
    physics = Physics((0.0, 0.0, 0.0), 0.01)
    made = Simulation(physics, LoopOptions(paused=True), Vehicles(ModelPath([])))
    entities = WorldEntities(made)
    entities.spawn(arm(False), "thing", pose(z=1.0))
    made.subsystems.efforts.add(Effort("thing", "elbow", 1.0, 0.0))
    made.subsystems.wrenches.add(
        TimedWrench("thing", "upper", (1.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0)
    )
    entities.delete("thing")
    entities.spawn(box(), "thing", pose(z=1.0))
    made.step_world(2)
    assert not entities.state("thing").linear.any()
    assert not made.subsystems.efforts and not made.subsystems.wrenches
