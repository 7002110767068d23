#!/usr/bin/env python3
"""The node sensor_noise on truth published by this test.

Same type and stamp, reproducible, lazy, delayed, faulty, changed at run time.
"""

import importlib.util
import os
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy as np
import rosbag
import rospy
import rostest
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import Point, Pose, Quaternion, Twist, Vector3
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import CameraInfo, Image, Imu, LaserScan, PointCloud2, PointField, Range

from gazebo_msgs.msg import ModelStates
from sim.noise.models.beams import POINT
from sim.ros.conversions import header, stamp
from sim.ros.node.node import offered
from sim.ros.noise.lazy import LazyTopic
from sim.srv import NoiseFault, NoiseProfile, NoiseScale, NoiseSeed

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from simulator_client import program, until

KINDS = {
    "/ego/camera/image_raw": Image,
    "/ego/camera/camera_info": CameraInfo,
    "/ego/lidar/points": PointCloud2,
    "/ego/imu/imu": Imu,
    "/late/range": Range,
    "/lossy/range": Range,
    "/gazebo/model_states": ModelStates,
}
SIZE = (24, 32)
# Parameters that the node needs.
SETUP = ("profile", "profile_path")
# Simulated s between a case's messages.
PERIOD = 0.02


def truth(topic: str, now: float):
    """Return a perfect measurement of a topic."""
    top = header(now, "sensor")
    if topic.endswith("image_raw"):
        return Image(
            header=top,
            height=SIZE[0],
            width=SIZE[1],
            encoding="rgb8",
            step=3 * SIZE[1],
            data=bytes([128]) * (3 * SIZE[0] * SIZE[1]),
        )
    if topic.endswith("camera_info"):
        return CameraInfo(
            header=top,
            height=SIZE[0],
            width=SIZE[1],
            distortion_model="plumb_bob",
            K=[20, 0, 15.5, 0, 20, 11.5, 0, 0, 1],
        )
    if topic.endswith("points"):
        points = np.zeros(100, POINT)
        points["x"] = np.linspace(5.0, 50.0, 100)
        fields = [
            PointField(name, offset, 4 if name == "ring" else 7, 1)
            for name, (_, offset) in POINT.fields.items()
        ]
        return PointCloud2(
            header=top,
            height=1,
            width=100,
            fields=fields,
            point_step=32,
            row_step=3200,
            data=points.tobytes(),
            is_dense=True,
        )
    if topic.endswith("imu"):
        return Imu(
            header=top, orientation=Quaternion(0, 0, 0, 1), linear_acceleration=Vector3(0, 0, 9.8)
        )
    if topic.endswith("range"):
        return Range(header=top, range=2.0, min_range=0.1, max_range=5.0)
    names = ["gear", "tray"]
    return ModelStates(
        name=names,
        pose=[Pose(Point(k, 0, 0), Quaternion(0, 0, 0, 1)) for k in range(2)],
        twist=[Twist() for _ in names],
    )


def content(message) -> bytes:
    """Return a message as bytes, without its sequence number.

    The number counts all messages of a publisher.
    """
    from io import BytesIO

    if hasattr(message, "header"):
        message.header.seq = 0
    buffer = BytesIO()
    message.serialize(buffer)
    return buffer.getvalue()


class Subscription:
    """Collects the messages on a degraded topic while it is open."""

    def __init__(self, topic: str, kind=None) -> None:
        self.topic, self.messages, self.changed = topic, [], threading.Condition()
        self._subscriber = rospy.Subscriber(
            "/noisy" + topic, kind or KINDS[topic], self._take, queue_size=None
        )
        until(lambda: NoiseTest.publishers[topic].get_num_connections() >= 1, f"link of {topic}")

    def _take(self, message) -> None:
        with self.changed:
            self.messages.append(message)
            self.changed.notify()

    def wait(self, count: int) -> list:
        try:
            until(lambda: len(self.messages) >= count, f"{count} messages of {self.topic}")
        except AssertionError as error:
            status = NoiseTest.statuses.get(f"/sensor_noise: {self.topic}")
            raise AssertionError(f"{error}, but {len(self.messages)}; {status}") from None
        return self.messages

    def __enter__(self) -> "Subscription":
        return self

    def __exit__(self, *error) -> None:
        self._subscriber.unregister()
        until(
            lambda: NoiseTest.publishers[self.topic].get_num_connections() == 0,
            f"end of the link of {self.topic}",
        )


class NoiseTest(unittest.TestCase):
    """Cases with their own part of the continuous time."""

    @classmethod
    def setUpClass(cls) -> None:
        rospy.init_node("noise_test")
        cls.clock = rospy.Publisher("/clock", Clock, queue_size=100)
        cls.publishers = {
            topic: rospy.Publisher(topic, kind, queue_size=1000) for topic, kind in KINDS.items()
        }
        cls.wrong = rospy.Publisher("/wrong/scan", Image, queue_size=10)
        cls.statuses = {}
        cls.node_time = 0.0
        rospy.Subscriber("/diagnostics", DiagnosticArray, cls.take_diagnostics)
        until(lambda: cls.clock.get_num_connections() >= 2, "the node's clock")
        cls.now = 10.0
        for name in ("switch_profile", "scale", "inject_fault", "reset_seed"):
            rospy.wait_for_service(f"/sensor_noise/{name}", 300.0)

    @classmethod
    def take_diagnostics(cls, array: DiagnosticArray) -> None:
        cls.statuses.update({one.name: one for one in array.status})
        cls.node_time = array.header.stamp.to_sec()

    def setUp(self) -> None:
        type(self).now = np.ceil(self.now) + 1.0
        self.tick(self.now)
        self.ask(
            "switch_profile",
            NoiseProfile,
            os.path.join(os.path.dirname(os.path.realpath(__file__)), "noise.yaml"),
            "",
        )
        self.ask("scale", NoiseScale, 1.0, "")
        self.ask("reset_seed", NoiseSeed, -1)

    def tick(self, now: float) -> None:
        """Set the clock's time, here and in the node."""
        type(self).now = now
        self.clock.publish(Clock(clock=stamp(now)))
        until(lambda: abs(rospy.get_time() - now) < 1e-9, f"time {now}")

    def ask(self, name: str, kind, *fields, success: bool = True):
        answer = rospy.ServiceProxy(f"/sensor_noise/{name}", kind)(*fields)
        self.assertEqual(answer.success, success, answer.status_message)
        return answer

    def send(self, topic: str, count: int, pause: float = 0.0) -> list:
        """Publish measurements, each at its time, and return their times."""
        times = []
        for _ in range(count):
            self.tick(round(self.now + PERIOD, 6))
            self.publishers[topic].publish(truth(topic, self.now))
            times.append(self.now)
            time.sleep(pause)
        return times

    def heard(self, topic: str, count: int, pause: float = 0.0) -> list:
        with Subscription(topic) as heard:
            self.send(topic, count, pause)
            return list(heard.wait(count))

    def test_every_type_keeps_its_type_stamp_and_frame(self) -> None:
        for topic in KINDS:
            if (
                topic.startswith("/lossy")
                or topic.startswith("/late")
                or topic == "/gazebo/model_states"
            ):
                continue
            with Subscription(topic) as heard:
                times = []
                for number in range(5):
                    times += self.send(topic, 1)
                    found = heard.wait(number + 1)
                self.assertEqual(
                    [one.header.stamp for one in found], [stamp(one) for one in times], topic
                )
                self.assertEqual({one.header.frame_id for one in found}, {"sensor"}, topic)

    def test_only_what_the_chain_is_about_changes(self) -> None:
        image = self.heard("/ego/camera/image_raw", 1)[0]
        pixels = np.frombuffer(image.data, np.uint8).astype(float)
        self.assertAlmostEqual(pixels.std(), 0.03 * 255, delta=0.6)
        self.assertAlmostEqual(pixels.mean(), 128.0, delta=1.0)
        info = self.heard("/ego/camera/camera_info", 1)[0]
        self.assertEqual(content(info), content(truth("/ego/camera/camera_info", self.now)))
        found = np.frombuffer(self.heard("/ego/lidar/points", 1)[0].data, POINT)
        self.assertLess(np.abs(found["x"] - np.linspace(5.0, 50.0, 100)).max(), 0.1)
        self.assertGreater(np.std(found["x"] - np.linspace(5.0, 50.0, 100)), 0.015)
        imu = self.heard("/ego/imu/imu", 1)[0]
        self.assertNotEqual(imu.angular_velocity.x, 0.0)
        self.assertEqual(imu.orientation, Quaternion(0, 0, 0, 1))
        states = self.heard("/gazebo/model_states", 1)[0]
        self.assertEqual(states.name, ["gear", "tray"])
        self.assertTrue(0.0 < abs(states.pose[1].position.x - 1.0) < 2e-3)

    def test_nothing_is_subscribed_to_while_nobody_listens(self) -> None:
        topic = "/ego/lidar/points"
        until(
            lambda: all(one.get_num_connections() == 0 for one in self.publishers.values()),
            "end of all links",
        )
        with Subscription(topic):
            self.assertEqual(
                [name for name, one in self.publishers.items() if one.get_num_connections()],
                [topic],
            )

    def test_the_same_bag_twice_gives_the_same_messages_whatever_the_timing(self) -> None:
        """Slowly, and then as fast as possible with half of the messages."""
        topics = ["/ego/camera/image_raw", "/ego/lidar/points", "/ego/imu/imu"]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "truth.bag")
            with rosbag.Bag(path, "w") as bag:
                for number in range(40):
                    for topic in topics:
                        now = 1000.0 + number * PERIOD
                        bag.write(topic, truth(topic, now), stamp(now))
            runs = []
            for pause, every in ((0.01, 1), (0.0, 1), (0.0, 2)):
                self.ask("reset_seed", NoiseSeed, 3)
                listeners = [Subscription(topic) for topic in topics]
                with rosbag.Bag(path) as bag:
                    for number, (topic, message, _) in enumerate(bag.read_messages()):
                        if number // len(topics) % every == 0:
                            self.publishers[topic].publish(message)
                            time.sleep(pause)
                            # Images are many bytes: rather wait than have any queue overflow.
                            expected = number // len(topics) // every + 1
                            listeners[number % len(topics)].wait(expected - 1)
                runs.append(
                    [
                        {one.header.stamp: content(one) for one in heard.wait(40 // every)}
                        for heard in listeners
                    ]
                )
                for heard in listeners:
                    heard.__exit__()
        for slow, fast, half in zip(*runs):
            self.assertEqual(len(slow), 40)
            self.assertEqual(slow, fast)
            self.assertEqual({key: slow[key] for key in half}, half)
            self.assertEqual(len(set(slow.values())), 40)

    def test_another_seed_gives_other_noise_and_the_same_one_the_same(self) -> None:
        topic, runs = "/ego/imu/imu", []
        for seed in (5, 6, 5):
            self.ask("reset_seed", NoiseSeed, seed)
            with Subscription(topic) as heard:
                for number in range(10):
                    self.publishers[topic].publish(truth(topic, 500.0 + number))
                runs.append([content(one) for one in heard.wait(10)])
        self.assertEqual(runs[0], runs[2])
        self.assertFalse(set(runs[0]) & set(runs[1]))

    def test_what_is_late_comes_when_its_delay_has_passed_and_in_order(self) -> None:
        with Subscription("/late/range") as heard:
            times = self.send("/late/range", 10)
            before = len(heard.messages)
            self.tick(self.now + 2.0)
            found = heard.wait(10)
            self.assertLess(before, 5)
            self.assertEqual([one.header.stamp for one in found], [stamp(one) for one in times])

    def test_time_may_go_back_while_something_waits(self) -> None:
        """Earlier messages do not delay later ones, even if they arrive late."""
        with Subscription("/late/range") as heard:
            before = self.send("/late/range", 3)
            type(self).node_time = 0.0
            self.tick(1.0)
            until(lambda: self.node_time == 1.0, "the node's clock to go back")
            self.publishers["/late/range"].publish(truth("/late/range", before[-1] + PERIOD))
            after = self.send("/late/range", 3)

            def come() -> bool:
                # The node may be slow: a message that is late by its clock is due later.
                self.tick(self.now + 0.5)
                return [one.header.stamp for one in heard.messages[-3:]] == [
                    stamp(one) for one in after
                ]

            until(come, "messages from after the reset")
        self.tick(1e4)

    def test_messages_are_lost_with_their_probability(self) -> None:
        with Subscription("/lossy/range") as heard:
            self.send("/lossy/range", 100)
            self.sees(
                "/lossy/range", lambda values: int(values["sent"]) + int(values["dropped"]) >= 100
            )
            self.assertTrue(25 < len(heard.messages) < 75, f"{len(heard.messages)} of 100")

    def sees(self, topic: str, condition, level: int = 0) -> str:
        """Wait for diagnostics of a topic and return their message."""
        name = f"/sensor_noise: {topic}"
        until(
            lambda: (
                name in self.statuses
                and self.statuses[name].level == level
                and condition({one.key: one.value for one in self.statuses[name].values})
            ),
            f"diagnostics of {topic}",
        )
        return self.statuses[name].message

    def test_diagnostics_say_rate_and_latency(self) -> None:
        with Subscription("/ego/imu/imu") as heard:
            self.send("/ego/imu/imu", 100)
            heard.wait(100)
            self.sees(
                "/ego/imu/imu",
                lambda values: (
                    abs(float(values["rate_hz"]) - 1.0 / PERIOD) < 0.1
                    and 0.0 < float(values["latency_ms"]) < 100.0
                ),
            )

    def test_the_factor_scales_what_runs(self) -> None:
        topic = "/ego/lidar/points"
        spreads = []
        for factor in (0.0, 1.0, 2.0):
            self.ask("scale", NoiseScale, factor, "lidar")
            found = np.frombuffer(self.heard(topic, 1)[0].data, POINT)
            spreads.append(np.std(found["x"] - np.linspace(5.0, 50.0, 100).astype(np.float32)))
        self.assertLess(spreads[0], 1e-5)
        self.assertAlmostEqual(spreads[1], 0.02, delta=0.005)
        self.assertAlmostEqual(spreads[2], 0.04, delta=0.01)
        answer = self.ask("scale", NoiseScale, -1.0, "", success=False)
        self.assertIn("at least 0", answer.status_message)
        answer = self.ask("scale", NoiseScale, 1.0, "sonar", success=False)
        self.assertIn("no chain 'sonar'", answer.status_message)

    def test_a_profile_is_switched_whole_or_not_at_all(self) -> None:
        topic = "/ego/imu/imu"
        with Subscription(topic) as heard:
            answer = self.ask(
                "switch_profile",
                NoiseProfile,
                "",
                "chains: {lidar: {models: {range: {sigma: 0.5}}}, imu: {models: {white: {sigma: "
                "-1}}}}",
                success=False,
            )
            self.assertIn("changes/chains/imu/models/white/sigma", answer.status_message)
            self.send(topic, 1)
            self.assertLess(abs(heard.wait(1)[0].angular_velocity.x), 0.6)
            self.ask(
                "switch_profile",
                NoiseProfile,
                "",
                "chains: {imu: {models: {white: {model: bias, of: angular_velocity, offset: "
                "7.0}}}}",
            )
            self.send(topic, 1)
            self.assertEqual(heard.wait(2)[1].angular_velocity.x, 7.0)
            self.ask(
                "switch_profile",
                NoiseProfile,
                "",
                "chains: {lidar: {models: {range: {sigma: 0.5}}}}",
            )
            self.assertIn(
                "profile 'vlp16_' not found",
                self.ask(
                    "switch_profile", NoiseProfile, "vlp16_", "", success=False
                ).status_message,
            )
            self.send(topic, 1)
            self.assertEqual(heard.wait(3)[2].angular_velocity.x, 7.0)

    @unittest.skipIf(
        importlib.util.find_spec("dynamic_reconfigure") is None,
        "dynamic_reconfigure is not installed",
    )
    def test_settings_change_by_dynamic_reconfigure(self) -> None:
        from dynamic_reconfigure.client import Client

        client = Client("sensor_noise", timeout=200.0)
        topic = "/ego/imu/imu"
        client.update_configuration({"factor": 0.0})
        self.assertEqual(self.heard(topic, 1)[0].angular_velocity.x, 0.0)
        changed = client.update_configuration(
            {
                "changes": "chains: {imu: {models: {white: {model: bias, of: angular_velocity, "
                "offset: 7.0}}}}"
            }
        )
        self.assertEqual(changed["changes"], "")
        self.assertEqual(self.heard(topic, 1)[0].angular_velocity.x, 7.0)
        refused = client.update_configuration({"profile": "nothing_like_it", "factor": 3.0})
        self.assertNotEqual(refused["profile"], "nothing_like_it")
        self.assertEqual(self.heard(topic, 1)[0].angular_velocity.x, 7.0)
        self.ask("scale", NoiseScale, 2.0, "")
        # Before or after the server shows the service's factor: it stays.
        self.assertEqual(client.update_configuration({"seed": 5})["factor"], 2.0)
        self.ask("scale", NoiseScale, 3.0, "")
        until(
            lambda: client.get_configuration(timeout=100.0)["factor"] == 3.0,
            "the factor of the service",
        )

    def test_faults_begin_and_end_in_time(self) -> None:
        topic = "/ego/imu/imu"
        with Subscription(topic) as heard:
            self.send(topic, 1)
            begin = self.now
            for kind, after, part, size in (
                ("blackout", 0.09, "", []),
                ("freeze", 0.29, "", []),
                ("bias", 0.49, "angular_velocity", [0.0, 5.0, 0.0]),
            ):
                self.ask(
                    "inject_fault",
                    NoiseFault,
                    "imu",
                    kind,
                    part,
                    size,
                    stamp(begin + after),
                    rospy.Duration(0.1),
                )
            times = self.send(topic, 40)
            heard.wait(36)
            found = {
                round((one.header.stamp.to_sec() - begin) / PERIOD): one for one in heard.messages
            }
            self.assertEqual(sorted(set(range(41)) - set(found)), [5, 6, 7, 8, 9], times)
            frozen = {str(found[number].angular_velocity) for number in range(14, 20)}
            self.assertEqual(len(frozen), 1)
            self.assertEqual(len({str(one.angular_velocity) for one in found.values()}), 36 - 5)
            biased = [number for number, one in found.items() if one.angular_velocity.y > 2.5]
            self.assertEqual(sorted(biased), [25, 26, 27, 28, 29])
        answer = self.ask(
            "inject_fault",
            NoiseFault,
            "imu",
            "blackot",
            "",
            [],
            rospy.Time(),
            rospy.Duration(1.0),
            success=False,
        )
        self.assertIn("did you mean 'blackout'", answer.status_message)

    def test_overload_costs_the_oldest_images_is_counted_and_no_reading_of_another_sensor(
        self,
    ) -> None:
        """As many large images as the publisher's queue holds at once.

        They are far more than can be degraded, among readings of an IMU.
        """
        topic, count = "/ego/camera/image_raw", 60
        with Subscription(topic) as images, Subscription("/ego/imu/imu") as readings:
            sent = []
            for number in range(count):
                image = truth(topic, round(self.now + PERIOD * number, 6))
                image.height, image.width, image.step = 960, 1280, 3840
                image.data = bytes(3840 * 960)
                sent.append(image.header.stamp)
                self.publishers[topic].publish(image)
                for part in range(5):
                    self.publishers["/ego/imu/imu"].publish(
                        truth("/ego/imu/imu", round(self.now + PERIOD * (number + 0.2 * part), 6))
                    )
            readings.wait(5 * count)
            until(
                lambda: images.messages and images.messages[-1].header.stamp == sent[-1],
                "the newest image",
            )
            came = [one.header.stamp for one in images.messages]
            self.assertEqual(came, sorted(came))
            self.assertEqual(len(readings.messages), 5 * count)
            self.sees_counts(
                topic,
                lambda values: (
                    0 < values["received"] - values["sent"] - values["refused"] <= values["overrun"]
                ),
            )
            self.sees_counts(
                "/ego/imu/imu", lambda values: values["overrun"] == values["missed"] == 0
            )

    def sees_counts(self, topic: str, condition) -> None:
        """Wait for diagnostics with counts that fulfil a condition, at any level."""
        name, keys = f"/sensor_noise: {topic}", ("received", "sent", "refused", "overrun", "missed")

        def fulfilled() -> bool:
            values = (
                {one.key: one.value for one in self.statuses[name].values}
                if name in self.statuses
                else {}
            )
            return bool(values) and condition({key: int(values[key]) for key in keys})

        until(fulfilled, f"counts of {topic}")

    def test_noisy_messages_say_how_sure_they_are(self) -> None:
        found = self.heard("/ego/imu/imu", 1)[0]
        self.assertEqual(
            [found.angular_velocity_covariance[place] for place in (0, 4, 8)], [0.1**2] * 3
        )
        self.assertEqual(set(found.orientation_covariance), {0.0})

    def test_a_wrong_type_is_named_and_the_others_go_on(self) -> None:
        subscriber = rospy.Subscriber("/noisy/wrong/scan", LaserScan, lambda message: None)
        until(lambda: self.wrong.get_num_connections() > 0, "link of the wrong type")
        self.wrong.publish(truth("/ego/camera/image_raw", self.now))
        said = self.sees("/wrong/scan", lambda values: int(values["refused"]) > 0, level=2)
        self.assertIn(
            "chain wrong: is for messages of type sensor_msgs/LaserScan, and the topic carries "
            "sensor_msgs/Image",
            said,
        )
        self.assertEqual(len(self.heard("/ego/imu/imu", 3)), 3)
        subscriber.unregister()

    def test_bad_messages_are_named_and_the_next_good_one_comes(self) -> None:
        topic = "/ego/camera/image_raw"
        with Subscription(topic) as heard:
            bad = truth(topic, self.now)
            bad.encoding = "bayer_rggb8"
            self.publishers[topic].publish(bad)
            self.assertIn(
                "'bayer_rggb8' is not supported", self.sees(topic, lambda values: True, level=2)
            )
            empty = truth(topic, self.now)
            empty.height, empty.data = 0, b""
            self.publishers[topic].publish(empty)
            until(
                lambda: "nothing to degrade" in self.statuses[f"/sensor_noise: {topic}"].message,
                "the other refusal",
            )
            self.send(topic, 1)
            heard.wait(1)
            self.sees(topic, lambda values: int(values["refused"]) >= 2)

    def test_a_topic_that_was_closed_while_a_message_waited_says_so(self) -> None:
        topic = LazyTopic("/closed", "/noisy/closed", Range, lambda message: None)
        topic.close()
        with self.assertRaises(rospy.ROSException):
            topic.publish(truth("/late/range", self.now))

    def test_rospys_callbacks_do_not_wait_for_a_thread_that_subscribes(self) -> None:
        """rospy may call them with a lock that this thread waits for."""
        topic = LazyTopic("/locked", "/noisy/locked", Range, lambda message: None)
        for call in (
            lambda: topic.peer_subscribe("/locked", None, None),
            lambda: topic.peer_unsubscribe("/locked", 0),
        ):
            caller = threading.Thread(target=call, daemon=True)
            with topic._lock:
                caller.start()
                caller.join(10.0)
                self.assertFalse(caller.is_alive())
        topic.close()

    def test_it_starts_again_on_the_same_master(self) -> None:
        given = [f"_{name}:={rospy.get_param('/sensor_noise/' + name)}" for name in SETUP]
        command = [program("sensor_noise"), "__name:=again", "_prefix:=/again", *given]
        for _ in range(2):
            process = subprocess.Popen(command)
            try:
                until(
                    lambda process=process: (
                        offered("/again/set_parameters") or process.poll() is not None
                    ),
                    "node that is ready",
                )
            finally:
                process.terminate()
                ended = process.wait(60.0)
            self.assertEqual(ended, 0)


if __name__ == "__main__":
    rostest.rosrun("sim", "noise_test", NoiseTest)
