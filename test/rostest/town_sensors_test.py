#!/usr/bin/env python3
"""Lidar, ground truth and depth camera at one optical centre in the town.

They agree on trees, houses, vehicles and walking persons; the lidar's labels agree with the
camera's.
"""

import contextlib
import os
import sys
import unittest
from typing import Iterator, NamedTuple, Set, Tuple

import numpy as np
import rospy
import rostest
from sensor_msgs.msg import Image, PointCloud2

from sim.msg import TrafficStates, TrafficTypes
from sim.resources import resource
from sim.ros.conversions import header
from sim.sdf.measure.bounds import model_bounds
from sim.sdf.reader import read_model
from sim.transforms import transform_from_rpy

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from sensors_room import Listener, cloud
from simulator_client import call, done, now, pose, step, until

PICTURE_SIZE = (640, 480)  # pixels
FOV = 1.4  # rad
MAX_RANGE = 100.0  # m
FOCAL = PICTURE_SIZE[0] / 2 / np.tan(FOV / 2)
TOLERANCE = 0.1  # m
MAX_WRONG_SHARE = 0.002  # of the points
MAX_WRONG_PIXELS = 0.0005  # share
# Rays hit objects thinner than a pixel, such as posts and the edges of markings.
MAX_WRONG_LABELS = 0.004  # share
# From near to far, so that none hides all of another.
MODELS = (
    "ambulance",
    "pedestrian",
    "bicycle",
    "motorcycle",
    "car",
    "van",
    "truck",
    "bus",
)
# In their own sizes, m, since Gazebo, which has no pools here, adds models unchanged.
KINDS = {
    name: np.ptp(
        model_bounds(read_model(resource("models", name), [str(resource("models"))])[0]), axis=0
    ).tolist()
    for name in MODELS
}
PLACES = (
    (68, -115, 2, -2.75),
    (-130, 188, 9.4, -2.65),
    (224, -20, 4.2, 1.55),
    (-150, 221, 2, -0.81),
    (-188, 85, 2, 0.88),
)
STEP_PERIOD = 0.1  # s
EYE_HEIGHT = 1.6  # m
# Upward pitch of the lidar in rad, since most of its rings look down.
TILT = 0.2
HEAD = f"""<sdf version="1.6"><model name="head"><static>1</static><link name="link">
  <sensor name="eye" type="depth"><update_rate>10</update_rate><camera>
  <horizontal_fov>{FOV}</horizontal_fov>
    <image><width>{PICTURE_SIZE[0]}</width><height>{PICTURE_SIZE[1]}</height></image><clip><near>0.1</near><far>{MAX_RANGE}</far></clip></camera></sensor>
  <sensor name="plain" type="camera"><update_rate>10</update_rate><camera>
  <horizontal_fov>{FOV}</horizontal_fov>
    <image><width>{PICTURE_SIZE[0]}</width><height>{PICTURE_SIZE[1]}</height></image><clip><near>0.1</near><far>{MAX_RANGE}</far></clip></camera></sensor>
  <sensor name="lidar" type="ray"><pose>0 0 0 0 {-TILT} 0</pose><update_rate>10</update_rate><ray>
    <scan><horizontal><samples>1</samples><min_angle>0</min_angle><max_angle>0</max_angle></horizontal></scan>
    <range><min>0.5</min><max>{MAX_RANGE}</max></range></ray>
    <plugin name="lidar" filename="libsim_lidar.so"><device>HDL-64</device>
    <motion_distortion>false</motion_distortion></plugin>
  </sensor></link></model></sdf>"""

BOARDS = (
    '<sdf version="1.6"><model name="boards"><static>1</static><link name="link">'
    + "".join(
        f'<visual name="board_{y}"><pose>0 {y} 0 0 0 '
        f"0</pose><geometry><plane><normal>{normal}</normal><size>3 "
        "1</size></plane></geometry></visual>"
        for y, normal in ((-4.0, "-0.8 0 0.6"), (0.0, "-0.6 0.64 0.48"), (4.0, "-0.48 -0.8 0.36"))
    )
    + "</link></model></sdf>"
)


class Head(NamedTuple):
    """Subscriptions of a sensor head.

    Depths and clouds; beside its camera true depths, classes and objects; and clouds with labels.
    """

    depths: Listener
    clouds: Listener
    truths: Listener
    kinds: Listener
    things: Listener
    labelled: Listener


@contextlib.contextmanager
def head_at(name: str, x: float, y: float, z: float, yaw: float) -> Iterator[Head]:
    """Return a sensor head at a place."""
    done("spawn_sdf_model", name, HEAD, "", pose(x, y, z, yaw), "")
    head = Head(
        Listener(f"/{name}/eye/depth/image_raw", Image),
        Listener(f"/{name}/lidar/points", PointCloud2),
        Listener(f"/{name}/plain/depth/image_raw", Image),
        Listener(f"/{name}/plain/semantic/image_raw", Image),
        Listener(f"/{name}/plain/instance/image_raw", Image),
        Listener(f"/{name}/lidar/semantic/points", PointCloud2),
    )
    try:
        # The ground truth beside Gazebo starts with the first subscriber.
        head.truths.sample()
        yield head
    finally:
        for heard in head:
            heard.close()
        done("delete_model", name)


def levelled(points: np.ndarray) -> np.ndarray:
    """Return points (n, 3) of a cloud in the camera's axes."""
    found = np.stack([points[name] for name in "xyz"], axis=1).astype(float)
    return found @ transform_from_rpy((0, 0, 0), (0, -TILT, 0))[:3, :3].T


def seen(points: np.ndarray, picture: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
    """Return which points (n, 3) are visible, and pixel values (9, k).

    Visible ones are in an image (h, w), not at its rim; values are of the 3 x 3 pixels around
    these.
    """
    high, wide = picture.shape
    before = np.flatnonzero((points[:, 0] > 0.5) & (points[:, 0] < MAX_RANGE - 1.0))
    column, row = (
        np.round((size - 1) / 2 - FOCAL * points[before, axis] / points[before, 0]).astype(int)
        for axis, size in ((1, wide), (2, high))
    )
    inside = (column >= 1) & (column < wide - 1) & (row >= 1) & (row < high - 1)
    column, row = column[inside], row[inside]
    around = np.stack([picture[row + dv, column + du] for dv in (-1, 0, 1) for du in (-1, 0, 1)])
    return before[inside], around


def off(points: np.ndarray, depth: np.ndarray) -> Tuple[float, int]:
    """Return the share of points (n, 3) off the depths, and count.

    x of a point before a camera must be within the depths of the 3 x 3 pixels around it; the count
    is that of the compared points.
    """
    which, around = seen(points, depth)
    along = points[which, 0]
    wrong = (along < around.min(axis=0) - TOLERANCE) | (along > around.max(axis=0) + TOLERANCE)
    return float(wrong.mean()), len(along)


def edges_off(truth: np.ndarray, depth: np.ndarray) -> float:
    """Return the share of true depths (h, w) off their surroundings.

    These are the depths of the 3 x 3 pixels around them.
    """
    high, wide = depth.shape
    around = np.stack(
        [depth[dv : high - 2 + dv, du : wide - 2 + du] for dv in range(3) for du in range(3)]
    )
    least, most, own = around.min(axis=0), around.max(axis=0), truth[1:-1, 1:-1]
    near = own < MAX_RANGE - 1.0
    wrong = ((own < least - TOLERANCE) | (own > most + TOLERANCE)) & near
    return float(wrong.sum() / near.sum())


class TownSensorsTest(unittest.TestCase):
    """The world stands but for the steps that a measurement takes."""

    @classmethod
    def setUpClass(cls) -> None:
        rospy.init_node("town_sensors_test")
        cls.states = rospy.Publisher("/traffic/states", TrafficStates, queue_size=10)
        cls.types = rospy.Publisher("/traffic/types", TrafficTypes, queue_size=10, latch=True)
        length, width, height = zip(*KINDS.values())
        cls.types.publish(
            TrafficTypes(
                type=list(range(len(KINDS))),
                name=list(KINDS),
                model=list(KINDS),
                length=length,
                width=width,
                height=height,
                peak=[1] * len(KINDS),
            )
        )
        until(
            lambda: cls.types.get_num_connections() and cls.states.get_num_connections(),
            "traffic's subscribers",
        )

    def test_points_lie_on_what_the_camera_shows(self) -> None:
        kinds: Set[int] = set()
        for number, (x, y, z, yaw) in enumerate(PLACES):
            with head_at(f"head_{number}", x, y, z, yaw) as head:
                _, bare, _, _ = self.look(head)
                self.drive_past(number * len(KINDS), (x, y, z), yaw)
                points, depth, truth, time = self.look(head)
                kinds |= self.compare_labels(head, time, f"{x}, {y}, {z}")
            share = edges_off(truth, depth)
            rospy.loginfo("%.3f %% of true depths are off: %s, %s", 100.0 * share, x, y)
            self.assertLess(share, MAX_WRONG_PIXELS, f"true depths at {x}, {y}, {z}")
            self.assertGreater((depth < bare - 0.5).sum(), 3000, "pixels of vehicles and persons")
            self.compare(points, depth, 10000, f"{x}, {y}, {z}")

        # Roads, buildings, poles; persons, riders, cars, lorries, buses and two-wheelers.
        self.assertGreaterEqual(kinds, {1, 3, 6, 12, 13, 14, 15, 16, 18, 19})

    def test_planes_lie_and_end_as_they_are_drawn(self) -> None:
        with head_at("head", 0.0, 0.0, 300.0, 0.0) as head:
            done("spawn_sdf_model", "boards", BOARDS, "", pose(8.0, 0.0, 298.5), "")
            try:
                points, depth, _, _ = self.look(head)
            finally:
                done("delete_model", "boards")
        self.compare(points, depth, 300, "boards")

    def compare(self, points: np.ndarray, depth: np.ndarray, least: int, where: str) -> None:
        share, count = off(points, depth)
        rospy.loginfo("%.3f %% of %d points are off: %s", 100.0 * share, count, where)
        self.assertGreater(count, least)
        self.assertLess(share, MAX_WRONG_SHARE, f"of {count} points: {where}")

    def compare_labels(self, head: Head, time: rospy.Time, where: str) -> Set[int]:
        """Compare class and object of each return with nearby pixels. Returns the classes."""
        labels = [
            np.frombuffer(heard.of(time).data, kind).reshape(PICTURE_SIZE[::-1]).astype(int)
            for heard, kind in ((head.kinds, np.uint8), (head.things, np.uint16))
        ]
        found = cloud(head.labelled.of(time))
        which, around = seen(levelled(found), labels[0] << 16 | labels[1])
        own = found["ObjTag"][which].astype(int) << 16 | found["ObjIdx"][which]
        share = float((around != own).all(axis=0).mean())
        rospy.loginfo("%.3f %% of %d labels are off: %s", 100.0 * share, len(which), where)
        self.assertLess(share, MAX_WRONG_LABELS, f"labels at {where}")
        return set(found["ObjTag"][which].tolist())

    def look(self, head: Head) -> Tuple[np.ndarray, np.ndarray, np.ndarray, rospy.Time]:
        """Return points (n, 3), depths (h, w), true depths (h, w), and time.

        They are of one time after the present.
        """
        depths, clouds, truths = head.depths, head.clouds, head.truths
        begin = now() + 1e-6
        for _ in range(60):
            end = step(STEP_PERIOD)
            until(
                lambda end=end: clouds.stamps() and clouds.stamps()[-1] > end - STEP_PERIOD - 1e-6,
                "cloud",
            )
            both = {round(stamp, 6) for stamp in depths.stamps() if stamp > begin} & {
                round(stamp, 6) for stamp in clouds.stamps()
            }
            if both:
                break
        self.assertTrue(both, "no cloud and depths of one time")
        image, scan = (
            next(
                each
                for each in heard.messages
                if abs(each.header.stamp.to_sec() - max(both)) < 1e-5
            )
            for heard in (depths, clouds)
        )
        truth = truths.of(image.header.stamp)
        depth, true = (
            np.frombuffer(each.data, np.float32).reshape(PICTURE_SIZE[::-1]).astype(float)
            for each in (image, truth)
        )
        return levelled(cloud(scan)), depth, true, image.header.stamp

    def drive_past(self, first: int, place: Tuple[float, float, float], yaw: float) -> None:
        """Show vehicles of all kinds and a walking person.

        They are in an arc before a place, with ids from ``first`` on.
        """
        count, (x, y, z) = len(KINDS), place
        angles, away, none = (
            yaw + np.linspace(-0.5, 0.5, count),
            np.linspace(8.0, 25.0, count),
            np.zeros(count),
        )
        self.states.publish(
            TrafficStates(
                header=header(now()),
                step=STEP_PERIOD,
                id=first + np.arange(count),
                type=np.arange(count),
                x=x + away * np.cos(angles),
                y=y + away * np.sin(angles),
                z=none + z - EYE_HEIGHT,
                yaw=yaw + np.linspace(0.0, 6.0, count),
                pitch=none,
                roll=none,
                speed=none + 1.3,
                acceleration=none,
                yaw_rate=none,
                signals=none.astype(int),
            )
        )

        def shown() -> bool:
            step(STEP_PERIOD)
            return all(
                call("get_model_state", f"traffic_{first + number}", "").success
                for number in range(count)
            )

        until(shown, "traffic")
        # Objects shown late, in a model that Gazebo adds.
        step(5 * STEP_PERIOD)


if __name__ == "__main__":
    rostest.rosrun("sim", "town_sensors_test", TownSensorsTest)
