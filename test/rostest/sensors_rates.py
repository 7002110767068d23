"""Rates of sensors and other topics at any pace; cases of sensors_test."""

from __future__ import annotations

import subprocess
import sys
import threading
import unittest
from typing import ClassVar, List, Tuple

import numpy as np
from nav_msgs.msg import Odometry
from sensor_msgs.msg import (
    CameraInfo,
    Image,
    Imu,
    JointState,
    LaserScan,
    NavSatFix,
    PointCloud2,
    Range,
)
from sensors_room import (
    Listener,
    due,
)
from simulator_client import (
    STEP,
    Subscription,
    call,
    done,
    now,
    step,
    until,
)
from tf2_msgs.msg import TFMessage

from gazebo_msgs.msg import ContactsState
from sim.msg import VehicleState


class RatesTest(unittest.TestCase):
    RATES = (
        ("/rig/camera/image_raw", Image, 30.0),
        ("/rig/camera/camera_info", CameraInfo, 30.0),
        ("/rig/stereo/right/image_raw", Image, 15.0),
        ("/rig/depth/points", PointCloud2, 10.0),
        ("/rig/laser/scan", LaserScan, 20.0),
        ("/rig/gpu_laser/scan", LaserScan, 10.0),
        ("/mast/vlp16/points", PointCloud2, 10.0),
        ("/rig/sonar/range", Range, 10.0),
        ("/rig/rear_sonar/range", Range, 10.0),
        ("/rig/imu/imu", Imu, 70.0),
        ("/flyer/imu/imu", Imu, 50.0),
        ("/rig/gps/fix", NavSatFix, 5.0),
        ("/crate/bumper/contacts", ContactsState, 200.0),
        ("/ego/wheel_speeds", JointState, 100.0),
        ("/ego/odom", Odometry, 50.0),
        ("/ego/vehicle_state", VehicleState, 50.0),
        ("/ego/ground_truth", Odometry, 50.0),
    )

    def setUp(self) -> None:
        call("reset_simulation")
        self.listeners = [(Listener(topic, kind), rate) for topic, kind, rate in self.RATES]
        step(0.5)

    def tearDown(self) -> None:
        for heard, _ in self.listeners:
            heard.close()

    def test_measurement_k_is_of_the_first_step_at_or_after_k_periods(self) -> None:
        begin = now()
        # In parts that a topic's queue holds, however slowly it is read.
        for _ in range(10):
            step(0.2)
            self.heard(begin, now())
        self.assert_complete(begin, now())

    def test_a_run_at_half_of_real_time_leaves_none_out(self) -> None:
        self.assert_complete(*self.free_run(0.5))

    def test_a_run_as_fast_as_possible_keeps_to_the_times(self) -> None:
        begin, end = self.free_run(0.0)
        for heard, rate in self.listeners:
            stamps = np.array([stamp for stamp in heard.stamps() if stamp > begin])
            # A slow listener may miss some.
            self.assertTrue((np.diff(stamps) > 1e-6).all(), heard.topic)
            self.assertLess(
                np.abs(stamps[:, None] - due(rate, begin, end)).min(axis=1).max(), 1e-6, heard.topic
            )

    def free_run(self, real_time_factor: float) -> Tuple[float, float]:
        """Return begin and end of 2 s or more of unpaused simulation.

        All its measurements have arrived.
        """
        before = done("get_physics_properties")
        begin = now() + 0.5 * STEP
        try:
            done(
                "set_physics_properties",
                before.time_step,
                real_time_factor / STEP,
                before.gravity,
                before.ode_config,
            )
            call("unpause_physics")
            until(lambda: now() > begin + 2.0, "2 s of simulated time")
        finally:
            call("pause_physics")
            done(
                "set_physics_properties",
                before.time_step,
                before.max_update_rate,
                before.gravity,
                before.ode_config,
            )
        self.heard(begin, now())
        return begin, now()

    def heard(self, begin: float, end: float) -> None:
        """Wait for the last due measurement between two times on each topic."""
        for heard, rate in self.listeners:
            for last in due(rate, begin, end)[-1:]:
                until(
                    lambda last=last, heard=heard: any(
                        abs(stamp - last) < 1e-6 for stamp in heard.stamps()
                    ),
                    f"measurement of {last} s on {heard.topic}",
                )

    def assert_complete(self, begin: float, end: float) -> None:
        for heard, rate in self.listeners:
            stamps = [stamp for stamp in heard.stamps() if stamp > begin - 1e-6]
            np.testing.assert_allclose(
                stamps, due(rate, begin, end), atol=1e-6, err_msg=heard.topic
            )


class ClockReader:
    """The times on /clock, read by a separate process.

    A rospy node with /clock takes only the last one of several.
    """

    PROGRAM = """
import rospy
from rosgraph_msgs.msg import Clock
rospy.init_node("clock_reader", disable_rostime=True)
said = lambda message: print(message.clock.to_sec(), flush=True)
rospy.Subscriber("/clock", Clock, said, tcp_nodelay=True)
rospy.spin()
"""

    def __init__(self) -> None:
        self.times: List[float] = []
        self._process = subprocess.Popen(
            [sys.executable, "-c", self.PROGRAM], stdout=subprocess.PIPE, universal_newlines=True
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self._process.stdout:
            self.times.append(float(line))

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(60.0)
        self._reader.join(60.0)
        self._process.stdout.close()


class PaceTest(unittest.TestCase):
    """Topics with their own rates, as fast as possible. Clock, frames and readings of vehicles."""

    RATES: ClassVar = {"/clock": 100.0, "/tf": 50.0, "/ego/joint_states": 30.0}

    def test_gaps_in_simulated_time_do_not_depend_on_the_pace(self) -> None:
        call("reset_simulation")
        self.clock = ClockReader()
        kinds = (("/tf", TFMessage), ("/ego/joint_states", JointState))
        self.listeners = {topic: Subscription(topic, kind) for topic, kind in kinds}
        try:
            until(lambda: step(STEP) and self.clock.times, "clock")
            begin = now()
            # In parts that a topic's queue holds, however slowly it is read.
            for _ in range(10):
                end = step(0.2)
                for topic, rate in self.RATES.items():
                    until(
                        lambda topic=topic, end=end, rate=rate: (
                            max(self.stamps(topic), default=0.0) > end - 1.0 / rate - STEP
                        ),
                        f"{topic} up to {end} s",
                        60.0,
                    )
            for topic, rate in self.RATES.items():
                stamps = [begin, *(stamp for stamp in self.stamps(topic) if stamp > begin + 1e-6)]
                gaps, period = (
                    np.diff(np.unique(np.round(stamps, 6))),
                    np.ceil(1.0 / rate / STEP - 1e-6) * STEP,
                )
                self.assertLess(gaps.max(), period + 1e-6, topic)
                # And not more often than that.
                self.assertAlmostEqual(np.median(gaps), period, 6, topic)
        finally:
            self.clock.close()
            for heard in self.listeners.values():
                heard.close()

    def stamps(self, topic: str) -> List[float]:
        """Return the stamps of messages, for frames of the ego's base_link."""
        if topic == "/clock":
            return list(self.clock.times)
        messages = list(self.listeners[topic].messages)
        if topic == "/tf":
            return [
                each.header.stamp.to_sec()
                for message in messages
                for each in message.transforms
                if each.child_frame_id == "ego/base_link"
            ]
        return [message.header.stamp.to_sec() for message in messages]
