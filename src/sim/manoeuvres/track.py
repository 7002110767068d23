"""A car alone on a plane, and a record of its motion."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.physics.physics import Physics
from sim.embedded.vehicles import Vehicles
from sim.errors import InputError
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_model
from sim.sdf.types import Collision, Friction, Inertial, Link, Model, Plane
from sim.transforms import transform_from_rpy
from sim.vehicle.vehicle import Vehicle

CAR, GRAVITY = "car", 9.81
# s between commands, as a driver's node sends them.
COMMAND_PERIOD = 0.01


@dataclass(frozen=True)
class Motion:
    """Of a car at n times: arrays (n,) or as said, SI units and rad. Velocities and the lateral
    acceleration are of the centre of mass, along the car's own axes in the plane of the ground;
    ``steering`` is the bicycle model's angle, ``rolling`` (n, 4) the wheels' speeds times their
    radius, ``loads`` (n, 4) of the wheels, ``tyres`` (n, 4, 2) their forces along and to the left
    of each wheel."""

    time: Array
    place: Array
    yaw: Array
    velocity: Array
    yaw_rate: Array
    lateral_acceleration: Array
    roll: Array
    steering: Array
    rolling: Array
    loads: Array
    tyres: Array
    wheelbase: float

    @property
    def slip_angle(self) -> Array:
        """At the centre of mass (n,)."""
        return np.arctan2(self.velocity[:, 1], np.maximum(self.velocity[:, 0], 1e-3))

    @property
    def speed(self) -> Array:
        """Over the ground (n,)."""
        return np.hypot(self.velocity[:, 0], self.velocity[:, 1])

    def after(self, time: float) -> Motion:
        """What comes at a time and later."""
        keep = self.time >= time - 1e-9
        kept: Dict[str, Any] = {
            name: values[keep]
            for name, values in vars(self).items()
            if isinstance(values, np.ndarray)
        }
        return replace(self, **kept)


# A command at a time: bicycle steering angle in rad, speed in m/s and the size of the acceleration
# towards it in m/s^2, 0 for the car's own limits.
Driver = Callable[[float], Sequence[float]]


class Track:
    """``model`` is a folder on the model path, or an SDF file; the car starts at the origin,
    heading along x, at a speed. ``slope`` is the angle in rad by which the ground rises ahead."""

    def __init__(
        self,
        model: str,
        model_path: Sequence[str],
        dt: float = 0.005,
        speed: float = 0.0,
        friction: float = 1.0,
        slope: float = 0.0,
    ) -> None:
        path = ModelPath(model_path)
        file = model if Path(model).suffix else path.resolve(f"model://{model}")
        self.model, _ = read_model(Path(file), list(model_path))
        world_from_ground = transform_from_rpy((0.0, 0.0, 0.0), (0.0, -slope, 0.0))
        self.physics = Physics((0.0, 0.0, -GRAVITY), dt)
        self.physics.add(_ground(friction), "ground", world_from_ground)
        vehicles = Vehicles(path)
        prepared = vehicles.prepare(self.model, dt)
        if not prepared:
            raise InputError(model, "has no <plugin filename='libsim_vehicle.so'>: it is no car")
        self.physics.add(self.model, CAR, world_from_ground)
        vehicles.add(CAR, self.model, prepared)
        forward = world_from_ground[:3, 0]
        self.physics.set_model_twist(CAR, speed * forward, np.zeros(3))
        self._vehicles, self.vehicle = vehicles, prepared[0]
        self._center = self.model.links[0].inertial.link_from_inertial[:3, 3]
        self._normal = world_from_ground[:3, 2]
        self._rows: List[Tuple[Any, ...]] = []

    def run(
        self,
        seconds: float,
        driver: Optional[Driver] = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """Drives on, or rolls on without a driver, until ``stop`` says so or the time is over."""
        physics, next_command = self.physics, -math.inf
        for _ in range(round(seconds / physics.timestep)):
            if driver is not None and physics.time >= next_command - 1e-9:
                next_command = physics.time + COMMAND_PERIOD
                self.vehicle.command(0.0, *driver(physics.time))
            self._vehicles.apply(physics)
            physics.step()
            self._record(self.vehicle)
            if stop():
                break

    @property
    def speed(self) -> float:
        """Of the centre of mass along the car's axis, m/s; nothing before the first step."""
        return float(self._rows[-1][3][0])

    @property
    def lateral_acceleration(self) -> float:
        """Of a steady bend at this moment, m/s^2."""
        return float(self._rows[-1][4]) * self.speed

    @property
    def motion(self) -> Motion:
        """All of it so far."""
        time, place, yaw, velocity, yaw_rate, roll, steering, rolling, loads, tyres = (
            np.array(column) for column in zip(*self._rows)
        )
        # In axes that turn with the car.
        lateral = np.gradient(velocity[:, 1], time) + yaw_rate * velocity[:, 0]
        return Motion(
            time,
            place,
            yaw,
            velocity,
            yaw_rate,
            lateral,
            roll,
            steering,
            rolling,
            loads,
            tyres,
            self.vehicle.parameters.wheelbase,
        )

    def _record(self, vehicle: Vehicle) -> None:
        pose, (linear, angular) = self.physics.model_pose(CAR), self.physics.model_twist(CAR)
        turn, normal = pose[:3, :3], self._normal
        center = linear + np.cross(angular, turn @ self._center)
        forward = turn[:, 0] - normal * (turn[:, 0] @ normal)
        forward /= np.linalg.norm(forward)
        left = np.cross(normal, forward)
        self._rows.append(
            (
                self.physics.time,
                pose[:3, 3] + turn @ self._center,
                math.atan2(forward[1], forward[0]),
                (center @ forward, center @ left),
                angular @ normal,
                math.asin(float(turn[:, 1] @ normal)),
                vehicle.steering_angle,
                np.array(vehicle.wheel_speeds) * vehicle.parameters.wheel.radius,
                vehicle.normal_forces,
                vehicle.tyre_forces,
            )
        )


def _ground(friction: float) -> Model:
    identity = np.eye(4)
    plane = Collision(
        "plane", identity, Plane((0.0, 0.0, 1.0), (1.0, 1.0)), Friction(friction, friction)
    )
    still = Inertial(1.0, identity, np.eye(3))
    return Model("ground", identity, True, (Link("link", identity, still, (plane,), (), True),))
