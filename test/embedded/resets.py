"""World that is disturbed and reset, to compare with a fresh one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, List, Sequence, Tuple

import numpy as np

from sim.embedded.entities import WorldEntities
from sim.embedded.joints.command import CommandPoint
from sim.embedded.joints.gripper import GripperOrder
from sim.embedded.physics.physics import Physics
from sim.embedded.simulation import LoopOptions, Simulation
from sim.embedded.subsystem import StepHooks
from sim.embedded.vehicles import Vehicles
from sim.sdf.model_path import ModelPath
from sim.sdf.plugins import Plugin
from sim.sdf.types import Model

from .bodies import IDENTITY, ground

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = [str(ROOT / "test" / "vehicle"), str(ROOT / "models")]
STEP = 0.002
Placed = Tuple[Model, np.ndarray]


def with_plugin(model: Model, filename: str, **parameters: str) -> Model:
    """Return the model with one more plugin."""
    plugin = Plugin(f"plugin{len(model.plugins)}", filename, parameters)
    return replace(model, plugins=(*model.plugins, plugin))


class World:
    """Paused simulation of models on the ground, with ``readings``."""

    def __init__(self, models: Sequence[Placed]) -> None:
        self.physics = Physics(timestep=STEP)
        self.physics.add(ground(0.9), "ground", IDENTITY)
        self.simulation = Simulation(
            self.physics, LoopOptions(0.0, paused=True), Vehicles(ModelPath(FOLDERS))
        )
        self.subsystems = self.simulation.subsystems
        self.mechanisms = self.subsystems.mechanisms
        self.readings: List[Any] = []
        entities = WorldEntities(self.simulation)
        for model, at in models:
            entities.spawn(model, model.name, at)
        self.mechanisms.follow()

    def run(self, seconds: float) -> None:
        """Make steps; append the state after each to the readings."""
        for _ in range(round(seconds / STEP)):
            self.simulation.step_world(1)
            data = self.physics.data
            self.readings.append((data.qpos.tobytes(), data.qvel.tobytes()))

    def read(self, *values: Any) -> None:
        self.readings.append(repr([np.asarray(one).tolist() for one in values]))

    def part(self, model: str, part: StepHooks) -> None:
        """Add a part of a model's first plugin."""
        self.subsystems.parts.add(model, self.plugin(model), part)

    def plugin(self, model: str, number: int = 0) -> Any:
        """Return the settings of a model's plugin."""
        return self.physics.models.plan(model).robot_plugins[number]

    def go(self, model: str, joint: str, to: float, seconds: float = 0.2) -> None:
        point = CommandPoint(seconds, (to,))
        self.mechanisms.command(model, self.physics.time, [joint], [point])

    def order(self, model: str, width: float = 0.0, vacuum: bool = False) -> None:
        self.mechanisms.order(model, GripperOrder(self.physics.time, width, 0.0, vacuum))
