#!/usr/bin/env python3
"""The bridge without a simulator owns the clock.

It serves requests to traffic between its steps.
"""

import os
import sys
import unittest

import rospy
import rostest
from std_srvs.srv import Trigger

from sim import srv
from sim.msg import TrafficLights, TrafficVehicles
from sim.ros.conversions import NumpyTrafficStates

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from simulator_client import Subscription


class StandaloneTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        rospy.init_node("standalone_test")
        cls.states, cls.lights = (
            Subscription("/traffic/states", NumpyTrafficStates),
            Subscription("/traffic/lights", TrafficLights),
        )
        cls.vehicles = Subscription("/traffic/vehicles", TrafficVehicles)
        for name in ("set_light", "set_speed", "add_vehicle"):
            rospy.wait_for_service(f"/traffic/{name}", 300.0)

    def now(self) -> float:
        return self.states.messages[-1].header.stamp.to_sec() if self.states.messages else 0.0

    def test_what_is_asked_happens_between_steps_and_a_reset_forgets_it(self) -> None:
        answer = rospy.ServiceProxy("/traffic/set_light", srv.SetLight)("middle", "o", 0.0)
        self.assertTrue(answer.success, answer.status_message)
        held = self.lights.wait(lambda message: "".join(message.state) == "ooooo")
        self.states.wait(lambda message: message.lights >= held.version)
        answer = rospy.ServiceProxy("/traffic/add_vehicle", srv.AddVehicle)(
            "mine", "car", "from_south", "to_north", [], 0, 20.0, 5.0
        )
        self.assertTrue(answer.success, answer.status_message)
        answer = rospy.ServiceProxy("/traffic/set_speed", srv.SetSpeed)("mine", 2.5, 0.0)
        self.assertTrue(answer.success, answer.status_message)
        number = self.number("mine")
        self.states.wait(
            lambda message: any(
                known == number and abs(speed - 2.5) < 1e-3
                for known, speed in zip(message.id.tolist(), message.speed.tolist())
            )
        )
        answer = rospy.ServiceProxy("/traffic/set_speed", srv.SetSpeed)("nobody", 2.5, 0.0)
        self.assertFalse(answer.success)
        self.assertIn("vehicles: no vehicle 'nobody' is on the road", answer.status_message)
        before = self.now()
        self.lights.messages.clear()
        self.assertTrue(rospy.ServiceProxy("/traffic_bridge/reset", Trigger)().success)
        self.lights.wait(
            lambda message: (
                message.header.stamp.to_sec() < before
                and message.version == 1
                and "o" not in message.state
            )
        )

    def number(self, name: str) -> int:
        """Return the id of a vehicle by its name."""
        message = self.vehicles.wait(lambda message: name in message.name)
        return message.id[message.name.index(name)]


if __name__ == "__main__":
    rostest.rosrun("sim", "standalone_test", StandaloneTest)
