"""Plugins that measure a link.

``libgazebo_ros_imu.so``, and ``libhector_gazebo_ros_imu.so``, ``libhector_gazebo_ros_gps.so`` and
``libhector_gazebo_ros_magnetic.so`` with their errors.
"""

from __future__ import annotations

from typing import Any, Iterable, List, Optional, Tuple

import numpy as np
import rospy
from geometry_msgs.msg import TransformStamped, Vector3, Vector3Stamped
from sensor_msgs.msg import Imu as ImuMessage
from sensor_msgs.msg import NavSatFix, NavSatStatus

from sim.embedded.sensors.imu import InertialUnit
from sim.embedded.sensors.mount import SensorMount
from sim.embedded.simulation import Simulation
from sim.robot_plugins.body_sensors import Errors, Geodesic, magnetic_field
from sim.robot_plugins.settings import PluginSettings
from sim.ros.conversions import header
from sim.ros.sensors.messages import imu_message
from sim.ros.simulator.robot_plugins.ports import PluginTopics
from sim.sdf.sensors.imu import Imu
from sim.sdf.sensors.sensor import Sensor
from sim.srv import SetBias, SetBiasResponse
from sim.transforms import rotation_from_rpy, transform_from_rpy


class BodyPorts(PluginTopics):
    """Common base: a link, a frame, and a name for its errors."""

    FRAME = "frameId"

    def __init__(
        self, simulation: Simulation, model: str, settings: PluginSettings, seed: int
    ) -> None:
        super().__init__(simulation, model, settings, seed)
        self._link = settings.text("bodyName")
        self._frame_id = self._frame(settings.text(self.FRAME) or self._link)
        self._name = f"{model}/{settings.text('topicName')}"
        self._last: Optional[float] = None
        rospy.loginfo("%s draws its errors from seed %d and its name", self._name, seed)

    def _errors(self, prefix: str) -> Errors:
        return Errors.of(self._settings, prefix, self._seed, f"{self._name}/{prefix}")

    def _since(self, now: float) -> float:
        """Return s since the last measurement, 0 at the first."""
        before, self._last = self._last, now
        return 0.0 if before is None else max(now - before, 0.0)


class ImuPorts(BodyPorts):
    """``libgazebo_ros_imu.so``: rates, specific force and orientation, with white noise."""

    FRAME = "frameName"

    def __init__(
        self, simulation: Simulation, model: str, settings: PluginSettings, seed: int
    ) -> None:
        super().__init__(simulation, model, settings, seed)
        mount = transform_from_rpy(settings.triple("xyzOffset"), settings.triple("rpyOffset"))
        sensor = Sensor(settings.plugin, "imu", mount, 0.0, Imu(), ())
        self._unit = InertialUnit(simulation.physics, SensorMount(model, self._link, sensor))
        self._force, self._rate, self._heading = map(self._errors, ("accel", "rate", "yaw"))
        self._topic = self._advertise(settings.text("topicName"), ImuMessage)
        self._offer()

    def _offer(self) -> None:
        service = self._settings.text("serviceName")
        if service:
            self._serve(service, _calibrate)

    def _errors(self, prefix: str) -> Errors:
        deviation = 0.0 if prefix == "yaw" else self._settings.number("gaussianNoise")
        return Errors.white(deviation, self._seed, f"{self._name}/{prefix}")

    def publish(self, now: float) -> List[TransformStamped]:
        self._unit.watch()
        return super().publish(now)

    def _publish(self, now: float) -> List[TransformStamped]:
        since, reading = self._since(now), self._unit.measure()
        if reading is None:
            return []
        force = self._force.on(reading.specific_force, since)
        rate = self._rate.on(reading.angular_velocity, since)
        astray = self._heading.on(np.zeros(3), since)[2]
        if not self._topic.get_num_connections():
            return []
        turn = rotation_from_rpy(0.0, 0.0, float(astray)) @ reading.orientation
        message = imu_message(type(reading)(turn, rate, force), header(now, self._frame_id))
        message.linear_acceleration_covariance = _diagonal(self._force.noise_variance)
        message.angular_velocity_covariance = _diagonal(self._rate.noise_variance)
        message.orientation_covariance = _diagonal((0.0, 0.0, self._heading.noise_variance[2]))
        self._topic.publish(message)
        return []


class HectorImuPorts(ImuPorts):
    """``libhector_gazebo_ros_imu.so``: the same with offsets and drifts."""

    FRAME = "frameId"

    def _errors(self, prefix: str) -> Errors:
        return BodyPorts._errors(self, prefix)

    def _offer(self) -> None:
        topic = self._settings.text("topicName")
        calibrate = self._settings.text("serviceName") or f"{topic}/calibrate"
        self._serve(calibrate, lambda: self._drift(self._rate, (0.0, 0.0, 0.0)))
        self._serve_bias(f"{topic}/set_accel_bias", self._force)
        self._serve_bias(f"{topic}/set_rate_bias", self._rate)

    def _drift(self, errors: Errors, start: Tuple[float, float, float]) -> None:
        self._simulation.mailbox.post(lambda: errors.set_drift(start))

    def _serve_bias(self, name: str, errors: Errors) -> None:
        def answer(request: Any) -> SetBiasResponse:
            bias = request.bias
            start = bias.x, bias.y, bias.z
            if not np.isfinite(start).all():
                raise rospy.ServiceException("bias: must be finite; the call is refused")
            self._drift(errors, start)
            return SetBiasResponse()

        self._offer_service(name, SetBias, answer)


class GpsPorts(BodyPorts):
    """``libhector_gazebo_ros_gps.so``: position and velocity on the ellipsoid."""

    def __init__(
        self, simulation: Simulation, model: str, settings: PluginSettings, seed: int
    ) -> None:
        super().__init__(simulation, model, settings, seed)
        self._geodesic = Geodesic(settings)
        self._place, self._velocity = self._errors(""), self._errors("velocity")
        self._fixes = self._advertise(settings.text("topicName"), NavSatFix)
        self._velocities = self._advertise(settings.text("velocityTopicName"), Vector3Stamped)

    def _publish(self, now: float) -> List[TransformStamped]:
        since, physics = self._since(now), self._simulation.physics
        place = self._place.on(physics.poses.link_pose(self._model, self._link)[:3, 3], since)
        velocity = self._velocity.on(physics.poses.link_twist(self._model, self._link)[0], since)
        latitude, longitude, altitude = self._geodesic.fix(place).tolist()
        status = NavSatStatus(NavSatStatus.STATUS_FIX, NavSatStatus.SERVICE_GPS)
        head = header(now, self._frame_id)
        fix = NavSatFix(head, status, latitude, longitude, altitude, [0.0] * 9, 0)
        fix.position_covariance = _diagonal(self._place.variance)
        fix.position_covariance_type = NavSatFix.COVARIANCE_TYPE_DIAGONAL_KNOWN
        self._fixes.publish(fix)
        north, west, up = self._geodesic.velocity(velocity).tolist()
        self._velocities.publish(Vector3Stamped(head, Vector3(north, west, up)))
        return []


class MagneticPorts(BodyPorts):
    """``libhector_gazebo_ros_magnetic.so``: the earth's field in the link's axes."""

    def __init__(
        self, simulation: Simulation, model: str, settings: PluginSettings, seed: int
    ) -> None:
        super().__init__(simulation, model, settings, seed)
        self._field, self._felt = magnetic_field(settings), self._errors("")
        self._topic = self._advertise(settings.text("topicName"), Vector3Stamped)

    def _publish(self, now: float) -> List[TransformStamped]:
        turn = self._simulation.physics.poses.link_pose(self._model, self._link)[:3, :3]
        felt = self._felt.on(turn.T @ self._field, self._since(now)).tolist()
        self._topic.publish(Vector3Stamped(header(now, self._frame_id), Vector3(*felt)))
        return []


def _calibrate() -> None:
    """Do nothing: there is no bias to calibrate."""


def _diagonal(values: Iterable[float]) -> List[float]:
    """Return the covariance (9,) of independent variances (3,)."""
    full: List[float] = np.diag(list(values)).ravel().tolist()
    return full
