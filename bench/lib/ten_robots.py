"""Cost of ten driving two-wheeled robots on the embedded simulator.

Their lidars and odometry have subscribers. Runs as a child of :mod:`bench.lib.on_simulator`.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Dict, List
from xmlrpc.client import ServerProxy

from bench.lib import on_simulator
from bench.lib.processes import processor_time
from bench.lib.report import ROOT, Figure

URDF = ROOT / "examples" / "two_wheels" / "urdf" / "two_wheels.urdf"
PHYSICS_STEP = 0.005  # s
ROBOTS = 10
ROBOT_SPACING = 1.5  # m
# Before the clock runs, and while it does; for topics to be connected.
WARM_UP_TIME = 2.0  # s of simulated time
DURATION = 20.0  # s of simulated time
CONNECTION_TIMEOUT = 30.0  # s of wall time
FIGURE = f"{ROBOTS} diff-drive robots with lidars listened to, times real time, embedded"
GOAL = 1.0
MISSING = Figure(FIGURE, None, "", GOAL, better="higher")


def measure(folder: Path) -> List[Figure]:
    """Return the real-time factor and the number of scans."""
    world = on_simulator.flat_world(folder, PHYSICS_STEP)
    found = on_simulator.run_child(__name__, "embedded", world)
    note = (
        f"{found['scans']:.0f} scans and {found['odometry']:.0f} odometries; "
        f"{found['processor']:.2g} s of processor time for a second"
    )
    return [Figure(FIGURE, found["factor"], "", GOAL, better="higher", note=note)]


def drive(child: on_simulator.Child) -> Dict[str, float]:
    """Robots that go in circles, in a row."""
    import rospy
    from geometry_msgs.msg import Point, Pose, Quaternion, Twist
    from nav_msgs.msg import Odometry
    from sensor_msgs.msg import LaserScan

    text, heard = URDF.read_text(encoding="utf-8"), {"scans": 0, "odometry": 0}
    command = Twist()
    command.linear.x, command.angular.z = 0.3, 0.6

    def count(_message: object, kind: str) -> None:
        heard[kind] += 1

    names = [f"bot_{number}" for number in range(ROBOTS)]
    publishers = []
    for number, name in enumerate(names):
        pose = Pose(Point(0.0, ROBOT_SPACING * number, 0.0), Quaternion(0.0, 0.0, 0.0, 1.0))
        child.call("spawn_urdf_model", name, text, f"/{name}", pose, "")
        rospy.Subscriber(f"/{name}/scan", LaserScan, count, "scans", tcp_nodelay=True)
        rospy.Subscriber(f"/{name}/odom", Odometry, count, "odometry", tcp_nodelay=True)
        publishers.append(rospy.Publisher(f"/{name}/cmd_vel", Twist, queue_size=1))
    end = time.monotonic() + CONNECTION_TIMEOUT
    while not all(publisher.get_num_connections() for publisher in publishers):
        if time.monotonic() > end:
            raise RuntimeError(
                f"not all robots' commands have a subscriber within {CONNECTION_TIMEOUT:g} s"
            )
        time.sleep(0.01)
    for publisher in publishers:
        publisher.publish(command)
    child.step(WARM_UP_TIME)
    heard.update(scans=0, odometry=0)
    node = rospy.get_master().lookupNode("/gazebo")[2]
    process = ServerProxy(node).getPid("/bench")[2]
    begin, used = time.monotonic(), processor_time(process)
    child.step(DURATION)
    factor = DURATION / (time.monotonic() - begin)
    processor = (processor_time(process) - used) / DURATION
    for name in names:
        if abs(child.call("get_model_state", name, "").twist.linear.x) < 1e-3:
            raise RuntimeError(f"{name} does not drive")
    return {"factor": factor, "processor": processor, **heard}


if __name__ == "__main__":
    on_simulator.Child.main(drive)
