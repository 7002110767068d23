"""The ego car's model in the physics, driven by its plugin's vehicle."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.embedded.physics.physics import Physics
from sim.embedded.vehicles import Vehicles
from sim.errors import InputError
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_model

from .bodies import IDENTITY, box, ground, pose

MODELS = Path(__file__).resolve().parents[2] / "models"
DT = 0.005


class Road:
    """Ego car on a plane."""

    def __init__(self, yaw: float = 0.0) -> None:
        self.physics = Physics((0.0, 0.0, -9.8), DT)
        self.physics.add(ground(), "ground", IDENTITY)
        self.vehicles = Vehicles(ModelPath([str(MODELS)]))
        self.model, _ = read_model(MODELS / "ego_car" / "model.sdf", [str(MODELS)])
        self.spawn("ego", pose(yaw=yaw))

    def spawn(self, name: str, at: np.ndarray) -> None:
        prepared = self.vehicles.prepare(self.model, DT)
        self.physics.add(self.model, name, at)
        self.vehicles.add(name, self.model, prepared)

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / DT)):
            self.vehicles.apply(self.physics)
            self.physics.step()

    def drive(self, seconds: float, angle: float, speed: float, name: str = "ego") -> None:
        for _ in range(round(seconds / 0.1)):
            self.vehicles.get(name).command(self.physics.time, angle, speed)
            self.run(0.1)


def test_it_settles_on_its_springs_and_stands():
    road = Road()
    road.run(3.0)
    at = road.physics.poses.model_pose("ego")
    assert abs(at[2, 3]) < 0.05 and np.abs(at[:2, 3]).max() < 0.02
    np.testing.assert_allclose(at[:3, 2], [0.0, 0.0, 1.0], atol=0.01)
    assert np.abs(road.physics.poses.model_twist("ego")[0]).max() < 1e-3


@pytest.mark.parametrize("yaw", [0.0, 2.0])
def test_it_drives_straight_at_the_commanded_speed(yaw):
    road = Road(yaw)
    road.drive(12.0, 0.0, 10.0)
    ahead = np.array([np.cos(yaw), np.sin(yaw), 0.0])
    linear, angular = road.physics.poses.model_twist("ego")
    assert linear @ ahead == pytest.approx(10.0, abs=0.2) and abs(angular[2]) < 1e-3
    place = road.physics.poses.model_pose("ego")[:3, 3]
    assert abs(np.cross(ahead, place)[2]) < 0.1


def test_it_turns_left_on_the_circle_of_its_steering_angle():
    road = Road()
    road.drive(8.0, 0.2, 3.0)
    linear, angular = road.physics.poses.model_twist("ego")
    # Bicycle model: yaw rate = v tan(delta) / L with a wheelbase of 2.7 m.
    speed = float(np.hypot(*linear[:2]))
    assert angular[2] == pytest.approx(speed * np.tan(0.2) / 2.7, rel=0.06)


def test_two_cars_obey_a_command_each():
    road = Road()
    road.spawn("other", pose(y=10.0))
    for _ in range(60):
        road.vehicles.get("ego").command(road.physics.time, 0.0, 5.0)
        road.vehicles.get("other").command(road.physics.time, 0.0, 2.0)
        road.run(0.1)
    speeds = [road.physics.poses.model_twist(name)[0][0] for name in ("ego", "other")]
    np.testing.assert_allclose(speeds, [5.0, 2.0], atol=0.2)
    assert road.vehicles.names() == ["ego", "other"]


def test_it_goes_on_driving_when_the_world_is_compiled_anew():
    road = Road()
    road.drive(4.0, 0.0, 5.0)
    road.physics.add(box(), "box", pose(x=-20.0, z=0.1))
    road.drive(4.0, 0.0, 5.0)
    assert road.physics.poses.model_twist("ego")[0][0] == pytest.approx(5.0, abs=0.2)


def test_a_removed_vehicle_is_not_driven_any_more():
    road = Road()
    road.vehicles.remove("ego")
    road.physics.remove("ego")
    road.run(0.1)
    with pytest.raises(InputError, match="ego: is not driven; driven models: none"):
        road.vehicles.get("ego")


def test_a_model_without_the_plugin_has_no_vehicle():
    assert Road().vehicles.prepare(box(), DT) == []
