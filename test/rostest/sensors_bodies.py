"""Inertial sensors, contacts, places and frames, against mechanics; cases of sensors_test."""

from __future__ import annotations

import unittest

import numpy as np
from nav_msgs.msg import Odometry
from sensor_msgs.msg import (
    Imu,
    NavSatFix,
)
from sensors_room import (
    GRAVITY,
    Listener,
    sample,
)
from simulator_client import (
    STEP,
    Subscription,
    call,
    now,
    place,
    pose,
    state,
    step,
    twist,
    until,
)
from tf2_msgs.msg import TFMessage

from gazebo_msgs.msg import ContactsState
from sim.ros.conversions import array, matrix_from_pose
from sim.transforms import transform_from_rpy


class BodiesTest(unittest.TestCase):
    def test_an_imu_at_rest_feels_its_weight(self) -> None:
        reading, turn = (
            sample("/rig/imu/imu", Imu),
            transform_from_rpy((0, 0, 0), (0, 0.5, 0))[:3, :3],
        )
        self.assertEqual(reading.header.frame_id, "rig/imu")
        np.testing.assert_allclose(array(reading.linear_acceleration), turn.T @ -GRAVITY, atol=1e-6)
        np.testing.assert_allclose(array(reading.angular_velocity), 0.0, atol=1e-9)
        q = reading.orientation
        np.testing.assert_allclose(
            [q.x, q.y, q.z, q.w], [0.0, np.sin(0.25), 0.0, np.cos(0.25)], atol=1e-9
        )

    def test_an_imu_against_differentiated_truth(self) -> None:
        call("reset_simulation")
        place("flyer", pose(0, -30, 60), twist((1.0, 2.0, 3.0), (0.5, 1.0, 5.0)))
        readings, truths = (
            Listener("/flyer/imu/imu", Imu),
            Listener("/flyer/ground_truth", Odometry),
        )
        step(0.5)
        until(lambda: len(readings.messages) > 20 and len(truths.messages) > 20, "readings")
        truth = {message.header.stamp.to_nsec(): message for message in list(truths.messages)}
        mounted, compared = transform_from_rpy((0.3, 0.1, 0.2), (0.1, 0.2, 0.3)), 0
        for reading in list(readings.messages):
            at = reading.header.stamp.to_nsec()
            if at not in truth or at - 20_000_000 not in truth:
                continue
            velocities = []
            for message in (truth[at - 20_000_000], truth[at]):
                self.assertEqual(
                    (message.header.frame_id, message.child_frame_id), ("world", "flyer/base_link")
                )
                spin, turn = (
                    array(message.twist.twist.angular),
                    matrix_from_pose(message.pose.pose)[:3, :3],
                )
                velocities.append(
                    turn @ (array(message.twist.twist.linear) + np.cross(spin, mounted[:3, 3]))
                )
            world_from_sensor = turn @ mounted[:3, :3]
            force = world_from_sensor.T @ ((velocities[1] - velocities[0]) / 0.02 - GRAVITY)
            self.assertGreater(np.linalg.norm(force), 5.0)
            np.testing.assert_allclose(
                array(reading.linear_acceleration), force, atol=0.01 * np.linalg.norm(force)
            )
            np.testing.assert_allclose(
                array(reading.angular_velocity),
                mounted[:3, :3].T @ spin,
                atol=0.01 * np.linalg.norm(spin),
            )
            compared += 1
        self.assertGreater(compared, 15)
        readings.close()
        truths.close()

    def test_contacts_carry_a_crate(self) -> None:
        call("reset_simulation")
        step(1.0)
        heard = Listener("/crate/bumper/contacts", ContactsState)
        heard.sample()
        begin = now()
        for _ in range(4):
            end = step(0.25)
            until(lambda end=end: heard.stamps()[-1] > end - 0.5 * STEP, "the last contacts")
        messages = [
            message
            for message in heard.messages
            if message.header.stamp.to_sec() > begin + 0.5 * STEP
        ]
        heard.close()
        self.assertEqual(
            (len(messages), {message.header.frame_id for message in messages}), (200, {"world"})
        )
        contacts = [contact for message in messages for contact in message.states]
        # A body on stiff ground trembles: its weight is the mean over all steps.
        mean = np.sum([array(contact.total_wrench.force) for contact in contacts], axis=0) / len(
            messages
        )
        np.testing.assert_allclose(mean, [0.0, 0.0, 98.0], atol=3.0)
        for contact in contacts:
            self.assertIn("crate", contact.collision1_name)
            self.assertIn("ground", contact.collision2_name)
            np.testing.assert_allclose(
                [point.z for point in contact.contact_positions], 0.0, atol=0.02
            )

    def test_a_place_on_earth(self) -> None:
        fix = sample("/rig/gps/fix", NavSatFix)
        east, north = (
            3 * np.cos(np.pi / 6) - 4 * np.sin(np.pi / 6),
            3 * np.sin(np.pi / 6) + 4 * np.cos(np.pi / 6),
        )
        a, e2, latitude = 6378137.0, 6.69437999014e-3, np.radians(48.0)
        n = a / np.sqrt(1 - e2 * np.sin(latitude) ** 2)
        m = n * (1 - e2) / (1 - e2 * np.sin(latitude) ** 2)
        self.assertAlmostEqual(fix.latitude, 48.0 + np.degrees(north / (m + 500.0)), 8)
        self.assertAlmostEqual(
            fix.longitude, 11.0 + np.degrees(east / (n + 500.0) / np.cos(latitude)), 8
        )
        self.assertAlmostEqual(fix.altitude, 502.0, 3)
        self.assertEqual((fix.header.frame_id, fix.status.status), ("rig/gps", 0))

    def test_truth_is_what_the_services_say(self) -> None:
        truth = sample("/ego/ground_truth", Odometry)
        where, linear, _ = state("ego")
        # The service answers a few steps later.
        np.testing.assert_allclose(
            array(truth.pose.pose.position), array(where.position), atol=0.02
        )
        self.assertLess(np.linalg.norm(array(truth.twist.twist.linear) - linear), 0.1)


class FramesTest(unittest.TestCase):
    def test_every_sensor_has_one_place_in_the_tree(self) -> None:
        heard = Subscription("/tf_static", TFMessage)
        wanted = {
            "rig/base_link": "map",
            "rig/camera": "rig/base_link",
            "rig/camera_optical": "rig/camera",
            "rig/stereo/right": "rig/stereo",
            "rig/stereo/right_optical": "rig/stereo/right",
            "mast/vlp16": "mast/base_link",
            "flyer/imu": "flyer/base_link",
        }
        tree = until(
            lambda: next(
                (
                    {each.child_frame_id: each for each in message.transforms}
                    for message in list(heard.messages)
                    if set(wanted) <= {each.child_frame_id for each in message.transforms}
                ),
                None,
            ),
            "static frames",
        )
        heard.close()
        self.assertEqual({child: tree[child].header.frame_id for child in wanted}, wanted)
        self.assertNotIn("hokuyo_link", tree)
        np.testing.assert_allclose(
            array(tree["rig/stereo/right"].transform.translation), (0.0, -0.4, 0.0), atol=1e-9
        )
        q = tree["rig/camera_optical"].transform.rotation
        np.testing.assert_allclose(np.abs([q.x, q.y, q.z, q.w]), 0.5, atol=1e-6)
        self.assertLess(q.x * q.w, 0.0)
