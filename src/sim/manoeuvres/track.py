"""Car alone on its ground, driven while its motion is recorded."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Callable, List, Optional, Sequence, Tuple, Union

import numpy as np

from sim.embedded.physics.physics import Physics
from sim.embedded.vehicles import Vehicles
from sim.errors import InputError
from sim.manoeuvres import grounds
from sim.manoeuvres.motion import CarMotion, CarOutline
from sim.sdf.measure.bounds import model_bounds
from sim.sdf.model_path import ModelPath
from sim.sdf.plugins import Plugin
from sim.sdf.reader import read_model
from sim.sdf.types import Model
from sim.transforms import transform_from_rpy
from sim.vehicle.parameters import VehicleParameters
from sim.vehicle.vehicle import Vehicle

CAR_NAME = "car"
GRAVITY = 9.81  # m/s^2
COMMAND_PERIOD = 0.01  # s, as a driver's node sends them


@dataclass(frozen=True)
class Pedals:
    """Bicycle steering angle in rad, and shares of full drive and brakes."""

    steering: float
    throttle: float = 0.0
    brake: float = 0.0


# From time to command: pedals, or bicycle steering angle in rad, speed in m/s and the size of the
# acceleration towards it in m/s^2, 0 for the car's own limits.
Driver = Callable[[float], Union[Pedals, Sequence[float]]]


class SimulatedCar:
    """Simulated car on a ground.

    ``model`` is a folder on the model path, or an SDF file; the car starts ``start`` m along the x
    axis, heading along it, at a speed. ``slope`` is the rise of the ground ahead in rad; ``ground``
    is a model to drive on instead of a plane of one ``friction``, ``adjust`` changes the car's
    parameters, and ``tyre`` names its tyres if not its own.
    """

    def __init__(
        self,
        model: str,
        model_path: Sequence[str],
        dt: float = 0.005,
        speed: float = 0.0,
        friction: float = 1.0,
        slope: float = 0.0,
        ground: Optional[Model] = None,
        start: float = 0.0,
        adjust: Callable[[VehicleParameters], VehicleParameters] = lambda parameters: parameters,
        tyre: str = "",
    ) -> None:
        path = ModelPath(model_path)
        file = model if Path(model).suffix else path.resolve(f"model://{model}")
        self.model, _ = read_model(Path(file), list(model_path))
        if tyre:
            self.model = _on_tyres(self.model, tyre)
        world_from_ground = transform_from_rpy((0.0, 0.0, 0.0), (0.0, -slope, 0.0))
        self.physics = Physics((0.0, 0.0, -GRAVITY), dt)
        self.physics.add(ground or grounds.plane(friction), "ground", world_from_ground)
        vehicles = Vehicles(path)
        prepared = vehicles.prepare(self.model, dt, adjust)
        if not prepared:
            raise InputError(model, "has no <plugin filename='libsim_vehicle.so'>: it is not a car")
        ground_from_car = transform_from_rpy((start, 0.0, 0.0))
        self.physics.add(self.model, CAR_NAME, world_from_ground @ ground_from_car)
        vehicles.add(CAR_NAME, self.model, prepared)
        forward = world_from_ground[:3, 0]
        self.physics.poses.set_model_twist(CAR_NAME, speed * forward, np.zeros(3))
        self._vehicles, self.vehicle = vehicles, prepared[0]
        self._center = self.model.links[0].inertial.link_from_inertial[:3, 3]
        self._normal = world_from_ground[:3, 2]
        self.shape = _shape(self.model, self.vehicle.parameters, float(self._center[0]))
        self._rows: List[Tuple[Any, ...]] = []
        self._record(self.vehicle)

    def run(
        self,
        seconds: float,
        driver: Optional[Driver] = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """Drive, or roll without a driver, until ``stop`` or the end.

        ``stop`` returns true to end early.
        """
        physics, next_command = self.physics, -math.inf
        for _ in range(round(seconds / physics.timestep)):
            if driver is not None and physics.time >= next_command - 1e-9:
                next_command = physics.time + COMMAND_PERIOD
                self._command(driver(physics.time))
            self._vehicles.apply(physics)
            physics.step()
            self._record(self.vehicle)
            if stop():
                break

    @property
    def speed(self) -> float:
        """Speed of the centre of mass along the car's axis, m/s."""
        return float(self._rows[-1][3][0])

    @property
    def place(self) -> Tuple[float, float]:
        """Place of the centre of mass, in the world, m."""
        x, y, _ = self._rows[-1][1]
        return float(x), float(y)

    @property
    def yaw(self) -> float:
        return float(self._rows[-1][2])

    @property
    def yaw_rate(self) -> float:
        return float(self._rows[-1][4])

    @property
    def slip_angle(self) -> float:
        """Slip angle at the centre of mass, rad."""
        forward, left = self._rows[-1][3]
        return math.atan2(left, max(forward, 1e-3))

    @property
    def lateral_acceleration(self) -> float:
        """Lateral acceleration of a steady bend at this moment, m/s^2."""
        return float(self._rows[-1][4]) * self.speed

    @property
    def motion(self) -> CarMotion:
        """Motion recorded so far."""
        time, place, yaw, velocity, yaw_rate, roll, steering, rolling, loads, tyres = (
            np.array(column) for column in zip(*self._rows)
        )
        # In the rotating axes of the car.
        lateral = np.gradient(velocity[:, 1], time) + yaw_rate * velocity[:, 0]
        return CarMotion(
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
            self.shape,
        )

    def _command(self, order: Union[Pedals, Sequence[float]]) -> None:
        if isinstance(order, Pedals):
            self.vehicle.command_pedals(0.0, order.steering, order.throttle, order.brake)
        else:
            self.vehicle.command(0.0, *order)

    def _record(self, vehicle: Vehicle) -> None:
        pose, (linear, angular) = (
            self.physics.poses.model_pose(CAR_NAME),
            self.physics.poses.model_twist(CAR_NAME),
        )
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


def _on_tyres(model: Model, tyre: str) -> Model:
    """Return a car on tyres of another model, without coefficient file."""

    def changed(plugin: Plugin) -> Plugin:
        kept = {name: text for name, text in plugin.parameters.items() if name != "tir"}
        return replace(plugin, parameters={**kept, "tyre": tyre})

    return replace(model, plugins=tuple(map(changed, model.plugins)))


def _shape(model: Model, parameters: VehicleParameters, center: float) -> CarOutline:
    """Return the outline of a car's collisions, with its axles.

    ``center`` is the distance of the centre of mass ahead of its origin.
    """
    bounds = model_bounds(model)
    if bounds is None:
        raise InputError(model.name, "needs collisions or visuals for its outline")
    lower, upper = bounds
    return CarOutline(
        float(upper[0]) - center,
        float(lower[0]) - center,
        0.5 * float(upper[1] - lower[1]),
        parameters.front_axle_x - center,
        parameters.rear_axle_x - center,
        0.5 * parameters.track,
    )
