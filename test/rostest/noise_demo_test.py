#!/usr/bin/env python3
"""noise_demo.launch: noise of a camera and a lidar, beside their truth.

It is that of the profile and its factor.
"""

import os
import sys
import unittest
from pathlib import Path

import numpy as np
import rosnode
import rospy
import rostest
from sensor_msgs.msg import CameraInfo, Image, PointCloud2

from gazebo_msgs.srv import GetWorldProperties
from sim.ros.noise.clouds import points
from sim.ros.noise.images import pixels
from sim.srv import NoiseScale

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from simulator_client import until

CAMERA_NAMESPACE = "/rig_camera/camera"
LIDAR_TOPIC = "/rig_lidar/vlp16/points"
TOPICS = {
    f"{CAMERA_NAMESPACE}/image_raw": Image,
    f"{CAMERA_NAMESPACE}/camera_info": CameraInfo,
    LIDAR_TOPIC: PointCloud2,
}
# Number of stamps with buffered messages.
KEPT = 40
HOME = Path(os.environ.get("ROS_HOME", "~/.ros")).expanduser()


class NoiseDemoTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        rospy.init_node("noise_demo_test")
        # Of this launch alone: until it is there, the sweep sets factors too.
        cls.picture = HOME / rospy.get_param("/noise_sweep/picture")
        until(
            lambda: cls.picture.is_file() and "/noise_sweep" not in rosnode.get_node_names(),
            "picture of the sweep",
            200.0,
        )
        cls.heard = {}
        for prefix in ("", "/noisy"):
            for topic, kind in TOPICS.items():
                rospy.Subscriber(prefix + topic, kind, cls.take, (prefix, topic), buff_size=2**24)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.picture.unlink()

    @classmethod
    def take(cls, message, key) -> None:
        cls.heard.setdefault(message.header.stamp, {})[key] = message
        for old in sorted(cls.heard)[:-KEPT]:
            cls.heard.pop(old, None)

    def pair(self, topic: str, factor: float):
        """Return truth and degraded copy of one stamp after the change."""
        answer = rospy.ServiceProxy("/sensor_noise/scale", NoiseScale)(factor=factor)
        self.assertTrue(answer.success, answer.status_message)
        # The simulator's own time: this process's clock may be behind it, and messages of the
        # factor before may be under way.
        after = rospy.Time.from_sec(
            rospy.ServiceProxy("/gazebo/get_world_properties", GetWorldProperties)().sim_time
        )

        def both() -> list:
            return [
                one
                for stamp, one in list(self.heard.items())
                if stamp > after and ("", topic) in one and ("/noisy", topic) in one
            ]

        until(both, f"truth and noise of {topic}", 100.0)
        found = both()[0]
        return found["", topic], found["/noisy", topic]

    def test_images_have_the_profiles_sigma_times_the_factor(self) -> None:
        for factor in (0.0, 1.0, 2.0, 10.0):
            truth, noisy = (
                pixels(one).astype(float)
                for one in self.pair(f"{CAMERA_NAMESPACE}/image_raw", factor)
            )
            # Grey levels at which black and white do not clip the noise.
            middle = (truth > 90) & (truth < 165)
            self.assertGreater(middle.sum(), 10_000)
            rounding = 0.0 if factor == 0.0 else 1.0 / 12.0
            self.assertAlmostEqual(
                (noisy - truth)[middle].std(),
                np.hypot(0.007 * factor * 255.0, np.sqrt(rounding)),
                delta=0.04 * factor + 1e-9,
            )

    def test_ranges_have_the_profiles_sigma_times_the_factor(self) -> None:
        for factor in (0.0, 1.0, 2.0):
            truth, noisy = (points(one) for one in self.pair(LIDAR_TOPIC, factor))
            self.assertEqual(len(truth), len(noisy))
            ranges = [
                np.sqrt(
                    one["x"].astype(float) ** 2
                    + one["y"].astype(float) ** 2
                    + one["z"].astype(float) ** 2
                )
                for one in (truth, noisy)
            ]
            self.assertAlmostEqual(
                (ranges[1] - ranges[0]).std(), 0.008 * factor, delta=0.0005 * factor + 1e-6
            )
            np.testing.assert_array_equal(truth["ring"], noisy["ring"])

    def test_camera_info_is_passed_on(self) -> None:
        truth, noisy = self.pair(f"{CAMERA_NAMESPACE}/camera_info", 1.0)
        self.assertEqual(
            (truth.K, truth.D, truth.P, truth.header.frame_id),
            (noisy.K, noisy.D, noisy.P, noisy.header.frame_id),
        )


if __name__ == "__main__":
    rostest.rosrun("sim", "noise_demo_test", NoiseDemoTest)
