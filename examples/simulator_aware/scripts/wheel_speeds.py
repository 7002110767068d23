#!/usr/bin/env python3
"""Front wheel speeds from the simulated car, or from counted pulses."""

import math
import sys
import time
from pathlib import Path

import rospy
from sensor_msgs.msg import JointState

from sim.ros.awareness import simulator

WHEELS = ["front_left", "front_right"]
COUNTER = "/sys/bus/counter/devices/counter{}/count0/count"


class CountedWheels:
    """Pulses of two reflectance sensors, counted by the kernel."""

    def __init__(self):
        self._files = [
            Path(rospy.get_param("~left", COUNTER.format(0))),
            Path(rospy.get_param("~right", COUNTER.format(1))),
        ]
        self._angle = 2.0 * math.pi / rospy.get_param("~pulses_per_turn", 20.0)
        self._counts, self._time = self._read(), time.monotonic()

    def speeds(self):
        """Return the mean speeds in rad/s since the last call."""
        counts, now = self._read(), time.monotonic()
        speeds = [
            self._angle * (count - before) / (now - self._time)
            for count, before in zip(counts, self._counts)
        ]
        self._counts, self._time = counts, now
        return speeds

    def _read(self):
        return [int(file.read_text()) for file in self._files]


class SimulatedWheels:
    """Wheel speeds of the simulated car."""

    def __init__(self):
        self._speeds = None
        rospy.Subscriber("wheel_speeds", JointState, self._take)

    def speeds(self):
        """Return the last received speeds in rad/s, or None."""
        return self._speeds

    def _take(self, message):
        found = dict(zip(message.name, message.velocity))
        if found.keys() >= set(WHEELS):
            self._speeds = [found[name] for name in WHEELS]


def main():
    rospy.init_node("front_wheels")
    publisher = rospy.Publisher("front_wheel_speeds", JointState, queue_size=10)
    rospy.loginfo("the wheels are the %s's", simulator() or "car")
    wheels = SimulatedWheels() if simulator() else CountedWheels()
    pause = 1.0 / rospy.get_param("~rate", 100.0)
    while not rospy.is_shutdown():
        time.sleep(pause)
        speeds = wheels.speeds()
        if speeds is None:
            continue
        message = JointState(name=WHEELS, velocity=speeds)
        message.header.stamp = rospy.Time.now()
        publisher.publish(message)


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError) as error:
        sys.exit(f"front_wheels: {error}")
