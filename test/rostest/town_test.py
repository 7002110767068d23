#!/usr/bin/env python3
"""The town: lights obeyed by vehicles, yielding to persons, bicycles.

The simulator is held at every SUMO step.
"""

import os
import sys
import unittest
from pathlib import Path
from typing import List, NamedTuple

import numpy as np
import rospkg
import rospy
import rostest
from lxml import etree

from gazebo_msgs.srv import GetModelStateResponse
from sim.msg import TrafficLights
from sim.srv import SetLight

sys.path.insert(0, str(Path(os.path.realpath(__file__)).parents[1]))
sys.path.insert(0, str(Path(os.path.realpath(__file__)).parent))
from stepper import PERIOD, Stepper
from support.boxes import box_corners

from sim.traffic.looks import is_person, kind_of
from sim.traffic.state import TrafficState

NET = os.path.join(rospkg.RosPack().get_path("sim"), "networks", "town", "town.net.xml")
# The middle of traffic light A and half the side of a square inside its stop lines.
LIGHT_A = (-20.0, 0.0)  # m
INSIDE_HALF_SIZE = 5.0  # m
EGO_FRONT = 2.3
# s that the cases which only look on share: longer than a cycle of either light.
LOOKED_ON = 125.0


def phases_of(light: str, program: str):
    """Return ends, in s, and states of a light's fixed phases."""
    phases = etree.parse(NET).xpath(f"//tlLogic[@id='{light}'][@programID='{program}']/phase")
    return np.cumsum([float(phase.get("duration")) for phase in phases]), [
        phase.get("state") for phase in phases
    ]


class Moment(NamedTuple):
    """The state of traffic at one boundary."""

    state: TrafficState
    lights: TrafficLights
    ego: GetModelStateResponse

    def of_light(self, light: str) -> List[int]:
        """Return the rows of one traffic light."""
        return [row for row, name in enumerate(self.lights.light) if name == light]


class TownTest(unittest.TestCase):
    """Cases on one recorded run, and its models at the end."""

    @classmethod
    def setUpClass(cls) -> None:
        rospy.init_node("town_test")
        cls.stepper = Stepper(["ego"])
        cls.set_light = rospy.ServiceProxy("/traffic/set_light", SetLight)
        cls.set_light.wait_for_service(60.0)
        cls.stepper.reset()
        cls.moments = [cls._next_moment() for _ in range(round(LOOKED_ON / PERIOD))]
        state = cls.moments[-1].state
        kinds = [cls.stepper.types[kind].model for kind in state.type.tolist()]
        cls.models = [
            (row, cls.stepper.model_state(f"traffic_{state.id[row]}", ""))
            for row, kind in enumerate(kinds)
            if kind_of(kind) in ("pedestrian", "bicycle")
        ]

    @classmethod
    def _next_moment(cls) -> Moment:
        cls.stepper.step()
        state = cls.stepper.shown()
        return Moment(state, cls.stepper.lights(state), cls.stepper.model_state("ego", ""))

    def _program_of(self, light: str) -> str:
        lights = self.moments[0].lights
        return lights.program[self.moments[0].of_light(light)[0]]

    def test_lights_show_the_phase_of_their_program_at_every_step(self) -> None:
        ends, states = phases_of("A", self._program_of("A"))
        self.assertGreater(LOOKED_ON, ends[-1] + 10.0)
        for moment in self.moments:
            lights, begun = moment.lights, moment.state.time
            phase = int(np.searchsorted(ends, begun % ends[-1] + 1e-6, side="right"))
            rows = moment.of_light("A")
            self.assertEqual(len(rows), len(states[0]))
            for row in rows:
                self.assertEqual(
                    lights.state[row],
                    states[phase][lights.link[row]],
                    f"link {lights.link[row]} at {begun:.1f} s",
                )
                self.assertAlmostEqual(
                    lights.next_switch[row],
                    begun - begun % ends[-1] + ends[phase],
                    delta=PERIOD + 1e-6,
                )

    def test_an_actuated_light_goes_through_its_phases_in_their_order(self) -> None:
        program = self._program_of("B")
        phases = etree.parse(NET).xpath(f"//tlLogic[@id='B'][@programID='{program}']/phase")
        states = [phase.get("state") for phase in phases]
        longest = [float(phase.get("maxDur", phase.get("duration"))) for phase in phases]
        seen, since = [], 0.0
        for moment in self.moments:
            lights, begun, rows = moment.lights, moment.state.time, moment.of_light("B")
            letters = dict(
                zip((lights.link[row] for row in rows), (lights.state[row] for row in rows))
            )
            fitting = [
                phase
                for phase, state in enumerate(states)
                if all(state[link] == letter for link, letter in letters.items())
            ]
            self.assertTrue(fitting, f"{letters} at {begun:.1f} s is no phase of {program}")
            if not seen or seen[-1] not in fitting:
                if seen:
                    self.assertIn(
                        (seen[-1] + 1) % len(states),
                        fitting,
                        f"after phase {seen[-1]} at {begun:.1f} s",
                    )
                seen.append((seen[-1] + 1) % len(states) if seen else fitting[0])
                since = begun
            self.assertLess(begun - since, longest[seen[-1]] + PERIOD + 1e-6)
            for row in rows:
                self.assertTrue(
                    begun - PERIOD
                    < lights.next_switch[row]
                    <= since + longest[seen[-1]] + PERIOD + 1e-6,
                    lights.next_switch[row],
                )
        self.assertGreater(len(seen), len(states))

    def test_ego_and_traffic_stop_at_red_and_go_at_green(self) -> None:
        self.stepper.reset()
        self._set_light("r")
        self.stepper.step(35.0)
        stop = next(
            x
            for light, lane, x in zip(
                *(getattr(self.stepper.lights(), name) for name in ("light", "from_lane", "x"))
            )
            if (light, lane) == ("A", "main_1_east_2")
        )
        x, speed = self._ego()
        self.assertLess(abs(speed), 0.05)
        self.assertTrue(0.2 < stop - x - EGO_FRONT < 20.0, stop - x - EGO_FRONT)
        for _ in range(100):
            self.stepper.step()
            state = self.stepper.shown()
            inside = (
                np.abs(state.position[:, :2] - LIGHT_A).max(axis=1) < INSIDE_HALF_SIZE
            ) & ~self._persons(state)
            self.assertFalse(inside.any(), f"{inside.sum()} vehicles inside A at red")
        self.assertLess(abs(self._ego()[0] - x), 0.1)
        self._set_light("")
        end = self.stepper.time + 90.0
        while self._ego()[0] < LIGHT_A[0] + 20.0:
            self.assertLess(self.stepper.time, end, "the ego stands although it is green")
            self.stepper.step(1.0)

    def test_cars_let_persons_cross(self) -> None:
        crossing, met = set(), 0
        for state, _, ego in self.moments:
            persons = self._persons(state)
            points, cars = state.position[persons], state.position[~persons]
            if abs(ego.twist.linear.x) > 0.5:
                over = self._inside(points[:, None, :2], self._box_of(ego.pose))
                self.assertFalse(over.any(), f"the ego drives over a person at {points[over]}")
            sizes = np.array(
                [
                    [self.stepper.types[kind].length, self.stepper.types[kind].width]
                    for kind in state.type[~persons].tolist()
                ]
            )
            crossing |= {
                number
                for number, (_, y) in zip(state.id[persons].tolist(), points[:, :2].tolist())
                if self._on_main_street(y)
            }
            boxes = box_corners(cars[:, :2], state.yaw[~persons], *sizes.T)
            away = points[:, None] - cars
            # Persons on the bridge are above those who walk under it.
            person, car = np.nonzero(
                (np.hypot(away[..., 0], away[..., 1]) < 12.0) & (np.abs(away[..., 2]) < 2.0)
            )
            met += len(person)
            over = self._inside(points[person, None, :2], boxes[car]) & (
                state.speed[~persons][car] > 0.5
            )
            self.assertFalse(
                over.any(),
                f"a vehicle drives over a person at {points[person[over]]} at {state.time:.1f} s",
            )
        self.assertGreater(len(crossing), 5)
        self.assertGreater(met, 1000)

    def test_persons_and_bicycles_are_models_where_sumo_has_them(self) -> None:
        state = self.moments[-1].state
        kinds = np.array([kind_of(self.stepper.types[kind].model) for kind in state.type.tolist()])
        for model in ("pedestrian", "bicycle", "car"):
            self.assertGreater((kinds == model).sum(), 1, model)
        for row, answer in self.models:
            at = answer.pose.position
            self.assertLess(np.linalg.norm(state.position[row] - (at.x, at.y, at.z)), 0.01)
            self.assertTrue(0.2 < self.stepper.types[int(state.type[row])].width < 1.0)

    def _set_light(self, state: str) -> None:
        answer = self.set_light("A", state, 0.0)
        self.assertTrue(answer.success, answer.status_message)

    def _ego(self):
        answer = self.stepper.model_state("ego", "")
        return answer.pose.position.x, answer.twist.linear.x

    def _persons(self, state) -> np.ndarray:
        return np.array(
            [is_person(self.stepper.types[kind].model) for kind in state.type.tolist()], bool
        )

    @staticmethod
    def _box_of(pose) -> np.ndarray:
        yaw = 2.0 * np.arctan2(pose.orientation.z, pose.orientation.w)
        return box_corners(
            np.array([[pose.position.x, pose.position.y]]),
            *np.array([[yaw], [2.0 * EGO_FRONT], [1.8]]),
        )[0]

    @staticmethod
    def _on_main_street(y: float) -> bool:
        return abs(y) < 3.0

    @staticmethod
    def _inside(points: np.ndarray, boxes: np.ndarray) -> np.ndarray:
        """Return which points (n, 1, 2) are in their boxes (n, 4, 2) or in one box (4, 2)."""
        edges, to_points = np.roll(boxes, -1, axis=-2) - boxes, points - boxes
        turns = edges[..., 0] * to_points[..., 1] - edges[..., 1] * to_points[..., 0]
        return (turns > 0).all(axis=-1) | (turns < 0).all(axis=-1)


if __name__ == "__main__":
    rostest.rosrun("sim", "town_test", TownTest)
