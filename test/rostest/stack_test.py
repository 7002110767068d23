#!/usr/bin/env python3
"""The example stack on 150 m of road with a crossing.

There is a light with its stop line. Its path, yielding to pedestrians, its subscriptions, a reset
of the simulator, and the death of a node.
"""

import os
import re
import sys
import time
import unittest

import numpy as np
import rosgraph
import rosnode
import rospkg
import rospy
import rostest
import yaml
from rosgraph_msgs.msg import Log
from visualization_msgs.msg import Marker, MarkerArray

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from stepper import Stepper

from sim.driving_stack.route import route
from sim.ros.conversions import yaw_from_pose
from sim.traffic.roads.network import Network

PACKAGE = rospkg.RosPack().get_path("sim")
NET = os.path.join(PACKAGE, "networks", "loop", "loop.net.xml")
RVIZ = os.path.join(PACKAGE, "config", "rviz", "ego_dev.rviz")
# Subscriptions of RViz's displays.
KINDS = {
    "rviz/MarkerArray": "visualization_msgs/MarkerArray",
    "rviz/Path": "nav_msgs/Path",
    "rviz/Image": "sensor_msgs/Image",
    "rviz/PointCloud2": "sensor_msgs/PointCloud2",
}
# Ground truth, which a car does not have.
TRUTH = re.compile(
    r"/ground_truth$|/odom$|wheel_odometry$|vehicle_state$|^/tf$|^/traffic/|^/gazebo/"
)
FRONT_DISTANCE = 2.3  # m
HALF_WIDTH = 0.9  # m
BEGIN_PLACE = 105.0  # m
DRIVE_LENGTH = 150.0  # m
MAX_DRIVE_TIME = 150.0  # s
# The drive after a reset, and the time within which it is driven.
SECOND_DRIVE_LENGTH = 15.0  # m
MAX_SECOND_DRIVE_TIME = 20.0  # s


class StackTest(unittest.TestCase):
    """One drive, recorded at each boundary; the cases look at it."""

    @classmethod
    def setUpClass(cls):
        rospy.init_node("stack_test")
        cls.said = []
        rospy.Subscriber("/rosout", Log, lambda message: cls.said.append(message.msg))
        cls.marked = set()
        rospy.Subscriber("/ego/stack/markers", MarkerArray, cls.mark)
        cls.way = route(Network.read(NET), "main_1_west_1", ["motorway_2"], "main_1_west", "way")
        cls.stepper = Stepper(["ego"])
        cls.subscribed = cls.listened_to()
        cls.types = dict(rosgraph.Master("/stack_test").getTopicTypes())
        cls.drive = []
        while not cls.drive or cls.drive[-1][1] < BEGIN_PLACE + DRIVE_LENGTH:
            cls.drive.append(cls.moment())
            assert cls.drive[-1][0] < MAX_DRIVE_TIME, (
                f"after {MAX_DRIVE_TIME} s it is at {cls.drive[-1][1]:.0f} m"
            )

    @classmethod
    def mark(cls, message):
        cls.marked |= {marker.ns for marker in message.markers if marker.action == Marker.ADD}

    @classmethod
    def moment(cls):
        """Return the car's state and surroundings.

        Time, position on the route, offset, speed, letter of the light, distance from the car's box
        to the nearest person, and whether one is on the lane ahead.
        """
        cls.stepper.step()
        state, model = cls.stepper.shown(), cls.stepper.model_state("ego", "")
        at, motion = model.pose.position, model.twist.linear
        place, aside = cls.way.course.path.project(at.x, at.y)
        lights = cls.stepper.lights(state)
        letter = next(
            lights.state[row]
            for row, name in enumerate(lights.light)
            if name == "light" and lights.link[row] == 4
        )
        yaw, away = yaw_from_pose(model.pose), state.position[:, :2] - (at.x, at.y)
        ahead = away @ (np.cos(yaw), np.sin(yaw))
        left = away @ (-np.sin(yaw), np.cos(yaw))
        box = np.hypot(
            np.maximum(np.abs(ahead) - FRONT_DISTANCE, 0.0),
            np.maximum(np.abs(left) - HALF_WIDTH, 0.0),
        )
        crossing = bool(((ahead > FRONT_DISTANCE) & (ahead < 30.0) & (np.abs(left) < 1.2)).any())
        speed = float(np.hypot(motion.x, motion.y))
        nearest = float(box.min(initial=np.inf))
        return cls.stepper.time, place, aside, speed, letter, nearest, crossing

    @classmethod
    def listened_to(cls):
        """Return the topics subscribed to by the stack's nodes, without its monitor."""
        subscriptions = rosgraph.Master("/stack_test").getSystemState()[1]
        return {
            (topic, node)
            for topic, nodes in subscriptions
            for node in nodes
            if node.startswith("/ego/stack/") and not node.endswith("/monitor")
        }

    def test_a_it_keeps_to_the_middle_of_its_lane(self):
        aside = np.array([moment[2] for moment in self.drive])
        self.assertLess(np.sqrt(np.mean(aside**2)), 0.25)
        self.assertLess(np.abs(aside).max(), 0.6)

    def test_rviz_shows_what_the_stack_publishes(self):
        with open(RVIZ, encoding="utf-8") as file:
            perspective = yaml.safe_load(file)["Visualization Manager"]
        shown = {
            topic: KINDS[display["Class"]]
            for display in perspective["Displays"]
            for name in ("Topic", "Marker Topic", "Image Topic")
            for topic in [display.get(name, "")]
            if topic.startswith("/ego/")
        }
        self.assertEqual(len(shown), 5)
        self.assertEqual({topic: self.types.get(topic) for topic in shown}, shown)
        self.assertLessEqual({"obstacles", "plan", "lights"}, self.marked)

    def test_b_it_lets_persons_cross(self):
        crossed = [moment for moment in self.drive if moment[6]]
        self.assertTrue(crossed, "nobody crossed before the car")
        self.assertGreater(min(moment[5] for moment in self.drive if moment[3] > 0.5), 0.6)

    def test_c_it_passes_the_stop_line_at_green(self):
        line = self.way.course.signals[0].stop
        passed = next(moment for moment in self.drive if moment[1] + FRONT_DISTANCE > line + 0.3)
        self.assertIn(passed[4], "Ggy")

    def test_d_it_listens_to_nothing_that_a_car_cannot_know(self):
        heard = {topic for topic, _ in self.subscribed}
        self.assertLessEqual(
            {"/ego/imu/imu", "/ego/gps/fix", "/ego/wheel_speeds", "/ego/lidar/points"}, heard
        )
        self.assertEqual([pair for pair in self.subscribed if TRUTH.search(pair[0])], [])

    def test_e_it_begins_again_when_the_simulation_is_reset(self):
        self.stepper.reset()
        moment = self.moment()
        self.assertAlmostEqual(moment[1], BEGIN_PLACE, delta=0.5)
        while moment[1] < BEGIN_PLACE + SECOND_DRIVE_LENGTH:
            self.assertLess(moment[0], MAX_SECOND_DRIVE_TIME, f"it is at {moment[1]:.1f} m")
            moment = self.moment()
            self.assertLess(abs(moment[2]), 0.6)

    def test_f_it_stops_and_says_why_when_its_lane_detector_dies(self):
        rosnode.kill_nodes(["/ego/stack/lanes"])
        begin = self.stepper.time
        moment = self.moment()
        while moment[3] > 0.05 or moment[0] < begin + 2.0:
            self.assertLess(moment[0], begin + 12.0, "it does not stop")
            moment = self.moment()
        end = time.monotonic() + 30.0
        while not any("/ego/stack/lanes has died" in line for line in self.said):
            self.assertLess(time.monotonic(), end, "nobody said that a node has died")
            time.sleep(0.1)
        silent = "nothing on /ego/stack/lanes/left for more than 1 s"
        self.assertTrue(any(silent in line for line in self.said))


if __name__ == "__main__":
    rostest.rosrun("sim", "stack", StackTest)
