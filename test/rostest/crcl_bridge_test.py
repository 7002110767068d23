#!/usr/bin/env python3
"""CRCL over TCP against ROS, for the simulated or the real robot.

Commands of a client arrive on crcl/command, the controller's statuses reach the client.
"""

import os
import subprocess
import sys
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

import rospy
import rostest
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import Point, Pose, Quaternion
from sensor_msgs.msg import JointState, Range
from std_msgs.msg import Bool, String

from sim.crcl import EnableSensor, EndCanon, Guard, InitCanon, MoveTo, SetLengthUnits, StopMotion
from sim.msg import CrclCommand, CrclStatus, GripperState
from sim.ros.conversions import header
from sim.srv import CrclSynchronise, SetTarget

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, os.pardir, "crcl")]
from crcl_controller import at  # noqa: E402
from crcl_robot import Client, Robot  # noqa: E402
from simulator_client import Subscription, program, until  # noqa: E402

MOTIONS = ("MoveTo", "MoveThroughTo", "ActuateJoints", "MoveScrew")


class Controller:
    """A mock robot_controller. Motions take ``slow`` s and end at their last pose."""

    def __init__(self, name: str) -> None:
        self.commands, self.slow, self._begun = [], 0.05, 0.0
        self.pose = Pose(Point(0.5238, -0.1067, 0.3), Quaternion(1.0, 0.0, 0.0, 0.0))
        self._publisher = rospy.Publisher(f"/{name}/crcl/status", CrclStatus, queue_size=10)
        rospy.Subscriber(f"/{name}/crcl/command", CrclCommand, self._take, queue_size=None)
        threading.Thread(target=self._run, daemon=True).start()

    def _take(self, command: CrclCommand) -> None:
        self._begun = time.monotonic()
        self.commands.append(command)

    def _run(self) -> None:
        while not rospy.is_shutdown():
            now, last = header(rospy.get_time()), self.commands[-1] if self.commands else None
            lasts = self.slow if last and last.type in MOTIONS else 0.0
            state = (
                CrclStatus.READY
                if last is None
                else CrclStatus.DONE
                if time.monotonic() >= self._begun + lasts
                else CrclStatus.WORKING
            )
            if state == CrclStatus.DONE and last.waypoints:
                self.pose = last.waypoints[-1].pose
            status = CrclStatus(
                header=now,
                id=last.id if last else 0,
                state=state,
                pose=self.pose,
                override=1.0,
                tool="jaws",
                joints=JointState(
                    header=now, position=[0.1] * 6, velocity=[0.0] * 6, effort=[0.0] * 6
                ),
                gripper=GripperState(header=now, width=0.04, holding=True),
                gripper_known=True,
            )
            try:
                self._publisher.publish(status)
            except rospy.ROSException:
                return
            time.sleep(0.01)

    @property
    def types(self) -> list:
        return [command.type for command in self.commands]


class CrclBridgeTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        rospy.init_node("crcl_bridge_test")
        cls.statuses = {}
        rospy.Subscriber(
            "/diagnostics",
            DiagnosticArray,
            lambda array: cls.statuses.update({one.name: one for one in array.status}),
        )
        cls.ports = {
            name: until(
                lambda name=name: rospy.get_param(f"/{name}/crcl_bridge/bound_port", 0),
                f"port of {name}",
            )
            for name in ("fanuc", "motoman")
        }
        cls.fanuc, cls.motoman = Controller("fanuc"), Controller("motoman")

    def client(self, name: str = "fanuc") -> Client:
        client = Client(self.ports[name])
        self.addCleanup(client.socket.close)
        return client

    def set_target(self, target: str):
        rospy.wait_for_service("/fanuc/set_target", 300.0)
        return rospy.ServiceProxy("/fanuc/set_target", SetTarget)(target)

    def test_commands_arrive_in_si_and_the_status_is_in_the_clients_units(self) -> None:
        client = self.client()
        client.done(InitCanon(1), SetLengthUnits(2, "inch"))
        client.done(MoveTo(2**40, True, at(10.0, -2.0, 12.0), name="over the tray"))
        command = self.fanuc.commands[-1]
        self.assertEqual(
            (command.type, command.command_id, command.name, command.straight),
            ("MoveTo", 2**40, "over the tray", True),
        )
        self.assertAlmostEqual(command.waypoints[0].pose.position.x, 0.254, 9)
        self.assertEqual(
            (
                command.header.frame_id,
                command.waypoints[0].trans_speed.relative,
                command.waypoints[0].trans_speed.value,
            ),
            ("world", True, 0.5),
        )
        ids = [one.id for one in self.fanuc.commands]
        self.assertEqual(ids, list(range(ids[0], ids[0] + len(ids))))
        status = until(
            lambda: (
                lambda told: told if abs(told.pose_status.pose.point.x - 10.0) < 1e-6 else None
            )(client.ask()),
            "end pose",
        )
        self.assertEqual(
            (status.gripper_status.gripper_name, status.gripper_status.holding_object),
            ("jaws", True),
        )
        self.assertAlmostEqual(status.gripper_status.separation, 0.04 / 0.0254, 6)
        client.done(EndCanon(3))

    def test_two_robots_are_two_sessions_with_their_own_units_and_registration(self) -> None:
        first, second = self.client("fanuc"), self.client("motoman")
        first.done(InitCanon(1))
        second.done(InitCanon(1))
        before = len(self.fanuc.commands)
        second.done(MoveTo(2, True, at(523.8, -106.7, 300.0)))
        self.assertEqual(len(self.fanuc.commands), before)
        command = self.motoman.commands[-1]
        self.assertAlmostEqual(command.waypoints[0].pose.position.x, 0.5238, 9)
        self.assertEqual(
            (command.waypoints[0].trans_speed.relative, command.waypoints[0].trans_speed.value),
            (False, 0.25),
        )
        point = until(lambda: second.ask().pose_status, "pose").pose.point
        # With the offset of -4 mm that the controller adds there, this is the robot's position;
        # nearly, since the offset is that of the report.
        self.assertAlmostEqual(point.x, 523.8 + 4.0, delta=0.35)
        self.assertAlmostEqual(point.y, -106.7, delta=0.35)
        second.done(EndCanon(3))

    def test_synchronise_answers_once_the_session_has_a_status_of_a_time(self) -> None:
        client = self.client()
        client.done(InitCanon(1))
        rospy.wait_for_service("/fanuc/crcl_bridge/synchronise", 300.0)
        synchronise = rospy.ServiceProxy(
            "/fanuc/crcl_bridge/synchronise", CrclSynchronise, persistent=True
        )
        self.addCleanup(synchronise.close)
        for number in range(20):
            self.fanuc.pose = Pose(
                Point(0.3 + 0.001 * number, 0.0, 0.3), Quaternion(1.0, 0.0, 0.0, 0.0)
            )
            # Statuses before this time may have been on their way already.
            answer = synchronise(rospy.Time.now())
            self.assertTrue(answer.success, answer.status_message)
            point = client.ask().pose_status.pose.point
            self.assertAlmostEqual(point.x, 0.3 + 0.001 * number, 9)
        late = synchronise(rospy.Time.now() + rospy.Duration(3600.0))
        self.assertFalse(late.success)
        self.assertIn("or later came on /fanuc/crcl/status within 0.5 s", late.status_message)
        client.done(EndCanon(2))

    def test_a_guard_watches_a_topic(self) -> None:
        part, ranges = (
            rospy.Publisher("/bin/part", Bool, queue_size=1),
            rospy.Publisher("/bin/range", Range, queue_size=1),
        )
        until(
            lambda: part.get_num_connections() and ranges.get_num_connections(),
            "bridge on the sensors' topics",
        )
        client = self.client()
        client.done(InitCanon(1), EnableSensor(2, "range"))
        ranges.publish(Range(range=0.25))
        told = until(lambda: client.ask().sensor_statuses, "reading")
        self.assertAlmostEqual(told.scalar_sensor_status[0].scalar_value, 0.25, 6)
        self.fanuc.slow = 1000.0
        part.publish(Bool(False))
        client.send(
            MoveTo(3, True, at(0.3, 0.0, 0.3), guard=(Guard("part_present", "OVER_MAX", 1.0),))
        )
        client.wait("3 Working")
        part.publish(Bool(True))
        self.assertIn("guard on part_present.On OVER_MAX 1 tripped at 1", client.wait("3 Done"))
        self.assertEqual(
            (self.fanuc.types[-1], self.fanuc.commands[-1].text), ("StopMotion", "Fast")
        )
        self.fanuc.slow = 0.05
        client.done(EndCanon(4))

    def test_a_client_that_vanishes_mid_motion_stops_the_robot_and_another_may_go_on(self) -> None:
        self.fanuc.slow = 1000.0
        client = self.client()
        client.done(InitCanon(1))
        client.send(MoveTo(2, True, at(0.3, 0.0, 0.3)))
        client.wait("2 Working")
        client.socket.sendall(b"<CRCLCommandInstance><CRCLCommand")
        client.socket.close()
        other = self.client()
        self.assertIn("that commanded", other.wait("2 Error"))
        until(lambda: self.fanuc.types[-1] == "StopMotion", "stop")
        self.fanuc.slow = 0.05
        other.done(InitCanon(3), MoveTo(4, True, at(0.3, 0.0, 0.3)), EndCanon(5))

    def test_bad_documents_are_errors_and_diagnostics_say_so(self) -> None:
        client = self.client()
        client.done(InitCanon(1))
        client.socket.sendall(b"<CRCLCommandInstance><CRCLCommand/></CRCLCommandInstance>")
        client.wait("1 Error")
        until(
            lambda: (
                self.statuses.get("/fanuc/crcl_bridge: session")
                and self.statuses["/fanuc/crcl_bridge: session"].level == 1
            ),
            "warning",
        )
        values = {
            one.key: one.value
            for one in until(
                lambda: self.statuses.get("/fanuc/crcl_bridge: server"), "diagnostics"
            ).values
        }
        self.assertGreaterEqual(int(values["refused"]), 1)
        client.send(StopMotion(1, "Normal"))
        client.wait("1 Done")
        client.done(EndCanon(5))

    def test_simulated_and_real_are_switched_while_clients_notice_nothing(self) -> None:
        target = Subscription("/fanuc/target", String)
        target.wait(lambda message: message.data == "simulated")
        answer = self.set_target("real")
        self.assertFalse(answer.success)
        self.assertIn("/fanuc/real/crcl/command has no subscriber", answer.status_message)
        self.assertFalse(self.set_target("virtual").success)
        sources = {
            name: rospy.Publisher(topic, String, queue_size=1)
            for name, topic in (("simulated", "/simulated/objects"), ("real", "/camera/objects"))
        }
        with Robot(slow=0.05) as real:
            words = [
                program("crcl_client"),
                "__ns:=/fanuc/real",
                f"_robot:=127.0.0.1:{real.server.port}",
            ]
            process = subprocess.Popen(words, stdin=subprocess.DEVNULL)
            self.addCleanup(process.wait)
            self.addCleanup(process.terminate)
            client = self.client()
            client.done(
                InitCanon(1),
                SetLengthUnits(2, "millimeter"),
                MoveTo(3, True, at(300.0, 0.0, 300.0)),
            )
            self.detected(sources, "simulated")
            simulated = len(self.fanuc.commands)
            until(lambda: self.set_target("real").success, "switch to the real robot")
            target.wait(lambda message: message.data == "real")
            told = client.ask().pose_status
            self.assertIsNotNone(told, "the first status of the real robot says where it is")
            self.assertAlmostEqual(told.pose.point.x, 400.0, 6)
            real.slow = 1000.0
            client.send(MoveTo(4, True, at(350.0, 50.0, 250.0)))
            client.wait("4 Working")
            begun = time.monotonic()
            refused = self.set_target("simulated")
            self.assertGreaterEqual(time.monotonic() - begun, 10.0, "switch_timeout")
            self.assertFalse(refused.success)
            self.assertIn("command 4 is under way", refused.status_message)
            real.slow = 0.05
            client.wait("4 Done")
            moved = [order for order in real.orders if order.type == "MoveTo"]
            self.assertEqual(len(moved), 1)
            self.assertAlmostEqual(moved[0].motion.waypoints[0].position[1], 0.05, 9)
            self.assertAlmostEqual(client.ask().pose_status.pose.point.x, 400.0, 6)
            self.detected(sources, "real")
            self.assertEqual(len(self.fanuc.commands), simulated)
            real.slow = 1000.0
            client.send(MoveTo(5, True, at(360.0, 50.0, 250.0)))
            client.wait("5 Working")
            with ThreadPoolExecutor() as pool:
                switched = pool.submit(self.set_target, "simulated")
                real.slow = 0.05
                self.assertTrue(switched.result().success, "the command has ended meanwhile")
            self.assertAlmostEqual(client.ask().pose_status.pose.point.x, 300.0, 6)
            client.done(MoveTo(6, True, at(320.0, 0.0, 300.0)), EndCanon(7))
            self.assertEqual(
                self.fanuc.types[simulated:],
                ["InitCanon", "MoveTo", "EndCanon"],
                "the session goes on with the simulated robot",
            )
            self.detected(sources, "simulated")

    def test_a_bridge_that_ends_stops_the_robot_and_a_new_one_goes_on_with_ids(self) -> None:
        spare = Controller("spare")
        for _ in range(2):
            spare.slow, before = 0.05, len(spare.commands)
            process = subprocess.Popen(
                [program("crcl_bridge"), "__ns:=/spare", "_port:=0"],
                stdin=subprocess.DEVNULL,
            )
            self.addCleanup(process.wait)
            self.addCleanup(process.terminate)
            client = Client(
                until(lambda: rospy.get_param("/spare/crcl_bridge/bound_port", 0), "port of spare")
            )
            client.done(InitCanon(1))
            spare.slow = 1000.0
            client.send(MoveTo(2, True, at(0.3, 0.0, 0.3)))
            until(lambda: spare.types[-1] == "MoveTo", "motion")
            process.terminate()
            until(lambda: spare.types[-1] == "StopMotion", "stop")
            process.wait(timeout=300.0)
            self.assertEqual(spare.types[before:], ["InitCanon", "MoveTo", "StopMotion"])
            self.assertFalse(rospy.has_param("/spare/crcl_bridge/bound_port"))
            client.socket.close()
        ids = [command.id for command in spare.commands]
        self.assertEqual(ids, sorted(set(ids)))

    def detected(self, sources, wanted: str) -> None:
        """Check that the relayed detections come from the wanted source alone."""
        heard = []
        subscriber = rospy.Subscriber(
            "/fanuc/objects", String, lambda message: heard.append(message.data)
        )

        def arrived() -> bool:
            for name, publisher in sources.items():
                publisher.publish(String(name))
            time.sleep(0.05)
            return len(heard) >= 3

        until(arrived, f"detections of {wanted}")
        subscriber.unregister()
        self.assertEqual(set(heard[-3:]), {wanted})


if __name__ == "__main__":
    rostest.rosrun("sim", "crcl_bridge_test", CrclBridgeTest)
