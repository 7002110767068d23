"""Topics and services of driven models, and their invalid inputs.

The simulator halts between the steps of a case.
"""

import math
import re
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import rospy
from geometry_msgs.msg import Vector3
from nav_msgs.msg import Odometry
from rosgraph_msgs.msg import Log
from sensor_msgs.msg import Imu
from simulator_client import (
    Subscription,
    begin,
    call,
    done,
    now,
    place,
    pose,
    state,
    step,
    twist,
    until,
    values,
)
from std_srvs.srv import SetBool

from sim.msg import (
    AckermannDriveStamped,
    LockstepBoundary,
    LockstepDone,
    PedalCommand,
    TorqueCommand,
    VehicleState,
)
from sim.srv import SetWeather, SetWeatherRequest, SetWind

NAN = float("nan")
PERIOD = 0.1
MODELS = Path(__file__).resolve().parents[2] / "models"
CARS = {
    name: (MODELS / name / "model.sdf").read_text(encoding="utf-8")
    for name in ("bmw_320i", "ego_car")
}
WEIGHT = 1093.295 * 9.8  # N
EFFECTIVE_MASS = 1093.295 + 4 * 1.7 / 0.344**2  # kg
IMU = (
    '<sdf version="1.6"><model name="probe"><link name="link"><gravity>0</gravity><inertial>'
    "<mass>1</mass></inertial>"
    '<sensor name="imu" type="imu"><always_on>1</always_on><update_rate>100</update_rate></sensor>'
    "</link></model></sdf>"
)


def spawn(name: str, x: float, y: float, speed: float = 0.0, model: str = "bmw_320i") -> None:
    done("spawn_sdf_model", name, CARS[model], "", pose(x, y, 0), "")
    place(name, pose(x, y, 0), twist((speed, 0, 0)))


def speed_of(name: str) -> float:
    return float(state(name)[1][0])


class Driver:
    """A lockstep participant that sends one command at every boundary.

    It has the next boundary's stamp, so that a car obeys however slowly messages travel.
    """

    def __init__(self, topic: str, message: Any) -> None:
        self.message = message
        self._topic, self._name = topic, "driver" + topic.replace("/", "_")
        self._commands = rospy.Publisher(topic, type(message), queue_size=10, tcp_nodelay=True)
        self._done = rospy.Publisher("/gazebo/lockstep/done", LockstepDone, queue_size=10)
        self._ear = rospy.Subscriber(
            "/gazebo/lockstep/boundary", LockstepBoundary, self._hear, tcp_nodelay=True
        )
        ends = (self._commands, self._done, self._ear)
        until(lambda: all(end.get_num_connections() for end in ends), f"connections of {topic}")
        done("lockstep/join", self._name, rospy.Duration.from_sec(PERIOD), rospy.Duration(60), [])

    def drive(self, seconds: float, **fields: Any) -> None:
        """Drive for a time with these fields, from the next boundary on."""
        for name, value in fields.items():
            setattr(self.message, name, value)
        step(seconds)

    def close(self) -> None:
        """Send no more commands; may be called again."""
        self._ear.unregister()
        call("lockstep/leave", self._name)
        self._commands.unregister()
        self._done.unregister()

    def _hear(self, boundary: LockstepBoundary) -> None:
        if self._name not in boundary.participants:
            return
        heard = boundary.header.stamp
        self.message.header.stamp = heard + rospy.Duration.from_sec(PERIOD)
        self._commands.publish(self.message)
        self._done.publish(
            LockstepDone(self._name, self.message.header.stamp, [self._topic], heard)
        )


class VehicleApiTest(unittest.TestCase):
    """Each case begins at time 0, paused, with no cars."""

    def setUp(self) -> None:
        begin()
        self.set_wind(Vector3())

    def set_wind(self, velocity: Vector3) -> Any:
        rospy.wait_for_service("/gazebo/set_wind", 60.0)
        return rospy.ServiceProxy("/gazebo/set_wind", SetWind)(velocity)

    def listen(self, topic: str, kind: Any) -> Subscription:
        heard = Subscription(topic, kind)
        self.addCleanup(heard.close)
        return heard

    def driver(self, topic: str, message: Any) -> Driver:
        driver = Driver(topic, message)
        self.addCleanup(driver.close)
        return driver

    def last(self, heard: Subscription, rate: float = 50.0) -> Any:
        """Return the message that is due last by now."""
        due = math.floor(now() * rate + 1e-6) / rate
        return heard.wait(lambda message: abs(message.header.stamp.to_sec() - due) < 1e-6)

    def test_readings_come_at_their_rates_of_simulated_time(self) -> None:
        spawn("car", 0, 60, 10.0)
        kinds = {"odom": Odometry, "wheel_odometry": Odometry, "vehicle_state": VehicleState}
        heard = {name: self.listen(f"/car/{name}", kind) for name, kind in kinds.items()}
        before = now()
        for _ in range(5):
            step(0.2)
            for each in heard.values():
                self.last(each)
        for name, each in heard.items():
            stamps = [message.header.stamp.to_sec() for message in each.messages]
            np.testing.assert_allclose(
                [stamp for stamp in stamps if stamp > before],
                np.arange(1, 51) * 0.02 + before,
                atol=1e-6,
                err_msg=name,
            )
        found = heard["vehicle_state"].messages[-1]
        self.assertAlmostEqual(sum(found.normal_force), WEIGHT, delta=0.03 * WEIGHT)
        self.assertTrue(found.timed_out)
        self.assertGreater(min(found.brake_torque), 100.0)
        self.assertLess(max(found.longitudinal_force), 0.0)
        self.assertTrue(all(-0.1 < ratio < 0.0 for ratio in found.slip_ratio), found.slip_ratio)
        self.assertLess(np.abs(found.slip_angle).max(), 0.01)
        self.assertEqual(found.header.frame_id, "car/base_link")

    def test_odometries_have_covariances_and_one_of_them_drifts(self) -> None:
        spawn("car", 0, 60, 10.0)
        odom, sensed = (
            self.listen(f"/car/{name}", Odometry) for name in ("odom", "wheel_odometry")
        )
        step(1.0)
        true, wrong = self.last(odom), self.last(sensed)
        way = true.pose.pose.position.x
        self.assertGreater(way, 4.0)
        self.assertAlmostEqual(wrong.pose.pose.position.x / way, 1.005, delta=0.002)
        self.assertNotEqual(wrong.pose.pose.position.y, 0.0)
        for message in (true, wrong):
            covariance = np.reshape(message.pose.covariance, (6, 6))
            np.testing.assert_array_equal(covariance, covariance.T)
            self.assertAlmostEqual(covariance[0, 0], 0.5 * 1e-5 * way, delta=1e-6)
            self.assertTrue((np.diag(covariance)[2:5] == 1e6).all())
            self.assertTrue((np.linalg.eigvalsh(covariance) > 0.0).all())
            self.assertTrue((np.diag(np.reshape(message.twist.covariance, (6, 6))) > 0.0).all())
        call("reset_simulation")
        place("car", pose(0, 60, 0), twist((10, 0, 0)))
        sensed.messages.clear()
        step(1.0)
        again = self.last(sensed)
        self.assertAlmostEqual(
            again.pose.pose.position.y,
            wrong.pose.pose.position.y,
            9,
            "the same draws after a reset",
        )

    def test_pedals_and_gears_drive_a_car(self) -> None:
        spawn("car", -60, 60)
        pedals = self.driver("/car/pedal_cmd", PedalCommand(throttle=0.5))
        pedals.drive(2.0)
        fast = speed_of("car")
        self.assertGreater(fast, 1.0)
        pedals.drive(1.0, throttle=0.0, brake=0.3)
        self.assertLess(speed_of("car"), fast - 1.0)
        pedals.drive(4.0, brake=1.0)
        self.assertAlmostEqual(speed_of("car"), 0.0, delta=0.05)
        pedals.drive(2.0, throttle=0.3, brake=0.0, gear=PedalCommand.REVERSE)
        self.assertLess(speed_of("car"), -0.5)

    def test_torques_of_axles_drive_a_car(self) -> None:
        """By F = M / r, against rolling resistance and drag."""
        spawn("car", -60, 60)
        torques = self.driver("/car/torque_cmd", TorqueCommand(rear_drive=600.0))
        torques.drive(1.0)
        before = speed_of("car")
        torques.drive(1.0)
        gained = (600.0 / 0.344 - 0.01 * WEIGHT - 0.5 * 1.225 * 0.61 * before**2) / EFFECTIVE_MASS
        self.assertAlmostEqual(speed_of("car") - before, gained, delta=0.05 * gained)

    def test_commands_that_cannot_be_are_named_and_the_car_goes_on(self) -> None:
        spawn("car", -60, 60, 8.0)
        log = self.listen("/rosout", Log)
        wrong = (
            ("ackermann_cmd", AckermannDriveStamped(), "drive.speed", NAN, "speed"),
            ("pedal_cmd", PedalCommand(), "throttle", 1.5, "throttle"),
            ("pedal_cmd", PedalCommand(), "brake", NAN, "brake"),
            ("pedal_cmd", PedalCommand(), "gear", -3, "gear"),
            ("torque_cmd", TorqueCommand(), "front_brake", -1.0, "front_brake"),
        )
        self.driver("/car/pedal_cmd", PedalCommand(throttle=0.4))
        for topic, message, field, value, named in wrong:
            owner, _, last = field.rpartition(".")
            setattr(getattr(message, owner) if owner else message, last, value)
            publisher = rospy.Publisher(f"/car/{topic}", type(message), queue_size=10)
            until(publisher.get_num_connections, f"subscriber of {topic}")
            pattern = f"/car/{topic}: vehicle command: {named}: must be "

            def warned(
                publisher: rospy.Publisher = publisher,
                message: Any = message,
                pattern: str = pattern,
            ) -> bool:
                publisher.publish(message)
                step(0.1)
                return any(re.match(pattern, line.msg) for line in list(log.messages))

            until(warned, f"warning of {pattern!r}", 60.0)
            publisher.unregister()
        self.assertGreater(speed_of("car"), 5.0)

    def test_wind_counts_as_speed_and_stays_through_a_reset(self) -> None:
        answer = self.set_wind(Vector3(NAN, 0, 0))
        self.assertFalse(answer.success)
        self.assertRegex(answer.status_message, "velocity.*finite")
        for wind in (-30.0, 0.0):
            self.assertTrue(self.set_wind(Vector3(wind, 0, 0)).success)
            call("reset_simulation")
            spawn("car", -60, 60, 20.0)
            coasts = self.driver("/car/pedal_cmd", PedalCommand(gear=PedalCommand.NEUTRAL))
            coasts.drive(1.0)
            before = speed_of("car")
            coasts.drive(1.0)
            lost, mean = before - speed_of("car"), 0.5 * (before + speed_of("car"))
            drag = 0.5 * 1.225 * 0.61 * (mean - wind) ** 2
            expected = (drag + 0.01 * WEIGHT) / EFFECTIVE_MASS
            self.assertAlmostEqual(lost, expected, delta=0.05 * expected, msg=f"wind {wind}")
            coasts.close()
            done("delete_model", "car")

    def test_tyres_grip_in_the_weather_that_is_set(self) -> None:
        """Ice leaves 0.1 of 0.85 [Bosch], for present and later cars."""
        rospy.wait_for_service("/gazebo/set_weather", 60.0)
        service = rospy.ServiceProxy("/gazebo/set_weather", SetWeather)

        def lost(weather: str) -> float:
            """Return the speed lost in 0.6 s of full braking."""
            self.assertTrue(service(SetWeatherRequest(weather=weather)).success)
            place("car", pose(-60, 60, 0), twist((15, 0, 0)))
            brakes.drive(0.6)
            return 15.0 - speed_of("car")

        spawn("car", -60, 60, 15.0)
        brakes = self.driver("/car/pedal_cmd", PedalCommand(brake=1.0))
        try:
            dry, ice = lost("dry"), lost("ice")
            self.assertGreater(dry, 3.0)
            self.assertLess(ice, 0.25 * dry)
            brakes.close()
            done("delete_model", "car")
            spawn("car", -60, 60, 15.0)
            brakes = self.driver("/car/pedal_cmd", PedalCommand(brake=1.0))
            self.assertAlmostEqual(lost(""), ice, delta=0.2)
        finally:
            service(SetWeatherRequest(weather="dry"))

    def test_functions_are_switched(self) -> None:
        def switch(car: str, function: str, on: bool) -> Any:
            name = f"/{car}/set_{function}"
            rospy.wait_for_service(name, 60.0)
            return rospy.ServiceProxy(name, SetBool)(on)

        spawn("car", -60, 60, 15.0)
        states = self.listen("/car/vehicle_state", VehicleState)
        brakes = self.driver("/car/pedal_cmd", PedalCommand(brake=1.0))

        def spins(on: bool) -> np.ndarray:
            """Return the wheels' spins, half a second into full braking."""
            self.assertTrue(switch("car", "anti_lock", on).success)
            place("car", pose(-60, 60, 0), twist((15, 0, 0)))
            brakes.drive(0.6)
            last = self.last(states)
            self.assertIs(last.anti_lock, on)
            return np.array(last.wheel_speed)

        self.assertTrue((spins(True) > 10.0).all())
        self.assertTrue((spins(False) == 0.0).all())
        refused = switch("car", "stability_control", True)
        if not refused.success:
            self.assertRegex(refused.message, "stability_control: .*yaw_gain")

    def test_an_imu_feels_nothing_of_a_model_that_is_put_elsewhere(self) -> None:
        done("spawn_sdf_model", "probe", IMU, "", pose(0, 0, 20), "")
        readings = self.listen("/probe/imu/imu", Imu)
        until(lambda: step(0.1) and readings.messages, "reading of the IMU")
        readings.messages.clear()
        turned = pose(5, 5, 20, 2.5)
        for component in "xyzw":
            value = getattr(turned.orientation, component)
            setattr(turned.orientation, component, -value)
        begun = now()
        place("probe", turned, twist((30, -20, 0)))
        step(0.5)
        readings.wait(lambda message: message.header.stamp.to_sec() > begun + 0.48)
        # A link without gravity is on a support that falls with it: it feels 9.8 upwards.
        for reading in readings.messages:
            np.testing.assert_allclose(values(reading.linear_acceleration), (0, 0, 9.8), atol=1e-3)
            self.assertGreaterEqual(reading.orientation.w, 0.0)

    def test_cars_where_no_car_can_be_do_no_harm_to_others(self) -> None:
        """Spawned inside another, on its roof, 10 m high, with another's name. What stands in one
        another is pushed apart, as hard as the physics likes."""
        spawn("witness", -60, 90)
        spawn("car", 0, 60)
        refused = call("spawn_sdf_model", "car", CARS["bmw_320i"], "", pose(0, 0, 0), "")
        self.assertFalse(refused.success)
        self.assertRegex(refused.status_message, "car.*already there")
        step(0.5)
        upside_down = pose(20, 60, 1.6)
        upside_down.orientation.x, upside_down.orientation.w = 1.0, 0.0
        for name, where in (
            ("inside", pose(0.5, 60.3, 0.0)),
            ("high", pose(-20, 60, 10.0)),
            ("on_its_roof", upside_down),
        ):
            done("spawn_sdf_model", name, CARS["bmw_320i"], "", where, "")
        before = now()
        fastest = 0.0
        for _ in range(30):
            step(0.1)
            speeds = [np.abs(state(name)[1]).max() for name in ("car", "inside", "on_its_roof")]
            fastest = max(fastest, *speeds)
        self.assertAlmostEqual(now(), before + 3.0, 6)
        self.assertLess(fastest, 100.0)
        where = state("high")[0]
        self.assertAlmostEqual(where.position.z, 0.0, delta=0.3)
        rolled = state("on_its_roof")[0].orientation
        self.assertLess(1.0 - 2.0 * (rolled.x**2 + rolled.y**2), 0.0, "it lies on its roof")
        witness = state("witness")[0].position
        np.testing.assert_allclose((witness.x, witness.y), (-60.0, 90.0), atol=0.01)
