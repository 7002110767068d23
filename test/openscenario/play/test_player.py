"""ALKS scenarios run to their stop triggers with the defined motion."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import numpy as np
import pytest
from support.public_data import DATA, absent

from sim.drivers.reference.catalogue import DRIVERS
from sim.errors import InputError
from sim.openscenario.__main__ import main
from sim.openscenario.opendrive.reader import read_map
from sim.openscenario.play.player import PlayOptions, ScenarioPlayer
from sim.openscenario.play.single_place import SinglePlaces
from sim.openscenario.reading.reader import read_scenario

ALKS = DATA / "alks" / "concrete_scenarios"
pytestmark = pytest.mark.skipif(not ALKS.is_dir(), reason=absent(ALKS))
ENDS = {"4_2_1": 40.0, "4_3_2": 21.7, "4_4_1": 21.86, "4_5_1": 40.0}


def scenario(key: str) -> Path:
    return next(ALKS.glob(f"alks_scenario_{key}_*.xosc"))


def played(key: str, given: dict | None = None, **options: object) -> tuple:
    """Return a player at its end, entities' states and actions' ends. States (n, 5) by 0.01 s."""
    player = ScenarioPlayer(read_scenario(scenario(key), given), PlayOptions(**options))
    rows: dict = {name: [] for name in player.entities}
    ends: dict = {}
    for time in player.play():
        for name, each in player.entities.items():
            rows[name].append((time, each.x, each.y, each.heading, each.speed))
        for part in player.machine.parts:
            if part.level == "action" and "endTransition" in part.transitions:
                ends[part.name] = time
    return player, {name: np.array(each) for name, each in rows.items()}, ends


@pytest.mark.parametrize(
    "key",
    ["4_3_2", "4_4_1", *(pytest.param(key, marks=pytest.mark.slow) for key in ("4_2_1", "4_5_1"))],
)
def test_every_action_is_carried_out_before_the_stop_trigger(key: str):
    player, _, ends = played(key)
    assert player.machine.stopped and player.time == pytest.approx(ENDS[key])
    actions = {part.name for part in player.machine.parts if part.level == "action"}
    assert set(ends) == actions


def test_a_leader_brakes_as_the_scenario_says():
    """9.81 m/s2 from 10 s on, initially 2 s of headway. Before the ego's front."""
    _, states, _ = played("4_3_2")
    time, x, _, _, speed = states["LeadVehicle"].T
    v = 60.0 / 3.6
    since = np.clip(time - 10.0, 0.0, v / 9.81)
    expected = v - 9.81 * since
    assert np.abs(speed - expected).max() < 0.01
    cruised = np.minimum(time, 10.0) * v
    assert np.abs(x - x[0] - cruised - (v * since - 4.905 * since**2)).max() < 0.01
    assert x[0] - states["Ego"][0, 1] == pytest.approx(5.0 + 2.0 * v, abs=1e-6)


def test_a_lane_change_is_a_sine_with_the_lateral_speed_as_its_peak():
    _, states, ends = played("4_4_1")
    time, x, y, heading, speed = states["CutInVehicle"].T
    takes = math.pi / 2.0 * 3.5 / 2.0
    start = 9.11
    assert ends["CutInAction"] == pytest.approx(start + takes, abs=0.01)
    part = np.clip((time - start) / takes, 0.0, 1.0)
    assert np.abs(y - (y[0] + 1.75 * (1.0 - np.cos(math.pi * part)))).max() < 0.01
    assert np.abs(np.diff(y) / np.diff(time)).max() == pytest.approx(2.0, abs=0.01)
    # The speed is that along the path, and the heading its direction.
    assert np.abs(np.hypot(np.diff(x), np.diff(y)) / 0.01 - speed[1:]).max() < 0.01
    assert heading.max() == pytest.approx(math.asin(2.0 / (40.0 / 3.6)), abs=1e-3)


def test_on_a_curve_a_vehicle_keeps_to_its_lane_with_its_speed():
    road = {"Road": "./road_networks/alks_road_left_radius_250m.xodr"}
    player, states, _ = played("4_3_2", road)
    time, x, y, _, speed = states["LeadVehicle"].T
    before = time[1:] < 10.0
    assert np.abs(np.hypot(np.diff(x), np.diff(y)) / 0.01 - speed[1:])[before].max() < 0.01
    place = next(iter(player.roads.roads.values()))
    for i in range(0, len(time), 200):
        s, t = place.road.locate(x[i], y[i])
        assert t == pytest.approx(place.lane_centre(-4, s)[0], abs=0.005)


@pytest.mark.parametrize("driver", ["human"])
def test_a_reference_driver_stops_behind_a_leader_that_brakes(driver: str):
    _, states, _ = played("4_3_2", reference=DRIVERS[driver])
    gap = states["LeadVehicle"][:, 1] - states["Ego"][:, 1] - 5.0
    assert gap.min() > 0.0


def test_places_of_one_are_those_of_many():
    for path in sorted((ALKS / "road_networks").glob("*.xodr")):
        for road in read_map(path).roads.values():
            single = SinglePlaces(road)
            for s in np.linspace(0.0, road.length, 40):
                t, slope = road.lane_centre(-4, np.array([s]))
                assert single.lane_centre(-4, s) == pytest.approx((t[0], slope[0]))
                place = road.at(np.array([s]), t, slope)
                expected = [float(each[0]) for each in place]
                assert single.at(s, float(t[0]), float(slope[0])) == pytest.approx(
                    expected, abs=1e-6
                )


def test_the_command_writes_where_entities_were(tmp_path: Path, capsys):
    out = tmp_path / "out.csv"
    command = ["run", str(scenario("4_3_2")), "--ego", "human", "--trajectories", str(out)]
    assert main(command) == 0
    said = capsys.readouterr().out
    assert "<ObjectController> of Ego is replaced by the driver" in said
    assert "ended at 21.70 s" in said
    rows = list(csv.DictReader(out.open()))
    assert list(rows[0]) == ["t", "entity", "x", "y", "heading", "speed"]
    assert [row["t"] for row in rows[:4]] == ["0.00", "0.00", "0.10", "0.10"]
    assert len(rows) == 2 * 218


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--ego", "hunan"], "'hunan' is not one of: default, file, fsm"),
        (["--parameter", "speed"], "'speed' is not NAME=VALUE"),
        (["--longest", "5"], "has not ended after 5 s: BrakeEvent"),
    ],
)
def test_an_error_of_a_run_is_one_line(options: list, said: str, capsys):
    assert main(["run", str(scenario("4_3_2")), *options]) == 2
    assert said in capsys.readouterr().err


def test_a_place_beyond_the_road_is_named_by_its_line():
    far = {"TargetBlocking_InitPosition_LongitudinalOffset_m": "90000"}
    with pytest.raises(InputError, match=r"xosc:\d+: s = 90000 m is not on road 0"):
        list(ScenarioPlayer(read_scenario(scenario("4_2_1"), far)).play())
