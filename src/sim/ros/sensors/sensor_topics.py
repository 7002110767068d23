"""Publishes topics and frames of all sensors in the world."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Dict, Set, Tuple

import numpy as np
import rospy
from tf2_msgs.msg import TFMessage

from sim.embedded.cameras.cameras import CameraSensors
from sim.embedded.cameras.instances import Instances
from sim.embedded.lidar.exposure import ExposureRecorder
from sim.embedded.lidar.snapshot import SnapshotTaker
from sim.embedded.lidar.targets import RayTargets
from sim.embedded.lidar.worker import LidarWorker
from sim.embedded.sensors.geodesy import Geodesy
from sim.embedded.sensors.hub import Direct, SensorHub, SensorWorker
from sim.embedded.sensors.mount import SensorMount
from sim.embedded.sensors.schedule import SensorSchedule
from sim.embedded.simulation import Simulation
from sim.rendering.conditions import Conditions
from sim.rendering.types import Quality
from sim.ros.node.static_frames import StaticFrames
from sim.ros.node.throttle import Throttle
from sim.ros.sensors.kinds.cameras import CameraWorker
from sim.ros.sensors.link_frames import ModelFrames, sensor_links
from sim.ros.sensors.model_ports import ground_truth_port
from sim.ros.sensors.names import names_of
from sim.ros.sensors.port import AnyPort, SensorEnvironment
from sim.ros.sensors.published import CAMERAS, DIRECT, LIDARS, published
from sim.ros.sensors.truth_messages import Labelling
from sim.ros.sensors.vehicle_ports import VehicleRates, vehicle_ports
from sim.sdf.look import SceneSettings
from sim.sdf.model_path import ModelPath
from sim.sdf.sensors.gps import Gps
from sim.sdf.sensors.imu import Imu
from sim.sdf.types import Model, Spherical


@dataclass(frozen=True)
class TopicRates:
    """Rates in Hz of simulated time of topics without a ``<sensor>``."""

    ground_truth: float = 50.0
    vehicle: VehicleRates = field(default_factory=VehicleRates)


@dataclass(frozen=True)
class SensorWorld:
    """The world of the sensors apart from its models.

    ``motion_distortion`` is that of lidars without a setting in their SDF, ``radar_seed`` the seed
    of the radars' random numbers, ``noise_seed`` that of plugins,
    ``magnetic_field`` is in T; with ``camera_process`` images are rendered in a separate process.
    """

    spherical: Spherical
    magnetic_field: Tuple[float, float, float]
    look: SceneSettings
    model_path: ModelPath
    labelling: Labelling
    quality: Quality = Quality()
    conditions: Conditions = Conditions()
    motion_distortion: bool = True
    radar_seed: int = 0
    camera_process: bool = False
    noise_seed: int = 0


class SensorTopics:
    """A listener of the simulation's steps; belongs to the physics thread."""

    def __init__(
        self,
        simulation: Simulation,
        static_frames: StaticFrames,
        surroundings: SensorWorld,
        rates: TopicRates,
        throttle: Throttle,
    ) -> None:
        self._simulation, self._static_frames, self._rates, self._throttle = (
            simulation,
            static_frames,
            rates,
            throttle,
        )
        physics, pool = simulation.physics, simulation.pool
        instances = Instances()
        recorder = ExposureRecorder(SnapshotTaker(physics, pool), physics.timestep)
        self._measured = SensorEnvironment(
            physics,
            Geodesy(surroundings.spherical),
            RayTargets(surroundings.model_path, surroundings.labelling.classes, instances),
            recorder,
            surroundings.motion_distortion,
            surroundings.radar_seed,
            surroundings.noise_seed,
            surroundings.labelling,
            np.array(surroundings.magnetic_field),
        )
        self.cameras = CameraSensors(
            physics,
            pool,
            simulation.lamps,
            surroundings.model_path,
            surroundings.look,
            surroundings.quality,
            surroundings.conditions,
            surroundings.labelling.classes,
            instances,
            surroundings.camera_process,
        )
        self._hub = SensorHub()
        self._workers: Dict[str, SensorWorker] = {
            DIRECT: Direct(),
            LIDARS: LidarWorker(recorder),
            CAMERAS: CameraWorker(self.cameras, surroundings.labelling),
        }
        self._models: Dict[str, _Sensors] = {}
        self._pictures: Set[str] = set()
        self._changes = -1
        self._tf = rospy.Publisher("/tf", TFMessage, queue_size=100)
        simulation.on_step.append(self)
        simulation.on_rest.append(self._hub.finish)

    def __call__(self, now: float) -> None:
        physics = self._simulation.physics
        if self._changes != physics.models.changes:
            self._changes = physics.models.changes
            self._follow_models()
        self._hub(now)
        if self._models and self._throttle.due(now):
            self._publish_frames(now)

    def next(self, now: float) -> float:
        """Return a time before which nothing is due, for the present subscribers."""
        if self._changes != self._simulation.physics.models.changes:
            return now
        framed = self._models and self._tf.get_num_connections()
        return min(self._hub.next(now), self._throttle.next(now) if framed else math.inf)

    def counts(self) -> Dict[str, Tuple[int, bool]]:
        """Return each sensor's number of measurements, and whether it is a camera."""
        return {name: (count, name in self._pictures) for name, count in self._hub.counts().items()}

    def close(self) -> None:
        """Publish pending measurements and end."""
        self._hub.close()

    def _publish_frames(self, now: float) -> None:
        if self._tf.get_num_connections():
            transforms = [
                transform
                for sensors in self._models.values()
                for transform in sensors.frames.moving(now)
            ]
            if transforms:
                self._tf.publish(TFMessage(transforms))
        for name, sensors in self._models.items():
            jumps = self._simulation.physics.poses.jumps(name)
            if sensors.model.static and jumps != sensors.jumps:
                sensors.jumps = jumps
                self._static_frames.set(name, sensors.frames.static(now))

    def _follow_models(self) -> None:
        physics = self._simulation.physics
        present = {name: physics.models.sdf(name) for name in physics.models.names()}
        # A model may have been replaced by another of its name.
        for name in [
            name for name, sensors in self._models.items() if present.get(name) is not sensors.model
        ]:
            self._drop(name)
        for name, model in present.items():
            if name not in self._models and (
                sensor_links(model) or name in self._simulation.vehicles.names()
            ):
                self._take(name, model)

    def _take(self, name: str, model: Model) -> None:
        driven = name in self._simulation.vehicles.names()
        sensors = _Sensors(
            model,
            ModelFrames(self._simulation.physics, model, driven),
            self._simulation.physics.poses.jumps(name),
        )
        self._models[name] = sensors
        for link, sensor in sensor_links(model):
            names = names_of(name, sensor)
            mount = SensorMount(name, link, replace(sensor, rate=names.rate or sensor.rate))
            kind = published(sensor.kind)
            port = kind.port(self._measured, mount, names)
            self._add(sensors, mount.where, mount.sensor.rate, port, kind.worker)
        if driven or any(isinstance(sensor.kind, (Imu, Gps)) for _, sensor in sensor_links(model)):
            self._add(
                sensors,
                f"{name}/ground_truth",
                self._rates.ground_truth,
                ground_truth_port(self._simulation.physics, name),
            )
        if driven:
            vehicle = self._simulation.vehicles.get(name)
            for reading, rate, port in vehicle_ports(name, vehicle, self._rates.vehicle):
                self._add(sensors, f"{name}/{reading}", rate, port)
        self._static_frames.set(name, sensors.frames.static(self._simulation.physics.time))

    def _add(
        self,
        sensors: _Sensors,
        name: str,
        rate: float,
        port: AnyPort,
        worker: str = DIRECT,
    ) -> None:
        step = self._simulation.physics.timestep
        self._hub.add(
            port.station(
                name, SensorSchedule(name, min(rate, 1.0 / step), step), self._workers[worker]
            )
        )
        sensors.ports[name] = port
        if worker == CAMERAS:
            self._pictures.add(name)

    def _drop(self, name: str) -> None:
        sensors = self._models.pop(name)
        # Pending measurements of the model are published before its topics are closed.
        self._hub.finish()
        for station, port in sensors.ports.items():
            self._hub.remove(station)
            self._pictures.discard(station)
            port.close()
        self._static_frames.set(name, [])


class _Sensors:
    def __init__(self, model: Model, frames: ModelFrames, jumps: int) -> None:
        self.model, self.frames, self.jumps = model, frames, jumps
        self.ports: Dict[str, AnyPort] = {}
