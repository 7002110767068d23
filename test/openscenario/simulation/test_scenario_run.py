"""Scenarios beside SUMO: simulators show the kinematic player's state in time."""

from __future__ import annotations

import csv
import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Dict, List, Tuple

import numpy as np
import pytest
from support.public_data import DATA, absent
from support.scenarios import drive, on_lane, teleport, write

from sim.openscenario.play.entity import Entity
from sim.openscenario.play.mover import ObservedState
from sim.openscenario.play.player import PlayOptions, ScenarioPlayer
from sim.openscenario.reading.reader import read_scenario
from sim.openscenario.simulation.ego_track import EgoTrack
from sim.openscenario.simulation.prepare import MAP, lane_under, prepare, way_on
from sim.openscenario.simulation.run import ScenarioRun, ScenarioRunOptions
from sim.openscenario.simulation.types import write_types
from sim.traffic.demand.source import read_source
from sim.traffic.ego_state import EgoState
from sim.traffic.roads.map_import import import_map
from sim.traffic.roads.network import Network
from sim.traffic.session import SumoOptions
from sim.traffic.state import TrafficState
from sim.traffic.summary import Summary

ALKS = DATA / "alks" / "concrete_scenarios"
TIME_STEP = 0.1  # s
REAR_AXLE_X = -1.35  # m
needs_alks = pytest.mark.skipif(not ALKS.is_dir(), reason=absent(ALKS))


def braking(time: float, speed: float) -> Tuple[float, float]:
    """Return way and speed of an ego that brakes with 1 m/s2 from 1 to 2 s."""
    since = min(max(time - 1.0, 0.0), 1.0)
    way = speed * time - 0.5 * since**2 - max(time - 2.0, 0.0)
    return way, speed - since


def short_cut_in(folder: Path) -> Path:
    """Write the regulation's cut-in with 2 s before it and 1 s after it instead of 10 s each."""
    text = next(ALKS.glob("alks_scenario_4_4_1_*.xosc")).read_text(encoding="utf-8-sig")
    for before, after in (
        ("(-10.0 *", "(-2.0 *"),
        ('delay="10.0"', 'delay="1.0"'),
        ('"./', f'"{ALKS}/'),
    ):
        assert before in text
        text = text.replace(before, after)
    path = folder / "cut_in.xosc"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("lane", [2, 1, -1, -2])
def test_a_left_hand_ego_starts_on_its_lane_of_sumo(tmp_path: Path, lane: int):
    """Lanes with positive ids lead along x."""
    init = [("Ego", (teleport(on_lane(lane, 400.0)), drive(10)))]
    document = read_scenario(write(tmp_path, init, rule="LHT"))
    made = prepare(document, "Ego", tmp_path / "run", tmp_path / "cache")
    network = Network.read(made.net)
    found = network.lanes_by_id[made.lane]
    assert network.left_hand and found.index == 2 - abs(lane)
    assert found.shape[:, 1] == pytest.approx(math.copysign(3.5 * abs(lane) - 1.75, lane))
    assert np.sign(found.shape[-1, 0] - found.shape[0, 0]) == np.sign(lane)
    assert made.destination == found.edge and made.speed == 10.0


@needs_alks
def test_the_shown_state_is_the_scenarios_at_that_time(tmp_path: Path):
    document = read_scenario(short_cut_in(tmp_path))
    assert document.roads is not None
    network = Network.read(import_map(document.roads, tmp_path, "roads", MAP).net)
    player = ScenarioPlayer(document, PlayOptions("Ego"))
    player.begin()
    start = player.entities["Ego"]
    lane = lane_under(network, start)
    assert lane is not None and way_on(network, lane) == [lane.edge]
    others = [each for each in document.scenario.entities.objects if each.name != "Ego"]
    types, pools = tmp_path / "entities.add.xml", tmp_path / "entities.rou.xml"
    write_types(others, types, pools, lane.edge)
    demand = read_source(str(pools))
    out = tmp_path / "out"
    out.mkdir()

    def ego(time: float) -> EgoState:
        way, speed = braking(time, start.speed)
        x = start.x - REAR_AXLE_X + way
        return EgoState("Ego", (x, start.y), start.heading, speed, 0.0, 4.6, 1.8, 1.5)

    said: List[str] = []
    run = ScenarioRun(
        document,
        ScenarioRunOptions("Ego", REAR_AXLE_X, "a test", trajectories=tmp_path / "out.csv"),
        SumoOptions(tmp_path / "roads.net.xml", (types,), step=TIME_STEP, outputs=out),
        network,
        list(demand.types),
        Summary("none", 0, "lockstep"),
        said.append,
        painted=demand.painted,
    )
    ends: List[str] = []
    run.ended = ends.append
    # By the time at which a simulator shows it.
    shown: Dict[int, TrafficState] = {}
    try:
        shown[1] = run.first([ego(0.0)])
        n = 0
        while not ends:
            # As a simulator reports it: the first vehicle of traffic has the number 0.
            touched = {"Ego": ["traffic_0", "kerb"]} if n >= 4 else {}
            shown[n + 2] = run.step([ego(n * TIME_STEP)], touched)
            n += 1
            assert n < 100
        (name,) = {row[1] for row in rows(tmp_path / "out.csv") if row[1] != "Ego"}
        assert run.session.registry.has_vehicle(name)
        assert name in run.session.connection.vehicle.getIDList()
        player = run.player
        left = {each: each.read_bytes() for each in (*out.iterdir(), tmp_path / "out.csv")}
        # After a reset the simulator has the ego at rest, at a boundary from before it is moved.
        again: List[Entity] = []
        run.restarted = again.append
        run.reset()
        run.first([replace(ego(0.0), speed=0.0)])
        assert [each.speed for each in again] == [start.speed]
    finally:
        run.close()
    name_first, *first = rows(tmp_path / "out.csv")[0][1:]
    assert name_first == "Ego" and first == pytest.approx([start.x, start.y, 0.0, start.speed])
    for path, content in left.items():
        path.write_bytes(content)

    alone = ScenarioPlayer(document, PlayOptions(seen=lambda time: seen(ego(time))))
    worst = 0.0
    moved: Dict[int, Tuple[float, float, float]] = {}
    for time in alone.play():
        due = round(time / TIME_STEP)
        if abs(time - due * TIME_STEP) > 1e-6:
            continue
        each = alone.entities[name]
        moved[due] = each.x, each.y, each.speed
        if due not in shown:
            continue
        state, ahead = shown[due], each.centre[0]
        where = np.array([math.cos(each.heading), math.sin(each.heading)]) * ahead
        apart = state.position[0, :2] - np.array([each.x, each.y]) - where
        worst = max(worst, float(np.hypot(*apart)), abs(float(state.speed[0]) - each.speed))
    # Of the ego nothing is known beyond the boundary, so that a trigger may be a step off.
    assert worst < 0.05
    assert ends == [f"the scenario has ended at {player.time:.2f} s"]
    assert player.time == pytest.approx(alone.time, abs=0.02)
    result = json.loads((out / "scenario.json").read_text())
    assert result["contacts"] == [{"t": pytest.approx(4 * TIME_STEP), "entity": name}]
    table = rows(tmp_path / "out.csv")
    assert (out / "trajectories.csv").read_bytes() == (tmp_path / "out.csv").read_bytes()
    egos = [row for row in table if row[1] == "Ego"]
    for row in egos:
        assert row[2] == pytest.approx(start.x + braking(row[0], start.speed)[0], abs=1e-5)
    for row in table:
        if row[1] == name:
            x, y, speed = moved[round(row[0] / TIME_STEP)]
            assert math.hypot(row[2] - x, row[3] - y) < 0.05 and abs(row[5] - speed) < 0.05
    assert len(egos) == len(table) // 2 == math.floor(player.time / TIME_STEP + 1e-6) + 1
    assert said[0].startswith("Ego's model is 4.60 x 1.80 m; conditions count")


def rows(path: Path) -> List[Tuple[float, str, float, float, float, float]]:
    with path.open() as stream:
        return [
            (float(t), name, float(x), float(y), float(heading), float(speed))
            for t, name, x, y, heading, speed in list(csv.reader(stream))[1:]
        ]


def seen(ego: EgoState) -> ObservedState:
    return ObservedState(ego.centre[0] + REAR_AXLE_X, ego.centre[1], 0.0, ego.yaw, ego.speed, 0.0)


def test_georeferenced_roads_stay_in_their_own_axes(tmp_path: Path):
    lane = '<lane id="{}" type="driving"><width sOffset="0" a="4" b="0" c="0" d="0"/></lane>'
    (tmp_path / "a.xodr").write_text(
        '<OpenDRIVE><header revMajor="1" revMinor="6"><geoReference>+proj=utm +zone=32'
        '</geoReference></header><road id="1" length="100" junction="-1"><planView><geometry s="0" '
        'x="500" y="-40" hdg="0" length="100"><line/></geometry></planView><lanes><laneSection '
        's="0"><center>'
        f'<lane id="0" type="none"/></center><right>{lane.format(-1)}</right></laneSection></lanes>'
        "</road></OpenDRIVE>"
    )
    network = Network.read(import_map(tmp_path / "a.xodr", tmp_path, "roads", MAP).net)
    assert network.lane_at(550.0, -42.0) is not None and network.lane_at(550.0, -38.0) is None


def test_an_ego_goes_on_as_it_was_seen():
    """At 10 m/s, braking with 5 m/s2: 1.9 m in 0.2 s. From 0.5 m/s it stands after 0.025 m."""
    track = EgoTrack(REAR_AXLE_X)
    state = EgoState("Ego", (0.0, 0.0), 0.0, 10.5, 0.0, 4.6, 1.8, 1.5)
    track.observe(0.0, state)
    track.observe(0.1, EgoState("Ego", (1.35, 0.0), 0.0, 10.0, 0.0, 4.6, 1.8, 1.5))
    ahead = track.at(0.3)
    assert (ahead.x, ahead.speed, ahead.acceleration) == pytest.approx((1.9, 9.0, -5.0))
    track.observe(2.0, EgoState("Ego", (11.35, 0.0), 0.0, 1.0, 0.0, 4.6, 1.8, 1.5))
    track.observe(2.1, EgoState("Ego", (11.35, 0.0), 0.0, 0.5, 0.0, 4.6, 1.8, 1.5))
    stands = track.at(2.3)
    assert (stands.x, stands.speed) == pytest.approx((10.0 + 0.5**2 / (2.0 * 5.0), 0.0))


def test_without_an_ego_the_file_moves_all_entities(tmp_path: Path) -> None:
    """An entity that reverses is where the kinematic player has it."""
    document = read_scenario(write(tmp_path, [("Ego", [teleport(on_lane(-1, 100)), drive(-4)])]))
    prepared = prepare(document, "", tmp_path / "run", tmp_path / "cache")
    network, demand = Network.read(prepared.net), read_source(str(prepared.demand))
    out = tmp_path / "out"
    out.mkdir()
    run = ScenarioRun(
        document,
        ScenarioRunOptions("", 0.0, "file", trajectories=tmp_path / "out.csv"),
        SumoOptions(prepared.net, (prepared.types,), step=TIME_STEP, outputs=out),
        network,
        list(demand.types),
        Summary("none", 0, "lockstep"),
        lambda line: None,
        painted=demand.painted,
    )
    ends: List[str] = []
    run.ended = ends.append
    try:
        run.first([])
        while not ends:
            run.step([])
    finally:
        run.close()
    rows = list(csv.DictReader((tmp_path / "out.csv").open()))
    assert {row["entity"] for row in rows} == {"Ego"}
    assert float(rows[-1]["x"]) == pytest.approx(80.0) and float(rows[-1]["speed"]) == -4.0
