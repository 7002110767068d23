"""Recorded traffic is reproduced: FCD, CSV and drone recordings.

SUMO's own FCD output and a CSV file with other names; the ego leaves its recorded track.
"""

from __future__ import annotations

import math
import subprocess
from pathlib import Path
from typing import Dict, List, Tuple
from xml.etree import ElementTree

import numpy as np
import pytest
import sumolib

from sim.openscenario.__main__ import main
from sim.openscenario.opendrive.reader import read_map
from sim.openscenario.play.ignored import ignored_elements
from sim.openscenario.play.player import ScenarioPlayer
from sim.openscenario.play.single_place import SinglePlaces
from sim.openscenario.reading.reader import read_scenario
from sim.openscenario.simulation.prepare import MAP, lane_under
from sim.traffic.roads.map_import import import_map
from sim.traffic.roads.netconvert import run_converter
from sim.traffic.roads.network import Network

ROUTES = (
    '<routes><vType id="truck" length="10" width="2.5"/><route id="r" edges="A0B0 B0B1 B1A1"/>'
    '<vehicle id="first" route="r" depart="1" departSpeed="8"/><vehicle id="second" type="truck" '
    'route="r" depart="4"><stop lane="A0B0_0" endPos="60" duration="5"/></vehicle></routes>'
)


def written(*words: object) -> int:
    return main(["recorded", *(str(word) for word in words)])


def played(path: Path) -> Dict[str, List[Tuple[float, float, float, float, float]]]:
    """Return all entities' states each 0.1 s. t, x, y, heading and speed."""
    document = read_scenario(path)
    assert all("ObjectController" in line for line in ignored_elements(document.scenario, "Ego"))
    play, found = ScenarioPlayer(document), {}
    for time in play.play():
        if abs(time * 10 - round(time * 10)) < 1e-6:
            for each in play.entities.values():
                if each.exists:
                    row = (time, each.x, each.y, each.heading, each.speed)
                    found.setdefault(each.name, []).append(row)
    return found


@pytest.mark.not_quick
def test_sumos_own_recording_is_driven_again(tmp_path: Path):
    net, fcd, out = (tmp_path / name for name in ("grid.net.xml", "fcd.xml", "fcd.xosc"))
    run_converter(
        "netgenerate", ["--grid", "--grid.number", "2", "--grid.length", "100"], net, tmp_path
    )
    (tmp_path / "a.rou.xml").write_text(ROUTES)
    words = ["-n", net, "-r", tmp_path / "a.rou.xml", "--fcd-output", fcd, "--step-length", "0.2"]
    subprocess.run(
        [sumolib.checkBinary("sumo"), *map(str, words), "--end", "40"], check=True, timeout=60
    )
    assert written(fcd, out, "--net", net, "--begin", "0") == 0
    found = played(out)
    lengths = {"first": 4.5, "second": 10.0}
    worst = 0.0
    for step in ElementTree.parse(str(fcd)).getroot():
        time = float(step.get("time"))
        for each in step.iterfind("vehicle"):
            rows = {round(row[0], 6): row for row in found[f"id_{each.get('id')}"]}
            if time not in rows or time in (min(rows), max(rows)):
                continue
            _, x, y, _, speed = rows[time]
            # SUMO's place is the front bumper, the rear axle is 0.8 of a length behind it.
            ahead = 0.8 * lengths[each.get("id")]
            yaw = math.radians(90.0 - float(each.get("angle")))
            there = (
                float(each.get("x")) - ahead * math.cos(yaw),
                float(each.get("y")) - ahead * math.sin(yaw),
            )
            worst = max(worst, math.hypot(x - there[0], y - there[1]))
            if float(each.get("speed")) == 0.0:
                assert speed < 0.05
    assert 0.0 < worst < 0.05


def test_a_csv_file_may_have_names_of_its_own(tmp_path: Path):
    """A car at 10 m/s along y, and a standing person. The ego hands over after 2 s."""
    rows = ["Frame time,obj,px,py,cls"]
    for i in range(51):
        rows += [f"{i / 10},car 1,3,{i}", f"{i / 10},p,8,20"]
    kinds = [f"{row},{'Car' if 'car' in row else 'person'}" for row in rows[1:]]
    text = "\n".join([rows[0], *kinds])
    path, out = tmp_path / "a.csv", tmp_path / "a.xosc"
    path.write_text(text)
    names = ("time=Frame time", "id=obj", "x=px", "y=py", "kind=cls")
    columns = [word for each in names for word in ("--columns", each)]
    assert written(path, out, *columns, "--ego", "car 1", "--hand-over", 2) == 0
    found = played(out)
    own, person = np.array(found["Ego"]), np.array(found["id_p"])
    assert np.abs(own[:21, 2] - (10.0 * own[:21, 0] - 0.3 * 4.5)).max() < 0.01
    assert np.abs(own[:, 4] - 10.0).max() < 0.6
    assert person[:, 1:3] == pytest.approx(np.tile([8.0, 20.0], (len(person), 1)))
    assert own[:, 3] == pytest.approx(math.pi / 2, abs=1e-4)


TRACKS = "frame,id,x,y,width,height,xVelocity,yVelocity,laneId\n"
META = "id,width,height,initialFrame,finalFrame,numFrames,class,drivingDirection\n"
RECORDING = (
    "id,frameRate,speedLimit,upperLaneMarkings,lowerLaneMarkings\n"
    "1,25,-1,8.5;12.5;16.5,21.5;25.5;29.5\n"
)


def drone(folder: Path) -> Path:
    """Write a recording with a lorry and an oncoming car.

    The lorry is in the right lane along x, the car in the outer lane of the other direction, from 2
    s on.
    """
    rows = [f"{i + 1},1,{i},26.25,12,2.5,25,0,6\n" for i in range(101)]
    rows += [f"{i + 1},2,{400 - 1.2 * i},9.6,4.8,1.8,-30,0,2\n" for i in range(50, 101)]
    (folder / "07_tracks.csv").write_text(TRACKS + "".join(rows))
    (folder / "07_tracksMeta.csv").write_text(
        META + "1,12,2.5,1,101,101,Truck,2\n2,4.8,1.8,51,101,51,Car,1\n"
    )
    (folder / "07_recordingMeta.csv").write_text(RECORDING)
    return folder / "07_tracks.csv"


def test_a_drones_recording_has_the_road_of_its_markings(tmp_path: Path):
    out = tmp_path / "07.xosc"
    assert written(drone(tmp_path), out, "--ego", "1") == 0
    road = SinglePlaces(read_map(tmp_path / "07.xodr").roads["1"])
    document = read_scenario(out)
    play = ScenarioPlayer(document)
    play.begin()
    own = play.entities["Ego"]
    assert (own.lane_place.lane, own.lane_place.direction) == (-2, 1)
    assert own.lane_place.offset == pytest.approx(0.0, abs=1e-6) and own.speed == pytest.approx(
        25.0
    )
    # The middle of the box; the rear axle is 3.6 m behind it.
    assert (own.x, own.y) == pytest.approx((6.0 - 3.6, -27.5))
    while play.time < 3.0:
        play.step()
    other = play.entities["id_2"]
    assert (other.lane_place.lane, other.lane_place.direction) == (3, -1)
    assert other.x == pytest.approx(400 - 1.2 * 75 + 2.4 + 0.3 * 4.8, abs=0.01)
    assert other.speed == pytest.approx(30.0, abs=1e-3)
    centres = road.centres(10.0)
    assert [centres[lane] for lane in (-2, -1, 1, 2, 3)] == [-6.0, -2.0, 2.5, 7.0, 11.0]


def test_a_left_hand_recording_has_left_hand_roads(tmp_path: Path):
    """Its vehicles drive against x on the lower lanes."""
    path, out = drone(tmp_path), tmp_path / "07.xosc"
    rows = [f"{i + 1},1,{200 - i},26.25,12,2.5,-25,0,6\n" for i in range(101)]
    rows += [f"{i + 1},2,{1.2 * i},9.6,4.8,1.8,30,0,2\n" for i in range(101)]
    path.write_text(TRACKS + "".join(rows))
    meta = tmp_path / "07_tracksMeta.csv"
    meta.write_text(META + "1,12,2.5,1,101,101,Truck,1\n2,4.8,1.8,1,101,101,Car,2\n")
    assert written(path, out, "--ego", "1") == 0
    roads = read_map(tmp_path / "07.xodr").roads
    assert roads["1"].left_hand
    play = ScenarioPlayer(read_scenario(out))
    play.begin()
    places = [play.entities[name].lane_place for name in ("Ego", "id_2")]
    assert [(place.lane, place.direction) for place in places] == [(-2, -1), (3, 1)]
    network = Network.read(import_map(tmp_path / "07.xodr", tmp_path, "roads", MAP).net)
    for name in ("Ego", "id_2"):
        entity = play.entities[name]
        lane = lane_under(network, entity)
        assert lane is not None
        way = lane.shape[-1] - lane.shape[0]
        assert math.cos(math.atan2(way[1], way[0]) - entity.heading) == pytest.approx(1.0)


def test_a_road_of_one_direction_has_no_empty_side(tmp_path: Path):
    path = drone(tmp_path)
    recording = tmp_path / "07_recordingMeta.csv"
    recording.write_text(RECORDING.replace("8.5;12.5;16.5", ""))
    assert written(path, tmp_path / "07.xosc", "--ego", "1") == 0
    text = (tmp_path / "07.xodr").read_text()
    assert "<left" not in text and "<right>" in text and ' rule="RHT"' in text


def test_a_recording_may_begin_between_two_rows(tmp_path: Path):
    """The ego is interpolated from the beginning; a parked car stays.

    Though its places are 5 mm apart.
    """
    rows = ["time,id,x,y"]
    for i in range(11):
        rows += [f"{i / 2},a,{10 * i},0", f"{i / 2},parked,{30 + 0.005 * (i % 2)},5"]
    path, out = tmp_path / "a.csv", tmp_path / "a.xosc"
    path.write_text("\n".join(rows))
    assert written(path, out, "--ego", "a", "--begin", 1.25, "--end", 4.25) == 0
    play = ScenarioPlayer(read_scenario(out))
    play.begin()
    own, parked = play.entities["Ego"], play.entities["id_parked"]
    assert own.exists and own.x == pytest.approx(25.0 - 0.3 * 4.5)
    assert own.speed == pytest.approx(20.0)
    before = parked.x
    while not play.machine.done:
        play.step()
    assert play.time == pytest.approx(3.0) and parked.exists
    assert (parked.x, parked.speed) == (before, 0.0)


def test_standing_vehicles_on_a_motorway_have_its_direction(tmp_path: Path):
    path = drone(tmp_path)
    standing = "".join(f"{i},3,200,9.6,4.8,1.8,0,0,2\n" for i in range(1, 102))
    path.write_text(path.read_text() + standing)
    meta = tmp_path / "07_tracksMeta.csv"
    meta.write_text(meta.read_text() + "3,4.8,1.8,1,101,101,Car,1\n")
    assert written(path, tmp_path / "07.xosc", "--ego", "1") == 0
    play = ScenarioPlayer(read_scenario(tmp_path / "07.xosc"))
    play.begin()
    there = play.entities["id_3"]
    assert (there.lane_place.lane, there.lane_place.direction) == (3, -1)
    assert there.x == pytest.approx(200 + 2.4 + 0.3 * 4.8)


@pytest.mark.parametrize(
    ("change", "words", "said"),
    [
        (("frame,id", "frame,number"), (), "has no column 'id'; there are frame, number, x,"),
        (("26.25,12,2.5", "26.25,twelve,2.5"), (), "2: has width='twelve', which must be a finite"),
        (None, ("--ego", "9"), "--ego: '9' not found in the recording; there are 1, 2"),
        (None, ("--ego", "1", "--hand-over", "99"), "--hand-over: 99 s is not from 0.04 s on"),
        (None, ("--begin", "80", "--end", "70"), "--begin: 80 s to 70 s is not within the"),
        (
            None,
            ("--begin", "80", "--end", "90"),
            "--begin: the recording is empty from 80 s to 90 s",
        ),
        (
            None,
            ("--hand-over", "2"),
            "--hand-over: needs --ego, the name of the ego in the recording",
        ),
        (None, ("--columns", "x=y"), "--columns: is for csv"),
        (("1,25,-1,8.5;12.5;16.5,21.5;25.5;29.5", ""), (), "07_recordingMeta.csv: has no rows"),
        (("101,1,", "100,1,"), (), "1 is at two places at one time"),
    ],
)
def test_errors_are_named(
    tmp_path: Path, change: Tuple[str, str], words: Tuple[str, ...], said: str, capsys
):
    path = drone(tmp_path)
    if change is not None:
        (file,) = (each for each in tmp_path.glob("*.csv") if change[0] in each.read_text())
        file.write_text(file.read_text().replace(*change))
    code = written(path, tmp_path / "out.xosc", *words)
    assert code == 2
    assert said in capsys.readouterr().err
