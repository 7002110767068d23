#!/usr/bin/env python3
"""gazebo_plugins of robots in URDF and SDF, on both simulators.

Effects and names are compared with gazebo_plugins.
"""

import math
import os
import subprocess
import sys
import unittest

import numpy as np
import rosgraph
import rospy
import rostest
from geometry_msgs.msg import (
    Point,
    TransformStamped,
    Vector3,
    Vector3Stamped,
    Wrench,
    WrenchStamped,
)
from nav_msgs.msg import Odometry
from rosgraph_msgs.msg import Log
from sensor_msgs.msg import Imu, JointState, LaserScan, NavSatFix
from std_msgs.msg import Bool, Float64
from std_srvs.srv import Empty
from tf2_msgs.msg import TFMessage

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from check_start import CheckedStarts
from launched import slow_on_gazebo
from my_robot import MyRobot
from plugin_robots import (
    CUP,
    EXAMPLE,
    FEELER,
    HAND,
    HELD,
    PHYSICS_STEP,
    THING,
    Robot,
    skid_steer,
    spawn_robot,
    step,
    tricycle,
)
from ros_controllers import Controllers
from ros_trajectories import Trajectories
from simulator_client import Subscription, at_once, call, done, now, pose, state, until, yaw

from sim.srv import SetBias

TWO_WHEELS = EXAMPLE.read_text(encoding="utf-8")
WORLDS = ["ground_plane"]


class RobotPlugins(unittest.TestCase):
    def setUp(self) -> None:
        call("pause_physics")
        for name in done("get_world_properties").model_names:
            if name not in WORLDS:
                done("delete_model", name)
        call("reset_simulation")

    def test_two_wheels_drive_a_square_and_know_where_they_are(self) -> None:
        spawn_robot("bot", TWO_WHEELS, "/", 1.0, -2.0)
        robot = Robot("")
        truth = Subscription("/ground_truth", Odometry)
        scans = Subscription("/scan", LaserScan)
        way = robot.drive_square(1.5)
        sensed, real = robot.odom.messages[-1], state("bot")[0]
        # Encoders count from where the robot began, and from 0.
        x, y = sensed.pose.pose.position.x + 1.0, sensed.pose.pose.position.y - 2.0
        drift = math.hypot(real.position.x - x, real.position.y - y)
        self.assertLess(drift / way, 0.01)
        turned = math.remainder(yaw(real) - yaw(sensed.pose.pose), 2 * math.pi)
        self.assertLess(abs(turned), math.radians(4.0))
        self.assertGreater(way, 5.9)
        self.assertEqual(sensed.header.frame_id, "odom")
        self.assertEqual(sensed.child_frame_id, "base_footprint")
        self.assertAlmostEqual(sensed.pose.covariance[0], 1e-5)
        self.assertAlmostEqual(sensed.pose.covariance[14], 1e12)
        seen = truth.wait(lambda message: message.header.stamp >= sensed.header.stamp)
        self.assertEqual((seen.header.frame_id, seen.child_frame_id), ("world", "base_footprint"))
        self.assertAlmostEqual(seen.pose.pose.position.x, real.position.x, delta=2e-3)
        self.assertAlmostEqual(seen.pose.pose.position.y, real.position.y, delta=2e-3)
        self.assertEqual(scans.wait(lambda message: True).header.frame_id, "base_scan")

    def test_wheels_report_what_they_turn_and_frames_follow(self) -> None:
        text = TWO_WHEELS.replace("<publishWheelTF>false", "<publishWheelTF>true")
        spawn_robot("bot", text, "/")
        robot, frames = Robot(""), Subscription("/tf", TFMessage)
        joints = Subscription("/joint_states", JointState)
        # 1 m/s^2 to 0.4 m/s, of wheels 0.08 m across.
        for _ in range(10):
            robot.round(0.4, 0.0)
        states = joints.wait(lambda message: message.header.stamp.to_sec() > now() - 0.03)
        self.assertEqual(states.name, ["left_wheel_joint", "right_wheel_joint"])
        for rate in states.velocity:
            self.assertAlmostEqual(rate, 0.4 / 0.04, delta=0.1)
        first = [frame for message in frames.messages for frame in message.transforms]
        pairs = {(frame.header.frame_id, frame.child_frame_id) for frame in first}
        self.assertIn(("odom", "base_footprint"), pairs)
        self.assertTrue({"left_wheel", "right_wheel"} <= {child for _, child in pairs})
        wheel = next(frame for frame in first if frame.child_frame_id == "left_wheel")
        self.assertAlmostEqual(wheel.transform.translation.y, 0.13, delta=1e-3)

    def test_wheels_speed_up_as_fast_as_they_may(self) -> None:
        spawn_robot("bot", TWO_WHEELS, "/")
        robot = Robot("")
        begin, speeds = None, []
        while not speeds or speeds[-1][1] < 0.39:
            here = robot.round(0.4, 0.0)
            speed = here.twist.twist.linear.x
            speeds.append((here.header.stamp.to_sec(), speed))
            self.assertLess(len(speeds), 30)
        rising = [(time, speed) for time, speed in speeds if 0.03 < speed < 0.37]
        (begin, slow), (end, fast) = rising[0], rising[-1]
        self.assertAlmostEqual((fast - slow) / (end - begin), 1.0, delta=0.1)

    def test_two_robots_in_namespaces_share_nothing_and_one_goes_while_it_drives(self) -> None:
        spawn_robot("one", TWO_WHEELS, "/one", 0.0, 0.0)
        spawn_robot("two", TWO_WHEELS, "/two", 0.0, 3.0)
        first, second = Robot("/one"), Robot("/two")
        scans = [Subscription(f"/{name}/scan", LaserScan) for name in ("one", "two")]
        for _ in range(10):
            here = first.round(0.4, 0.0)
        self.assertEqual(here.header.frame_id, "one/odom")
        self.assertEqual(here.child_frame_id, "one/base_footprint")
        frames = [scan.wait(lambda message: True).header.frame_id for scan in scans]
        self.assertEqual(frames, ["one/base_scan", "two/base_scan"])
        self.assertGreater(state("one")[0].position.x, 0.2)
        self.assertLess(abs(state("two")[0].position.x), 0.01)
        done("delete_model", "one")
        before = now()
        for _ in range(10):
            second.round(0.4, 0.0)
        self.assertGreater(state("two")[0].position.x, 0.2)
        self.assertAlmostEqual(now() - before, 1.0, delta=1e-6)

    def test_six_that_are_spawned_at_once_have_all_their_topics(self) -> None:
        names = [f"bot_{number}" for number in range(6)]
        spawns = [
            ("spawn_urdf_model", name, TWO_WHEELS, f"/{name}", pose(0.0, 1.0 * number, 0.0), "")
            for number, name in enumerate(names)
        ]
        self.assertTrue(all(answer.success for answer in at_once(*spawns)))
        topics = {
            f"/{name}/{topic}" for name in names for topic in ("odom", "ground_truth", "scan")
        }
        published = rosgraph.Master(rospy.get_name()).getPublishedTopics
        until(lambda: topics <= {topic for topic, _ in published("")}, "topics of all six")

    def test_four_wheels_skid_and_odometry_is_the_truth(self) -> None:
        plugin = (
            '<plugin name="drive" filename="libgazebo_ros_skid_steer_drive.so">'
            "<leftFrontJoint>left_front_joint</leftFrontJoint>"
            "<rightFrontJoint>right_front_joint</rightFrontJoint>"
            "<leftRearJoint>left_rear_joint</leftRearJoint>"
            "<rightRearJoint>right_rear_joint</rightRearJoint><wheelDiameter>0.2</wheelDiameter>"
            "<torque>20</torque><covariance_yaw>0.02</covariance_yaw></plugin>"
        )
        spawn_robot("rover", skid_steer(plugin), "/", 2.0, 0.0)
        robot = Robot("")
        for _ in range(20):
            robot.round(0.5, 0.0)
        self.assertAlmostEqual(state("rover")[1][0], 0.5, delta=0.02)
        for _ in range(20):
            robot.round(0.0, 0.8)
        here = robot.come_to_rest()
        real = state("rover")[0]
        # Wheels that skid turn the base by less than they would.
        self.assertGreater(yaw(real), 0.3)
        self.assertLess(yaw(real), 1.6)
        self.assertAlmostEqual(here.pose.pose.position.x, real.position.x, delta=1e-3)
        self.assertAlmostEqual(yaw(here.pose.pose), yaw(real), delta=1e-3)
        self.assertAlmostEqual(here.pose.covariance[35], 0.02)
        self.assertAlmostEqual(here.twist.covariance[0], 1e-4)

    def test_wheels_slip_in_proportion_to_what_pulls(self) -> None:
        wheels = "".join(
            f'<wheel link_name="{side}_{end}"><slip_compliance_longitudinal>0.8'
            "</slip_compliance_longitudinal><wheel_normal_force>25</wheel_normal_force></wheel>"
            for side in ("left", "right")
            for end in ("front", "rear")
        )
        plugins = (
            '<plugin name="drive" filename="libgazebo_ros_skid_steer_drive.so">'
            "<wheelDiameter>0.2</wheelDiameter><robotBaseFrame>base</robotBaseFrame></plugin>"
            '<plugin name="pull" filename="libgazebo_ros_force.so"><bodyName>base</bodyName>'
            '<topicName>pull</topicName></plugin><plugin name="slip" '
            f'filename="libgazebo_ros_wheel_slip.so">{wheels}</plugin>'
        )
        spawn_robot("rover", skid_steer(plugins), "/")
        robot = Robot("")
        pull = rospy.Publisher("/pull", Wrench, queue_size=1, tcp_nodelay=True)
        # Its robotNamespace is the root.
        topic = "/rover/wheel_slip/lateral_compliance"
        sideways = rospy.Publisher(topic, Float64, queue_size=1, tcp_nodelay=True)
        for publisher in (pull, sideways):
            until(publisher.get_num_connections, publisher.name)
        for _ in range(10):
            robot.round(0.5, 0.0)
        pull.publish(Wrench(Vector3(-12.0, 9.0, 0.0), Vector3()))
        self.assertTrue(self.goes_at(robot, 0.5 * (1 - 0.8 * 3.0 / 25.0), 0.0))
        sideways.publish(1.5)
        self.assertTrue(self.goes_at(robot, 0.5 * (1 - 0.8 * 3.0 / 25.0), 0.5 * 1.5 * 2.25 / 25.0))
        lines = Subscription("/rosout", Log)
        sideways.publish(-1.0)
        step(0.1)
        said = "data: must be a number of at least 0"
        until(lambda: any(said in entry.msg for entry in lines.messages), "such line")

    def goes_at(self, robot: Robot, forward: float, lateral: float) -> bool:
        """Return whether the rover reaches that speed, m/s, and keeps it."""
        for _ in range(30):
            robot.round(0.5, 0.0)
            linear = state("rover")[1]
            if max(abs(linear[0] - forward), abs(linear[1] - lateral)) < 5e-3:
                return True
        return False

    def test_a_front_wheel_steers_and_drives_and_rear_wheels_tell_where_it_is(self) -> None:
        plugin = (
            '<plugin name="drive" filename="libgazebo_ros_tricycle_drive.so">'
            "<actuatedWheelDiameter>0.2</actuatedWheelDiameter>"
            "<encoderWheelDiameter>0.2</encoderWheelDiameter>"
            "<encoderWheelSeparation>0.4</encoderWheelSeparation><steeringSpeed>1.5</steeringSpeed>"
            "<odometrySource>encoder</odometrySource><robotBaseFrame>base</robotBaseFrame>"
            "<publishWheelJointState>true</publishWheelJointState></plugin>"
        )
        spawn_robot("trike", tricycle(plugin), "/", 2.0, 0.0)
        robot, joints = Robot(""), Subscription("/joint_states", JointState)
        for _ in range(15):
            robot.round(0.4, 0.0)
        self.assertAlmostEqual(state("trike")[1][0], 0.4, delta=0.02)
        begin = yaw(state("trike")[0])
        for _ in range(10):
            robot.round(0.4, 0.5)
        # The axles are 0.5 m apart.
        self.assertAlmostEqual(state("trike")[2][2], 0.4 * math.sin(0.5) / 0.5, delta=0.03)
        here, real = robot.come_to_rest(), state("trike")[0]
        self.assertGreater(yaw(real) - begin, 0.2)
        self.assertAlmostEqual(yaw(here.pose.pose), yaw(real), delta=0.03)
        message = joints.wait(lambda message: True)
        self.assertEqual(
            message.name,
            [
                "front_steering_joint",
                "front_wheel_joint",
                "left_wheel_joint",
                "right_wheel_joint",
            ],
        )
        self.assertTrue(any(abs(one.position[0] - 0.5) < 0.03 for one in joints.messages))

    def test_a_box_slides_as_it_is_told_in_its_own_frame(self) -> None:
        plugin = (
            '<plugin name="slide" filename="libgazebo_ros_planar_move.so">'
            "<robotBaseFrame>base</robotBaseFrame><odometryRate>50</odometryRate></plugin>"
        )
        # Friction slows what slides within each step.
        smooth = "<surface><friction><ode><mu>0</mu><mu2>0</mu2></ode></friction>"
        text = skid_steer(plugin).replace("<surface>", smooth)
        spawn_robot("box", text, "/", 1.0, 0.0)
        robot, frames = Robot(""), Subscription("/tf", TFMessage)
        self.slide(robot, 0.0, math.pi / 2, 0.0)
        _, turned = self.slide(robot, 0.0, math.pi / 2, 0.0)
        self.assertAlmostEqual(turned, 0.5 * math.pi / 2, delta=0.03)
        self.slide(robot, 0.4, 0.0, 0.2)
        heading = yaw(state("box")[0])
        moved, _ = self.slide(robot, 0.4, 0.0, 0.2)
        wanted = complex(0.2, 0.1) * complex(math.cos(heading), math.sin(heading))
        self.assertAlmostEqual(moved.real, wanted.real, delta=0.01)
        self.assertAlmostEqual(moved.imag, wanted.imag, delta=0.01)
        here, real = robot.round(0.4, 0.0, 0.2), state("box")[0]
        self.assertAlmostEqual(here.twist.twist.linear.x, 0.4, delta=0.04)
        self.assertAlmostEqual(here.twist.twist.linear.y, 0.2, delta=0.04)
        self.assertAlmostEqual(here.pose.pose.position.x, real.position.x, delta=0.01)
        self.assertAlmostEqual(here.pose.covariance[35], 1e-3)
        pairs = {
            (frame.header.frame_id, frame.child_frame_id)
            for message in frames.messages
            for frame in message.transforms
        }
        self.assertIn(("odom", "base"), pairs)

    def slide(self, robot: Robot, forward: float, turning: float, lateral: float):
        """Move for half a second. Return displacement x + iy in the world, and rotation."""
        before = state("box")[0]
        for _ in range(5):
            robot.round(forward, turning, lateral)
        after = state("box")[0]
        way = complex(after.position.x - before.position.x, after.position.y - before.position.y)
        return way, math.remainder(yaw(after) - yaw(before), 2.0 * math.pi)

    def test_a_hand_s_fingers_go_together_and_its_wrist_feels_what_acts_on_them(self) -> None:
        spawn_robot("hand", HAND, "/hand")
        felt = Subscription("/hand/felt", WrenchStamped)
        applied = Subscription("/hand/applied", WrenchStamped)
        joints = Subscription("/hand/joint_states", JointState)
        push = rospy.Publisher("/hand/push", Wrench, queue_size=1, tcp_nodelay=True)
        until(push.get_num_connections, "/hand/push")
        weight = -9.8 * 1.4
        rest = self.settled(felt, lambda force: abs(force.z - weight) < 0.02)
        self.assertEqual(rest.header.frame_id, "palm")
        self.assertAlmostEqual(rest.wrench.torque.x, 0.2 * 0.1 * weight / 1.4, delta=0.01)
        self.see_what_the_palm_reads()
        # Along the fingers' axes, and about them.
        push.publish(Wrench(Vector3(5.0, 0.0, 0.0), Vector3(0.04, 0.0, 0.0)))
        self.settled(felt, lambda force: abs(force.x - 5.0) < 0.05)
        given = applied.wait(lambda message: message.wrench.force.x > 1.0)
        force = given.wrench.force
        np.testing.assert_allclose((force.x, force.y, force.z), (5.0, 0.0, 0.0), atol=1e-3)
        self.assertEqual(given.header.frame_id, "world")
        until(lambda: step(0.05) and self.turned(joints, 0) > 0.3, "finger on its way")
        for message in joints.messages[5:]:
            first, second = message.position
            self.assertAlmostEqual(second, -0.5 * first + 0.1, delta=5e-3)
        push.publish(Wrench(Vector3(math.inf, 0.0, 0.0), Vector3()))
        lines = Subscription("/rosout", Log)
        push.publish(Wrench(Vector3(math.inf, 0.0, 0.0), Vector3()))
        step(0.1)
        until(lambda: any("must be finite" in entry.msg for entry in lines.messages), "such line")

    def test_sensors_in_joints_feel_what_acts_beyond_them_in_the_axes_that_they_name(self) -> None:
        spawn_robot("feeler", FEELER, "/")
        names = ("wrist", "world", "own", "given")
        felt = {name: Subscription(f"/feeler/{name}/wrench", WrenchStamped) for name in names}
        push = Wrench(Vector3(5.0, 0.0, 0.0), Vector3(0.0, 0.0, 0.3))
        always = rospy.Duration(-1)
        done("apply_body_wrench", "feeler::arm", "", Point(), push, rospy.Time(), always)
        # N and N m; the push is at the arm's origin. The arm's y is up, its z against y.
        all_weighs, arm_weighs = 9.8 * 1.5, 9.8 * 0.5
        wanted = {
            "wrist": ("feeler/wrist", (0.0, 5.0, all_weighs), (-2.5, 0.0, -0.3)),
            "world": ("world", (5.0, 0.0, -all_weighs), (0.0, 2.5, 0.3)),
            "own": ("feeler/arm", (5.0, -arm_weighs, 0.0), (0.0, 0.3, 0.0)),
            "given": ("feeler/base_link", (-5.0, 0.0, arm_weighs), (0.0, 0.0, -0.3)),
        }

        def near(name: str) -> bool:
            found = felt[name].messages and felt[name].messages[-1].wrench
            pairs = zip((found.force, found.torque), wanted[name][1:]) if found else ()
            return bool(found) and all(
                np.allclose((one.x, one.y, one.z), right, atol=0.05) for one, right in pairs
            )

        # A push that begins rattles at first in ODE's joints.
        for name, (frame, *_) in wanted.items():
            until(lambda name=name: step(0.05) and near(name), f"wrench of {name}")
            self.assertEqual(felt[name].messages[-1].header.frame_id, frame)

    def see_what_the_palm_reads(self) -> None:
        kinds = {"imu": Imu, "inert": Imu, "fix": NavSatFix, "magnetic": Vector3Stamped}
        seen = {name: Subscription(f"/hand/{name}", kind) for name, kind in kinds.items()}
        step(0.3)
        for name, pull in (("imu", 0.0), ("inert", 0.1)):
            message = seen[name].wait(lambda message: True)
            self.assertEqual(message.header.frame_id, "palm")
            force = message.linear_acceleration
            np.testing.assert_allclose((force.x, force.y, force.z), (pull, 0.0, 9.8), atol=0.02)
        rospy.ServiceProxy("/hand/inert/set_rate_bias", SetBias)(Vector3(0.0, 0.2, 0.0))
        self.drifts(seen["inert"], 0.2)
        rospy.ServiceProxy("/hand/inert/calibrate", Empty)()
        self.drifts(seen["inert"], 0.0)
        with self.assertRaises(rospy.ServiceException):
            rospy.ServiceProxy("/hand/inert/set_accel_bias", SetBias)(Vector3(math.nan, 0.0, 0.0))
        fix = seen["fix"].wait(lambda message: True)
        np.testing.assert_allclose(
            (fix.latitude, fix.longitude, fix.altitude), (49.9, 8.9, 1.0), atol=1e-3
        )
        field = seen["magnetic"].wait(lambda message: True).vector
        np.testing.assert_allclose((field.x, field.y, field.z), (0.5, 0.0, -(0.75**0.5)), atol=1e-3)

    def drifts(self, inert: Subscription, wanted: float) -> None:
        """Step until the resting unit reports this rate about y, rad/s."""

        def there() -> bool:
            step(0.05)
            return (
                bool(inert.messages) and abs(inert.messages[-1].angular_velocity.y - wanted) < 0.02
            )

        until(there, f"a drift of {wanted} rad/s")

    def settled(self, felt: Subscription, there) -> WrenchStamped:
        """Step until the wrist feels that, for longer than a contact rattles."""
        until(lambda: step(0.05) and felt.messages and there(felt.messages[-1].wrench.force), "it")
        return felt.messages[-1]

    def test_a_link_is_drawn_to_a_frame_of_tf(self) -> None:
        spawn_robot("held", HELD, "")
        step(0.2)
        self.assertAlmostEqual(state("held::body")[0].position.z, 1.0, delta=0.01, msg="no weight")
        wanted = TransformStamped()
        wanted.header.frame_id, wanted.child_frame_id = "world", "hog_desired"
        wanted.transform.translation = Vector3(0.3, -0.2, 1.4)
        wanted.transform.rotation.z, wanted.transform.rotation.w = math.sin(0.4), math.cos(0.4)
        frames = rospy.Publisher("/tf", TFMessage, queue_size=10)
        told = Subscription("/tf", TFMessage)

        def there() -> bool:
            wanted.header.stamp = rospy.Time.from_sec(now())
            frames.publish(TFMessage([wanted]))
            step(0.1)
            here = state("held::body")[0]
            way = (here.position.x - 0.3, here.position.y + 0.2, here.position.z - 1.4)
            return bool(np.linalg.norm(way) < 1e-3 and abs(yaw(here) - 0.8) < 5e-3)

        until(there, "link at its frame")
        step(0.5)
        self.assertTrue(there(), "it stays")
        pairs = {
            (frame.header.frame_id, frame.child_frame_id)
            for message in told.messages
            for frame in message.transforms
        }
        self.assertIn(("world", "hog_actual"), pairs)

    @slow_on_gazebo
    def test_a_cup_holds_what_is_near_until_it_is_switched_off(self) -> None:
        spawn_robot("cup", CUP, "/cup")
        spawn_robot("thing", THING, "")
        holds = Subscription("/cup/grasping", Bool)
        rospy.wait_for_service("/cup/on", 30.0)
        rospy.ServiceProxy("/cup/on", Empty)()
        step(1.0)
        # It hung 3 cm below the cup.
        self.assertAlmostEqual(state("thing")[0].position.z, 0.03, delta=0.015)
        self.assertTrue(holds.wait(lambda message: message.data).data)
        rospy.ServiceProxy("/cup/off", Empty)()
        step(0.3)
        self.assertLess(state("thing")[0].position.z, -0.2)
        self.assertFalse(holds.messages[-1].data)
        # The second robot has no services of these names; those of the first stay.
        spawn_robot("second", CUP, "/cup", 5.0)
        step(0.1)
        rospy.ServiceProxy("/cup/on", Empty)()

    def test_a_program_spawns_as_gazebo_ros_s_does_and_takes_its_model_with_it(self) -> None:
        words = "-urdf -param /two_wheels -model bot -x 1 -robot_namespace /held -wait {} -b "
        words += "-J left_wheel_joint 0.7 -J right_wheel_joint -0.4"
        rospy.set_param("/two_wheels", TWO_WHEELS)
        program = subprocess.Popen(
            ["rosrun", "gazebo_ros", "spawn_model", *words.format(WORLDS[0]).split()],
            stdin=subprocess.DEVNULL,
        )
        try:
            until(lambda: "bot" in done("get_world_properties").model_names, "model")
            joints = Subscription("/held/joint_states", JointState)
            until(
                lambda: step(PHYSICS_STEP) and abs(self.turned(joints, 0) - 0.7) < 0.02,
                "joint at 0.7",
            )
            self.assertAlmostEqual(self.turned(joints, 1), -0.4, delta=0.02)
            self.assertAlmostEqual(state("bot")[0].position.x, 1.0, delta=1e-3)
        finally:
            program.terminate()
        self.assertEqual(program.wait(30.0), 0)
        self.assertNotIn("bot", done("get_world_properties").model_names)

    def turned(self, joints: Subscription, index: int) -> float:
        """Return the angle of a joint in rad, 0 if unknown."""
        return joints.messages[-1].position[index] if joints.messages else 0.0

    def test_a_plugin_that_is_wrong_is_said_in_a_line_and_all_else_goes_on(self) -> None:
        lines = Subscription("/rosout", Log)
        wrong = {
            "joint": (
                TWO_WHEELS.replace("<leftJoint>left_wheel_joint", "<leftJoint>absent"),
                "<leftJoint> names 'absent', which is not a movable joint of the model",
            ),
            "wheel": (
                TWO_WHEELS.replace("<wheelDiameter>0.08", "<wheelDiameter>0"),
                "<wheelDiameter> is '0'; write a number above 0",
            ),
            "word": (
                TWO_WHEELS.replace("<odometrySource>encoder", "<odometrySource>guess"),
                "<odometrySource> is 'guess'; write encoder or world",
            ),
        }
        for number, (name, (text, _)) in enumerate(wrong.items()):
            spawn_robot(name, text, f"/{name}", 0.0, 2.0 * number)
        absent = TWO_WHEELS.replace("libgazebo_ros_p3d.so", "libnowhere_to_be_found.so")
        spawn_robot("bot", absent, "/", 0.0, -2.0)
        for name, (_, said) in wrong.items():
            line = lines.wait(lambda entry, said=said: said in entry.msg).msg
            self.assertIn(f"{name}: plugin drive: ", line)
            self.assertNotIn("\n", line)
        robot, before = Robot(""), now()
        for _ in range(10):
            robot.round(0.4, 0.0)
        self.assertGreater(state("bot")[0].position.x, 0.2)
        self.assertAlmostEqual(now() - before, 1.0, delta=1e-6)
        robot.command(math.nan, 0.0)
        step(0.1)
        until(lambda: any("must be finite" in entry.msg for entry in lines.messages), "such line")


def everything() -> unittest.TestSuite:
    """Return all cases, which share one launch.

    rosunit takes one class, or one suite by its name.
    """
    kinds = (RobotPlugins, Trajectories, Controllers, MyRobot, CheckedStarts)
    return unittest.TestSuite(map(unittest.defaultTestLoader.loadTestsFromTestCase, kinds))


if __name__ == "__main__":
    rospy.init_node("robot_plugins_test")
    rostest.rosrun("sim", "robot_plugins", "robot_plugins_test.everything")
