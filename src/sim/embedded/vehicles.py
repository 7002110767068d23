"""Drives the models whose SDF has ``<plugin filename="libsim_vehicle.so">``: rays and body state
in, wheel forces out."""

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
    """One :class:`Vehicle` per driven model, by the model's name, in a weather; ``odometry_seed``
    is that of their wheels' odometry, ``wind`` how the air moves, m/s."""

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
        """The vehicle of this model; InputError if the model is not driven."""
        if name not in self._vehicles:
            raise InputError(
                name, f"not a driven model; there are {', '.join(self._vehicles) or 'none'}"
            )
        return self._vehicles[name][0]

    def prepare(
        self,
        model: Model,
        timestep: float,
        adjust: Callable[[VehicleParameters], VehicleParameters] = lambda parameters: parameters,
    ) -> List[Vehicle]:
        """The vehicles (none or one) that a model's plugins ask for, for physics of that step in s,
        with parameters as ``adjust`` changes those of their files; InputError for wrong
        parameters."""
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
        """Takes what :meth:`prepare` gave for a model that is in the physics."""
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
        """How the air moves from here on, m/s in the world's frame."""
        self._wind = velocity
        for vehicle, _ in self._vehicles.values():
            vehicle.set_wind(velocity)

    def set_weather(self, name: str) -> None:
        """What tyres grip in from here on; InputError for a name of no weather."""
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
        """Whether there are models that others may tow."""
        return bool(self._towed)

    def driven(self, physics: Physics) -> List[Tuple[int, int]]:
        """Body and law of each vehicle."""
        return [
            (self._body(physics, name, link), vehicle.law)
            for name, (vehicle, link) in self._vehicles.items()
        ]

    def apply(self, physics: Physics) -> None:
        """Adds the wheel forces of all vehicles, and those of hitches, to the coming step."""
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
                f"plugin {plugin.name}", "has no <parameters>; name the vehicle's YAML file there"
            )
        return self._model_path.resolve(uri)


def _check_model(model: Model, vehicle: Vehicle) -> None:
    """Refuses a model that cannot be this vehicle: a static one, links that nothing joins to its
    body, wheels shown otherwise than the vehicle has them."""
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
    """The plugin, if there is one, that makes a vehicle of a model."""
    return [plugin for plugin in model.plugins if plugin.filename == PLUGIN][:1]
