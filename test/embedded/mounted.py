"""Worlds with a sensor, for tests of the embedded simulator."""

from __future__ import annotations

from dataclasses import replace
from typing import Optional, Sequence

import numpy as np

from sim.embedded.lidar.exposure import Exposure
from sim.embedded.lidar.snapshot import LidarSnapshot, SnapshotTaker
from sim.embedded.physics.physics import Physics
from sim.embedded.sensors.mount import SensorMount
from sim.embedded.traffic.traffic import Traffic
from sim.sdf.plugins import Plugin
from sim.sdf.sensors.sensor import Sensor, SensorKind
from sim.sdf.types import Model

from .bodies import IDENTITY


def sensor(
    kind: SensorKind,
    type_: str = "ray",
    at: np.ndarray = IDENTITY,
    rate: float = 10.0,
    parameters: Optional[dict] = None,
) -> Sensor:
    """Return a sensor; ``parameters`` belong to its lidar plugin."""
    plugins = () if parameters is None else (Plugin("lidar", "libsim_lidar.so", parameters),)
    return Sensor("sensor", type_, at, rate, kind, plugins)


def carrying(model: Model, sensors: Sequence[Sensor], name: str) -> Model:
    """Return the model with sensors on its first link."""
    first, *others = model.links
    return replace(model, name=name, links=(replace(first, sensors=tuple(sensors)), *others))


def mount(model: Model) -> SensorMount:
    """Return the first sensor of a model."""
    return SensorMount(model.name, model.links[0].name, model.links[0].sensors[0])


def still(snapshot: LidarSnapshot) -> Exposure:
    """Return an exposure of a world that stood still for an hour."""
    return Exposure((replace(snapshot, time=snapshot.time - 3600.0), snapshot))


def exposure(physics: Physics, pool: Traffic = None) -> Exposure:
    """Return the lidars' view of a world that stood still."""
    return still(SnapshotTaker(physics, pool or Traffic(physics)).take())


def box_distances(
    origin: np.ndarray, directions: np.ndarray, world_from_box: np.ndarray, size: Sequence[float]
) -> np.ndarray:
    """Return distances (n,) along rays to a solid box, by slabs. Infinite without a hit."""
    turn = world_from_box[:3, :3]
    start, along, half = (
        (origin - world_from_box[:3, 3]) @ turn,
        directions @ turn,
        np.asarray(size) / 2,
    )
    with np.errstate(divide="ignore"):
        crossings = np.sort(np.stack([(-half - start) / along, (half - start) / along]), axis=0)
    enter, leave = crossings[0].max(axis=1), crossings[1].min(axis=1)
    return np.where((enter <= leave) & (enter > 0.0), enter, np.inf)


def plane_distances(origin: np.ndarray, directions: np.ndarray, height: float) -> np.ndarray:
    """Return distances (n,) along rays to the plane z = height."""
    with np.errstate(divide="ignore"):
        distances = (height - origin[2]) / directions[:, 2]
    return np.where(distances > 0.0, distances, np.inf)
