"""Frames of relative positions, orientations and targets, on both sides of the road."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from support.scenarios import (
    LANE_WIDTH,
    act,
    drive,
    event,
    on_lane,
    played,
    teleport,
    time_condition,
    turned,
    write,
)

SIDES = [-1, 1]


def placed(folder: Path, position: str, lane: int = 1, s: float = 800.0, rule: str = "") -> tuple:
    """Return x, y and heading of B, relative to A on a lane."""
    init = [("A", [teleport(on_lane(lane, s))]), ("B", [teleport(position)])]
    entity = played(write(folder, init, until=0.0, rule=rule)).entities["B"]
    return entity.x, entity.y, entity.heading


def heading_of(lane: int) -> float:
    return 0.0 if lane < 0 else math.pi


@pytest.mark.parametrize("lane", SIDES)
def test_relative_lane_position_follows_the_road(tmp_path: Path, lane: int) -> None:
    """Lane ids skip 0, ds runs along s, the offset along t."""
    place = '<RelativeLanePosition entityRef="A" dLane="1" ds="50" offset="0.5"/>'
    x, y, heading = placed(tmp_path, place, lane)
    target = {-1: 1, 1: 2}[lane]
    centre = (abs(target) - 0.5) * math.copysign(LANE_WIDTH, target)
    assert (x, y) == pytest.approx((850.0, centre + 0.5))
    assert abs(heading) == pytest.approx(heading_of(target))


@pytest.mark.parametrize("lane", SIDES)
def test_relative_road_position_follows_the_road(tmp_path: Path, lane: int) -> None:
    x, y, heading = placed(
        tmp_path, '<RelativeRoadPosition entityRef="A" ds="-20" dt="0.5"/>', lane
    )
    assert (x, y, heading) == pytest.approx((780.0, lane * 1.75 + 0.5, 0.0))


@pytest.mark.parametrize("kind", ["absolute", "relative"])
@pytest.mark.parametrize(
    ("position", "base"),
    [
        ('LanePosition roadId="1" laneId="2" s="5" offset="0"', math.pi),
        ('LanePosition roadId="1" laneId="-2" s="5" offset="0"', 0.0),
        ('RoadPosition roadId="1" s="5" t="2"', 0.0),
        ('RelativeLanePosition entityRef="A" dLane="0" ds="5"', math.pi),
        ('RelativeRoadPosition entityRef="A" ds="5" dt="0"', 0.0),
        ('RelativeObjectPosition entityRef="A" dx="5" dy="0"', math.pi),
        ('RelativeWorldPosition entityRef="A" dx="5" dy="0"', math.pi),
    ],
)
def test_a_relative_heading_counts_from_its_reference(
    tmp_path: Path, position: str, base: float, kind: str
) -> None:
    """A drives against s. A lane's reference is its driving direction, a road's is s."""
    place = f"<{position}>{turned(0.25, kind)}</{position.split()[0]}>"
    _, _, heading = placed(tmp_path, place)
    expected = 0.25 + (base if kind == "relative" else 0.0)
    assert math.cos(heading - expected) == pytest.approx(1.0)


@pytest.mark.parametrize(
    "position",
    ['RelativeObjectPosition entityRef="A" dx="5" dy="0"', "RelativeWorldPosition"],
)
def test_without_an_orientation_the_reference_heading_holds(tmp_path: Path, position: str) -> None:
    text = position if " " in position else f'{position} entityRef="A" dx="5" dy="0"'
    assert abs(placed(tmp_path, f"<{text}/>")[2]) == pytest.approx(math.pi)


@pytest.mark.parametrize("lane", SIDES)
def test_lane_offsets_of_positions_and_actions_run_along_t(tmp_path: Path, lane: int) -> None:
    shift = lane_offset('<AbsoluteTargetLaneOffset value="0.5"/>')
    init = [("A", [teleport(on_lane(lane, 500, offset=0.5)), drive(5)])]
    stories = act("A", event([shift], time_condition(1)), time_condition(0))
    by_position = played(write(tmp_path, init, until=0.0)).entities["A"]
    init = [("A", [teleport(on_lane(lane, 500)), drive(5)])]
    by_action = played(write(tmp_path, init, stories)).entities["A"]
    assert by_position.y == pytest.approx(lane * 1.75 + 0.5)
    assert by_action.y == pytest.approx(lane * 1.75 + 0.5)


@pytest.mark.parametrize("lane", SIDES)
def test_a_relative_lane_offset_counts_from_the_other_entity(tmp_path: Path, lane: int) -> None:
    """B on the outer lane drives 1 m along t from A. A is 0.25 m off its lane's centre."""
    shift = lane_offset('<RelativeTargetLaneOffset entityRef="A" value="1"/>')
    init = [
        ("A", [teleport(on_lane(lane, 500, 0.25)), drive(10)]),
        ("B", [teleport(on_lane(2 * lane, 500)), drive(10)]),
    ]
    stories = act("B", event([shift], time_condition(1)), time_condition(0))
    player = played(write(tmp_path, init, stories))
    assert player.entities["B"].y == pytest.approx(lane * 1.75 + 0.25 + 1.0)


def lane_offset(target: str) -> str:
    return (
        '<LateralAction><LaneOffsetAction continuous="false"><LaneOffsetActionDynamics '
        f'dynamicsShape="step"/><LaneOffsetTarget>{target}</LaneOffsetTarget></LaneOffsetAction>'
        "</LateralAction>"
    )


@pytest.mark.parametrize("lane", SIDES)
def test_a_left_hand_road_is_driven_on_the_left(tmp_path: Path, lane: int) -> None:
    init = [("A", [teleport(on_lane(lane, 500)), drive(10)])]
    right = played(write(tmp_path, init, rule="RHT")).entities["A"]
    left = played(write(tmp_path, init, rule="LHT")).entities["A"]
    assert right.x == pytest.approx(500.0 - lane * 50.0)
    assert left.x == pytest.approx(500.0 + lane * 50.0)


def test_a_target_lane_counts_to_the_left_of_the_reference(tmp_path: Path) -> None:
    """A drives against s on lane 1; lane 2 is to its right."""
    change = (
        '<LateralAction><LaneChangeAction><LaneChangeActionDynamics dynamicsShape="step" '
        'dynamicsDimension="time" value="0"/><LaneChangeTarget><RelativeTargetLane entityRef="A" '
        'value="-1"/></LaneChangeTarget></LaneChangeAction></LateralAction>'
    )
    init = [("A", [teleport(on_lane(1, 500)), drive(10)])]
    stories = act("A", event([change], time_condition(1)), time_condition(0))
    assert played(write(tmp_path, init, stories)).entities["A"].y == pytest.approx(5.25)
