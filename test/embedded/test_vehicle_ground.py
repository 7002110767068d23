"""Effects of the ground on a car: split friction, rolling resistance, weather."""

from __future__ import annotations

from pathlib import Path
from typing import Optional

import numpy as np
import pytest

from sim.embedded.physics.physics import Physics
from sim.embedded.vehicles import Vehicles
from sim.errors import InputError
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_model, read_model_string, read_world

from .bodies import IDENTITY, ground

ROOT = Path(__file__).resolve().parents[2]
CARS = ROOT / "test" / "vehicle"
DT = 0.005  # s
GRAVITY = 9.8  # m/s^2
TRACK_WIDTH = 1.56  # m
SOFT = """<sdf version="1.6" xmlns:sim="sim"><model name="field"><static>1</static><link name="l">
<collision name="c"><geometry><plane/></geometry><surface>
<sim:rolling_resistance>0.15</sim:rolling_resistance></surface></collision></link></model></sdf>"""


class Car:
    """Plain car in a physics, at a speed along x."""

    def __init__(self, physics: Physics, speed: float, weather: str = "dry") -> None:
        self.physics, self.vehicles = physics, Vehicles(ModelPath([str(CARS)]), weather)
        model, _ = read_model(CARS / "plain_car" / "model.sdf", [str(CARS)])
        prepared = self.vehicles.prepare(model, DT)
        physics.add(model, "car", IDENTITY)
        self.vehicles.add("car", model, prepared)
        physics.poses.set_model_twist("car", np.array([speed, 0.0, 0.0]), np.zeros(3))
        self.vehicle = self.vehicles.get("car")
        self.inertia = model.links[0].inertial.inertia[2, 2]

    def run(self, seconds: float, braked_to: Optional[float] = None) -> None:
        for _ in range(round(seconds / DT)):
            if braked_to is not None:
                self.vehicle.command(0.0, 0.0, braked_to, 30.0)
            self.vehicles.apply(self.physics)
            self.physics.step()

    @property
    def speed(self) -> float:
        return float(self.physics.poses.model_twist("car")[0][0])

    @property
    def yaw_rate(self) -> float:
        return float(self.physics.poses.model_twist("car")[1][2])


def level() -> Physics:
    physics = Physics((0.0, 0.0, -GRAVITY), DT)
    physics.add(ground(), "ground", IDENTITY)
    return physics


def test_braking_on_split_friction_turns_a_car_to_the_side_that_grips():
    """Each side's braking force is its friction times its load.

    It acts at half the track from the middle.
    """
    world, _ = read_world(ROOT / "worlds" / "split_mu.world", [])
    physics = Physics(world.gravity, DT)
    physics.add_many([(model, model.name, model.world_from_model) for model in world.models])
    car = Car(physics, 25.0)
    car.run(1.0, 25.0)
    car.run(0.25, 0.0)
    before = car.yaw_rate
    car.run(0.1, 0.0)
    forward = np.array(car.vehicle.tyre_forces)[:, 0]
    moment = 0.5 * TRACK_WIDTH * (forward[[1, 3]].sum() - forward[[0, 2]].sum())
    loads = np.array(car.vehicle.normal_forces)
    expected = 0.5 * TRACK_WIDTH * (0.8 * loads[[0, 2]].sum() - 0.2 * loads[[1, 3]].sum())
    assert moment == pytest.approx(expected, rel=0.05)
    assert moment > 0.8 * 0.6 * 1500.0 * GRAVITY / 2.0 * TRACK_WIDTH / 2.0
    assert 0.5 * moment < car.inertia * (car.yaw_rate - before) / 0.1 < 1.1 * moment
    assert car.vehicle.anti_lock


def test_soft_ground_holds_wheels_back():
    model, unsupported = read_model_string(SOFT, [])
    assert unsupported == []
    physics = Physics((0.0, 0.0, -GRAVITY), DT)
    physics.add(model, "field", IDENTITY)
    car = Car(physics, 10.0)
    car.vehicle.neutral()
    car.run(1.0)
    before = car.speed
    car.run(1.0)
    moving = 1500.0 + 4.0 * 1.2 / 0.32**2
    air = 0.5 * 1.225 * 0.64 * (before - 0.7) ** 2
    expected = ((0.012 + 0.15) * 1500.0 * GRAVITY + air) / moving
    assert before - car.speed == pytest.approx(expected, rel=0.02)
    car.run(6.0, 8.0)
    assert car.speed == pytest.approx(8.0, abs=0.1)


@pytest.mark.parametrize(
    "weather, friction", [("wet", 0.9 * 0.65 / 0.85), ("ice", 0.9 * 0.1 / 0.85)]
)
def test_weather_takes_from_the_brakes_what_it_takes_from_friction(weather: str, friction: float):
    car = Car(level(), 20.0, weather)
    car.run(0.5, 20.0)
    car.run(0.5, 0.0)
    before = car.speed
    car.run(1.0, 0.0)
    air = 0.5 * 1.225 * 0.64 * (before - 0.5 * friction * GRAVITY) ** 2 / 1500.0
    assert before - car.speed == pytest.approx(friction * GRAVITY + air, rel=0.01)


def test_an_unknown_weather_is_refused():
    with pytest.raises(InputError, match="weather: 'hail' is not one of: dry, wet, ice"):
        Vehicles(ModelPath([]), "hail")


@pytest.mark.parametrize("value", ["-0.1", "2", "sand"])
def test_a_rolling_resistance_that_is_none_is_refused(value: str):
    with pytest.raises(InputError, match="rolling_resistance"):
        read_model_string(SOFT.replace("0.15", value), [])
