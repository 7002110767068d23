"""The example's mapper draws walls at lidar returns, and nothing behind."""

from __future__ import annotations

import math
import runpy
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("nav_msgs.msg")

import rospy
from nav_msgs.msg import Odometry
from sensor_msgs.msg import LaserScan

SCRIPTS = Path(__file__).resolve().parents[2] / "examples" / "my_robot" / "scripts"
MAPPER = runpy.run_path(str(SCRIPTS / "map_room"))["Mapper"]
COMMAND = runpy.run_path(str(SCRIPTS / "wander"))["command"]


def scan(time: float, distance: float, heading: float) -> LaserScan:
    """Return a lidar's scan of a wall across +x at a distance.

    The lidar is turned by ``heading``; all else is far away.
    """
    made = LaserScan(angle_min=-math.pi, angle_increment=math.pi / 180, range_max=6.0)
    made.header.stamp = rospy.Time.from_sec(time)
    bearings = made.angle_min + made.angle_increment * np.arange(360) + heading
    with np.errstate(divide="ignore"):
        ranges = distance / np.cos(bearings)
    made.ranges = np.where((ranges > 0) & (ranges < 6.0), ranges, math.inf).tolist()
    return made


def odometry(time: float, x: float, heading: float) -> Odometry:
    made = Odometry()
    made.header.stamp = rospy.Time.from_sec(time)
    made.pose.pose.position.x = x
    made.pose.pose.orientation.z = math.sin(heading / 2)
    made.pose.pose.orientation.w = math.cos(heading / 2)
    return made


def test_a_wall_is_where_it_is_from_wherever_it_is_seen(tmp_path) -> None:
    mapper = MAPPER(8.0, 0.1, 0.0)
    for number in range(8):
        x, heading = 0.1 * number, 0.3 * number
        mapper.move(odometry(number, x, heading))
        mapper.move(odometry(number + 0.5, x, heading))
        mapper.see(scan(number + 0.2, 2.05 - x, heading))
    grid = mapper.grid()
    # Rows are of y, columns of x, from -4 m on.
    middle = grid[30:50]
    assert set(middle[:, 60].tolist()) == {100}
    assert set(middle[:, 45:58].ravel().tolist()) == {0}
    assert set(middle[:, 64:].ravel().tolist()) == {-1}
    mapper.write(str(tmp_path / "wall"))
    assert (tmp_path / "wall.pgm").read_bytes().startswith(b"P5\n80 80\n255\n")


def test_a_scan_without_a_pose_waits() -> None:
    mapper = MAPPER(8.0, 0.1, 0.0)
    mapper.move(odometry(1.0, 0.0, 0.0))
    mapper.see(scan(2.0, 1.0, 0.0))
    assert set(mapper.grid().ravel().tolist()) == {-1}


def test_it_goes_ahead_where_that_is_free_and_turns_where_not() -> None:
    assert COMMAND(scan(0.0, 3.0, 0.0)).linear.x > 0.0
    near = COMMAND(scan(0.0, 0.3, 0.0))
    assert near.linear.x == 0.0 and abs(near.angular.z) > 0.5
    # With the wall on its right it turns left.
    assert COMMAND(scan(0.0, 0.3, 0.4)).angular.z > 0.0
