"""check_model's table agrees with the start of each model, on both simulators.

Poses behind fixed joints, and the errors of an IMU's plugin, are compared with their formulas.
"""

from __future__ import annotations

import os
import subprocess
import unittest
from typing import List, Set

import numpy as np
import rosgraph
import rospy
from checked_models import INERTIAL, TWO, joint, link, texts
from geometry_msgs.msg import Twist, Vector3
from nav_msgs.msg import Odometry
from plugin_robots import spawn_robot, step
from scipy.spatial.transform import Rotation
from sensor_msgs.msg import Imu, JointState
from simulator_client import Subscription, call, done, pose, until

from sim.model_check.check import SearchPaths, check_text
from sim.model_check.finding import IGNORED, ModelFinding
from sim.ros.control.description import read_control
from sim.ros.packages import package_folder

GAZEBO = os.environ.get("SIM_TEST_SIMULATOR") == "gazebo"
HERE = SearchPaths([], package_folder, lambda library: False, read_control)
P3D = "libgazebo_ros_p3d.so"


def runs(row: ModelFinding) -> bool:
    """Return whether a part is there on this simulator."""
    return (row.gazebo if GAZEBO else row.embedded) != IGNORED


def topics() -> Set[str]:
    published = rosgraph.Master("/check_start").getSystemState()[0]
    return {topic for topic, _ in published}


class CheckedStarts(unittest.TestCase):
    def setUp(self) -> None:
        call("pause_physics")
        for name in done("get_world_properties").model_names:
            if name != "ground_plane":
                done("delete_model", name)

    def test_check_model_says_what_a_start_shows(self) -> None:
        contradictions: List[str] = []
        for name, text in texts().items():
            rows = check_text(text, name, HERE)
            kind = "urdf" if "<robot " in text else "sdf"
            answer = call(f"spawn_{kind}_model", name, text, "/", pose(0.0, 0.0, 1.0), "")
            expected = all(map(runs, (row for row in rows if row.kind == "model")))
            if answer.success != expected:
                contradictions.append(f"{name}: spawned {answer.success} {answer.status_message}")
            if answer.success:
                step(0.02)
                contradictions += self._compare(name, text, rows)
                done("delete_model", name)
        self.assertEqual(contradictions, [])

    def _compare(self, name: str, text: str, rows: List[ModelFinding]) -> List[str]:
        """Return the rows that the spawned model contradicts."""
        there = done("get_model_properties", name)
        wrong = []
        for row in rows:
            part = row.name.partition(" ")[0]
            if row.kind == "joint" and "(" in row.name:
                merged = GAZEBO and "(fixed)" in row.name and f'="{part}"><preserve' not in text
                if not merged and (part in there.joint_names) != runs(row):
                    wrong.append(f"{name}: {row}")
            elif row.kind == "sensor" and "(" in row.name:
                wrong += self._topic(f"/{name}/{part}/", row, name)
            elif row.kind == "plugin" and P3D in row.name:
                topic = text.partition("<topicName>")[2].partition("<")[0]
                wrong += self._topic(f"/{topic}", row, name)
        return wrong

    def _topic(self, beginning: str, row: ModelFinding, name: str) -> List[str]:
        def published() -> bool:
            return any(topic.startswith(beginning) for topic in topics())

        if runs(row):
            try:
                until(published, f"topic {beginning}", timeout=10.0)
            except AssertionError:
                return [f"{name}: no topic {beginning}: {row}"]
            return []
        return [f"{name}: topic {beginning}: {row}"] if published() else []

    def test_poses_behind_turned_fixed_joints(self) -> None:
        """The chain has two turned fixed joints, a posed sensor, and plugins."""
        first = '<origin xyz="0.1 0.2 0.3" rpy="0.4 -0.5 1.2"/>'
        second = '<origin xyz="-0.2 0.1 0.4" rpy="-1.1 0.3 0.7"/>'
        text = '<robot name="r"><link name="world"/>' + link("base") + link("arm") + link("eye", "")
        text += joint("w", "fixed", "world", "base").replace("0 0 0.3", "0 0 1")
        for name, parent, child, origin in (
            ("a", "base", "arm", first),
            ("e", "arm", "eye", second),
        ):
            plain = joint(name, "fixed", parent, child)
            text += plain.replace('<origin xyz="0 0 0.3"/>', origin)
        text += '<gazebo reference="eye"><sensor name="s" type="imu"><pose>0.05 0.1 0 0.2 0.3 0.4'
        text += "</pose><update_rate>100</update_rate></sensor></gazebo>"
        for name, more in (("plain", ""), ("from_arm", "<frameName>arm</frameName>")):
            text += f'<gazebo><plugin name="{name}" filename="{P3D}"><bodyName>eye</bodyName>'
            text += f"<topicName>{name}</topicName>{more}</plugin></gazebo>"
        text += '<gazebo><plugin name="m" filename="libgazebo_ros_imu.so"><bodyName>eye</bodyName>'
        text += "<topicName>model_imu</topicName><rpyOffset>0.2 0.3 0.4</rpyOffset></plugin>"
        text += "</gazebo></robot>"
        spawn_robot("r", text, "/")
        arm, eye = (Rotation.from_euler("xyz", rpy) for rpy in ((0.4, -0.5, 1.2), (-1.1, 0.3, 0.7)))
        place = np.array((0.1, 0.2, 1.3)) + arm.apply((-0.2, 0.1, 0.4))
        own = Rotation.from_euler("xyz", (0.2, 0.3, 0.4))
        truth, seen = Subscription("/plain", Odometry), Subscription("/from_arm", Odometry)
        sensor, plugin = Subscription("/r/s/imu", Imu), Subscription("/model_imu", Imu)
        step(0.1)
        found = truth.wait(lambda message: True)
        self.assertEqual(found.child_frame_id, "eye")
        self._at(found.pose.pose, place, arm * eye)
        found = seen.wait(lambda message: True)
        self.assertEqual((found.header.frame_id, found.child_frame_id), ("arm", "eye"))
        self._at(found.pose.pose, np.array((-0.2, 0.1, 0.4)), eye)
        for topic in (sensor, plugin):
            message = topic.wait(lambda message: True)
            self._turned(message.orientation, arm * eye * own)
        # At rest the specific force is that of gravity, in the sensor's axes.
        up = (arm * eye * own).inv().apply((0.0, 0.0, 9.8))
        force = message.linear_acceleration
        np.testing.assert_allclose((force.x, force.y, force.z), up, atol=0.02)

    def _at(self, found: object, place: np.ndarray, turn: Rotation) -> None:
        at = found.position
        np.testing.assert_allclose((at.x, at.y, at.z), place, atol=1e-5)
        self._turned(found.orientation, turn)

    def _turned(self, found: object, turn: Rotation) -> None:
        read = Rotation.from_quat((found.x, found.y, found.z, found.w))
        self.assertLess((read * turn.inv()).magnitude(), 1e-5)

    def test_errors_of_an_imu_sensor_s_plugin(self) -> None:
        """One deviation for all ten values, and the start as the reference."""
        sensor = '<gazebo reference="base"><sensor name="{0}" type="imu"><update_rate>500'
        sensor += '</update_rate><plugin name="{0}" filename="libgazebo_ros_imu_sensor.so">'
        sensor += "<topicName>{0}</topicName><frameName>base</frameName>{1}</plugin></sensor>"
        sensor += "</gazebo>"
        text = f'<robot name="r"><link name="world"/><link name="base">{INERTIAL}</link>'
        text += joint("w", "fixed", "world", "base").replace(
            '<origin xyz="0 0 0.3"/>', '<origin xyz="0 0 1" rpy="0.1 0.2 0.7"/>'
        )
        text += sensor.format("noisy", "<gaussianNoise>0.02</gaussianNoise>")
        relative = "<initialOrientationAsReference>true</initialOrientationAsReference>"
        text += sensor.format("relative", relative + "<rpyOffset>0 0 0.5</rpyOffset>") + "</robot>"
        spawn_robot("r", text, "/")
        noisy, relative = (Subscription(f"/{name}", Imu) for name in ("noisy", "relative"))
        until(lambda: len(noisy.messages) > 300 or step(0.1) is None, "readings")
        read = np.array([_values(message) for message in noisy.messages])
        np.testing.assert_allclose(read.std(axis=0), 0.02, rtol=0.2)
        turn = Rotation.from_euler("xyz", (0.1, 0.2, 0.7))
        expected = (*turn.as_quat(), 0.0, 0.0, 0.0, *turn.inv().apply((0.0, 0.0, 9.8)))
        np.testing.assert_allclose(read.mean(axis=0), expected, atol=0.006)
        message = noisy.messages[-1]
        for given in (
            message.orientation_covariance,
            message.angular_velocity_covariance,
            message.linear_acceleration_covariance,
        ):
            np.testing.assert_allclose(given, (0.0004 * np.eye(3)).ravel(), atol=1e-12)
        message = relative.wait(lambda message: True)
        self._turned(message.orientation, Rotation.from_euler("z", 0.5))
        self.assertEqual(message.orientation_covariance[0], 0.0)

    def test_nodes_under_the_names_of_other_packages(self) -> None:
        """The time of timeouts is simulated: no step, no end."""
        sources = [
            {"name": "low", "topic": "low", "timeout": 0.5, "priority": 1},
            {"name": "high", "topic": "high", "timeout": 0.5, "priority": 9},
        ]
        rospy.set_param("/mux/topics", sources)
        urdf = f'<robot name="r">{TWO}{link("b")}'
        urdf += joint("m", "revolute", "base", "b", '<mimic joint="turn" multiplier="2"/>')
        rospy.set_param("/described", f"{urdf}</robot>")
        rospy.set_param("/states/zeros", {"turn": 0.25})
        for words in (
            ("twist_mux", "twist_mux", "__name:=mux", "cmd_vel_out:=mux_out"),
            (
                "joint_state_publisher",
                "joint_state_publisher",
                "__name:=states",
                "robot_description:=described",
                "joint_states:=described_states",
            ),
        ):
            process = subprocess.Popen(["rosrun", *words])
            self.addCleanup(process.wait)
            self.addCleanup(process.terminate)
        out = Subscription("/mux_out", Twist)
        states = Subscription("/described_states", JointState)
        low, high = (rospy.Publisher(name, Twist, queue_size=1) for name in ("/low", "/high"))
        until(lambda: low.get_num_connections() and high.get_num_connections(), "twist_mux")
        high.publish(Twist(linear=Vector3(x=2.0)))
        out.wait(lambda message: message.linear.x == 2.0)

        def passed() -> bool:
            low.publish(Twist(linear=Vector3(x=3.0)))
            step(0.1)
            return any(message.linear.x == 3.0 for message in out.messages)

        until(passed, "command of the lower priority after the timeout", timeout=20.0)
        until(lambda: states.messages or step(0.1) is None, "joint states", timeout=20.0)
        message = states.messages[0]
        self.assertEqual((message.name, list(message.position)), (["turn", "m"], [0.25, 0.5]))


def _values(of: Imu) -> List[float]:
    """Return the ten values of a message."""
    turn, rate, force = of.orientation, of.angular_velocity, of.linear_acceleration
    return [
        turn.x,
        turn.y,
        turn.z,
        turn.w,
        *(getattr(of, axis) for of in (rate, force) for axis in "xyz"),
    ]
