"""Verdicts on recorded runs against closed forms."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path
from typing import Callable, Dict, Tuple
from xml.etree import ElementTree

import numpy as np
import pytest

from sim.drivers.reference.rss import safe_gap
from sim.errors import InputError
from sim.verdicts.__main__ import VERDICT_FILE, main
from sim.verdicts.assertions import read_assertions
from sim.verdicts.run_folder import read_run
from sim.verdicts.series import RunTimeSeries

# Boxes of 4 x 2 m, their middle 1 m ahead of the reference point.
BOX = {"length": 4.0, "width": 2.0, "centre": [1.0, 0.0]}
ROADS = (
    '<OpenDRIVE><header revMajor="1" revMinor="6"/><road id="0" junction="-1" length="500">'
    '<planView><geometry s="0" x="0" y="0" hdg="0" length="500"><line/></geometry></planView>'
    '<lanes><laneSection s="0"><center><lane id="0"/></center><right><lane id="-1" type="driving">'
    '<width sOffset="0" a="4" b="0" c="0" d="0"/></lane></right></laneSection></lanes></road>'
    "</OpenDRIVE>"
)
# x, y, heading, speed at a time.
Motion = Callable[[float], Tuple[float, float, float, float]]


def recorded(folder: Path, motions: Dict[str, Motion], seconds: float = 4.0) -> RunTimeSeries:
    folder.mkdir(exist_ok=True)
    (folder / "roads.xodr").write_text(ROADS)
    with (folder / "trajectories.csv").open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("t", "entity", "x", "y", "heading", "speed"))
        for i in range(round(10 * seconds) + 1):
            for name, motion in motions.items():
                writer.writerow((0.1 * i, name, *motion(0.1 * i)))
    result = {
        "ego": "Ego",
        "roads": str(folder / "roads.xodr"),
        "status": "completed",
        "ended_s": seconds,
        "boxes": {name: BOX for name in motions},
    }
    (folder / "scenario.json").write_text(json.dumps(result))
    return RunTimeSeries(read_run(folder))


def cruising(x: float, y: float, speed: float, heading: float = 0.0) -> Motion:
    cos, sin = math.cos(heading), math.sin(heading)
    return lambda t: (x + speed * t * cos, y + speed * t * sin, heading, speed)


def test_a_leader_that_stands(tmp_path: Path):
    """At 20 m/s, 96 m before its rear: 4.8 s, 20^2 / (2 gap)."""
    measures = recorded(tmp_path, {"Ego": cruising(0, -2, 20.0), "Other": cruising(100.0, -2, 0.0)})
    gap = 96.0 - 20.0 * measures.time
    assert measures.series("gap").values == pytest.approx(gap, abs=1e-6)
    assert measures.series("headway").values == pytest.approx(gap / 20.0, abs=1e-6)
    assert measures.series("time_to_collision").values == pytest.approx(gap / 20.0, abs=1e-6)
    needed = measures.series("required_deceleration")
    assert needed.values == pytest.approx(20.0**2 / (2.0 * gap), rel=1e-6)
    assert set(needed.whom) == {"Other"}
    unsafe = gap < float(safe_gap(np.array(20.0), np.array(0.0)))
    assert 0 < unsafe.sum() < len(gap)
    assert measures.series("rss_violation").values == pytest.approx(0.1 * np.cumsum(unsafe))
    assert not measures.series("collisions").values.any()


def test_a_collision_counts_once_and_names_whom(tmp_path: Path):
    motions = {
        "Ego": cruising(0, -2, 20.0),
        "A": cruising(30.0, -2, 0.0),
        "B": cruising(0, 9, 20.0),
    }
    found = recorded(tmp_path, motions).series("collisions")
    first = int(np.argmax(found.values))
    assert found.values.max() == 1.0 and found.whom[first] == "A"
    assert found.time[first] == pytest.approx(1.3)


def test_a_hit_after_the_last_row_is_a_collision(tmp_path: Path):
    """The crash itself may end a scenario."""
    motions = {"Ego": cruising(0, -2, 20.0), "A": cruising(0, 1, 20.0)}
    end = recorded(tmp_path, motions).series("collisions").time[-1]
    path = tmp_path / "scenario.json"
    contacts = [{"t": float(end) + 0.05, "entity": "A"}]
    path.write_text(json.dumps({**json.loads(path.read_text()), "contacts": contacts}))
    found = RunTimeSeries(read_run(tmp_path)).series("collisions")
    assert (found.values[-1], found.values[-2], found.whom[-1]) == (1.0, 0.0, "A")


def test_a_contact_in_physics_is_a_collision(tmp_path: Path):
    """Beside the ego by 1 m at each row, hit in between. It has bounced off."""
    motions = {"Ego": cruising(0, -2, 20.0), "A": cruising(0, 1, 20.0)}
    assert not recorded(tmp_path, motions).series("collisions").values.any()
    path = tmp_path / "scenario.json"
    path.write_text(
        json.dumps({**json.loads(path.read_text()), "contacts": [{"t": 1.25, "entity": "A"}]})
    )
    found = RunTimeSeries(read_run(tmp_path)).series("collisions")
    first = int(np.argmax(found.values))
    assert found.values.max() == 1.0 and found.whom[first] == "A"
    assert found.time[first] == pytest.approx(1.3)


def test_ways_that_cross(tmp_path: Path):
    """Post-encroachment time of 1.3 s, to a step.

    The other's rear has left y = -1 m, the ego's side, at 1 s; the ego's front is at x = 49 m, the
    other's side, at 2.3 s.
    """
    other = cruising(50.0, -2.0 - 8.0, 10.0, math.pi / 2.0)
    measures = recorded(tmp_path, {"Ego": cruising(0, -2, 20.0), "Other": other})
    values = measures.series("post_encroachment").values
    left, came = (8.0 + 1.0 + 1.0) / 10.0, (49.0 - 3.0) / 20.0
    assert np.nanmin(values) == pytest.approx(came - left, abs=0.101)


def test_measures_of_the_ego_alone(tmp_path: Path):
    """Half a metre off the lane's centre, braking with 3 m/s2."""

    def braking(t: float) -> Tuple[float, float, float, float]:
        since = max(t - 1.0, 0.0)
        return 20.0 * t - 1.5 * since**2, -2.5, 0.0, 20.0 - 3.0 * since

    measures = recorded(tmp_path, {"Ego": braking})
    assert measures.series("lane_deviation").values == pytest.approx(0.5, abs=1e-6)
    rate = measures.series("acceleration").values
    assert rate[:11] == pytest.approx(0.0, abs=1e-9) and rate[11:] == pytest.approx(-3.0)
    assert measures.series("jerk").values.max() == pytest.approx(30.0)
    radius = recorded(
        tmp_path / "round",
        {"Ego": lambda t: (50 * math.sin(0.2 * t), -50 * math.cos(0.2 * t), 0.2 * t, 10.0)},
    )
    assert radius.series("lateral_acceleration").values[1:] == pytest.approx(2.0)


def test_assertions_hold_or_fail_with_the_worst_moment(tmp_path: Path, capsys):
    recorded(tmp_path, {"Ego": cruising(0, -2, 20.0), "Other": cruising(100.0, -2, 0.0)})
    asserted = {
        "time_to_collision": {"least": 1.0},
        "speed": {"least": 19, "most": 21},
        "gap": {"least": 20},
        "reaches": {"x": 61, "y": -2, "within": 1, "before": 3.1},
        "ends": {"before": 3},
    }
    file = tmp_path / "assertions.json"
    file.write_text(json.dumps(asserted))
    assert main(["judge", str(tmp_path), str(file)]) == 0
    found = json.loads((tmp_path / VERDICT_FILE).read_text())
    holds = {each["name"]: each["holds"] for each in found["findings"]}
    assert not found["passed"]
    assert holds == {
        "time_to_collision": False,
        "speed": True,
        "gap": False,
        "reaches": True,
        "ends": False,
    }
    gap = found["findings"][2]
    assert gap["worst"] == pytest.approx(16.0) and gap["time"] == pytest.approx(4.0)
    assert "FAILS  gap: 16 at 4.0 s; least 20" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"ttc": {"least": 1}}, "a.ttc: is not a measure; there are acceleration,"),
        ({"gap": {"min": 1}}, "a.gap.min: is unknown; there are least, most"),
        ({"gap": {"least": "1e1"}}, "a.gap.least: must be a number, not '1e1'"),
        ({"gap": 1}, "a.gap: must be a mapping with least or most"),
        ({"reaches": {"x": 1, "y": 1}}, "a.reaches: needs x, y and within"),
        ([], "a: must map measures to limits"),
    ],
)
def test_errors_of_assertions_are_named(given: object, said: str):
    with pytest.raises(InputError) as error:
        read_assertions(given, "a")
    assert str(error.value).startswith(said)


def test_a_folder_without_a_run_is_named(tmp_path: Path):
    with pytest.raises(InputError, match=r"scenario.json: cannot be read \(No such file"):
        read_run(tmp_path)


def test_the_worst_moment_is_drawn_from_above(tmp_path: Path):
    """At 20 m/s towards a standing car.

    Of the pictures around the collision, its own is marked, with both boxes at their places, the
    ego's in the same place in each.
    """
    motions = {"Ego": cruising(0, -2, 20.0), "A": cruising(30.0, -2, 0.0)}
    recorded(tmp_path / "run", motions)
    asserted = tmp_path / "asserted.json"
    asserted.write_text('{"speed": {"most": 99}, "collisions": {"most": 0}}')
    assert main(["judge", str(tmp_path / "run"), str(asserted)]) == 0
    root = ElementTree.parse(str(tmp_path / "run" / "strip.svg")).getroot()
    pictures = [each for each in root if each.tag.endswith("svg")]
    said = [each.text for each in root if each.tag.endswith("text")]
    assert said == [f"{time:.1f} s, 20.0 m/s" for time in (0.3, 0.9, 1.3, 1.9)]
    marked = [picture[-1].get("stroke-width") for picture in pictures]
    assert marked == ["1", "1", "2", "1"]
    places = []
    for picture in pictures:
        boxes = {}
        for each in picture:
            if len(each) and each.tag.endswith("polygon"):
                points = np.array([pair.split(",") for pair in each.get("points").split()], float)
                boxes[each[0].text] = points.mean(axis=0)
        places.append(boxes["A"] - boxes["ego"])
    # 3.4 px to the metre.
    assert [x for x, _ in places] == pytest.approx(
        [3.4 * (30.0 - 20.0 * time) for time in (0.3, 0.9, 1.3, 1.9)], abs=0.2
    )


def test_figures_come_from_summary_and_scenic_records(tmp_path: Path, capsys):
    """The gap of a record is least at 1.5 s. Assertions on missing values hold."""
    summary = {"status": "ok", "ego_collisions": 2, "egos": {"ego": {"ttc_s": {"min": None}}}}
    (tmp_path / "summary.json").write_text(json.dumps(summary))
    records = {"gap": [[0, 9.0], [30, 1.25], [40, 3.0]], "met": True, "left": 4}
    result = {"status": "completed", "timestep": 0.05, "duration": 2.0, "records": records}
    (tmp_path / "scenario.json").write_text(json.dumps(result))
    asserted = tmp_path / "asserted.json"
    limits = {
        "gap": {"least": 2.0, "most": 10.0},
        "ego_collisions": {"most": 2},
        "egos.ego.ttc_s.min": {"least": 1},
        "left": {"least": 4, "most": 4},
        "duration": {"most": 1.9},
    }
    asserted.write_text(json.dumps(limits))
    assert main(["figures", str(tmp_path), str(asserted)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "FAILS  gap: 1.25 at 1.5 s; least 2",
        "holds  ego_collisions: 2; most 2",
        "holds  egos.ego.ttc_s.min: nothing to measure",
        "holds  left: 4; least 4",
        "FAILS  duration: 2; most 1.9",
    ]
    assert not json.loads((tmp_path / VERDICT_FILE).read_text())["passed"]
    asserted.write_text('{"egos_collisions": {"most": 0}}')
    assert main(["figures", str(tmp_path), str(asserted)]) == 2
    assert (
        "assertions.egos_collisions: not found in the figures of the run; there are ego_collisions"
        in (capsys.readouterr().err)
    )
    assert main(["figures", str(tmp_path / "none"), str(asserted)]) == 2
