#!/usr/bin/env python3
"""Detectors for other nodes: messages, classes, lines over TCP, blackouts.

Also a robot's target that is switched to an external detector.
"""

import os
import socket
import subprocess
import sys
import time
import unittest

import numpy as np
import rospy
import rostest
from sensor_msgs.msg import Image
from std_srvs.srv import SetBool

from gazebo_msgs.msg import ModelStates
from sim.kitting.detection.classes import classes_of
from sim.kitting.detection.line_server import LineServer
from sim.kitting.detection.lines import LineObject, read_line, write_line
from sim.kitting.detections import Detections
from sim.msg import CrclCommand, CrclStatus
from sim.ros.conversions import header, matrix_from_pose
from sim.ros.kitting.messages import detections_from_message
from sim.srv import SetTarget
from sim.workcell.bodies import Tray
from sim.workcell.gear import Gear
from sim.workcell.layout import read_layout
from vision_msgs.msg import Detection3DArray, VisionInfo

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from simulator_client import program, until


class Received:
    """The reports on a topic."""

    def __init__(self, topic: str, classes) -> None:
        self.messages = []
        self._classes = classes
        self._subscriber = rospy.Subscriber(topic, Detection3DArray, self.messages.append)
        self.topic = topic

    def next(self, after: float = -np.inf) -> Detections:
        """Return a later report, of a time after ``after`` in s."""
        known = len(self.messages)
        until(
            lambda: len(self.messages) > known and self.last().time > after,
            f"a report on {self.topic} of after {after} s",
        )
        return self.last()

    def last(self) -> Detections:
        return detections_from_message(self.messages[-1], self._classes)


class KittingDetection(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        rospy.init_node("kitting_detection_test")
        cls.layout = read_layout(rospy.get_param("~layout"))
        cls.classes = classes_of(cls.layout)
        cls.objects = {
            name: one
            for name, one in cls.layout.models.items()
            if isinstance(one.part.body, (Gear, Tray))
        }
        cls.truth = {}
        rospy.Subscriber("/gazebo/model_states", ModelStates, cls.learn, queue_size=1)
        until(lambda: cls.objects.keys() <= cls.truth.keys(), "the layout's models", 300.0)
        cls.complete = until(rospy.get_time, "the clock")

    @classmethod
    def learn(cls, states: ModelStates) -> None:
        cls.truth = {
            name: matrix_from_pose(pose)
            for name, pose in zip(states.name, states.pose)
            if name in cls.objects
        }

    def errors(self, report: Detections) -> dict:
        """Return each object's planar distance, m, from the nearest detection.

        Detections are of the object's part.
        """
        return {
            name: min(
                (
                    float(np.linalg.norm((one.world_from_object - self.truth[name])[:2, 3]))
                    for one in report.objects
                    if one.part == placed.part.name
                ),
                default=np.inf,
            )
            for name, placed in self.objects.items()
        }

    def test_truth_is_reported_with_the_detectors_noise(self) -> None:
        report = Received("/detections", self.classes).next()
        self.assertEqual(len(report.objects), len(self.objects))
        errors = self.errors(report)
        self.assertLess(max(errors.values()), 2e-3)
        self.assertGreater(np.median(list(errors.values())), 0.1e-3)
        np.testing.assert_allclose(
            np.sqrt(np.diag(report.objects[0].covariance)[:2]), (0.28e-3, 0.33e-3), rtol=1e-6
        )

    def test_classes_are_told_as_vision_msgs_has_it(self) -> None:
        info = rospy.wait_for_message("/detection_info", VisionInfo, 60.0)
        self.assertEqual(info.method, "truth")
        self.assertEqual(
            rospy.get_param(info.database_location), [one.name for one in self.classes]
        )

    def test_each_robots_side_has_its_lines(self) -> None:
        ports = until(lambda: rospy.get_param("/object_detector/bound_port", None), "the ports")
        count = 0
        for robot, port in ports.items():
            with socket.create_connection(("127.0.0.1", port), timeout=60.0) as peer:
                line = peer.makefile("rb").readline()
            found = read_line(line, robot)
            own = [name for name in self.objects if name.startswith(f"{robot}_gear")]
            self.assertEqual(len([one for one in found if one.kind == "P"]), len(own))
            count += len(found)
        self.assertEqual(count, len(self.objects))

    def test_cameras_see_what_lies_there(self) -> None:
        report = Received("/seen/detections", self.classes).next(self.complete)
        errors = self.errors(report)
        whole = {name: value for name, value in errors.items() if name != "handover_tray"}
        self.assertLess(max(whole.values()), 0.7e-3, whole)
        drawn = rospy.wait_for_message("/seen/detections/image", Image, 120.0)
        self.assertEqual((drawn.height, drawn.encoding), (480, "rgb8"))

    def test_a_blackout_silences_topic_and_lines(self) -> None:
        switch = rospy.ServiceProxy("/object_detector/blackout", SetBool)
        port = rospy.get_param("/object_detector/bound_port/fanuc")
        received = Received("/detections", self.classes)
        received.next()
        with socket.create_connection(("127.0.0.1", port), timeout=60.0) as peer:
            lines = peer.makefile("rb")
            lines.readline()
            self.assertTrue(switch(True).success)
            begun, known = rospy.get_time(), len(received.messages)
            until(lambda: rospy.get_time() > begun + 1.0, "a second")
            # One may have been on its way.
            self.assertLessEqual(len(received.messages), known + 1)
            self.assertTrue(switch(False).success)
            after = received.next()
            self.assertGreater(after.time, begun + 0.5)
            self.assertEqual(after.lost, ())
            self.assertTrue(read_line(lines.readline(), "fanuc"))

    def test_set_target_switches_to_the_external_detectors_lines(self) -> None:
        """The bridge's detections come from /detections, then from an external detector's lines."""
        relayed = Received("/fanuc/detections", self.classes)
        self.assertEqual(len(relayed.next().objects), len(self.objects))
        server = LineServer("127.0.0.1", 0)
        detector = subprocess.Popen(
            [
                *(program("object_detector"), "__ns:=/external", "_method:=external"),
                f"_external:=127.0.0.1:{server.port}",
                f"_layout:={rospy.get_param('~layout')}",
            ]
        )
        real = rospy.Publisher("/fanuc/real/crcl/status", CrclStatus, queue_size=10)
        rospy.Subscriber("/fanuc/real/crcl/command", CrclCommand, lambda message: None)
        there = LineObject("gear_small", "P", (0.11, -0.22, 0.3), 0.7)
        lost = LineObject("gear_large", "P")
        switch = rospy.ServiceProxy("/fanuc/set_target", SetTarget)
        rospy.wait_for_service("/fanuc/set_target", 60.0)
        try:

            def external() -> bool:
                server.send(write_line([there, lost]))
                real.publish(CrclStatus(header=header(rospy.get_time()), state=CrclStatus.READY))
                time.sleep(0.1)
                return switch("real").success and len(relayed.last().objects) == 1

            until(external, "the external detector's report", 120.0)
            report = relayed.last()
            self.assertEqual(report.objects[0].part, "gear_small")
            self.assertEqual(report.lost, ("gear_large",))
            np.testing.assert_allclose(
                report.objects[0].world_from_object[:2, 3], (0.11, -0.22), atol=1e-6
            )
            until(lambda: switch("simulated").success, "the way back")
            until(
                lambda: len(relayed.next().objects) == len(self.objects), "the simulator's reports"
            )
        finally:
            detector.terminate()
            detector.wait(20.0)
            server.close()


if __name__ == "__main__":
    rostest.rosrun("sim", "kitting_detection_test", KittingDetection)
