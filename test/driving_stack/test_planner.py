"""Plan at lights, at stop signs, behind others, without sensors; its pace."""

from __future__ import annotations

import math

import numpy as np
import pytest
from nets import ROOT

from sim.drivers.lane_follow import DriverOptions
from sim.drivers.nearby_traffic import no_traffic
from sim.driving_stack.control import steer
from sim.driving_stack.inputs import Inputs, LightMemory
from sim.driving_stack.pace import DelayWatch
from sim.driving_stack.planner import DrivePlanner
from sim.driving_stack.route import route
from sim.errors import InputError
from sim.traffic.ego_state import EgoState
from sim.traffic.roads.network import Network
from sim.vehicle.idm import IdmParameters

OPTIONS = DriverOptions(IdmParameters(18.0, 1.5, 3.0))
LENGTH = 4.6


@pytest.fixture(scope="module")
def way():
    network = Network.read(ROOT / "networks" / "loop" / "loop.net.xml")
    return route(network, "main_1_west_1", ["motorway_2"], "main_1_west", "way")


def driven(way, planner, s, speed, seconds, around):
    """Return place and speed of a car after planned driving."""
    for step in range(round(10 * seconds)):
        x, y, yaw = way.pose(s)
        ego = EgoState("ego", (x, y), yaw, speed, 0.0, LENGTH, 1.8, 1.5)
        plan = planner.plan(ego, around(0.1 * step))
        change = np.clip(plan.speed - speed, -0.1 * plan.acceleration, 0.1 * plan.acceleration)
        speed = max(speed + change, 0.0)
        s = math.fmod(s + 0.1 * speed, way.length)
    return s, speed


@pytest.mark.parametrize("seen", [{("light", 4): "r"}, {}], ids=["red", "not seen"])
def test_it_stops_at_a_red_or_unseen_light_and_goes_at_green(way, seen):
    planner, line = DrivePlanner(way, OPTIONS), way.course.signals[0].stop
    s, speed = driven(way, planner, line - 60.0, 12.0, 15.0, lambda _: no_traffic(seen))
    assert speed < 0.1 and line - 2.0 < s + 0.5 * LENGTH < line
    green = {("light", 4): "G"}
    s, speed = driven(way, planner, s, speed, 6.0, lambda _: no_traffic(green))
    assert s > line + 5.0 and speed > 4.0


def test_it_stops_at_a_stop_sign_once_though_nobody_comes(way):
    planner, line = DrivePlanner(way, OPTIONS), way.stops[0]
    least = [math.inf]

    def watch(planned, s, speed):
        for _ in range(200):
            s, speed = driven(way, planned, s, speed, 0.1, lambda _: no_traffic({}))
            least[0] = min(least[0], speed)
            if s < 300.0:
                break
        return s

    assert watch(planner, line - 50.0, 12.0) < 300.0
    assert least[0] < 0.15
    planner.plan(
        EgoState("ego", way.pose(5.0)[:2], 3.1, 5.0, 0.0, LENGTH, 1.8, 1.5), no_traffic({})
    )
    assert planner.driven == 1


def test_it_stops_after_its_laps(way):
    planner = DrivePlanner(way, OPTIONS, laps=1)
    planner.plan(
        EgoState("ego", way.pose(1860.0)[:2], 3.1, 5.0, 0.0, LENGTH, 1.8, 1.5), no_traffic({})
    )
    s, speed = driven(way, planner, 5.0, 8.0, 10.0, lambda _: no_traffic({}))
    assert speed < 0.1 and s < 40.0


def test_without_a_sense_it_brakes_and_says_why(way):
    inputs = Inputs(["/lanes", "/obstacles"], 1.0)
    inputs.came("/lanes", 10.0)
    ego = EgoState("ego", way.pose(50.0)[:2], math.pi, 10.0, 0.0, LENGTH, 1.8, 1.5)
    plan = DrivePlanner(way, OPTIONS).plan(ego, no_traffic({}), inputs.missing(10.5))
    assert plan.speed == 0.0 and plan.why == "stands: no message received on /obstacles"
    inputs.came("/obstacles", 10.4)
    assert inputs.missing(10.9) == []
    assert inputs.missing(11.2) == ["stops: nothing on /lanes for more than 1 s"]


def test_a_lights_colour_is_believed_for_a_moment(way):
    memory, head = LightMemory(way), way.heads[0][1]
    memory.seen(5.0, [(head.middle + 0.1, "red"), (head.middle + 30.0, "green")])
    assert memory.letters(5.5) == {("light", 4): "r"}
    memory.seen(5.6, [(head.middle, "unknown")])
    assert memory.letters(5.6) == {("light", 4): "r"} and memory.letters(6.0) == {}


def test_steering_leads_a_bicycle_back_onto_its_path():
    points = np.column_stack([np.arange(0.0, 200.0), np.zeros(200)])
    x, y, yaw = 0.0, 1.0, 0.0
    for _ in range(1000):
        angle = steer(points, (x, y, yaw), 10.0, 2.7, -1.35)
        yaw += 10.0 * math.tan(angle) / 2.7 * 0.01
        x, y = x + 0.1 * math.cos(yaw), y + 0.1 * math.sin(yaw)
    assert abs(y) < 0.05 and abs(yaw) < 0.01


def test_a_route_needs_a_lane_of_the_map(way):
    with pytest.raises(InputError, match="loop has no lane 'nowhere_0'"):
        route(way.network, "nowhere_0", [], "main_1_west", "~lane")


def test_a_late_topic_is_waited_for_until_patience_ends():
    pace = DelayWatch({"/plan": 0.05, "/lanes": 0.15}, patience=5.0)
    assert pace.behind(0.3, wall=0.0) == []
    pace.heard("/plan", 1.0)
    assert pace.behind(1.1, wall=1.0) == ["/lanes"]
    assert pace.behind(1.1, wall=5.9) == ["/lanes"] and pace.given_up() == []
    assert pace.behind(1.1, wall=6.1) == [] and pace.given_up() == ["/lanes"]
    assert pace.given_up() == []
    pace.heard("/lanes", 1.0)
    assert pace.behind(1.3, wall=9.0) == ["/plan", "/lanes"]


def test_a_slower_topic_is_waited_for_in_vain_once():
    pace = DelayWatch({"/command": 0.01}, patience=5.0)
    for stamp in (0.96, 0.98, 1.0):
        pace.heard("/command", stamp)
    assert pace.behind(1.02, wall=0.0) == [] and pace.behind(1.04, wall=0.0) == ["/command"]
    assert pace.behind(1.04, wall=5.1) == []
    pace.heard("/command", 1.2)
    assert pace.behind(1.4, wall=6.0) == [] and pace.behind(1.42, wall=6.0) == ["/command"]


def test_a_topic_that_hung_once_is_soon_waited_for_again():
    pace = DelayWatch({"/command": 0.01}, patience=5.0)
    for stamp in (1.0, 9.0, 9.02, 9.04, 9.06, 9.08, 9.1):
        pace.heard("/command", stamp)
    assert pace.behind(9.12, wall=0.0) == [] and pace.behind(9.14, wall=0.0) == ["/command"]


def test_after_a_reset_all_are_waited_for():
    pace = DelayWatch({"/command": 0.01}, patience=5.0)
    pace.heard("/command", 100.0)
    assert pace.behind(100.0, wall=0.0) == [] and pace.behind(1.0, wall=0.0) == ["/command"]
    pace.heard("/command", 100.02)
    pace.heard("/command", 1.0)
    assert pace.behind(1.02, wall=0.1) == [] and pace.behind(1.2, wall=0.1) == ["/command"]


def test_messages_under_way_at_a_reset_are_ignored(way):
    inputs, memory = Inputs(["/lanes"], 1.0), LightMemory(way)
    inputs.came("/lanes", 38.0)
    memory.seen(38.0, [(way.heads[0][1].middle, "green")])
    assert inputs.missing(0.5) == ["stops: nothing on /lanes for more than 1 s"]
    assert memory.letters(0.5) == {}
    inputs.came("/lanes", 0.5)
    assert inputs.missing(0.6) == []
    assert inputs.missing(1.6) == ["stops: nothing on /lanes for more than 1 s"]
