"""Drives the models with ``<plugin filename="libsim_vehicle.so">``.

Inputs are rays and body states, outputs wheel forces.
"""

from __future__ import annotations

from typing import Callable, Dict, List, Tuple

from sim.embedded.hitches import TowedModel, read_towing
from sim.embedded.physics.physics import Physics
from sim.errors import InputError
from sim.sdf.model_path import ModelPath
from sim.sdf.plugins import Plugin
from sim.sdf.types import Cylinder, Model, Vector
from sim.vehicle.parameters import PLUGIN, VehicleParameters, load_parameters
from sim.vehicle.tyre import Tyre
from sim.vehicle.vehicle import WHEELS, Vehicle
from sim.vehicle.weather import check_weather


class Vehicles:
    """Vehicles of a world: one :class:`Vehicle` per driven model, by its name.

    ``odometry_seed`` seeds the wheel odometry; ``wind`` is the air's velocity in m/s.
    """

    def __init__(
        self,
        model_path: ModelPath,
        weather: str = "dry",
        odometry_seed: int = 0,
        wind: Vector = (0.0, 0.0, 0.0),
    ) -> None:
        check_weather(weather)
        self._model_path, self._weather = model_path, weather
        self._odometry_seed, self._wind = odometry_seed, wind
        self._vehicles: Dict[str, Tuple[Vehicle, str]] = {}
        self._towed: Dict[str, TowedModel] = {}
        self._bodies: Tuple[int, Dict[str, int]] = (-1, {})

    def names(self) -> List[str]:
        return list(self._vehicles)

    def get(self, name: str) -> Vehicle:
        """Return the vehicle of a model; raises InputError if not driven."""
        if name not in self._vehicles:
            raise InputError(
                name, f"is not driven; driven models: {', '.join(self._vehicles) or 'none'}"
            )
        return self._vehicles[name][0]

    def prepare(
        self,
        model: Model,
        timestep: float,
        adjust: Callable[[VehicleParameters], VehicleParameters] = lambda parameters: parameters,
    ) -> List[Vehicle]:
        """Return the vehicles (none or one) of a model's plugins.

        ``timestep`` is that of the physics in s; ``adjust`` changes the parameters of the files.
        Raises InputError for wrong parameters.
        """
        plugins = _plugins(model)
        mass = sum(link.inertial.mass for link in model.links)
        vehicles = []
        for plugin in plugins:
            parameters = adjust(load_parameters(self._parameters(plugin)))
            vehicle = Vehicle(parameters, self._tyre(plugin))
            _check_model(model, vehicle)
            vehicle.check(mass, timestep)
            vehicle.set_weather(self._weather)
            read_towing(plugin.name, plugin.parameters)
            vehicles.append(vehicle)
        return vehicles

    def add(self, name: str, model: Model, vehicles: List[Vehicle]) -> None:
        """Add the vehicles from :meth:`prepare` of a model in the physics."""
        for vehicle, plugin in zip(vehicles, _plugins(model)):
            self._vehicles[name] = (vehicle, model.links[0].name)
            vehicle.seed_odometry(self._odometry_seed, name)
            vehicle.set_wind(self._wind)
            towing = read_towing(plugin.name, plugin.parameters)
            if towing is not None:
                self._towed[name] = TowedModel(name, model, vehicle, towing)

    def remove(self, name: str) -> None:
        self._vehicles.pop(name, None)
        self._towed.pop(name, None)

    def set_wind(self, velocity: Vector) -> None:
        """Set the air's velocity in m/s in the world frame."""
        self._wind = velocity
        for vehicle, _ in self._vehicles.values():
            vehicle.set_wind(velocity)

    def set_weather(self, name: str) -> None:
        """Set the weather, which changes tyre grip; raises InputError if unknown."""
        check_weather(name)
        self._weather = name
        for vehicle, _ in self._vehicles.values():
            vehicle.set_weather(name)

    def reset(self) -> None:
        for vehicle, _ in self._vehicles.values():
            vehicle.reset()
        for towed in self._towed.values():
            towed.reset()

    @property
    def towing(self) -> bool:
        """True if any model can be towed."""
        return bool(self._towed)

    def driven(self, physics: Physics) -> List[Tuple[int, int]]:
        """Return body and law of each vehicle."""
        return [
            (self._body(physics, name, link), vehicle.law)
            for name, (vehicle, link) in self._vehicles.items()
        ]

    def apply(self, physics: Physics) -> None:
        """Add all vehicles' wheel and hitch forces to the coming step."""
        for body, law in self.driven(physics):
            physics.drive(body, law)
        for towed in self._towed.values():
            towed.apply(physics)

    def _body(self, physics: Physics, name: str, link: str) -> int:
        if self._bodies[0] != physics.models.generation:
            self._bodies = (physics.models.generation, {})
        if name not in self._bodies[1]:
            self._bodies[1][name] = physics.models.body_id(name, link)
        return self._bodies[1][name]

    def _tyre(self, plugin: Plugin) -> Tyre:
        tir = plugin.parameters.get("tir", "")
        return Tyre(plugin.parameters.get("tyre", ""), self._model_path.resolve(tir) if tir else "")

    def _parameters(self, plugin: Plugin) -> str:
        uri = plugin.parameters.get("parameters")
        if not uri:
            raise InputError(
                f"plugin {plugin.name}",
                "needs <parameters> with the name of the vehicle's YAML file",
            )
        return self._model_path.resolve(uri)


def _check_model(model: Model, vehicle: Vehicle) -> None:
    """Raise InputError for a model that does not fit the vehicle.

    Causes: it is static, links are not joined to the body, or wheel visuals differ from the
    vehicle's.
    """
    if model.static:
        raise InputError(model.name, "is static and cannot be driven; remove <static>")
    body, joined = model.links[0], {model.links[0].name}
    for _ in model.joints:
        for joint in model.joints:
            if joined & {joint.parent, joint.child}:
                joined |= {joint.parent, joint.child}
    for link in model.links:
        if link.name not in joined:
            raise InputError(
                f"{model.name}: link {link.name}",
                f"no joints lead from it to {body.name}, which is driven; add a joint",
            )
    shown = {visual.name: visual for visual in body.visuals}
    for index, wheel in enumerate(WHEELS):
        visual = shown.get(f"{wheel}_wheel")
        if visual is not None and isinstance(visual.geometry, Cylinder):
            x, y = visual.link_from_visual[:2, 3]
            vehicle.check_shown_wheel(index, x, y, visual.geometry.radius)


def _plugins(model: Model) -> List[Plugin]:
    """Return the vehicle plugin of a model, if present."""
    return [plugin for plugin in model.plugins if plugin.filename == PLUGIN][:1]
