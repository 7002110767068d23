#!/usr/bin/env python3
"""Control of lights, vehicles, flows and driver modules by service.

It takes effect from the next SUMO step on.
"""

import os
import sys
import time
import unittest

import rospy
import rostest
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from std_srvs.srv import Empty

from sim import srv
from sim.msg import TrafficVehicles

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from simulator_client import Subscription
from stepper import Stepper

KINDS = {
    "set_light": srv.SetLight,
    "set_light_program": srv.SetLightProgram,
    "set_speed": srv.SetSpeed,
    "change_lane": srv.ChangeLane,
    "reroute": srv.Reroute,
    "set_parameters": srv.SetParameters,
    "release": srv.ReleaseVehicles,
    "add_vehicle": srv.AddVehicle,
    "remove_vehicle": srv.RemoveVehicle,
    "set_flow": srv.SetFlow,
}
FLOWS = ("from_west_to_east", "from_south_to_north")
PROGRAM = (("rrGGG", 20.0), ("rryyy", 3.0), ("GGrrr", 20.0), ("yyrrr", 3.0))
LIGHT_ID = "middle"
TIME_STEP = 0.1  # s
LANES = {"from_west_0": -4.8, "from_west_1": -1.6}


class ControlTest(unittest.TestCase):
    """Cases that begin with a reset, an empty road and initial lights."""

    @classmethod
    def setUpClass(cls) -> None:
        rospy.init_node("control_test")
        cls.stepper = Stepper([])
        cls.vehicles = Subscription("/traffic/vehicles", TrafficVehicles)
        cls.diagnostics = Subscription("/diagnostics", DiagnosticArray)
        for name in KINDS:
            rospy.wait_for_service(f"/traffic/{name}", 300.0)

    def setUp(self) -> None:
        self.stepper.reset()
        self.stepper.newest()
        self.vehicles.messages.clear()
        for flow in FLOWS:
            self.done("set_flow", flow=flow, vehicles_per_hour=0.0)
        self.done("remove_vehicle", vehicles="*") if len(self.stepper.newest()) else None
        self.done("set_light_program", light=LIGHT_ID, program="0")

    def ask(self, service: str, **fields):
        return rospy.ServiceProxy(f"/traffic/{service}", KINDS[service])(**fields)

    def done(self, service: str, **fields):
        answer = self.ask(service, **fields)
        self.assertTrue(answer.success, answer.status_message)
        return answer

    def refused(self, message: str, service: str, **fields) -> None:
        answer = self.ask(service, **fields)
        self.assertFalse(answer.success)
        self.assertRegex(answer.status_message, f"^/traffic/{service}: {message}")

    def add(
        self,
        name: str,
        edge: str = "from_west",
        lane: int = 0,
        position: float = 50.0,
        speed: float = 10.0,
        to: str = "to_east",
    ) -> None:
        self.done(
            "add_vehicle",
            name=name,
            type="car",
            from_edge=edge,
            to_edge=to,
            lane=lane,
            position=position,
            speed=speed,
        )

    def step(self, seconds: float = TIME_STEP) -> None:
        """Step until SUMO halts, so that requests apply to the next step."""
        self.stepper.step(seconds)
        self.stepper.newest()

    def look(self) -> dict:
        """Return x, y and speed of all vehicles in SUMO's newest state.

        By name; steps while some have no name yet, which may come a while after the state.
        """
        for _ in range(15):
            state = self.stepper.newest()
            names = self.names(state.id.tolist())
            if set(state.id.tolist()) <= set(names):
                return {
                    names[number]: (*state.position[row, :2].tolist(), float(state.speed[row]))
                    for row, number in enumerate(state.id.tolist())
                }
            self.step()
        self.fail("vehicles without names")

    def names(self, wanted: list) -> dict:
        """Return the names by id of all published vehicles. Waits for the wanted ones."""
        end = time.monotonic() + 5.0
        while True:
            names = {
                number: name
                for message in list(self.vehicles.messages)
                for number, name in zip(message.id, message.name)
            }
            if set(wanted) <= set(names) or time.monotonic() > end:
                return names
            time.sleep(0.02)

    def letters(self) -> str:
        """Return the light's letters that belong to SUMO's newest state."""
        message = self.stepper.lights(self.stepper.newest())
        self.assertEqual(
            (list(message.light), list(message.link)), ([LIGHT_ID] * 5, [0, 1, 2, 3, 4])
        )
        self.assertEqual(
            list(message.from_lane),
            ["from_south_0", "from_south_0", "from_west_0", "from_west_1", "from_west_1"],
        )
        return "".join(message.state)

    def test_phases_and_the_time_of_the_next_are_those_of_the_program(self) -> None:
        phases = [
            (letters, end)
            for letters, end in zip([letters for letters, _ in PROGRAM], (20.0, 23.0, 43.0, 46.0))
        ]
        for _ in range(500):
            self.step()
            # SUMO has made its first step when the simulator's time begins; the light of a step is
            # the one of the step's begin.
            time = round(self.stepper.newest().time, 3)
            letters, end = next(phase for phase in phases if time % 46.0 < phase[1] - 1e-6)
            self.assertEqual(self.letters(), letters, f"at {time} s")
            switches = self.stepper.lights(self.stepper.newest()).next_switch
            self.assertAlmostEqual(switches[0], time - time % 46.0 + end - TIME_STEP, places=6)

    def test_traffic_stops_at_a_held_red_and_goes_when_it_is_released(self) -> None:
        self.done("set_light", light=LIGHT_ID, state="r")
        for k in range(3):
            self.add(f"v{k}", position=50.0 + 20.0 * k)
        self.step(40.0)
        self.assertEqual(self.letters(), "rrrrr")
        self.assertTrue(
            all(speed < 0.05 and -40.0 < x < -5.0 for x, _, speed in self.look().values())
        )
        self.done("set_light", light=LIGHT_ID, state="rrGGr", duration=15.0)
        self.step()
        self.assertEqual(self.letters(), "rrGGr")
        self.step(14.9)
        self.assertEqual(self.letters(), "rrGGr")
        self.assertTrue(all(x > 0.0 for x, _, _ in self.look().values()))
        self.step(0.2)
        self.assertNotEqual(self.letters(), "rrGGr")

    def test_another_program_until_the_first_one_again(self) -> None:
        self.done("set_light_program", light=LIGHT_ID, program="blocked")
        seen = set()
        for _ in range(25):
            self.step(1.0)
            seen.add(self.letters())
        self.assertEqual(seen, {"rrrrr", "uurrr"})
        self.refused(
            "program: program of 'middle' 'day' not found; available: 0, blocked, off",
            "set_light_program",
            light=LIGHT_ID,
            program="day",
        )

    def test_requests_are_served_while_the_simulator_is_paused(self) -> None:
        self.add("slow")
        self.step(1.5)
        rospy.ServiceProxy("/gazebo/pause_physics", Empty)()
        self.done("set_light", light=LIGHT_ID, state="o")
        self.done("set_speed", vehicles="slow", speed=3.0)
        self.add("other", lane=1)
        self.refused(
            "vehicles: no vehicle 'nobody' is on the road; available: slow",
            "set_speed",
            vehicles="nobody",
            speed=3.0,
        )
        rospy.ServiceProxy("/gazebo/unpause_physics", Empty)()
        self.step()
        self.assertEqual(self.letters(), "ooooo")
        self.step(5.0)
        seen = self.look()
        self.assertEqual(set(seen), {"slow", "other"})
        self.assertAlmostEqual(seen["slow"][2], 3.0, places=3)

    def test_a_speed_counts_from_its_step_for_its_duration(self) -> None:
        self.add("v")
        self.step(1.5)
        self.done("set_speed", vehicles="v", speed=5.0, duration=6.0)
        speeds = []
        for _ in range(70):
            self.step()
            speeds.append(self.look()["v"][2])
        self.assertAlmostEqual(speeds[59], 5.0, places=3)
        self.assertGreater(speeds[60], 5.0)

    def test_parameters_lanes_ways_and_release(self) -> None:
        self.add("v", to="to_north", lane=1, position=20.0)
        self.add("w", lane=1, position=60.0)
        self.step(1.5)
        self.assertEqual(
            self.done("set_parameters", vehicles="*", names=["max_speed"], values=[7.0]).affected,
            ["v", "w"],
        )
        self.done("change_lane", vehicles="w", lane=-1, relative=True)
        self.done("reroute", vehicles="v", destination="to_east")
        self.step(8.0)
        seen = self.look()
        self.assertAlmostEqual(seen["w"][1], LANES["from_west_0"], delta=0.05)
        self.assertAlmostEqual(seen["v"][2], 7.0, delta=0.3)
        self.done("release", vehicles="*")
        self.step(5.0)
        self.assertGreater(self.look()["v"][2], 9.0)
        self.done("set_light", light=LIGHT_ID, state="G")
        self.step(25.0)
        self.assertTrue(all(y < 0.0 < x for x, y, _ in self.look().values()))
        self.refused(
            "destination: 2 could not: .*'from_south' unreachable",
            "reroute",
            vehicles="*",
            destination="from_south",
        )
        self.refused(
            "names: parameter 'taw' not found; did you mean tau",
            "set_parameters",
            vehicles="*",
            names=["taw"],
            values=[1.0],
        )
        self.refused(
            "lane: 2 could not: .*whose edge has the lanes 0 to 1",
            "change_lane",
            vehicles="*",
            lane=5,
        )

    def test_vehicles_come_and_go(self) -> None:
        name = self.done(
            "add_vehicle", from_edge="from_west", to_edge="", lane=-1, position=30.0, speed=-1.0
        ).name
        self.add("second", position=100.0)
        self.step(1.5)
        self.assertEqual(set(self.look()), {name, "second"})
        self.assertEqual(self.done("remove_vehicle", vehicles="second").affected, ["second"])
        self.step()
        self.assertEqual(set(self.look()), {name})
        self.refused(
            "type: vehicle type 'tank' not found",
            "add_vehicle",
            type="tank",
            from_edge="from_west",
            lane=-1,
            speed=-1.0,
        )
        self.refused(
            "to_edge: no route leads from 'to_east' to 'from_west'",
            "add_vehicle",
            from_edge="to_east",
            to_edge="from_west",
            lane=-1,
            speed=-1.0,
        )

    def test_flows_change_while_running(self) -> None:
        self.done("set_light", light=LIGHT_ID, state="G")
        self.done("set_flow", flow=FLOWS[0], vehicles_per_hour=1200.0)
        self.step(30.0)
        self.assertTrue(
            set(self.look()) and all(name.startswith(f"{FLOWS[0]}.") for name in self.look())
        )
        self.done("set_flow", flow=FLOWS[0], vehicles_per_hour=0.0)
        before = set(self.look())
        self.done(
            "set_flow",
            flow="extra",
            from_edge="from_south",
            to_edge="to_east",
            type="car",
            vehicles_per_hour=900.0,
        )
        self.step(30.0)
        after = set(self.look()) - before
        self.assertTrue(after and all(name.startswith("extra.") for name in after))
        self.refused(
            "flow: the demand has no flow 'nope'; available:",
            "set_flow",
            flow="nope",
            vehicles_per_hour=10.0,
        )

    def test_a_module_drives_and_one_that_fails_is_reported_while_the_run_goes_on(self) -> None:
        self.done("set_light", light=LIGHT_ID, state="G")
        self.done("set_flow", flow=FLOWS[1], vehicles_per_hour=600.0)
        self.add("broken_1", lane=1)
        self.add("human_1", lane=0)
        self.step(30.0)
        seen = self.look()
        southern = [
            speed
            for name, (_, y, speed) in seen.items()
            if name.startswith(FLOWS[1]) and -240.0 < y < -60.0
        ]
        self.assertTrue(southern and all(abs(speed - 6.0) < 0.01 for speed in southern), southern)
        self.assertGreater(seen["broken_1"][2], 10.0)
        found = self.diagnostics.wait(
            lambda array: any(
                "broken" in status.name and status.level == DiagnosticStatus.ERROR
                for status in array.status
            )
        )
        texts = {status.name.rpartition(": ")[2]: status.message for status in found.status}
        self.assertRegex(
            texts["driver module broken"],
            r"stopped: at .* it raised ValueError: never learned to drive "
            r"\(.*crossing_drivers.py:\d+\)",
        )
        self.assertRegex(texts["driver module steady"], "drives [0-9]+ vehicles")
        self.assertEqual(texts["driver module human"][:6], "drives")

    def test_a_reset_forgets_all(self) -> None:
        self.add("v")
        self.done("set_light", light=LIGHT_ID, state="o")
        self.step(1.5)
        self.done("set_speed", vehicles="v", speed=1.0)
        self.stepper.reset()
        self.step(20.0)
        self.assertNotIn("o", self.letters())
        self.vehicles.messages.clear()
        self.step(1.5)
        seen = self.look()
        self.assertNotIn("v", seen)
        self.assertTrue(any(name.startswith(FLOWS[0]) for name in seen))


if __name__ == "__main__":
    rostest.rosrun("sim", "control_test", ControlTest)
