"""A trailer behind a car in the embedded simulator."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Callable, List, Tuple

import numpy as np
import pytest

from sim.embedded.hitches import read_towing
from sim.embedded.physics.physics import Physics
from sim.embedded.vehicles import Vehicles
from sim.errors import InputError
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_model
from sim.sdf.types import Collision, Friction, Inertial, Link, Model, Plane
from sim.transforms import transform_from_rpy
from sim.vehicle.vehicle import Vehicle

ROOT = Path(__file__).resolve().parents[2]
MODELS = [str(ROOT / "test" / "vehicle"), str(ROOT / "models")]
TRAILER_X = -4.8  # m, from the car's base to the trailer's, hitched in a line
COUPLING_POINT = np.array([2.4, 0.0, 0.42])  # m
BALL_POINT = np.array([-2.4, 0.0, 0.42])  # m
CAR_MASS = 1500.0  # kg
TRAILER_MASS = 900.0  # kg


class Road:
    """Level ground with a car and, at an optional place, a trailer."""

    def __init__(self, speed: float = 0.0, place: float = TRAILER_X, dt: float = 0.005) -> None:
        self.physics = Physics((0.0, 0.0, -9.81), dt)
        identity = np.eye(4)
        plane = Collision("plane", identity, Plane((0.0, 0.0, 1.0), (1.0, 1.0)), Friction(1.0, 1.0))
        still = Inertial(1.0, identity, np.eye(3))
        ground = Model(
            "ground", identity, True, (Link("link", identity, still, (plane,), (), True),)
        )
        self.physics.add(ground, "ground", identity)
        self.vehicles = Vehicles(ModelPath(MODELS))
        self.add("plain_car", "ego", 0.0, speed)
        self.add("trailer", "trailer", place, speed)
        self.car = self.vehicles.get("ego")

    def add(self, model: str, name: str, x: float, speed: float) -> None:
        description, _ = read_model(Path(ModelPath(MODELS).resolve(f"model://{model}")), MODELS)
        prepared = self.vehicles.prepare(description, self.physics.timestep)
        self.physics.add(description, name, transform_from_rpy((x, 0.0, 0.0), (0.0, 0.0, 0.0)))
        self.vehicles.add(name, description, prepared)
        self.physics.poses.set_model_twist(name, np.array([speed, 0.0, 0.0]), np.zeros(3))

    def run(self, seconds: float, drive: Callable[[Vehicle], None]) -> Road:
        for _ in range(round(seconds / self.physics.timestep)):
            drive(self.car)
            self.vehicles.apply(self.physics)
            self.physics.step()
        return self

    @property
    def gap(self) -> float:
        """Return the distance in m from coupling to ball."""
        trailer, car = (
            self.physics.poses.model_pose("trailer"),
            self.physics.poses.model_pose("ego"),
        )
        apart = (
            trailer[:3, :3] @ COUPLING_POINT
            + trailer[:3, 3]
            - car[:3, :3] @ BALL_POINT
            - car[:3, 3]
        )
        return float(np.linalg.norm(apart))

    @property
    def speeds(self) -> Tuple[float, float]:
        """Return the speeds of car and trailer along x, m/s."""
        return tuple(self.physics.poses.model_twist(name)[0][0] for name in ("ego", "trailer"))

    @property
    def angle(self) -> float:
        """Return the trailer's angle to the left of the car, rad."""
        yaws = [
            math.atan2(pose[1, 0], pose[0, 0])
            for pose in map(self.physics.poses.model_pose, ("trailer", "ego"))
        ]
        return math.remainder(yaws[0] - yaws[1], 2.0 * math.pi)


def steady(speed: float, angle: float = 0.0) -> Callable[[Vehicle], None]:
    return lambda car: car.command(0.0, angle, speed)


@pytest.mark.parametrize("dt", [0.001, 0.005, 0.01])
def test_a_trailer_follows_and_weighs(dt: float):
    road = Road(speed=5.0, dt=dt)
    torque, pulled = 1000.0, []
    road.run(1.0, steady(5.0))

    def pull(car: Vehicle) -> None:
        car.command_torques(0.0, 0.0, (torque, 0.0))
        pulled.append(road.speeds[0])

    road.run(2.0, pull)
    half = len(pulled) // 2
    gained = (pulled[-1] - pulled[half]) / ((len(pulled) - 1 - half) * dt)
    # With wheels' spin, rolling resistance and drag of the mean of these speeds.
    mass = CAR_MASS + TRAILER_MASS + 4.0 * 1.2 / 0.32**2 + 4.0 * 0.8 / 0.3**2
    drag = 0.5 * 1.225 * 0.64 * np.mean(np.square(pulled[half:]))
    force = torque / 0.32 - (CAR_MASS + TRAILER_MASS) * 9.81 * 0.012 - drag
    assert gained == pytest.approx(force / mass, rel=0.02)
    assert road.gap < 0.02


def test_a_trailer_cuts_the_corner_as_its_length_has_it():
    """Both roll about the bend's centre at low speed.

    Two axles turn as one that is a^2/L further behind.
    """
    road = Road(speed=2.0).run(25.0, steady(2.0, 0.25))
    rear = 2.7 / math.tan(0.25)
    ball = math.hypot(rear, 2.4 - 1.35)
    length = 2.4 + 0.38**2 / 2.4
    own = math.sqrt(ball**2 - length**2)
    expected = -(math.atan2(length, own) + math.atan2(2.4 - 1.35, rear))
    assert road.angle == pytest.approx(expected, rel=0.05)


def test_a_car_backs_up_to_a_braked_trailer_and_takes_it():
    road = Road(place=TRAILER_X - 1.5)
    road.run(1.0, steady(0.0))
    assert road.gap > 1.4
    assert road.vehicles.get("trailer").timed_out
    for _ in range(100):
        road.run(0.1, steady(-0.3 if road.gap > 0.1 else -0.1))
        if not road.vehicles.get("trailer").timed_out:
            break
    assert not road.vehicles.get("trailer").timed_out
    road.run(6.0, steady(5.0))
    assert road.gap < 0.02
    assert road.speeds[1] == pytest.approx(5.0, abs=0.1)


def test_a_trailer_that_is_torn_off_or_left_alone_brakes():
    for lose in (
        lambda road: road.physics.poses.set_model_pose(
            "ego", transform_from_rpy((50.0, 5.0, 0.0), (0.0, 0.0, 0.0))
        ),
        lambda road: (road.physics.remove("ego"), road.vehicles.remove("ego")),
    ):
        road = Road(speed=8.0).run(1.0, steady(8.0))
        lose(road)
        road.run(6.0, lambda car: None)
        assert road.vehicles.get("trailer").timed_out
        linear, _ = road.physics.poses.model_twist("trailer")
        assert np.linalg.norm(linear) < 0.01


def test_a_reset_hitches_it_again():
    road = Road(speed=5.0).run(2.0, steady(5.0))
    road.physics.reset()
    road.vehicles.reset()
    road.run(4.0, steady(4.0))
    assert road.gap < 0.02
    assert road.speeds[1] == pytest.approx(4.0, abs=0.2)


@pytest.mark.parametrize(
    "parameters, said",
    [
        ({"coupling": "1 0 0"}, "<ball>"),
        ({"ball": "1 0 0"}, "<coupling>"),
        ({"ball": "1 0 0", "coupling": "1 0"}, "<coupling>"),
        ({"ball": "1 0 nan", "coupling": "1 0 0"}, "<ball>"),
        ({"ball": "behind", "coupling": "1 0 0"}, "<ball>"),
    ],
)
def test_points_that_are_none_are_refused(parameters: dict, said: str):
    with pytest.raises(InputError, match=said):
        read_towing("vehicle", {"towed_by": "ego", **parameters})


def test_without_a_model_that_tows_there_is_no_hitch():
    found: List[object] = [read_towing("vehicle", {}), read_towing("vehicle", {"ball": "1 0 0"})]
    assert found == [None, None]
