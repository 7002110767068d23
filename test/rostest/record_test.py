#!/usr/bin/env python3
"""Recordings by ``record:=`` and ``record_sensors:=``.

Topics in the bag, its file name, and that ``rosbag play --clock`` has one source of time.
"""

import os
import signal
import sys
import tempfile
import time
import unittest

import rosbag
import rosgraph
import rospkg
import rospy
import rostest
from nav_msgs.msg import Odometry
from rosgraph_msgs.msg import Clock
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
from std_srvs.srv import SetBool

from sim.process import end_child, start_child
from sim.ros.conversions import header, stamp

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from simulator_client import until

RUN = {"/ego/odom": Odometry}
SENSORS = {
    "/ego/camera/image_raw": Image,
    "/ego/camera/camera_info": CameraInfo,
    "/ego/stereo/left/image_raw": Image,
    "/ego/lidar/points": PointCloud2,
    "/ego/laser/scan": LaserScan,
    "/ego/imu/imu": Imu,
    "/ego/gps/fix": NavSatFix,
    "/ego/sonar/range": Range,
    "/ego/wheel_speeds": JointState,
    "/ego/wheel_odometry": Odometry,
    "/noisy/ego/imu/imu": Imu,
}
MESSAGES = 40
MESSAGE_PERIOD = 0.05  # s


class RecordTest(unittest.TestCase):
    """Cases with a folder name that contains a space."""

    @classmethod
    def setUpClass(cls) -> None:
        rospy.init_node("record_test")
        cls.publishers = {
            topic: rospy.Publisher(topic, kind, queue_size=100)
            for topic, kind in {**RUN, **SENSORS}.items()
        }

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="sim record ")
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "data 2.bag")

    def recorded(self, wanted: dict, **arguments: str) -> rosbag.Bag:
        """Return a launch's bag with messages on every topic and the clock."""
        file = os.path.join(rospkg.RosPack().get_path("sim"), "launch", "include", "record.launch")
        words = [f"{name}:={value}" for name, value in {"record": self.path, **arguments}.items()]
        clock = rospy.Publisher("/clock", Clock, queue_size=100)
        with open(os.devnull, "wb") as log:
            launch = start_child(["roslaunch", file, *words], log)
            try:
                until(lambda: self.listens(clock, wanted), "rosbag record's subscriptions")
                begin = rospy.get_time()
                for number in range(MESSAGES):
                    now = round(begin + MESSAGE_PERIOD * number, 6)
                    until(lambda now=now: self.tick(clock, now), f"{now} s")
                    for _topic, publisher in self.publishers.items():
                        publisher.publish(publisher.data_class(header=header(now, "sensor")))
                # Wait for messages under way.
                time.sleep(2.0)
            finally:
                # As at Ctrl-C; roslaunch itself ends a node that stays.
                launch.send_signal(signal.SIGINT)
                launch.wait(120)
                clock.unregister()
        until(lambda: os.path.isfile(self.path), "the closed bag")
        return rosbag.Bag(self.path)

    def listens(self, clock: rospy.Publisher, wanted: dict) -> bool:
        """Step simulated time and return whether all topics are subscribed.

        rosbag record looks for topics by it.
        """
        self.tick(clock, rospy.get_time() + 0.1)
        return all(self.publishers[topic].get_num_connections() for topic in wanted)

    def tick(self, clock: rospy.Publisher, now: float) -> bool:
        clock.publish(Clock(stamp(now)))
        return abs(rospy.get_time() - now) < 1e-9

    def test_a_run_is_recorded_without_its_clock_and_sensors(self) -> None:
        with self.recorded(RUN) as bag:
            self.assertEqual(set(bag.get_type_and_topic_info().topics), set(RUN))

    def test_sensors_are_recorded_on_request(self) -> None:
        with self.recorded({**RUN, **SENSORS}, record_sensors="true") as bag:
            topics = bag.get_type_and_topic_info().topics
            self.assertEqual(
                {topic: found.msg_type for topic, found in topics.items()},
                {topic: kind._type for topic, kind in {**RUN, **SENSORS}.items()},
            )
            self.assertGreater(topics["/ego/imu/imu"].message_count, MESSAGES // 2)

    def test_playing_it_back_with_a_clock_never_goes_back_in_time(self) -> None:
        self.recorded(RUN).close()
        until(
            lambda: (
                not [
                    one
                    for one, _ in rosgraph.Master("/record_test").getPublishedTopics("")
                    if one == "/clock"
                ]
            ),
            "the end of the test's clock",
        )
        times, places = [], []
        listeners = [
            rospy.Subscriber("/clock", Clock, lambda message: times.append(message.clock.to_sec())),
            rospy.Subscriber(
                "/played/odom",
                Odometry,
                lambda message: places.append(message.header.stamp.to_sec()),
            ),
        ]
        with open(os.devnull, "wb") as log:
            play = start_child(
                [
                    "rosbag",
                    "play",
                    "--clock",
                    "--pause",
                    "--keep-alive",
                    self.path,
                    "/ego/odom:=/played/odom",
                    "__name:=player",
                ],
                log,
            )
            try:
                until(lambda: times and listeners[1].get_num_connections(), "the player's clock")
                rospy.wait_for_service("/player/pause_playback", timeout=60)
                rospy.ServiceProxy("/player/pause_playback", SetBool)(False)
                until(lambda: len(places) >= MESSAGES // 2, "what was recorded")
            finally:
                end_child(play)
                for listener in listeners:
                    listener.unregister()
        self.assertEqual(times, sorted(times))
        self.assertAlmostEqual(times[0], places[0], delta=0.2)
        self.assertEqual(places, sorted(places))


if __name__ == "__main__":
    rostest.rosrun("sim", "record_test", RecordTest)
