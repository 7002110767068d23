"""Pictures, depths and what stands in them, against geometry; cases of sensors_test."""

from __future__ import annotations

import itertools
import unittest
from typing import Any

import numpy as np
import rospy
from nav_msgs.msg import Odometry
from poses_sent import PosesSent
from sensor_msgs.msg import (
    CameraInfo,
    Image,
    PointCloud2,
)
from sensors_room import (
    FOCAL,
    SPHERES,
    WORLD_FROM_RIG,
    Listener,
    centroid,
    cloud,
    depth_of_room,
    due,
    picture,
    pixel,
    sample,
)
from simulator_client import (
    STEP,
    call,
    now,
    place,
    pose,
    step,
    twist,
    until,
)

from sim.msg import BoundingBoxes
from sim.ros.conversions import matrix_from_pose
from sim.srv import SetWeather, SetWeatherRequest
from sim.transforms import inverse, transform_from_rpy


def set_weather(**fields: object) -> Any:
    """Return the answer of ``/gazebo/set_weather``."""
    rospy.wait_for_service("/gazebo/set_weather", 60.0)
    return rospy.ServiceProxy("/gazebo/set_weather", SetWeather)(SetWeatherRequest(**fields))


CAMERA = WORLD_FROM_RIG @ transform_from_rpy((0.2, 0.1, 0.5))


class CamerasTest(unittest.TestCase):
    def test_a_known_point_is_at_its_pixel(self) -> None:
        image, info = (
            sample("/rig/camera/image_raw", Image),
            sample("/rig/camera/camera_info", CameraInfo),
        )
        self.assertEqual(
            (image.width, image.height, image.encoding, image.header.frame_id),
            (320, 240, "rgb8", "rig/camera_optical"),
        )
        np.testing.assert_allclose(
            np.reshape(info.K, (3, 3)), [[FOCAL, 0, 159.5], [0, FOCAL, 119.5], [0, 0, 1]], rtol=1e-6
        )
        np.testing.assert_allclose(
            np.reshape(info.P, (3, 4)),
            np.hstack([np.reshape(info.K, (3, 3)), np.zeros((3, 1))]),
            rtol=1e-6,
        )
        self.assertEqual(
            (info.distortion_model, list(info.D), info.header.frame_id),
            ("plumb_bob", [0.0] * 5, image.header.frame_id),
        )
        for color, at in SPHERES.items():
            np.testing.assert_allclose(
                centroid(picture(image), color),
                pixel(CAMERA, at, FOCAL, (320, 240)),
                atol=0.5,
                err_msg=color,
            )

    def test_a_wide_angle_camera_has_points_where_its_lens_does(self) -> None:
        """Equisolid: the radius is proportional to sin(theta / 2).

        It is half the width at half of 3.4 rad.
        """
        image, info = (
            sample("/rig/wide/image_raw", Image),
            sample("/rig/wide/camera_info", CameraInfo),
        )
        focal = 200.0 / (2.0 * np.sin(3.4 / 4.0))
        self.assertEqual((info.distortion_model, len(info.D)), ("equidistant", 4))
        self.assertEqual(image.header.frame_id, "rig/wide_optical")
        np.testing.assert_allclose((info.K[0], info.K[2], info.K[5]), (focal, 199.5, 149.5))
        camera = WORLD_FROM_RIG @ transform_from_rpy((0.2, 0.0, 0.5), (0.0, 0.0, 1.3))
        for color, at in SPHERES.items():
            x, y, z = (inverse(camera) @ [*at, 1.0])[:3]
            aside = np.hypot(y, z)
            theta = np.arctan2(aside, x)
            radius = focal * 2.0 * np.sin(theta / 2.0)
            wanted = np.array([199.5 - radius * y / aside, 149.5 - radius * z / aside])
            found = centroid(picture(image), color)
            np.testing.assert_allclose(found, wanted, atol=1.0, err_msg=color)
            bent = theta + sum(k * theta ** (2 * n + 3) for n, k in enumerate(info.D))
            self.assertAlmostEqual(info.K[0] * bent, radius, delta=0.1)
        self.assertFalse(picture(image)[:8, :8].any(), "beyond the angle that is cut off")

    def test_a_picture_shows_the_world_of_its_stamp(self) -> None:
        heard = Listener("/rig/camera/image_raw", Image)
        heard.sample()
        for y in (-0.6, 1.0, 0.4):
            place("mover", pose(5.5, y, 1.6))
            image = heard.sample()
            np.testing.assert_allclose(
                centroid(picture(image), "blue"),
                pixel(CAMERA, (5.5, y, 1.6), FOCAL, (320, 240)),
                atol=0.5,
            )
        heard.close()

    def test_classes_things_flow_and_boxes_are_of_the_picture_s_pixels(self) -> None:
        """The mover's colour, label, number and flow are of the same pixels."""
        kinds = {
            "image_raw": Image,
            "semantic/image_raw": Image,
            "instance/image_raw": Image,
            "flow": Image,
            "boxes": BoundingBoxes,
        }
        heard = {name: Listener(f"/rig/camera/{name}", kind) for name, kind in kinds.items()}
        try:
            place("mover", pose(5.5, 0.0, 1.6))
            # Flow begins with a camera's second image after the subscription.
            heard["flow"].sample()
            place("mover", pose(5.5, 0.4, 1.6))
            color = heard["image_raw"].sample()
            found = {name: listener.of(color.header.stamp) for name, listener in heard.items()}
        finally:
            for listener in heard.values():
                listener.close()
        semantic, instance, flow = (
            np.frombuffer(found[f"{name}"].data, dtype).reshape(240, 320, -1).squeeze()
            for name, dtype in (
                ("semantic/image_raw", np.uint8),
                ("instance/image_raw", np.uint16),
                ("flow", np.float32),
            )
        )
        self.assertEqual(
            [found[name].encoding for name in ("semantic/image_raw", "instance/image_raw", "flow")],
            ["mono8", "16UC1", "32FC2"],
        )
        blue = picture(color)[..., 2].astype(int) - picture(color)[..., 0] > 60
        number = np.bincount(instance[blue]).argmax()
        labelled = instance == number
        around = np.lib.stride_tricks.sliding_window_view(np.pad(labelled, 1), (3, 3))
        outline = around.any(axis=(2, 3)) & ~around.all(axis=(2, 3))
        self.assertEqual(((blue != labelled) & ~outline).sum(), 0)
        # Gazebo smooths edges.
        most = 0.1 if rospy.get_param("/SIMULATOR", "") == "gazebo" else 0.02
        self.assertLess((blue != labelled).sum(), most * blue.sum())
        self.assertEqual(set(semantic[blue & ~outline]), {22})
        np.testing.assert_allclose(
            np.median(flow[instance == number], axis=0),
            pixel(CAMERA, (5.5, 0.4, 1.6), FOCAL, (320, 240))
            - pixel(CAMERA, (5.5, 0.0, 1.6), FOCAL, (320, 240)),
            atol=0.5,
        )
        self.assertEqual([box.id for box in found["boxes"].boxes], [])

    def test_weather_changes_while_it_runs_and_what_is_wrong_is_refused(self) -> None:
        heard = Listener("/rig/camera/image_raw", Image)
        try:
            clear = picture(heard.sample())
            self.assertTrue(set_weather(weather="fog").success)
            self.assertTrue(set_weather(custom=True, visibility=10.0).success)
            fog = picture(heard.sample())
            wrong = set_weather(custom=True, visibility=1.0)
            self.assertIn("5 m or more", wrong.status_message)
            wrong = set_weather(weather="fig", time_of_day="12")
            self.assertFalse(wrong.success)
            self.assertIn("did you mean fog", wrong.status_message)
            wrong = set_weather(time_of_day="26")
            self.assertIn("0 to 24", wrong.status_message)
            np.testing.assert_allclose(picture(heard.sample()), fog, atol=3)
            set_weather(weather="dry", time_of_day="0")
            night = picture(heard.sample())
            set_weather(time_of_day="world")
            again = picture(heard.sample())
        finally:
            heard.close()
        self.assertGreater(np.abs(fog - clear).mean(), 10.0)
        self.assertLess(night.mean(), 0.4 * clear.mean())
        np.testing.assert_array_equal(again, clear)

    def test_what_moved_while_nobody_looked_is_sent_to_the_scene_with_the_next_picture(
        self,
    ) -> None:
        """Gazebo's queue of poses holds ten messages. A busy machine loses the oldest."""
        if rospy.get_param("/SIMULATOR", "") != "gazebo":
            self.skipTest("the embedded simulator draws what its physics has")
        sent = PosesSent("sensors")
        try:
            until(lambda: step(0.05) and sent.text(), "pose sent by Gazebo")

            places = itertools.cycle((-0.6, 0.4))

            def told() -> bool:
                place("mover", pose(5.5, next(places), 1.6))
                step(0.5)
                stamp = sample("/rig/camera/image_raw", Image).header.stamp
                step(0.05)
                return "mover" in sent.names(stamp)

            until(told, "pose of what was moved with the next picture", 60.0)
        finally:
            sent.close()

    def test_a_picture_is_from_where_its_camera_was(self) -> None:
        call("reset_simulation")
        images, truths = (
            Listener("/glider/camera/image_raw", Image),
            Listener("/glider/ground_truth", Odometry),
        )
        images.sample()
        place("glider", pose(0, -0.5, 1.5), twist((0.5, 2.0, 0.0), (0.0, 0.0, 0.2)))
        begin = now()
        step(0.5)
        taken = due(10.0, begin + STEP, begin + 0.5)
        until(
            lambda: (
                set(np.round(taken, 6))
                <= set(np.round(images.stamps(), 6)) & set(np.round(truths.stamps(), 6))
            ),
            f"pictures and truth of {taken}",
        )
        for moment in taken:
            image, truth = (
                next(
                    message
                    for message in heard.messages
                    if abs(message.header.stamp.to_sec() - moment) < 1e-6
                )
                for heard in (images, truths)
            )
            camera = matrix_from_pose(truth.pose.pose) @ transform_from_rpy((0.1, 0.0, 0.0))
            np.testing.assert_allclose(
                centroid(picture(image), "red"),
                pixel(camera, SPHERES["red"], FOCAL, (320, 240)),
                atol=0.5,
            )
        self.assertGreaterEqual(len(taken), 4)
        images.close()
        truths.close()

    def test_depth_is_along_the_optical_axis(self) -> None:
        message, points = (
            sample("/rig/depth/depth/image_raw", Image),
            sample("/rig/depth/points", PointCloud2),
        )
        info, color = (
            sample("/rig/depth/depth/camera_info", CameraInfo),
            sample("/rig/depth/image_raw", Image),
        )
        self.assertEqual(
            (message.encoding, message.width, message.height, message.header.frame_id),
            ("32FC1", 160, 120, "rig/depth_optical"),
        )
        focal = 80.0 / np.tan(0.6)
        self.assertAlmostEqual(info.K[0], focal, 3)
        depth, expected = (
            np.frombuffer(message.data, np.float32).reshape(120, 160),
            depth_of_room(focal, (160, 120)),
        )
        self.assertTrue(np.isposinf(depth[0]).all(), "the sky over the wall")
        seen = np.isfinite(expected)
        # All but the spheres and the wall's edge.
        self.assertGreater(np.mean(np.abs(depth[seen] - expected[seen]) < 0.02), 0.98)
        x, y, z = (cloud(points)[name].reshape(120, 160) for name in "xyz")
        seen &= np.isfinite(z) & np.isfinite(depth)
        np.testing.assert_allclose(z[seen], depth[seen], rtol=1e-5)
        v, u = np.mgrid[:120, :160]
        np.testing.assert_allclose(x[seen], ((u - 79.5) * depth / focal)[seen], atol=1e-3)
        np.testing.assert_allclose(y[seen], ((v - 59.5) * depth / focal)[seen], atol=1e-3)
        self.assertEqual((points.width, points.height, color.encoding), (160, 120, "rgb8"))

    def test_disparity_of_a_stereo_pair(self) -> None:
        left, right = (sample(f"/rig/stereo/{side}/image_raw", Image) for side in ("left", "right"))
        infos = [
            sample(f"/rig/stereo/{side}/camera_info", CameraInfo) for side in ("left", "right")
        ]
        self.assertEqual(
            {message.header.frame_id for message in (left, right, *infos)},
            {"rig/stereo/left_optical"},
        )
        self.assertAlmostEqual(infos[0].P[3], 0.0)
        self.assertAlmostEqual(infos[1].P[3], -FOCAL * 0.4, 3)
        apart = centroid(picture(left), "red") - centroid(picture(right), "red")
        np.testing.assert_allclose(apart, (FOCAL * 0.4 / (SPHERES["red"][0] - 0.2), 0.0), atol=0.5)
