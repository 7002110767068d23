"""Background traffic by TrafficActions: SUMO's vehicles appear and disappear."""

from __future__ import annotations

import math
from pathlib import Path
from typing import List

import numpy as np
import pytest

from sim.errors import InputError
from sim.openscenario.play.ignored import ignored_elements
from sim.openscenario.play.player import PlayOptions, ScenarioPlayer
from sim.openscenario.reading.reader import read_scenario
from sim.openscenario.simulation.background_types import kinds_of
from sim.openscenario.simulation.prepare import prepare
from sim.openscenario.simulation.run import ScenarioRun, ScenarioRunOptions
from sim.traffic.demand.source import read_source
from sim.traffic.ego_state import EgoState
from sim.traffic.roads.network import Network
from sim.traffic.session import SumoOptions
from sim.traffic.state import TrafficState
from sim.traffic.summary import Summary

TIME_STEP = 0.1  # s
SPEED = 20.0  # m/s
LANE = (
    '<lane id="{}" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/>'
    '<speed sOffset="0" max="25" unit="m/s"/></lane>'
)
ROADS = (
    '<OpenDRIVE><header revMajor="1" revMinor="6"/><road id="1" length="2000" junction="-1">'
    '<planView><geometry s="0" x="0" y="0" hdg="0" length="2000"><line/></geometry></planView>'
    f'<lanes><laneSection s="0"><left>{LANE.format(2)}{LANE.format(1)}</left><center>'
    f'<lane id="0" type="none"/></center><right>{LANE.format(-1)}{LANE.format(-2)}</right>'
    "</laneSection></lanes></road></OpenDRIVE>"
)
CAR = (
    '<ScenarioObject name="Ego"><Vehicle name="car" vehicleCategory="car"><BoundingBox><Center '
    'x="1.4" y="0" z="0.7"/><Dimensions width="1.8" length="4.6" height="1.5"/></BoundingBox>'
    '<Performance maxSpeed="70" maxAcceleration="4" maxDeceleration="8"/><Axles>'
    '<FrontAxle maxSteering="0.5" wheelDiameter="0.6" trackWidth="1.6" positionX="2.8" '
    'positionZ="0.3"/><RearAxle maxSteering="0" wheelDiameter="0.6" trackWidth="1.6" '
    'positionX="0" positionZ="0.3"/></Axles></Vehicle></ScenarioObject>'
)
WHO = (
    '<TrafficDefinition name="mix"><VehicleCategoryDistribution>'
    '<VehicleCategoryDistributionEntry category="car" weight="3"/>'
    '<VehicleCategoryDistributionEntry category="truck" weight="1"/>'
    "</VehicleCategoryDistribution><ControllerDistribution><ControllerDistributionEntry "
    'weight="1"><Controller name="c"/></ControllerDistributionEntry></ControllerDistribution>'
    "</TrafficDefinition>"
)


def at(s: float, lane: int = -2) -> str:
    return f'<Position><LanePosition roadId="1" laneId="{lane}" s="{s}"/></Position>'


def action(name: str, body: str) -> str:
    return (
        f'<GlobalAction><TrafficAction trafficName="{name}">{body}</TrafficAction></GlobalAction>'
    )


def when(seconds: float) -> str:
    return (
        '<ConditionGroup><Condition name="c" delay="0" conditionEdge="none"><ByValueCondition>'
        f'<SimulationTimeCondition value="{seconds}" rule="greaterOrEqual"/></ByValueCondition>'
        "</Condition></ConditionGroup>"
    )


def scenario(folder: Path, first: str, stopped: str = "", end: float = 15.0) -> Path:
    """Write a scenario with Ego at 500 m and 20 m/s. ``stopped`` names traffic that ends at 5 s."""
    (folder / "roads.xodr").write_text(ROADS)
    path = folder / "traffic.xosc"
    event = action(stopped or "nothing", "<TrafficStopAction/>")
    path.write_text(
        '<OpenSCENARIO><FileHeader revMajor="1" revMinor="3" author="" date="" description=""/>'
        '<CatalogLocations/><RoadNetwork><LogicFile filepath="roads.xodr"/></RoadNetwork>'
        f"<Entities>{CAR}</Entities><Storyboard><Init><Actions>{first}"
        f'<Private entityRef="Ego"><PrivateAction><TeleportAction>{at(500)}</TeleportAction>'
        "</PrivateAction><PrivateAction><LongitudinalAction><SpeedAction><SpeedActionDynamics "
        'dynamicsShape="step" value="0" dynamicsDimension="time"/><SpeedActionTarget>'
        f'<AbsoluteTargetSpeed value="{SPEED}"/></SpeedActionTarget></SpeedAction>'
        "</LongitudinalAction></PrivateAction></Private></Actions></Init>"
        '<Story name="s"><Act name="a"><ManeuverGroup name="g" maximumExecutionCount="1">'
        '<Actors selectTriggeringEntities="false"/><Maneuver name="m"><Event name="e" '
        f'priority="parallel"><Action name="x">{event}</Action><StartTrigger>{when(5.0)}'
        "</StartTrigger></Event></Maneuver></ManeuverGroup></Act></Story>"
        f"<StopTrigger>{when(end)}</StopTrigger></Storyboard></OpenSCENARIO>"
    )
    return path


def states(folder: Path, path: Path, said: List[str]) -> List[TrafficState]:
    """Return the states of a run without Ego, which keeps its speed."""
    document = read_scenario(path)
    made = prepare(document, "Ego", folder / "made", folder / "cache")
    player, demand = ScenarioPlayer(document, PlayOptions("Ego")), read_source(str(made.demand))
    player.begin()
    start = player.entities["Ego"]

    def ego(time: float) -> EgoState:
        place = (start.x + 1.4 + SPEED * time, start.y)
        return EgoState("Ego", place, 0.0, SPEED, 0.0, 4.6, 1.8, 1.5)

    run = ScenarioRun(
        document,
        ScenarioRunOptions("Ego", -1.4, "a test"),
        SumoOptions(made.net, (made.types,), step=TIME_STEP),
        Network.read(made.net),
        list(demand.types),
        Summary("none", 0, "lockstep"),
        said.append,
        painted=demand.painted,
        measured=False,
    )
    ends: List[str] = []
    run.ended = ends.append
    found = []
    try:
        run.first([ego(0.0)])
        while not ends:
            found.append(run.step([ego(len(found) * TIME_STEP)]))
            assert len(found) < 400
    finally:
        run.close()
    return found


@pytest.mark.not_quick
def test_a_swarm_stays_around_its_entity(tmp_path: Path):
    swarm = (
        '<TrafficSwarmAction innerRadius="40" numberOfVehicles="8" offset="20" '
        f'semiMajorAxis="200" semiMinorAxis="30"><CentralObject entityRef="Ego"/>{WHO}'
        '<InitialSpeedRange lowerLimit="5" upperLimit="8"/>'
        '<DirectionOfTravelDistribution same="1" opposite="1"/></TrafficSwarmAction>'
    )
    said: List[str] = []
    path = scenario(tmp_path, action("around", swarm), "around")
    found = states(tmp_path, path, said)
    assert not [line for line in said if "traffic" in line]
    for i, state in enumerate(found):
        time = (i + 2) * TIME_STEP
        if not 2.0 <= time <= 5.0:
            continue
        middle = 500.0 + SPEED * time + 20.0
        assert len(state) == pytest.approx(8, abs=1)
        # Updated once a second, during which oncoming vehicles move by 45 m.
        assert np.abs(state.position[:, 0] - middle).max() < 250.0
        assert {round(math.cos(yaw)) for yaw in state.yaw} == {-1, 1}
    # The swarm stays as it is.
    assert np.abs(found[-1].position[:, 0] - 500.0 - SPEED * 15.0).max() > 250.0


@pytest.mark.not_quick
def test_a_source_sends_and_a_sink_takes(tmp_path: Path):
    """One each 2 s from 100 m on, at 10 m/s, until 5 s. The sink is at 200 m."""
    source = (
        f'<TrafficSourceAction radius="8" rate="0.5" speed="10">{at(100)}{WHO}'
        "</TrafficSourceAction>"
    )
    sink = f'<TrafficSinkAction radius="12">{at(200)}</TrafficSinkAction>'
    path = scenario(tmp_path, action("in", source) + action("out", sink), "in")
    found = states(tmp_path, path, [])
    begun = {}
    for i, state in enumerate(found):
        for number, (x, *_), speed in zip(state.id, state.position, state.speed):
            begun.setdefault(number, ((i + 2) * TIME_STEP, x, speed))
            assert x < 215.0
    times = sorted(time for time, _, _ in begun.values())
    assert times == pytest.approx([0.2, 2.2, 4.2], abs=0.31)
    for _, x, speed in begun.values():
        assert x == pytest.approx(100.0, abs=12.0) and speed == pytest.approx(10.0, abs=1.0)
    assert len(found[-1]) == 0


def test_ignored_elements_are_listed_before_the_start(tmp_path: Path):
    source = f'<TrafficSourceAction radius="5" rate="1">{at(100)}{WHO}</TrafficSourceAction>'
    found = read_scenario(scenario(tmp_path, action("in", source))).scenario
    said = "\n".join(ignored_elements(found, "Ego"))
    assert "<TrafficSourceAction> adds no traffic by kinematics alone" in said
    assert "has controllers and roles, which are ignored" in said
    assert "kinematics" not in "\n".join(ignored_elements(found, "Ego", True))
    lights = (
        '<Private entityRef="Ego"><PrivateAction><AppearanceAction><LightStateAction><LightType>'
        '<VehicleLight vehicleLightType="brakeLights"/></LightType><LightState mode="on"/>'
        "</LightStateAction></AppearanceAction></PrivateAction></Private>"
    )
    shown = ignored_elements(read_scenario(scenario(tmp_path, lights)).scenario, "Ego", True)
    assert shown[0].endswith("<LightStateAction> has no effect on Ego: its model has its own lamps")


def test_traffic_without_types_is_refused(tmp_path: Path):
    source = f'<TrafficSourceAction radius="5" rate="1">{at(100)}</TrafficSourceAction>'
    path = scenario(tmp_path, action("in", source))
    with pytest.raises(InputError, match=r"traffic.xosc:\d+: needs a <TrafficDefinition>"):
        prepare(read_scenario(path), "Ego", tmp_path / "made", tmp_path / "cache")


def area(corners: str, *lengths: float) -> str:
    """Return four vehicles of some lengths in an area."""
    vehicle = CAR[CAR.index("<Vehicle") : CAR.index("</ScenarioObject>")]
    entries = "".join(
        '<EntityDistributionEntry weight="1"><ScenarioObjectTemplate>'
        + vehicle.replace('length="4.6"', f'length="{length}"')
        + "</ScenarioObjectTemplate></EntityDistributionEntry>"
        for length in lengths
    )
    return (
        '<TrafficAreaAction numberOfEntities="4" continuous="true"><TrafficDistribution>'
        f'<TrafficDistributionEntry weight="1"><EntityDistribution>{entries}</EntityDistribution>'
        f"</TrafficDistributionEntry></TrafficDistribution><TrafficArea><Polygon>{corners}"
        "</Polygon></TrafficArea></TrafficAreaAction>"
    )


def test_templates_of_one_line_are_types_of_their_own(tmp_path: Path):
    here = area(at(100) + at(200) + at(200, 2), 3.9, 5.2)
    found = kinds_of(read_scenario(scenario(tmp_path, action("in", here))).scenario)
    assert [kind.size[0] for kind in found] == [3.9, 5.2]
    assert len({kind.name for kind in found}) == 2


def test_an_area_of_two_corners_is_named(tmp_path: Path):
    path = scenario(tmp_path, action("in", area(at(100) + at(200), 4.6)))
    with pytest.raises(InputError, match=r"traffic.xosc:\d+: .*must have three positions or more"):
        kinds_of(read_scenario(path).scenario)
