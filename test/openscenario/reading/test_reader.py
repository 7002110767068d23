"""Foreign scenarios are read wholly; errors name line and element."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.public_data import DATA, absent

from sim.errors import InputError
from sim.openscenario.model.conditions import RelativeDistanceCondition
from sim.openscenario.model.entities import Pedestrian, Vehicle
from sim.openscenario.model.positions import RelativeLanePosition
from sim.openscenario.model.private_actions import LaneChangeAction, TeleportAction
from sim.openscenario.reading.reader import read_scenario
from sim.openscenario.reading.references import walk

ALKS = DATA / "alks" / "concrete_scenarios"
alks = pytest.mark.skipif(not ALKS.is_dir(), reason=absent(ALKS))
FOREIGN = Path(__file__).parents[1] / "foreign"


def foreign(folder: Path, minor: int, *changes: tuple[str, str]) -> Path:
    """Copy a file by scenariogeneration with changes, each at its first match."""
    text = (FOREIGN / f"scenario_1_{minor}.xosc").read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "scenario.xosc"
    path.write_text(text)
    (folder / "road.xodr").write_text("<OpenDRIVE/>")
    return path


def line_of(path: Path, text: str) -> int:
    return next(i for i, line in enumerate(path.read_text().splitlines(), 1) if text in line)


@alks
@pytest.mark.parametrize("name", sorted(path.name for path in ALKS.glob("*.xosc")))
def test_the_alks_scenarios_are_read(name: str):
    document = read_scenario(ALKS / name)
    assert document.revision == "1.3" and document.roads and document.roads.is_file()
    ego = document.scenario.entities.objects[0]
    assert ego.name == "Ego" and isinstance(ego.body, Vehicle)
    assert ego.body.bounding_box.dimensions.length == 5.0


@alks
def test_parameters_reach_expressions_conditions_and_catalogues():
    path = ALKS / "alks_scenario_4_5_1_cut_out_fully_blocking_template.xosc"
    given = {"Ego_InitSpeed_Ve0_kph": "36", "FrontOfLead_Distance_dx0_f_m": "70"}
    scenario = read_scenario(path, given).scenario
    found = list(walk(scenario))
    lead = next(each for each in found if isinstance(each, RelativeLanePosition))
    assert lead.ds == pytest.approx(20.0)
    trigger = next(each for each in found if isinstance(each, RelativeDistanceCondition))
    assert trigger.value == 70.0 and trigger.freespace
    assert isinstance(scenario.entities.objects[1].body, Pedestrian)
    change = next(each for each in found if isinstance(each, LaneChangeAction))
    assert (change.dynamics.dynamics_shape, change.dynamics.value) == ("sinusoidal", 2.0)
    car = {"TargetBlocking_Catalog": "vehicle_catalog", "TargetBlocking_Model": "truck"}
    body = read_scenario(path, car).scenario.entities.objects[1].body
    assert isinstance(body, Vehicle) and body.name == "truck"


@alks
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"Speed": "3"}, "declares no parameter 'Speed'; there are"),
        ({"Ego_InitSpeed_Ve0_kph": "61"}, "must be lessOrEqual 60"),
        ({"Ego_InitSpeed_Ve0_kph": "fast"}, "must be a finite number"),
        ({"CutOutVehicle_RelativeTargetLane": "0"}, "must be equalTo 1 or equalTo -1"),
        ({"CutOutVehicle_RelativeTargetLane": "0.5"}, "int is a whole number from"),
        ({"TargetBlocking_Model": "car"}, "entry 'car' not found in pedestrian_catalog"),
        ({"TargetBlocking_Catalog": "cars"}, "catalogue 'cars' not found; there are"),
        (
            {"TargetBlocking_Catalog": "controller_catalog"},
            "entry 'pedestrian' not found in controller",
        ),
    ],
)
def test_values_that_a_scenario_cannot_have_are_said(given: dict, said: str):
    path = ALKS / "alks_scenario_4_5_1_cut_out_fully_blocking_template.xosc"
    with pytest.raises(InputError) as raised:
        read_scenario(path, given)
    assert said in str(raised.value) and re.match(rf"{path}:\d+: ", str(raised.value))


@pytest.mark.parametrize("minor", range(4))
def test_files_of_every_revision_by_scenariogeneration_are_read(minor: int, tmp_path: Path):
    """Names of each revision become 1.3's: priorities, distances, curvatures."""
    document = read_scenario(foreign(tmp_path, minor))
    assert document.revision == f"1.{minor}" and document.parameters == {"speed": "20"}
    events = document.scenario.storyboard.stories[0].acts[0].groups[0].maneuvers[0].events
    assert [each.priority for each in events[:2]] == ["parallel", "override"]
    assert [each.maximum_execution_count for each in events[:3]] == [1, 2, 3]
    assert len(events) == (17 if minor < 2 else 18)
    private = document.scenario.storyboard.init.actions.private
    assert [len(each.actions) for each in private] == [2, 2, 1]
    assert isinstance(private[0].actions[1], TeleportAction)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('dLane="1"', 'dlane="1"', "unknown attribute dlane; did you mean 'dLane'?"),
        (
            "<SpeedAction>",
            "<SpeedAktion>",
            "is not an action of <LongitudinalAction>; did you mean",
        ),
        ('<EntityRef entityRef="Target"/>', '<EntityRef entityRef="Tarjet"/>', "did you mean 'T"),
        ('conditionEdge="rising"', 'conditionEdge="up"', "there are falling, none, rising, ris"),
        ('laneId="-3"', 'laneId="-3.5"', "whole number; round() makes one"),
        ('value="$speed"', 'value="$sped"', "not a parameter; did you mean 'speed'?"),
        ('value="$speed"', 'value="${$speed / 0}"', "which divides by zero"),
        ('value="$speed"', 'value="${$speed"', "without its closing brace"),
        (
            'storyboardElementRef="action0"',
            'storyboardElementRef="action"',
            "action 'action' not found",
        ),
        ('storyboardElementType="action"', 'storyboardElementType="actor"', "did you mean 'act"),
        ('freespace="true"', "", "has no freespace"),
        ('filepath="road.xodr"', 'filepath="roads.xodr"', "roads.xodr not found"),
        ('revMinor="3"', 'revMinor="4"', "revision 1.4 is not supported; 1.0 to 1.3 are"),
        ('delay="0.0"', 'delay="-1"', "at least 0"),
        ('delay="0.0"', 'delay="inf"', "finite number"),
    ],
)
def test_errors_are_named_by_line(old: str, new: str, said: str, tmp_path: Path):
    changes = [(old, new)]
    if new == "<SpeedAktion>":
        changes.append(("</SpeedAction>", "</SpeedAktion>"))
    path = foreign(tmp_path, 3, *changes)
    with pytest.raises(InputError) as raised:
        read_scenario(path)
    assert said in str(raised.value)
    assert re.match(rf"{path}:\d+: ", str(raised.value))
    if new:
        assert f":{line_of(path, new)}: " in str(raised.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<OpenDRIVE/>", "not an OpenSCENARIO file; its root is <OpenDRIVE>"),
        ("<OpenSCENARIO>", "malformed XML"),
        ("<OpenSCENARIO/>", "has no <FileHeader>"),
        (
            '<OpenSCENARIO><FileHeader revMajor="1" revMinor="3"/><Catalog name="c"/>'
            "</OpenSCENARIO>",
            "holds a catalogue",
        ),
    ],
)
def test_files_that_hold_no_scenario_are_said(text: str, said: str, tmp_path: Path):
    path = tmp_path / "other.xosc"
    path.write_text(text)
    with pytest.raises(InputError) as raised:
        read_scenario(path)
    assert said in str(raised.value)
