"""``/gazebo/performance_metrics``: speed of the simulation, and rates of sensors."""

from __future__ import annotations

import math
import time
from typing import Callable, Dict, Tuple

import rospy

from gazebo_msgs.msg import PerformanceMetrics, SensorPerformanceMetric
from sim.embedded.simulation import Simulation
from sim.ros.conversions import header
from sim.ros.node.throttle import Throttle

# Hz of simulated time and at most of wall time.
RATE = 1.0
# Number of measurements by sensor, and whether it is a camera.
Counts = Dict[str, Tuple[int, bool]]


class PerformanceTopic:
    """A listener of the simulation's steps. Rates are those since the message before."""

    def __init__(self, simulation: Simulation, counts: Callable[[], Counts]) -> None:
        self._counts = counts
        self._throttle = Throttle(RATE, RATE)
        self._before: Tuple[float, float, Counts] = (math.inf, 0.0, {})
        self._publisher = rospy.Publisher(
            "/gazebo/performance_metrics", PerformanceMetrics, queue_size=10
        )
        simulation.on_step.append(self)

    def next(self, now: float) -> float:
        """Return a time before which no message is due, for present subscribers."""
        return self._throttle.next(now) if self._publisher.get_num_connections() else math.inf

    def __call__(self, now: float) -> None:
        if not self._publisher.get_num_connections():
            self._before = (math.inf, 0.0, {})
            return
        if not self._throttle.due(now):
            return
        (then, wall_then, counted), wall = self._before, time.monotonic()
        counts = dict(self._counts())
        self._before = (now, wall, counts)
        simulated, passed = now - then, wall - wall_then
        if not simulated > 0.0:
            return
        message = PerformanceMetrics(header=header(now), real_time_factor=simulated / passed)
        for name, (count, camera) in counts.items():
            before = counted.get(name, (0, camera))[0]
            # A sensor of another robot with this name counts from 0.
            new = count - before if count >= before else count
            rate = new / passed
            message.sensors.append(
                SensorPerformanceMetric(name, new / simulated, rate, rate if camera else -1.0)
            )
        self._publisher.publish(message)
