"""Free rigid body on a flat or tilted ground plane.

It is a minimal simulator to drive a vehicle in a test.
"""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path
from typing import Any, Callable, List, Optional, Sequence, Union

import numpy as np

from sim.vehicle.parameters import GRAVITY, VehicleParameters, load_parameters
from sim.vehicle.tyre import Tyre
from sim.vehicle.vehicle import Vehicle

PLAIN_CAR = Path(__file__).parent / "plain_car" / "vehicle.yaml"
Numbers = Sequence[float]
INERTIA = np.array([600.0, 2600.0, 2900.0])
CENTER_OF_MASS = np.array([0.0, 0.0, 0.5])


def ego_parameters(**changes: Any) -> VehicleParameters:
    """Return the plain car's parameters, in still air without drag.

    ``wheel={"friction": 0.5}`` changes one nested value.
    """
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
    """Return the plain car with immediate steering, drive and brakes."""
    at_once = {"time_constant": 0.0, "delay": 0.0}
    for key in ("steering", "drive", "brake"):
        changes[key] = {**at_once, **changes.get(key, {})}
    return ego_parameters(**changes)


class Body:
    """Semi-implicit Euler integration of one vehicle over a plane.

    The plane through the origin rises by ``slope`` along x, ``bank`` along y, with a coefficient of
    ``friction`` or one for each wheel.
    """

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
        """Return the world position of (x, 0, 0) in the base frame."""
        return self.position + self.rotation[:, 0] * x

    def distances(self) -> list:
        """Return ray lengths along the body's -z to the plane."""
        normal = self.normal @ self.rotation
        above = self.vehicle.rays @ normal + self.position @ self.normal
        return (above / normal[2]).tolist()

    def step(self) -> None:
        parameters = self.vehicle.parameters
        rays = self.distances()
        force, torque = self.vehicle.step(
            self.time,
            self.dt,
            self.rotation.ravel(),
            self.velocity,
            self.spin,
            rays,
            np.repeat(self.friction, len(rays) // 4),
        )
        dt, rows, spin = self.dt, self.rotation.tolist(), self.spin.tolist()
        offset = _world(rows, CENTER_OF_MASS.tolist())
        gained = [one / parameters.mass for one in force]
        gained[2] -= GRAVITY
        velocity = _plus(_plus(self.velocity.tolist(), _cross(spin, offset)), gained, dt)
        center = _plus(_plus(self.position.tolist(), offset), velocity, dt)
        moment = _plus(torque, _cross(offset, force), -1.0)
        spin = _plus(spin, _angular_acceleration(rows, spin, moment), dt)
        rows = _turned(rows, [one * dt for one in spin])
        offset = _world(rows, CENTER_OF_MASS.tolist())
        self.force, self.spin, self.rotation = np.array(force), np.array(spin), np.array(rows)
        self.position = np.array(_plus(center, offset, -1.0))
        self.velocity = np.array(_plus(velocity, _cross(spin, offset), -1.0))
        self.time += dt

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


# Vectors of three plain numbers and matrices as their rows: numpy takes ten times as long for them.
def _plus(one: Numbers, other: Numbers, scale: float = 1.0) -> List[float]:
    return [a + scale * b for a, b in zip(one, other)]


def _cross(one: Numbers, other: Numbers) -> List[float]:
    (a, b, c), (x, y, z) = one, other
    return [b * z - c * y, c * x - a * z, a * y - b * x]


def _world(rows: Sequence[Numbers], inside: Numbers) -> List[float]:
    """Return a vector in the target frame of a rotation."""
    x, y, z = inside
    return [a * x + b * y + c * z for a, b, c in rows]


def _angular_acceleration(rows: Sequence[Numbers], spin: Numbers, moment: Numbers) -> List[float]:
    """Return the angular acceleration by Euler's equations, in world axes.

    The principal moments of inertia are given.
    """
    back, inertia = list(zip(*rows)), INERTIA.tolist()
    inside = _world(back, spin)
    turning = _cross(inside, [i * w for i, w in zip(inertia, inside)])
    left = _plus(_world(back, moment), turning, -1.0)
    return _world(rows, [m / i for m, i in zip(left, inertia)])


def _turned(rows: Sequence[Numbers], turn: Numbers) -> Sequence[Numbers]:
    """Rotate by the rotation vector ``turn`` (Rodrigues)."""
    angle = math.sqrt(sum(one * one for one in turn))
    if angle == 0.0:
        return rows
    axis, sin, cos = [one / angle for one in turn], math.sin(angle), math.cos(angle)
    columns = []
    for column in zip(*rows):
        along = sum(a * b for a, b in zip(axis, column)) * (1.0 - cos)
        turned = _plus([cos * one for one in column], _cross(axis, column), sin)
        columns.append(_plus(turned, axis, along))
    return list(zip(*columns))
