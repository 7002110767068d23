"""Benchmark of robots made for gazebo_ros: ``./run bench own_robot``, some minutes.

The example's robot on two wheels drives a square by its encoders' odometry on each simulator,
without the true poses; then the two end poses are compared. Published robots move by their
interfaces (``lib/foreign_robots.py``). Ten of the example's drive at once. Then tf is looked up in
a launch with traffic.
"""

from __future__ import annotations

import math
import os
import sysconfig
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Dict, List, Optional

from bench.lib import foreign_robots, on_simulator, scenario, ten_robots, tf_lookups
from bench.lib.report import ROOT, Figure, Report, attempt, header, run

URDF = ROOT / "examples" / "two_wheels" / "urdf" / "two_wheels.urdf"
# Both simulators' for robots of this size; its plugins publish at 50 Hz.
PHYSICS_STEP = 0.001  # s
PLUGIN_PERIOD = 0.02  # s
SQUARE_SIDE = 4.0  # m
MAX_SPEED = 0.4  # m/s
MAX_YAW_RATE = 0.8  # rad/s
CONTROL_PERIOD = 0.1  # s
# Tolerances of the robot's corners and headings by odometry, and of rest.
DISTANCE_TOLERANCE = 0.003  # m
HEADING_TOLERANCE = 0.003  # rad
RESTING_SPEED = 0.003  # m/s and rad/s
MAX_ROUNDS = 3000
TIMEOUT = 30.0  # s
DRIFT_GOAL = 1.0  # %
DISTANCE_GOAL = 8.0  # cm
HEADING_GOAL = 1.0  # degrees
DRIFTS = {
    name: f"square of {SQUARE_SIDE:g} m by encoders, odometry from truth, {name}"
    for name in ("embedded", "gazebo")
}
PLACE_FIGURE = "its end poses on the two simulators apart"
HEADING_FIGURE = "their headings apart"
# Goals in mrad of a trajectory, and shares of a step and of the commanded distance, beyond which a
# base counts as moved.
TRAJECTORY_GOALS = {"embedded": 2.0, "gazebo": 5.0}
STEP_RESPONSE_GOAL = 0.05
MIN_MOVED_SHARE = 0.9
MOVING = "robots of others moved by their own interface on both simulators, of 5"


class Robot:
    """Commands and odometry of the robot, on a paused simulator.

    It works in control rounds.
    """

    def __init__(self, child: on_simulator.Child) -> None:
        import rospy
        from geometry_msgs.msg import Twist
        from nav_msgs.msg import Odometry

        self._child, self._twist = child, Twist
        self._heard, self._odometry = threading.Condition(), None
        self._rounds = 0
        self._commands = rospy.Publisher("/bot/cmd_vel", Twist, queue_size=10, tcp_nodelay=True)
        rospy.Subscriber("/bot/odom", Odometry, self._hear, tcp_nodelay=True)
        end = time.monotonic() + TIMEOUT
        while not self._commands.get_num_connections():
            if time.monotonic() > end:
                raise RuntimeError(f"/bot/cmd_vel has no subscriber within {TIMEOUT:g} s")
            time.sleep(0.01)

    def _hear(self, message: Any) -> None:
        with self._heard:
            self._odometry = message
            self._heard.notify()

    def round(self, forward: float, turning: float) -> Any:
        """Make a control round (m/s, rad/s); return the final odometry."""
        self._rounds += 1
        if self._rounds > MAX_ROUNDS:
            raise RuntimeError(
                f"the robot is not there after {MAX_ROUNDS} rounds of {CONTROL_PERIOD:g} s"
            )
        command = self._twist()
        command.linear.x, command.angular.z = forward, turning
        self._commands.publish(command)
        end = self._child.step(CONTROL_PERIOD)

        def come() -> bool:
            message = self._odometry
            return (
                message is not None and message.header.stamp.to_sec() > end - PLUGIN_PERIOD - 1e-6
            )

        with self._heard:
            if not self._heard.wait_for(come, TIMEOUT):
                raise RuntimeError(f"no odometry of {end:g} s within {TIMEOUT:g} s")
            return self._odometry

    def come_to_rest(self) -> Any:
        """Stands; the odometry then."""
        while True:
            here = self.round(0.0, 0.0)
            if abs(here.twist.twist.linear.x) + abs(here.twist.twist.angular.z) < RESTING_SPEED:
                return here

    def go(self, length: float, heading: float) -> float:
        """Drive straight; return the distance by odometry in m."""
        begin = here = self.come_to_rest()
        gone = 0.0
        while length - gone > DISTANCE_TOLERANCE:
            error = math.remainder(heading - yaw(here.pose.pose), 2.0 * math.pi)
            here = self.round(min(MAX_SPEED, 0.01 + 1.5 * (length - gone)), 1.5 * error)
            first, last = begin.pose.pose.position, here.pose.pose.position
            gone = math.hypot(last.x - first.x, last.y - first.y)
        return gone

    def turn(self, heading: float) -> None:
        """To a heading, rad, in place."""
        here = self.come_to_rest()
        while True:
            error = math.remainder(heading - yaw(here.pose.pose), 2.0 * math.pi)
            if abs(error) < HEADING_TOLERANCE:
                return
            here = self.round(0.0, math.copysign(min(MAX_YAW_RATE, 0.01 + 1.5 * abs(error)), error))


def yaw(pose: Any) -> float:
    """Heading of a level pose, rad."""
    return 2.0 * math.atan2(pose.orientation.z, pose.orientation.w)


def measure(child: on_simulator.Child) -> Dict[str, float]:
    """Measure the square on one simulator.

    Distance in m, drift in m, and the true end pose in m and rad.
    """
    child.spawn("bot", URDF.read_text(encoding="utf-8"))
    robot, way = Robot(child), 0.0
    begin, sensed = child.call("get_model_state", "bot", "").pose, robot.come_to_rest().pose.pose
    offset = begin.position.x - sensed.position.x, begin.position.y - sensed.position.y
    for side in range(4):
        way += robot.go(SQUARE_SIDE, 0.5 * math.pi * side)
        robot.turn(0.5 * math.pi * (side + 1))
    sensed = robot.come_to_rest().pose.pose
    end = child.call("get_model_state", "bot", "").pose
    return {
        "way": way,
        "drift": math.hypot(
            end.position.x - sensed.position.x - offset[0],
            end.position.y - sensed.position.y - offset[1],
        ),
        "x": end.position.x,
        "y": end.position.y,
        "yaw": yaw(end),
    }


def squares(report: Report) -> None:
    """Both simulators' squares, then the two beside each other."""
    found: Dict[str, Dict[str, float]] = {}
    for simulator, figure in DRIFTS.items():

        def drift(simulator: str = simulator, figure: str = figure) -> List[Figure]:
            with tempfile.TemporaryDirectory() as folder:
                world = on_simulator.flat_world(Path(folder), PHYSICS_STEP)
                end = on_simulator.run_child(__spec__.name, simulator, world)
            found[simulator] = end
            note = f"{1e3 * end['drift']:.2g} mm after {end['way']:.4g} m"
            return [Figure(figure, 100.0 * end["drift"] / end["way"], "%", DRIFT_GOAL, note=note)]

        report.add(attempt(drift, Figure(figure, None, "%", DRIFT_GOAL)))
    report.add(apart(found.get("embedded"), found.get("gazebo")))


def apart(one: Optional[Dict[str, float]], two: Optional[Dict[str, float]]) -> List[Figure]:
    """Return the differences of the end poses."""
    if one is None or two is None:
        why = "one of the simulators gave no end pose"
        return [
            Figure(PLACE_FIGURE, None, "cm", DISTANCE_GOAL, why=why),
            Figure(HEADING_FIGURE, None, "degrees", HEADING_GOAL, why=why),
        ]
    distance = math.hypot(one["x"] - two["x"], one["y"] - two["y"])
    turned = abs(math.remainder(one["yaw"] - two["yaw"], 2.0 * math.pi))
    return [
        Figure(PLACE_FIGURE, 100.0 * distance, "cm", DISTANCE_GOAL),
        Figure(HEADING_FIGURE, math.degrees(turned), "degrees", HEADING_GOAL),
    ]


def others(report: Report) -> None:
    """Measure published robots on each simulator, and count those that moved."""
    folder = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix" / "share"
    os.environ[foreign_robots.FOLDER] = str(folder)
    path = os.environ.get("ROS_PACKAGE_PATH", "")
    os.environ["ROS_PACKAGE_PATH"] = os.pathsep.join(filter(None, (str(folder), path)))
    moved = []
    for simulator in DRIFTS:
        with tempfile.TemporaryDirectory() as place:
            world = on_simulator.flat_world(Path(place), PHYSICS_STEP)
            found = on_simulator.run_child(foreign_robots.__name__, simulator, world)
        report.add(of_others(simulator, found))
        moved.append({name for name in found if moves(name, found[name])})
    # The fifth is the example's, written from a public package's documentation.
    drove = sum(
        figure.value is not None for figure in report.figures if figure.figure in DRIFTS.values()
    )
    both = len(moved[0] & moved[1]) + (drove == len(DRIFTS))
    report.add([Figure(MOVING, both, "", 5.0, better="higher")])


def moves(name: str, found: Any) -> bool:
    """Return whether a robot followed the command of its interface."""
    if name == "tiago" and isinstance(found, list):
        way, named = found
        return bool(way > MIN_MOVED_SHARE and named)
    return name in foreign_robots.ARMS and isinstance(found, float) and found < 0.01


def of_others(simulator: str, found: Dict[str, Any]) -> List[Figure]:
    """Return the figures of each robot."""
    made = []
    for name in foreign_robots.ARMS:
        figure = f"{name}, 6 joints along a trajectory, rms, {simulator}"
        goal, value = TRAJECTORY_GOALS[simulator], found[name]
        made.append(_figure(figure, value, 1e3, "mrad", goal))
    figure = f"PID by effort, step against a double integrator, {simulator}"
    made.append(_figure(figure, found["carriage"], 100.0, "%", 100.0 * STEP_RESPONSE_GOAL))
    figure, base = f"tiago's way by its wheels, of what was asked, {simulator}", found["tiago"]
    if isinstance(base, str):
        return [*made, Figure(figure, None, "%", why=base)]
    note = "" if base[1] else "its <robotSimType> is not named in the log"
    return [*made, Figure(figure, 100.0 * base[0], "%", note=note)]


def _figure(figure: str, value: Any, scale: float, unit: str, goal: float) -> Figure:
    if isinstance(value, str):
        return Figure(figure, None, unit, goal, why=value)
    return Figure(figure, scale * value, unit, goal)


def ten(report: Report) -> None:
    """Ten robots at once."""
    with tempfile.TemporaryDirectory() as folder:
        report.add(attempt(lambda: ten_robots.measure(Path(folder)), ten_robots.MISSING))


def lookups(report: Report) -> None:
    """tf while the merge runs in real time on each simulator."""
    with tempfile.TemporaryDirectory() as scratch:
        for simulator in tf_lookups.NAMES:
            report.add(
                attempt(
                    lambda simulator=simulator: tf_lookups.measure(
                        scenario.merge(Path(scratch) / simulator, tf_lookups.VEHICLES),
                        simulator,
                        Path(scratch),
                    ),
                    tf_lookups.missing(simulator),
                )
            )


def main() -> None:
    if on_simulator.Child.wanted():
        on_simulator.Child.main(measure)
        return
    report = Report(
        "own_robot", header(f"one square on each simulator, steps of {PHYSICS_STEP:g} s")
    )
    squares(report)
    others(report)
    ten(report)
    lookups(report)
    print(report.write(ROOT / "bench" / "results"))


if __name__ == "__main__":
    run(main)
