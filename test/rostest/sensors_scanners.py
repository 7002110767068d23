"""Lidars, sonars and radar, against geometry; cases of sensors_test."""

from __future__ import annotations

import unittest
from typing import List, Tuple

import numpy as np
from geometry_msgs.msg import Point, Pose, Quaternion
from nav_msgs.msg import Odometry
from sensor_msgs.msg import (
    LaserScan,
    PointCloud2,
    Range,
)
from sensors_room import (
    SPHERES,
    WORLD_FROM_MAST,
    Listener,
    cloud,
    room_distance,
    room_range,
    sample,
)
from simulator_client import (
    call,
    done,
    now,
    place,
    pose,
    state,
    step,
    twist,
    until,
    yaw,
)

from sim.ros.conversions import matrix_from_pose
from sim.transforms import transform_from_rpy

VLP16_FIRING_TIME = 55.296e-6  # s
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
        heard, elevations, phases = (
            Listener("/mast/vlp16/points", PointCloud2),
            # User manual: 2 degrees apart, all fired in 55.296 us.
            np.radians(np.arange(-15.0, 16.0, 2.0)),
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
            sensor = WORLD_FROM_MAST @ transform_from_rpy((0.1, 0.0, 0.2))
            self.assertLess(room_distance(position @ sensor[:3, :3].T + sensor[:3, 3]).max(), 1e-3)
            elevation = np.arcsin(position[:, 2] / np.linalg.norm(position, axis=1))
            np.testing.assert_allclose(elevation, elevations[points["ring"]], atol=1e-5)
            # Since the scan's begin, 0.1 s before the stamp.
            time = points["time"].astype(float) + 0.1
            self.assertTrue(
                (np.diff(time) > 0.0).all() and time[0] >= 0.0 and time[-1] < 0.1, "in firing order"
            )
            turned = np.arctan2(position[:, 1], position[:, 0]) + 2.0 * np.pi * 10.0 * time
            np.testing.assert_allclose(np.cos(turned), 1.0, atol=1e-6)
            begin = message.header.stamp.to_sec()
            phase = np.ceil(begin / VLP16_FIRING_TIME - 1e-6) * VLP16_FIRING_TIME - begin
            firings = (time[points["ring"] == 0] - phase) / VLP16_FIRING_TIME
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

    def test_each_return_has_its_label_beside_it(self) -> None:
        plain, labelled = (
            Listener(f"/glider/lidar/{name}", PointCloud2) for name in ("points", "semantic/points")
        )
        try:
            labelled.sample()
            message = plain.sample()
            found, measured = cloud(labelled.of(message.header.stamp)), cloud(message)
        finally:
            plain.close()
            labelled.close()
        for name in "xyz":
            np.testing.assert_array_equal(found[name], measured[name])
        self.assertEqual(set(found["ObjTag"]), {22})
        self.assertGreater(len(set(found["ObjIdx"])), 1)
        self.assertGreater(found["CosAngle"].min(), 0.0)
        self.assertLessEqual(found["CosAngle"].max(), 1.0)

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
        self.assertLess(
            room_distance(position @ WORLD_FROM_MAST[:3, :3].T + WORLD_FROM_MAST[:3, 3]).max(), 1e-3
        )
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
        """1.5 cm at 3.75 m. The box points its diagonal at the axis; the rest of it is outside."""
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
    """Return distances (n,) of points (n,) from the board at headings (n,)."""
    return np.abs((points["x"] - 5.0) * np.cos(yaws) + points["y"] * np.sin(yaws) + 0.1)


def deskewed(
    points: np.ndarray, moments: np.ndarray, path: List[Tuple[float, np.ndarray]]
) -> np.ndarray:
    """Return points (n, 3) of the glider's lidar in the world frame.

    Each is moved by the true pose at its time (n,), interpolated linearly between the poses of
    ``path``.
    """
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
            # A new object has no speed yet.
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
