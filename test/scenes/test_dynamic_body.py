"""Object frame and model frame, and a timestep's actions.

Needs no Scenic.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.errors import InputError
from sim.scenes.dynamic.backend import CarCommand, ModelMotion
from sim.scenes.dynamic.body import body_of, heading_of, upright
from sim.scenes.dynamic.control import AgentMotion, moved_state
from sim.scenes.dynamic.kinematic import KinematicWorld
from sim.scenes.dynamic.paths import pursue, stride
from sim.scenes.models import GAZEBO_MODEL, ModelInfo
from sim.scenes.scene import SceneObject


def thing(front: str, static: bool = True, scale=(1.0, 1.0, 1.0)):
    """Return an object at (1, 2) with heading 30 degrees, and its model.

    Its box is off the model's origin.
    """
    info = ModelInfo(
        "thing",
        "Thing",
        GAZEBO_MODEL,
        (0.4, 0.5, 1.7),
        (0.1, -0.2, 0.85),
        front=front,
        static=static,
    )
    return SceneObject(
        "thing",
        "thing",
        False,
        (1.0, 2.0, 0.85),
        (0.0, 0.0, math.radians(30)),
        (1.0, 2.0, 0.0, 0.0, 0.0, 0.0),
        (0.5, 0.4, 1.7),
        scale,
    ), info


@pytest.mark.parametrize("front, yaw", [("x", math.radians(120)), ("y", math.radians(30))])
@pytest.mark.parametrize("flat", [True, False])
def test_a_models_pose_is_where_its_box_is_the_object(front, yaw, flat):
    body = body_of(*thing(front, scale=(2.0, 1.0, 1.0)), flat)
    pose = body.model_pose(
        np.array([1.0, 2.0, 0.0 if flat else 0.85]), upright(math.radians(30)), 0.0
    )
    assert math.atan2(pose[1, 0], pose[0, 0]) == pytest.approx(yaw)
    np.testing.assert_allclose((pose @ [0.2, -0.2, 0.85, 1.0])[:3], (1.0, 2.0, 0.85), atol=1e-12)
    position, rotation = body.placed(pose)
    np.testing.assert_allclose(position, (1.0, 2.0, 0.0 if flat else 0.85), atol=1e-12)
    assert heading_of(rotation) == pytest.approx(math.radians(30))


def test_a_model_is_bound_under_its_own_name():
    assert body_of(*thing("x"), True, "ego").name == "ego"


@pytest.mark.parametrize("static, ahead", [(True, 0.1), (False, 0.0)])
def test_static_models_are_placed_and_others_get_the_velocity(static, ahead):
    body = body_of(*thing("x", static), True)
    start = body.model_pose(np.array([1.0, 2.0, 0.0]), upright(0.3), 0.4)
    state = moved_state(
        body, ModelMotion(start), AgentMotion(None, np.array([2.0, 0.0, 0.0]), None), 0.05
    )
    np.testing.assert_allclose(state.pose[:3, 3] - start[:3, 3], (ahead, 0.0, 0.0), atol=1e-12)
    np.testing.assert_allclose(state.linear, (2.0, 0.0, 0.0), atol=1e-12)


def test_turning_about_the_boxs_centre_moves_the_models_origin():
    body = body_of(*thing("x", False), True)
    start = body.model_pose(np.zeros(3), upright(0.0), 0.0)
    state = moved_state(body, ModelMotion(start), AgentMotion(None, np.zeros(3), 0.01), 0.05)
    assert state.angular[2] == pytest.approx(0.2)
    middle = state.linear + np.cross(state.angular, state.pose[:3, :3] @ body.middle)
    np.testing.assert_allclose(middle, 0.0, atol=1e-12)


def test_a_stride_goes_around_corners_and_ends_at_the_last_point():
    there, left = stride((0.0, 0.0, 0.5), [(1.0, 0.0), (1.0, 2.0)], 1.5)
    assert there == pytest.approx((1.0, 0.5, 0.5)) and left == [(1.0, 2.0)]
    there, left = stride(there, left, 1.5)
    assert there == (1.0, 2.0, 0.5) and left == []
    assert stride((0.0, 0.0), [], 1.0) == ((0.0, 0.0), [])


def test_pure_pursuit_steers_by_the_curvature_of_the_arc():
    path = [(0.0, 0.0), (0.0, 50.0)]
    assert pursue((0.0, 10.0), 0.0, path, 6.0, 2.7) == pytest.approx(0.0)
    assert (
        pursue((1.0, 10.0), 0.0, path, 6.0, 2.7) > 0.0 > pursue((-1.0, 10.0), 0.0, path, 6.0, 2.7)
    )
    assert pursue((1.0, 10.0), 0.0, path, 6.0, 2.7) == pytest.approx(
        math.atan(2 * 2.7 * 1.0 / (36.0 + 1.0))
    )


def test_the_kinematic_car_turns_on_the_circle_of_its_steering_angle():
    world, radius = KinematicWorld(0.05, {"car": np.eye(4)}), 10.0
    world.drive("car", CarCommand(math.atan(2.7 / radius), 5.0))
    for _ in range(round(2 * math.pi * radius / 5.0 / 0.05)):
        world.advance()
    np.testing.assert_allclose(world.state("car").pose[:2, 3], 0.0, atol=0.3)
    assert world.state("car").angular[2] == pytest.approx(0.5)


def test_the_kinematic_robot_obeys_a_twist_and_acceleration():
    world = KinematicWorld(0.1, {"robot": np.eye(4)})
    world.turn("robot", 0.0, 1.0)
    world.advance()
    assert math.atan2(*world.state("robot").pose[[1, 0], 0]) == pytest.approx(0.1)
    world.drive("robot", CarCommand(0.0, 5.0, 2.0))
    world.advance()
    assert np.linalg.norm(world.state("robot").linear) == pytest.approx(0.2)


def test_the_kinematic_world_refuses_repeated_and_unknown_names():
    world = KinematicWorld(0.05)
    world.spawn(*thing("x"))
    with pytest.raises(InputError, match="already"):
        world.spawn(*thing("x"))
    with pytest.raises(InputError, match="models: thing"):
        world.move("nobody", ModelMotion(np.eye(4)))
    with pytest.raises(InputError, match="above 0"):
        KinematicWorld(0.0)
