"""A free rigid body on a flat or tilted ground plane, enough of a simulator to drive a vehicle in a
test."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path
from typing import Any, Callable, Optional, Sequence, Union

import numpy as np

from sim.vehicle.parameters import GRAVITY, VehicleParameters, load_parameters
from sim.vehicle.tyre import Tyre
from sim.vehicle.vehicle import Vehicle

PLAIN_CAR = Path(__file__).parent / "plain_car" / "vehicle.yaml"
INERTIA = np.array([600.0, 2600.0, 2900.0])
CENTER_OF_MASS = np.array([0.0, 0.0, 0.5])


def ego_parameters(**changes: Any) -> VehicleParameters:
    """The plain car's parameters, in still air without drag; ``wheel={"friction": 0.5}`` changes
    one nested value."""
    parameters = load_parameters(PLAIN_CAR)
    changes = {"aerodynamics": {"drag_area": 0.0}, **changes}
    merged = {
        key: dataclasses.replace(getattr(parameters, key), **value)
        if isinstance(value, dict)
        else value
        for key, value in changes.items()
    }
    return dataclasses.replace(parameters, **merged)


def ideal_actuators(**changes: Any) -> VehicleParameters:
    """The plain car with immediate steering, drive and brakes."""
    at_once = {"time_constant": 0.0, "delay": 0.0}
    for key in ("steering", "drive", "brake"):
        changes[key] = {**at_once, **changes.get(key, {})}
    return ego_parameters(**changes)


class Body:
    """Semi-implicit Euler integration of one vehicle over a plane through the origin that rises by
    ``slope`` along x, ``bank`` along y, with a coefficient of ``friction`` or one for each
    wheel."""

    def __init__(
        self,
        parameters: VehicleParameters,
        dt: float = 0.005,
        speed: float = 0.0,
        height: float = 0.0,
        slope: float = 0.0,
        bank: float = 0.0,
        friction: Union[float, Sequence[float]] = math.inf,
        tyre: Optional[Tyre] = None,
    ) -> None:
        self.vehicle = Vehicle(parameters, tyre)
        self.friction = np.broadcast_to(friction, 4)
        self.dt, self.time = dt, 0.0
        self.normal = np.array([-math.tan(slope), -math.tan(bank), 1.0])
        self.normal /= np.linalg.norm(self.normal)
        self.rotation = _upright_on(self.normal)
        self.position = self.normal * height
        self.velocity = speed * self.rotation[:, 0]
        self.spin = np.zeros(3)
        self.force = np.zeros(3)

    @property
    def speed(self) -> float:
        return float(self.velocity @ self.rotation[:, 0])

    @property
    def yaw(self) -> float:
        return math.atan2(self.rotation[1, 0], self.rotation[0, 0])

    def base_point(self, x: float) -> np.ndarray:
        """World position of the point (x, 0, 0) of the base frame."""
        return self.position + self.rotation[:, 0] * x

    def distances(self) -> list:
        """Ray lengths along the body's -z to the plane."""
        starts = self.position + np.array(self.vehicle.rays) @ self.rotation.T
        return (starts @ self.normal / (self.rotation[:, 2] @ self.normal)).tolist()

    def step(self) -> None:
        mass = self.vehicle.parameters.mass
        force, torque = self.vehicle.step(
            self.time,
            self.dt,
            self.rotation.ravel(),
            self.velocity,
            self.spin,
            self.distances(),
            np.repeat(self.friction, len(self.vehicle.rays) // 4),
        )
        self.force = np.array(force)
        offset = self.rotation @ CENTER_OF_MASS
        moment = np.array(torque) - np.cross(offset, self.force)
        inertia = self.rotation @ np.diag(INERTIA) @ self.rotation.T
        center_velocity = self.velocity + np.cross(self.spin, offset)
        center_velocity = center_velocity + (self.force / mass + [0.0, 0.0, -GRAVITY]) * self.dt
        self.spin = (
            self.spin
            + np.linalg.solve(inertia, moment - np.cross(self.spin, inertia @ self.spin)) * self.dt
        )
        center = self.position + offset + center_velocity * self.dt
        self.rotation = _turned(self.rotation, self.spin * self.dt)
        offset = self.rotation @ CENTER_OF_MASS
        self.position = center - offset
        self.velocity = center_velocity - np.cross(self.spin, offset)
        self.time += self.dt

    def run(self, seconds: float, each: Optional[Callable[[Body], None]] = None) -> Body:
        for _ in range(round(seconds / self.dt)):
            self.step()
            if each is not None:
                each(self)
        return self

    def drive(
        self,
        seconds: float,
        steering: float,
        speed: float,
        acceleration: float = 0.0,
        each: Optional[Callable[[Body], None]] = None,
    ) -> Body:
        """Run while repeating one command each step, as a driver does."""

        def commanded(body: Body) -> None:
            self.vehicle.command(0.0, steering, speed, acceleration)
            if each is not None:
                each(body)

        self.vehicle.command(0.0, steering, speed, acceleration)
        return self.run(seconds, commanded)


def _upright_on(normal: np.ndarray) -> np.ndarray:
    forward = np.array([1.0, 0.0, 0.0]) - normal[0] * normal
    forward /= np.linalg.norm(forward)
    return np.column_stack([forward, np.cross(normal, forward), normal])


def _turned(rotation: np.ndarray, turn: np.ndarray) -> np.ndarray:
    """Rotate by the rotation vector ``turn`` (Rodrigues)."""
    angle = float(np.linalg.norm(turn))
    if angle == 0.0:
        return rotation
    x, y, z = turn / angle
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return (
        np.eye(3) + math.sin(angle) * cross + (1.0 - math.cos(angle)) * cross @ cross
    ) @ rotation
