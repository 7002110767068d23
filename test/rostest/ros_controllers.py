"""Controllers of ros_control with YAML files and topics, on both simulators."""

import math
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import numpy as np
import rospy
from actionlib_msgs.msg import GoalStatus
from controlled_robots import (
    BEST_EFFORT,
    CONTROLLERS,
    POSITION,
    WORLDS,
    ControlledCase,
    Manager,
    link,
    robot,
    spawn_controlled,
    transmission,
)
from launched import slow, slow_on_gazebo
from plugin_robots import EXAMPLE, PHYSICS_STEP, Robot, spawn_robot, step
from rosgraph_msgs.msg import Log
from sensor_msgs.msg import JointState
from simulator_client import Subscription, call, done, now, state, until
from std_msgs.msg import Float64, Float64MultiArray
from trajectory_client import goal, point
from trajectory_msgs.msg import JointTrajectory

from control_msgs.msg import (
    FollowJointTrajectoryAction,
    GripperCommandAction,
    GripperCommandGoal,
    JointTrajectoryControllerState,
)

WHEELS = """
base_controller:
  type: diff_drive_controller/DiffDriveController
  left_wheel: left_wheel_joint
  right_wheel: [right_wheel_joint]
  publish_rate: 50
  pose_covariance_diagonal: [0.001, 0.001, 1000000.0, 1000000.0, 1000000.0, 0.03]
  base_frame_id: base_footprint
  cmd_vel_timeout: 10.0
  linear: {x: {has_acceleration_limits: true, max_acceleration: 1.0}}
"""

# A finger that slides along x, 1.2 m high, and a wall in its way at 0.1 m.
FINGER = (
    f'<robot name="press"><link name="world"/>{link("base", 2, 0.1)}'
    '<joint name="mount" type="fixed"><parent link="world"/><child link="base"/>'
    '<origin xyz="0 0 1.2"/></joint>'
    '<link name="finger"><inertial><mass value="0.2"/>'
    '<inertia ixx="2e-4" iyy="2e-4" izz="2e-4" ixy="0" ixz="0" iyz="0"/></inertial>'
    '<collision><geometry><box size="0.02 0.02 0.1"/></geometry></collision></link>'
    '<joint name="slide" type="prismatic"><parent link="base"/><child link="finger"/>'
    '<axis xyz="1 0 0"/><limit lower="0" upper="0.2" effort="30" velocity="0.5"/></joint>'
    f"{transmission('slide', POSITION)}"
    '<gazebo><plugin name="control" filename="libgazebo_ros_control.so"/></gazebo></robot>'
)
WALL = (
    '<sdf version="1.6"><model name="wall"><static>true</static>'
    '<link name="link"><pose>0.12 0 1.2 0 0 0</pose><collision name="box"><geometry>'
    "<box><size>0.02 0.2 0.2</size></box>"
    "</geometry></collision></link></model></sdf>"
)
FINGER_CONTROLLERS = """
joint_state_controller: {type: joint_state_controller/JointStateController, publish_rate: 500}
slide_controller: {type: position_controllers/JointPositionController, joint: slide}
"""
PRESSED = 4.0  # s
LONGEST_DELAY = 0.5  # s


class Controllers(ControlledCase):
    def test_a_pressed_joint_goes_back_at_once(self) -> None:
        spawn_robot("wall", WALL, "")
        manager = spawn_controlled("press", FINGER, "/press", FINGER_CONTROLLERS)
        manager.begin("joint_state_controller", "slide_controller")
        states = Subscription("/press/joint_states", JointState)
        wanted = rospy.Publisher("/press/slide_controller/command", Float64, queue_size=1)
        until(wanted.get_num_connections, "command of the finger")

        def place() -> float:
            step(0.02)
            return states.messages[-1].position[0] if states.messages else 0.0

        wanted.publish(0.18)
        until(lambda: place() > 0.095, "finger at the wall")
        step(PRESSED)
        pressed = states.wait(lambda message: message.header.stamp.to_sec() > now() - 0.01)
        self.assertLess(pressed.position[0], 0.105)
        begin = now()
        wanted.publish(0.02)
        until(lambda: place() < 0.09, "finger on its way back")
        self.assertLess(now() - begin, LONGEST_DELAY)

    def test_a_robot_is_deleted_while_its_controllers_are_loaded(self) -> None:
        """A late call is an error of the service. The simulator continues."""

        def load(manager: Manager) -> None:
            with suppress(rospy.ServiceException):
                while manager.load("arm_controller") or manager.call(
                    "unload_controller", "arm_controller"
                ):
                    pass

        for _ in range(25):
            manager = spawn_controlled("arm", robot("arm", POSITION), "/arm", CONTROLLERS)
            with ThreadPoolExecutor(4) as pool:
                loading = [pool.submit(load, manager) for _ in range(4)]
                manager.states()
                done("delete_model", "arm")
            for one in loading:
                one.result()
        self.assertEqual(done("get_world_properties").model_names, WORLDS)

    @slow_on_gazebo
    def test_topics_command_as_the_action_does_and_controllers_take_turns(self) -> None:
        manager = spawn_controlled("arm", robot("arm", POSITION), "/arm", CONTROLLERS)
        manager.begin("joint_state_controller", "arm_controller")
        states = Subscription("/arm/joint_states", JointState)
        seen = Subscription("/arm/arm_controller/state", JointTrajectoryControllerState)
        commands = rospy.Publisher(
            "/arm/arm_controller/command", JointTrajectory, queue_size=1, tcp_nodelay=True
        )
        until(commands.get_num_connections, "command")
        commands.publish(goal(point(0.5, (0.4, 0.2), (0.0, 0.0))).trajectory)
        until(
            lambda: step(0.02) and seen.messages and seen.messages[-1].desired.positions[1] > 0.1,
            "way",
        )
        step(1.0)
        last = states.wait(lambda message: message.header.stamp.to_sec() > now() - 0.01)
        np.testing.assert_allclose(last.position[:2], (0.2, 0.4), atol=5e-3)
        # One joint, one controller.
        for name in ("elbow_controller", "group_controller", "gripper_controller"):
            self.assertTrue(manager.load(name))
        self.assertFalse(manager.switch(["elbow_controller"]))
        self.assertTrue(manager.switch(["elbow_controller"], strictness=BEST_EFFORT))
        self.assertEqual(manager.states()["elbow_controller"].state, "stopped")
        self.assertTrue(manager.switch(["elbow_controller"], ["arm_controller"]))
        claimed = manager.states()["elbow_controller"].claimed_resources[0]
        self.assertEqual((claimed.hardware_interface, claimed.resources), (POSITION, ["elbow"]))
        number = rospy.Publisher("/arm/elbow_controller/command", Float64, queue_size=1)
        until(number.get_num_connections, "command of the elbow")
        number.publish(-0.3)
        self.settle(states, (0.2, -0.3))
        self.assertTrue(manager.switch(["group_controller"], ["elbow_controller"]))
        group = rospy.Publisher("/arm/group_controller/command", Float64MultiArray, queue_size=1)
        until(group.get_num_connections, "command of both")
        group.publish(Float64MultiArray(data=[0.5, 0.6]))
        self.settle(states, (0.5, 0.6))
        self.assertTrue(manager.switch(["gripper_controller"], ["group_controller"]))
        client = self.client("/arm/gripper_controller/gripper_cmd", GripperCommandAction)
        wanted = GripperCommandGoal()
        wanted.command.position = 0.2
        client.send(wanted)
        ended, result = client.finish()
        self.assertEqual((ended, result.reached_goal), (GoalStatus.SUCCEEDED, True))
        self.settle(states, (0.5, 0.2))
        # Controllers hold joints that are put elsewhere.
        done("set_model_configuration", "arm", "", ["elbow", "shoulder"], [-0.4, 0.3])
        self.settle(states, (0.3, -0.4))
        step(0.5)
        self.settle(states, (0.3, -0.4))
        self.assertFalse(manager.call("unload_controller", "gripper_controller").ok)
        self.assertTrue(manager.call("unload_controller", "elbow_controller").ok)
        self.assertIn(
            "effort_controllers/JointTrajectoryController",
            manager.call("list_controller_types").types,
        )

    def settle(self, states: Subscription, wanted) -> None:
        """Step until the arm has reached its goal."""

        def there() -> bool:
            step(0.1)
            found = states.messages[-1] if states.messages else None
            return found is not None and np.allclose(found.position[:2], wanted, atol=5e-3)

        until(there, f"arm at {wanted}")

    @slow
    def test_a_pid_by_effort_answers_a_step_as_the_mass_it_drives(self) -> None:
        manager = spawn_controlled("arm", robot("arm", POSITION), "/arm", CONTROLLERS)
        manager.begin("joint_state_controller", "slide_controller")
        states = Subscription("/arm/joint_states", JointState)
        commands = rospy.Publisher("/arm/slide_controller/command", Float64, queue_size=1)
        until(commands.get_num_connections, "command of the slide")
        step(0.1)
        commands.publish(0.2)
        moving = until(
            lambda: (
                step(PHYSICS_STEP)
                and next((one for one in states.messages if abs(one.effort[2]) > 1.0), None)
            ),
            "step of the command",
        )
        begin = moving.header.stamp.to_sec()
        step(1.0)
        end = begin + 1.0 - 2.0 * PHYSICS_STEP
        until(lambda: states.messages[-1].header.stamp.to_sec() > end, "last joint state")
        # m x'' = p (r - x) - d x', in small steps; the effort is known a step after it acts.
        mass, x, v, response = 2.0, 0.0, 0.0, []
        for _ in range(10000):
            v += 1e-4 * (200.0 * (0.2 - x) - 20.0 * v) / mass
            x += 1e-4 * v
            response.append(x)
        errors = [
            message.position[2] - response[index]
            for message in states.messages
            for index in [round((message.header.stamp.to_sec() - begin + PHYSICS_STEP) / 1e-4)]
            if 0 <= index < 10000
        ]
        self.assertGreater(len(errors), 400)
        self.assertLess(np.abs(errors).max(), 0.05 * 0.2)

    def test_wheels_by_velocity_drive_and_know_where_they_are(self) -> None:
        urdf = EXAMPLE.read_text(encoding="utf-8")
        begin, end = urdf.index('<plugin name="drive"'), urdf.index("</plugin>") + len("</plugin>")
        velocity = "hardware_interface/VelocityJointInterface"
        urdf = urdf[:begin] + '<plugin name="c" filename="libgazebo_ros_control.so"/>' + urdf[end:]
        for name in ("left_wheel_joint", "right_wheel_joint"):
            urdf = urdf.replace("</robot>", transmission(name, velocity) + "</robot>")
        manager = spawn_controlled("wheels", urdf, "/wheels", WHEELS)
        manager.begin("base_controller")
        base = Robot("/wheels/base_controller")
        for _ in range(20):
            here = base.round(0.3, 0.5)
        self.assertEqual((here.header.frame_id, here.child_frame_id), ("odom", "base_footprint"))
        self.assertAlmostEqual(here.pose.covariance[35], 0.03)
        for _ in range(10):
            here = base.round(0.0, 0.0)
        real = state("wheels")[0].position
        way = math.hypot(real.x, real.y)
        self.assertGreater(way, 0.3)
        sensed = here.pose.pose.position
        self.assertLess(math.hypot(sensed.x - real.x, sensed.y - real.y), 0.05 * way)

    def test_what_is_wrong_is_said_in_a_line_and_all_else_goes_on(self) -> None:
        lines = Subscription("/rosout", Log)
        more = '<transmission name="bare"><joint name="elbow"/></transmission>' + transmission(
            "ghost", POSITION
        )
        text = robot("arm", POSITION, more).replace(
            'filename="libgazebo_ros_control.so"/>',
            'filename="libgazebo_ros_control.so"><robotSimType>own/HWSim</robotSimType></plugin>',
        )
        manager = spawn_controlled("arm", text, "/arm", CONTROLLERS)
        for name in ("twice_controller", "strange_controller", "absent_controller"):
            self.assertFalse(manager.load(name))
        for said in (
            "transmission ghost_trans: names joint 'ghost', which the robot lacks",
            "transmission bare: names joint elbow again",
            "<robotSimType> own/HWSim is not supported",
            "twice_controller/joints: names elbow twice",
            "is 'position_controllers/NoSuchController', which is not supported",
            "absent_controller/type: is missing",
        ):
            line = lines.wait(lambda entry, said=said: said in entry.msg).msg
            self.assertNotIn("\n", line)
        rospy.set_param("/broken/robot_description", "<robot")
        rospy.set_param("/broken/x", 1)
        crooked = text.replace('lower="-3" upper="3"', 'lower="3" upper="-3"', 1)
        rospy.set_param("/crooked/robot_description", crooked)
        odd = text.replace('velocity="4"', 'velocity="4m"', 1)
        rospy.set_param("/odd/robot_description", odd)
        for name, said in (
            ("broken", "it does not run"),
            ("crooked", "<limit> of joint shoulder has its lower 3 above its upper -3"),
            ("odd", '<limit> of joint shoulder has velocity="4m"; write a finite number'),
        ):
            call("spawn_urdf_model", name, text, f"/{name}", state("ground_plane")[0], "")
            until(
                lambda said=said: step(0.1) and any(said in entry.msg for entry in lines.messages),
                f"line about the description of {name}",
            )
        manager.begin("joint_state_controller", "arm_controller")
        client = self.client(
            "/arm/arm_controller/follow_joint_trajectory", FollowJointTrajectoryAction
        )
        client.send(goal(point(5.0, (1.0, 1.0))))
        client.active()
        done("delete_model", "arm")
        before = now()
        step(0.5)
        self.assertAlmostEqual(now() - before, 0.5, delta=1e-6)
