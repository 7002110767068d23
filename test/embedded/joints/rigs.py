"""Rigs of the rostests without ROS, stepped by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Sequence, Tuple

import numpy as np

from sim.embedded.joints.command import CommandPoint
from sim.embedded.joints.gripper import GripperOrder, GripperReport
from sim.embedded.physics.physics import Physics
from sim.embedded.simulation import LoopOptions, Simulation
from sim.embedded.vehicles import Vehicles
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_model_string
from sim.sdf.types import Collision, Cylinder, Friction, Inertial, Link, Model

from ..bodies import IDENTITY, ground, pose

FOLDER = Path(__file__).resolve().parents[2] / "rostest" / "rigs"
DISC_RADIUS = 0.02  # m
DISC_HEIGHT = 0.02  # m


def rig(name: str, *changes: Tuple[str, str]) -> Model:
    """Return a rig with some of its text replaced."""
    text = (FOLDER / f"{name}.sdf").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return read_model_string(text, [])[0]


def disc(mass: float = 0.08, mu: float = 0.9) -> Model:
    """Return a disc of 40 mm that stands on the ground."""
    side = mass * (3 * DISC_RADIUS**2 + DISC_HEIGHT**2) / 12
    inertial = Inertial(mass, IDENTITY, np.diag([side, side, mass * DISC_RADIUS**2 / 2]))
    hull = Collision("hull", IDENTITY, Cylinder(DISC_RADIUS, DISC_HEIGHT), Friction(mu, mu))
    return Model(
        "disc", IDENTITY, False, (Link("link", pose(z=DISC_HEIGHT / 2), inertial, (hull,)),)
    )


class Stand:
    """Paused simulation of models on the ground."""

    def __init__(self, *models: Tuple[Model, np.ndarray], step: float = 0.002) -> None:
        self.physics = Physics(timestep=step)
        self.physics.add(ground(0.9), "ground", IDENTITY)
        for model, at in models:
            self.physics.add(model, model.name, at)
        self.simulation = Simulation(
            self.physics, LoopOptions(0.0, paused=True), Vehicles(ModelPath([]))
        )
        self.mechanisms = self.simulation.subsystems.mechanisms

    def run(self, seconds: float) -> None:
        self.simulation.step_world(round(seconds / self.physics.timestep))

    def go(self, model: str, joints: Sequence[str], *points: CommandPoint) -> None:
        self.mechanisms.command(model, 0.0, joints, points)

    def move(self, model: str, joint: str, to: float, seconds: float = 1.0) -> None:
        """Move one joint from rest to rest, and let it settle."""
        self.go(model, [joint], CommandPoint(seconds, (to,), (0.0,)))
        self.run(seconds + 0.2)

    def grip(
        self, model: str, width: float = 0.0, force: float = 0.0, vacuum: bool = False
    ) -> None:
        self.mechanisms.order(model, GripperOrder(0.0, width, force, vacuum))

    def report(self, model: str) -> GripperReport:
        return self.mechanisms.report(model)

    def positions(self, model: str) -> np.ndarray:
        return np.array(self.mechanisms.states(model).positions)

    def at(self, model: str, link: str = "") -> np.ndarray:
        """Return the position (3,) of a link or of the model."""
        return (
            self.physics.poses.link_pose(model, link)
            if link
            else self.physics.poses.model_pose(model)
        )[:3, 3]
