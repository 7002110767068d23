#!/usr/bin/env python3
"""What sensors measure, against what geometry and mechanics say; the same on both simulators."""

import itertools
import os
import subprocess
import sys
import threading
import unittest
from typing import Any, ClassVar, List, Tuple

import numpy as np
import rospy
import rostest
from geometry_msgs.msg import Point, Pose, Quaternion
from nav_msgs.msg import Odometry
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
from tf2_msgs.msg import TFMessage

from gazebo_msgs.msg import ContactsState
from sim.msg import BoundingBoxes, VehicleState
from sim.ros.conversions import array, matrix_from_pose
from sim.sdf.lidar_devices import DEVICES
from sim.srv import SetWeather, SetWeatherRequest
from sim.transforms import transform_from_rpy

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from poses_sent import PosesSent
from sensors_room import (
    GRAVITY,
    MAST,
    RIG,
    SPHERES,
    Listener,
    centroid,
    cloud,
    depth_of_room,
    due,
    picture,
    pixel,
    room_distance,
    room_range,
    sample,
)
from simulator_client import (
    STEP,
    Subscription,
    call,
    done,
    now,
    place,
    pose,
    resident_bytes,
    state,
    step,
    twist,
    until,
    yaw,
)


def set_weather(**fields: object) -> Any:
    """The answer of ``/gazebo/set_weather``."""
    rospy.wait_for_service("/gazebo/set_weather", 60.0)
    return rospy.ServiceProxy("/gazebo/set_weather", SetWeather)(SetWeatherRequest(**fields))


CAMERA = RIG @ transform_from_rpy((0.2, 0.1, 0.5))
FOCAL = 160.0 / np.tan(0.5)


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
        """The mover: its colour, its label, its number and its way are of the same pixels."""
        if rospy.get_param("/SIMULATOR", "") == "gazebo":
            self.skipTest("Gazebo has no such sensors")
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
            heard["image_raw"].sample()
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
        self.assertLess((blue != (instance == number)).sum(), 0.02 * blue.sum())
        self.assertEqual(set(semantic[blue]), {22})
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
        """Gazebo's queue of poses holds ten messages, of which a busy machine loses the oldest."""
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


BRICK = (
    "<sdf version='1.6'><model name='brick'><static>1</static><link "
    "name='link'>{}</link></model></sdf>"
).format(
    "".join(
        f"<{kind} name='cube'><geometry><box><size>1 1 1</size></box></geometry></{kind}>"
        for kind in ("collision", "visual")
    )
)
BAT = (
    "<sdf version='1.6'><model name='bat'><static>1</static><link name='link'><sensor "
    "name='sonar' type='sonar'>"
    "<update_rate>20</update_rate><sonar><min>0.2</min><max>10</max><radius>5.463025</radius></sonar></sensor></link></model></sdf>"
)
# A board that turns before a scanner; 5 m ahead, 20 m wide and 0.2 m thick.
BOARD = """<sdf version='1.6'><model name='board'><link name='link'><gravity>0</gravity>
  <inertial><mass>10</mass><inertia><ixx>300</ixx><iyy>10</iyy><izz>300</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia>
  </inertial><visual name='board'><geometry><box><size>0.2 20 4</size></box></geometry></visual>
  </link></model></sdf>"""
WATCH = """<sdf version='1.6'><model name='watch'><static>1</static><link name='link'>
<sensor name='lidar' type='ray'>
  <update_rate>10</update_rate><ray><scan><horizontal><samples>1801</samples><min_angle>-1</min_angle><max_angle>1</max_angle>
  </horizontal><vertical><samples>2</samples><min_angle>-0.1</min_angle><max_angle>0.1</max_angle></vertical></scan>
  <range><min>0.5</min><max>30</max></range></ray></sensor></link></model></sdf>"""


class ScannersTest(unittest.TestCase):
    def test_a_laser_scan_of_the_room(self) -> None:
        scan = sample("/rig/laser/scan", LaserScan)
        self.assertEqual((scan.header.frame_id, len(scan.ranges)), ("rig/laser", 181))
        np.testing.assert_allclose(
            [scan.angle_min, scan.angle_max, scan.angle_increment, scan.scan_time],
            [-1.5, 1.5, 3.0 / 180, 0.05],
            rtol=1e-5,
        )
        angles = scan.angle_min + scan.angle_increment * np.arange(181)
        ranges, cosines = room_range((0.5, 0.0), angles + 0.3)
        np.testing.assert_array_equal(np.isposinf(scan.ranges), ranges > 11.0)
        hit = ranges < 11.0
        np.testing.assert_allclose(np.array(scan.ranges)[hit], ranges[hit], atol=1e-3)
        np.testing.assert_allclose(
            np.array(scan.intensities)[hit], 255 * 0.5 * cosines[hit], atol=1.0
        )

    def test_a_scan_of_what_is_drawn(self) -> None:
        scan = sample("/rig/gpu_laser/scan", LaserScan)
        angles = scan.angle_min + scan.angle_increment * np.arange(91)
        np.testing.assert_allclose(scan.ranges, 9.5 / np.cos(angles), atol=0.02)

    def test_rings_azimuths_and_times_of_a_device(self) -> None:
        heard, device, phases = (
            Listener("/mast/vlp16/points", PointCloud2),
            DEVICES["VLP-16"],
            set(),
        )
        for _ in range(3):
            message = heard.sample()
            points = cloud(message)
            self.assertEqual(
                [(field.name, field.offset) for field in message.fields],
                [("x", 0), ("y", 4), ("z", 8), ("intensity", 16), ("ring", 20), ("time", 24)],
            )
            self.assertEqual((message.point_step, message.header.frame_id), (32, "mast/vlp16"))
            self.assertTrue(24000 < len(points) <= 16 * 1809, len(points))
            position = np.stack([points[name] for name in "xyz"], axis=1).astype(float)
            sensor = MAST @ transform_from_rpy((0.1, 0.0, 0.2))
            self.assertLess(room_distance(position @ sensor[:3, :3].T + sensor[:3, 3]).max(), 1e-3)
            elevation = np.arcsin(position[:, 2] / np.linalg.norm(position, axis=1))
            np.testing.assert_allclose(
                elevation, np.sort(device.elevations)[points["ring"]], atol=1e-5
            )
            # Since the scan's begin, 0.1 s before the stamp.
            time = points["time"].astype(float) + 0.1
            self.assertTrue(
                (np.diff(time) > 0.0).all() and time[0] >= 0.0 and time[-1] < 0.1, "in firing order"
            )
            turned = np.arctan2(position[:, 1], position[:, 0]) + 2.0 * np.pi * 10.0 * time
            np.testing.assert_allclose(np.cos(turned), 1.0, atol=1e-6)
            begin = message.header.stamp.to_sec()
            phase = np.ceil(begin / device.firing_time - 1e-6) * device.firing_time - begin
            firings = (time[points["ring"] == 0] - phase) / device.firing_time
            np.testing.assert_allclose(firings, np.round(firings), atol=0.01)
            phases.add(round(phase, 9))
        self.assertGreater(len(phases), 1, "a head that runs free begins elsewhere each time")
        heard.close()

    def test_a_moving_lidar_s_scan_is_the_room_once_it_is_deskewed(self) -> None:
        call("reset_simulation")
        clouds, truths = (
            Listener("/glider/lidar/points", PointCloud2),
            Listener("/glider/ground_truth", Odometry),
        )
        place("glider", pose(-1.0, -1.0, 1.5), twist((4.0, 2.0, 0.3), (0.0, 0.0, 1.5)))
        begin = now()
        step(0.5)
        end = np.floor(now() * 10.0 + 1e-6) / 10.0
        until(
            lambda: (
                any(abs(stamp - end) < 1e-6 for stamp in clouds.stamps())
                and truths.stamps()[-1] > end - 1e-6
            ),
            "the last scan and truth",
        )
        message = next(
            message
            for message in clouds.messages
            if abs(message.header.stamp.to_sec() - end) < 1e-6
        )
        path = [
            (each.header.stamp.to_sec(), matrix_from_pose(each.pose.pose))
            for each in truths.messages
            if each.header.stamp.to_sec() > begin - 1e-6
        ]
        self.assertLess(path[0][0], end - 0.1)
        points = cloud(message)
        local = np.stack([points[name] for name in "xyz"], axis=1).astype(float)
        times = points["time"].astype(float)
        self.assertLess(times[0], -0.098)
        self.assertLess(room_distance(deskewed(local, end + times, path)).max(), 5e-3)
        self.assertGreater(
            np.percentile(room_distance(deskewed(local, np.full(len(local), end), path)), 90), 0.1
        )
        clouds.close()
        truths.close()

    def test_what_turns_slowly_is_met_where_it_is_at_the_ray_s_time(self) -> None:
        try:
            done("spawn_sdf_model", "watch", WATCH, "", pose(0, 60, 8), "")
            done("spawn_sdf_model", "board", BOARD, "", pose(5, 60, 8), "")
            clouds = Listener("/watch/lidar/points", PointCloud2)
            clouds.sample()
            place("board", pose(5, 60, 8, -0.1), twist(angular=(0, 0, 0.15)))
            # The first scan began before the board was put there.
            clouds.sample()
            message, end = clouds.sample(), now()
            clouds.close()
            where, _, turning = state("board")
            self.assertAlmostEqual(turning[2], 0.15, 4)
            points, since = cloud(message), message.header.stamp.to_sec() - end
            self.assertGreater(len(points), 3000)
            self.assertLess(
                board_distance(points, yaw(where) + turning[2] * (since + points["time"])).max(),
                2e-3,
            )
            self.assertGreater(board_distance(points, yaw(where) + turning[2] * since).max(), 0.05)
        finally:
            for model in ("watch", "board"):
                call("delete_model", model)

    def test_a_scan_says_when_its_rays_were_cast(self) -> None:
        begin = now()
        scan = sample("/rig/laser/scan", LaserScan)
        self.assertAlmostEqual(scan.time_increment, 0.05 / 181, 8)
        due_at = scan.header.stamp.to_sec() + 0.05
        self.assertTrue(due_at > begin and abs(due_at * 20.0 - round(due_at * 20.0)) < 1e-4, due_at)
        at_once = sample("/rig/instant/scan", LaserScan)
        self.assertEqual(at_once.time_increment, 0.0)

    def test_a_grid_of_rays(self) -> None:
        points = cloud(sample("/mast/grid/points", PointCloud2))
        self.assertEqual(sorted(set(points["ring"])), [0, 1, 2, 3])
        position = np.stack([points[name] for name in "xyz"], axis=1).astype(float)
        self.assertLess(room_distance(position @ MAST[:3, :3].T + MAST[:3, 3]).max(), 1e-3)
        self.assertTrue(
            (np.diff(points["time"]) > 0.0).all()
            and points["time"][0] > -0.2001
            and points["time"][-1] < 0.0
        )

    def test_sonars(self) -> None:
        # Out of the cone.
        place("mover", pose(5.5, 0.4, 5.0))
        self.addCleanup(place, "mover", pose(*SPHERES["blue"]))
        ahead, behind = sample("/rig/sonar/range", Range), sample("/rig/rear_sonar/range", Range)
        self.assertEqual(
            (ahead.radiation_type, ahead.header.frame_id), (Range.ULTRASOUND, "rig/sonar")
        )
        np.testing.assert_allclose(
            [ahead.range, ahead.min_range, ahead.max_range, ahead.field_of_view],
            [7.0, 0.2, 8.0, 2 * np.arctan(1 / 8)],
            atol=1e-3,
        )
        self.assertEqual(behind.range, np.inf)

    def test_a_sonar_sees_a_corner_that_reaches_into_its_cone(self) -> None:
        """1.5 cm at 3.75 m; the rest of the box, whose diagonal points at the axis, is outside."""
        off, around, diagonal = 0.5 - 0.004, 0.8125, np.ones(3) / np.sqrt(3.0)
        corner = 3.75 * np.array(
            [np.cos(off), np.sin(off) * np.cos(around), np.sin(off) * np.sin(around)]
        )
        outward = np.array(
            [-np.sin(off), np.cos(off) * np.cos(around), np.cos(off) * np.sin(around)]
        )
        # Half a turn about the line between both.
        x, y, z = (diagonal + outward) / np.linalg.norm(diagonal + outward)
        where = Pose(
            Point(*(corner + outward * np.sqrt(0.75) + (0.0, 60.0, 8.0))), Quaternion(x, y, z, 0.0)
        )
        try:
            done("spawn_sdf_model", "bat", BAT, "", pose(0, 60, 8), "")
            done("spawn_sdf_model", "brick", BRICK, "", where, "")
            self.assertAlmostEqual(sample("/bat/sonar/range", Range).range, 3.75, delta=0.03)
        finally:
            for model in ("bat", "brick"):
                call("delete_model", model)

    def test_a_gazebo_ros_tag_names_topic_and_frame(self) -> None:
        scan = sample("/front/scan", LaserScan)
        self.assertEqual(scan.header.frame_id, "hokuyo_link")
        self.assertAlmostEqual(scan.ranges[1], 10.0, 3)


def board_distance(points: np.ndarray, yaws: np.ndarray) -> np.ndarray:
    """Distances (n,) of points (n,) of the watch from the board's front at headings (n,)."""
    return np.abs((points["x"] - 5.0) * np.cos(yaws) + points["y"] * np.sin(yaws) + 0.1)


def deskewed(
    points: np.ndarray, moments: np.ndarray, path: List[Tuple[float, np.ndarray]]
) -> np.ndarray:
    """Points (n, 3) of the glider's lidar in the world, each by the true pose at its moment (n,):
    straight and evenly between the poses of ``path``."""
    times, mounted = (
        np.array([moment for moment, _ in path]),
        transform_from_rpy((0.1, 0.0, 0.1)),
    )
    rows = np.clip(np.searchsorted(times, moments, side="right") - 1, 0, len(times) - 2)
    found = np.empty_like(points)
    for row in np.unique(rows):
        chosen = np.flatnonzero(rows == row)
        (begin, one), (end, other) = path[row], path[row + 1]
        share = (moments[chosen] - begin) / (end - begin)
        turned = one[:3, :3].T @ other[:3, :3]
        yaw = np.arctan2(turned[1, 0], turned[0, 0]) * share
        at = points[chosen] @ mounted[:3, :3].T + mounted[:3, 3]
        at = np.column_stack(
            [
                np.cos(yaw) * at[:, 0] - np.sin(yaw) * at[:, 1],
                np.sin(yaw) * at[:, 0] + np.cos(yaw) * at[:, 1],
                at[:, 2],
            ]
        )
        found[chosen] = (
            at @ one[:3, :3].T + one[:3, 3] + share[:, None] * (other[:3, 3] - one[:3, 3])
        )
    return found


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


class RatesTest(unittest.TestCase):
    RATES = (
        ("/rig/camera/image_raw", Image, 30.0),
        ("/rig/camera/camera_info", CameraInfo, 30.0),
        ("/rig/stereo/right/image_raw", Image, 15.0),
        ("/rig/depth/points", PointCloud2, 10.0),
        ("/rig/laser/scan", LaserScan, 20.0),
        ("/rig/gpu_laser/scan", LaserScan, 10.0),
        ("/mast/vlp16/points", PointCloud2, 10.0),
        ("/rig/sonar/range", Range, 10.0),
        ("/rig/rear_sonar/range", Range, 10.0),
        ("/rig/imu/imu", Imu, 70.0),
        ("/flyer/imu/imu", Imu, 50.0),
        ("/rig/gps/fix", NavSatFix, 5.0),
        ("/crate/bumper/contacts", ContactsState, 200.0),
        ("/ego/wheel_speeds", JointState, 100.0),
        ("/ego/odom", Odometry, 50.0),
        ("/ego/vehicle_state", VehicleState, 50.0),
        ("/ego/ground_truth", Odometry, 50.0),
    )

    def setUp(self) -> None:
        call("reset_simulation")
        self.listeners = [(Listener(topic, kind), rate) for topic, kind, rate in self.RATES]
        step(0.5)

    def tearDown(self) -> None:
        for heard, _ in self.listeners:
            heard.close()

    def test_measurement_k_is_of_the_first_step_at_or_after_k_periods(self) -> None:
        begin = now()
        # In parts that a topic's queue holds, however slowly it is read.
        for _ in range(10):
            step(0.2)
            self.heard(begin, now())
        self.assert_complete(begin, now())

    def test_a_run_at_half_of_real_time_leaves_none_out(self) -> None:
        self.assert_complete(*self.free_run(0.5))

    def test_a_run_as_fast_as_possible_keeps_to_the_times(self) -> None:
        begin, end = self.free_run(0.0)
        for heard, rate in self.listeners:
            stamps = np.array([stamp for stamp in heard.stamps() if stamp > begin])
            # A slow listener may miss some.
            self.assertTrue((np.diff(stamps) > 1e-6).all(), heard.topic)
            self.assertLess(
                np.abs(stamps[:, None] - due(rate, begin, end)).min(axis=1).max(), 1e-6, heard.topic
            )

    def free_run(self, real_time_factor: float) -> Tuple[float, float]:
        """Begin and end of 2 s or more of unpaused simulation, whose last measurements have
        come."""
        before = done("get_physics_properties")
        begin = now() + 0.5 * STEP
        try:
            done(
                "set_physics_properties",
                before.time_step,
                real_time_factor / STEP,
                before.gravity,
                before.ode_config,
            )
            call("unpause_physics")
            until(lambda: now() > begin + 2.0, "2 s of simulated time")
        finally:
            call("pause_physics")
            done(
                "set_physics_properties",
                before.time_step,
                before.max_update_rate,
                before.gravity,
                before.ode_config,
            )
        self.heard(begin, now())
        return begin, now()

    def heard(self, begin: float, end: float) -> None:
        """Waits until the last measurement that is due between two times has come on each topic."""
        for heard, rate in self.listeners:
            for last in due(rate, begin, end)[-1:]:
                until(
                    lambda last=last, heard=heard: any(
                        abs(stamp - last) < 1e-6 for stamp in heard.stamps()
                    ),
                    f"measurement of {last} s on {heard.topic}",
                )

    def assert_complete(self, begin: float, end: float) -> None:
        for heard, rate in self.listeners:
            stamps = [stamp for stamp in heard.stamps() if stamp > begin - 1e-6]
            np.testing.assert_allclose(
                stamps, due(rate, begin, end), atol=1e-6, err_msg=heard.topic
            )


class ClockReader:
    """The times on /clock: a process of its own, since of what comes at once a rospy node that runs
    by /clock takes the last alone."""

    PROGRAM = """
import rospy
from rosgraph_msgs.msg import Clock
rospy.init_node("clock_reader", disable_rostime=True)
said = lambda message: print(message.clock.to_sec(), flush=True)
rospy.Subscriber("/clock", Clock, said, tcp_nodelay=True)
rospy.spin()
"""

    def __init__(self) -> None:
        self.times: List[float] = []
        self._process = subprocess.Popen(
            [sys.executable, "-c", self.PROGRAM], stdout=subprocess.PIPE, universal_newlines=True
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self._process.stdout:
            self.times.append(float(line))

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(60.0)
        self._reader.join(60.0)
        self._process.stdout.close()


class PaceTest(unittest.TestCase):
    """What is no sensor and has a rate of its own: clock, frames and readings of vehicles, as fast
    as possible."""

    RATES: ClassVar = {"/clock": 100.0, "/tf": 30.0, "/ego/joint_states": 30.0}

    def test_gaps_in_simulated_time_do_not_depend_on_the_pace(self) -> None:
        call("reset_simulation")
        self.clock = ClockReader()
        kinds = (("/tf", TFMessage), ("/ego/joint_states", JointState))
        self.listeners = {topic: Subscription(topic, kind) for topic, kind in kinds}
        try:
            until(lambda: step(STEP) and self.clock.times, "clock")
            begin = now()
            # In parts that a topic's queue holds, however slowly it is read.
            for _ in range(10):
                end = step(0.2)
                for topic, rate in self.RATES.items():
                    until(
                        lambda topic=topic, end=end, rate=rate: (
                            max(self.stamps(topic), default=0.0) > end - 1.0 / rate - STEP
                        ),
                        f"{topic} up to {end} s",
                        60.0,
                    )
            for topic, rate in self.RATES.items():
                stamps = [begin, *(stamp for stamp in self.stamps(topic) if stamp > begin + 1e-6)]
                gaps, period = (
                    np.diff(np.unique(np.round(stamps, 6))),
                    np.ceil(1.0 / rate / STEP - 1e-6) * STEP,
                )
                self.assertLess(gaps.max(), period + 1e-6, topic)
                # And not more often than that.
                self.assertAlmostEqual(np.median(gaps), period, 6, topic)
        finally:
            self.clock.close()
            for heard in self.listeners.values():
                heard.close()

    def stamps(self, topic: str) -> List[float]:
        """Of the ego's base_link in frames, of all messages else."""
        if topic == "/clock":
            return list(self.clock.times)
        messages = list(self.listeners[topic].messages)
        if topic == "/tf":
            return [
                each.header.stamp.to_sec()
                for message in messages
                for each in message.transforms
                if each.child_frame_id == "ego/base_link"
            ]
        return [message.header.stamp.to_sec() for message in messages]


VISITOR = """<sdf version="1.6"><model name="visitor"><static>1</static><link name="link">
  <sensor name="eye" type="camera"><update_rate>20</update_rate><camera>
  <horizontal_fov>1.0</horizontal_fov>
    <image><width>320</width><height>240</height></image><clip><near>0.05</near><far>100</far></clip></camera></sensor>
  <sensor name="feeler" type="ray"><update_rate>20</update_rate><ray><scan><horizontal>
  <samples>1</samples><min_angle>0</min_angle>
    <max_angle>0</max_angle></horizontal></scan><range><min>0.1</min><max>30</max></range></ray></sensor></link></model></sdf>"""


class VisitorsTest(unittest.TestCase):
    def test_a_model_with_sensors_comes_and_goes_and_comes_back(self) -> None:
        images, scans = [], []
        for x in (0.0, 1.0, 2.0):
            done("spawn_sdf_model", "visitor", VISITOR, "", pose(x, 0.0, 1.5), "")
            images.append(Listener("/visitor/eye/image_raw", Image))
            scans.append(Listener("/visitor/feeler/scan", LaserScan))
            self.assertAlmostEqual(scans[-1].sample().ranges[0], 10.0 - x, 3)
            expected = pixel(transform_from_rpy((x, 0.0, 1.5)), SPHERES["red"], FOCAL, (320, 240))
            np.testing.assert_allclose(
                centroid(picture(images[-1].sample()), "red"), expected, atol=0.5
            )
            # With listeners that stay.
            done("delete_model", "visitor")
            step(0.2)
        for heard in images + scans:
            heard.close()


WIDE_LIDAR = """<sdf version="1.6"><model name="wide"><static>1</static><link name="link">
  <sensor name="eye" type="ray"><update_rate>10</update_rate><ray><scan><horizontal>
  <samples>1800</samples><min_angle>-3.14159</min_angle><max_angle>3.14159</max_angle></horizontal>
  <vertical><samples>16</samples><min_angle>-0.26</min_angle><max_angle>0.26</max_angle></vertical>
  </scan><range><min>0.1</min><max>30</max></range></ray></sensor></link></model></sdf>"""


RADAR = """<sdf version="1.6"><model name="radar"><static>1</static><link name="link">
  <sensor name="front" type="ray"><update_rate>20</update_rate><ray><scan>
  <horizontal><samples>121</samples><min_angle>-0.3</min_angle><max_angle>0.3</max_angle></horizontal>
  <vertical><samples>41</samples><min_angle>-0.1</min_angle><max_angle>0.1</max_angle></vertical>
  </scan><range><min>0.5</min><max>100</max></range></ray>
  <plugin name="radar" filename="libsim_radar.so"><false_alarm_probability>1e-12
  </false_alarm_probability><reference_range>500</reference_range></plugin>
  </sensor></link></model></sdf>"""
TARGET = """<sdf version="1.6"><model name="target"><link name="link"><gravity>0</gravity>
  <inertial><mass>100</mass></inertial><visual name="body"><geometry><box><size>2 2 2</size></box>
  </geometry></visual></link></model></sdf>"""


class RadarTest(unittest.TestCase):
    def test_what_comes_nearer_is_found_with_its_speed_and_cross_section(self) -> None:
        try:
            done("spawn_sdf_model", "radar", RADAR, "", pose(0, 60, 8), "")
            done("spawn_sdf_model", "target", TARGET, "", pose(40, 60, 8), "")
            place("target", pose(40, 60, 8), twist((-6.0, 0, 0)))
            clouds, found = Listener("/radar/front/points", PointCloud2), []
            # What has just appeared has no speed yet.
            clouds.sample()
            for _ in range(10):
                points = cloud(clouds.sample())
                found.append(points)
                front = state("target")[0].position.x - 1.0
                self.assertGreater(len(points), 0)
                self.assertLess(np.abs(points["x"] - front).max(), 0.5)
                self.assertLess(np.abs(points["velocity"] + 6.0).max(), 0.5)
                self.assertLess(np.abs(points["y"]).max(), 1.3)
            clouds.close()
            squares = [(10.0 ** (points["rcs"] / 10.0)).sum() for points in found]
            # Metal of 4 m2, by chance in each scan.
            self.assertTrue(3.0 < np.mean(squares) < 40.0, squares)
        finally:
            for model in ("radar", "target"):
                call("delete_model", model)


class MemoryTest(unittest.TestCase):
    def test_rays_are_not_collisions_that_take_gigabytes(self) -> None:
        before = resident_bytes("/gazebo")
        done("spawn_sdf_model", "wide", WIDE_LIDAR, "", pose(0.0, 0.0, 1.5), "")
        points = Listener("/wide/eye/points", PointCloud2)
        try:
            scan = points.sample()
            self.assertEqual(scan.width * scan.height, 1800 * 16)
            self.assertLess(resident_bytes("/gazebo") - before, 0.5e9)
        finally:
            points.close()
            done("delete_model", "wide")


class BadSensorsTest(unittest.TestCase):
    def test_a_rate_above_that_of_the_physics_is_named(self) -> None:
        said = Subscription("/rosout", rospy.AnyMsg)
        model = (
            '<sdf version="1.6"><model name="hasty"><static>1</static><link name="link"><sensor '
            'name="eager" type="imu">'
            "<update_rate>1000</update_rate></sensor></link></model></sdf>"
        )
        answer = call("spawn_sdf_model", "hasty", model, "", pose(0, 0, 20), "")

        def fits(text):
            return b"eager" in text and b"1000" in text and b"200" in text

        until(
            lambda: (
                fits(answer.status_message.encode())
                or any(fits(message._buff) for message in list(said.messages))
            ),
            "error",
            120.0,
        )
        said.close()
        self.assertGreater(len(sample("/rig/laser/scan", LaserScan).ranges), 0, "the others go on")
        if answer.success:
            done("delete_model", "hasty")


class SensorsTest(unittest.TestSuite):
    def __init__(self) -> None:
        kinds = (
            FramesTest,
            CamerasTest,
            ScannersTest,
            BodiesTest,
            RatesTest,
            PaceTest,
            VisitorsTest,
            MemoryTest,
            RadarTest,
            BadSensorsTest,
        )
        super().__init__(unittest.defaultTestLoader.loadTestsFromTestCase(kind) for kind in kinds)


if __name__ == "__main__":
    rospy.init_node("sensors_test")
    rostest.rosrun("sim", "sensors_test", "sensors_test.SensorsTest")
