"""Wrong roads, places, lanes and times are found before anything moves."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.scenarios import act, drive, event, on_lane, teleport, time_condition, write

from sim.errors import InputError
from sim.openscenario.opendrive.reader import read_map
from sim.openscenario.play.player import ScenarioPlayer
from sim.openscenario.reading.reader import read_scenario

CHANGE = (
    '<LateralAction><LaneChangeAction><LaneChangeActionDynamics dynamicsShape="step" '
    'dynamicsDimension="time" value="0"/><LaneChangeTarget><AbsoluteTargetLane value="{}"/>'
    "</LaneChangeTarget></LaneChangeAction></LateralAction>"
)
FOLLOW = (
    "<RoutingAction><FollowTrajectoryAction><TrajectoryRef>"
    '<Trajectory name="t" closed="false"><Shape><Polyline>{}</Polyline></Shape></Trajectory>'
    '</TrajectoryRef><TimeReference><Timing domainAbsoluteRelative="relative" scale="1" '
    'offset="0"/></TimeReference><TrajectoryFollowingMode followingMode="position"/>'
    "</FollowTrajectoryAction></RoutingAction>"
)


def vertices(*times: object) -> str:
    return "".join(
        f"\n<Vertex{'' if time is None else f' time={chr(34)}{time}{chr(34)}'}><Position>"
        f'<WorldPosition x="{10 * i}" y="0"/></Position></Vertex>'
        for i, time in enumerate(times)
    )


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (teleport(on_lane(-1, 2000)), "s = 2000 m is not on road 1, which is 1000 m"),
        (teleport(on_lane(-3, 10)), "road 1: has no lane -3"),
        (teleport('<RoadPosition roadId="9" s="1" t="0"/>'), "road '9' not found"),
        (CHANGE.format(-7), "no road has a lane -7; lanes: -2, -1, 1, 2"),
        (FOLLOW.format(vertices(0, 5, 3)), "has the time 3 s after 5 s; times must rise"),
        (FOLLOW.format(vertices(0, None, 3)), "has no time, which other points"),
    ],
)
def test_an_action_of_a_late_event_is_checked_before_the_start(
    tmp_path: Path, action: str, said: str
) -> None:
    stories = act("A", event([action], time_condition(4)), time_condition(0))
    path = write(tmp_path, [("A", [teleport(on_lane(-1, 10)), drive(5)])], stories)
    with pytest.raises(InputError, match=rf"xosc:\d+: .*{said}"):
        ScenarioPlayer(read_scenario(path))


def test_references_of_opendrive_to_nothing_are_noted_with_their_lines(tmp_path: Path) -> None:
    write(tmp_path, [])
    roads = tmp_path / "road.xodr"
    link = '<link>\n<successor elementType="road" elementId="7" contactPoint="start"/></link>'
    junction = '\n<junction id="5"><connection incomingRoad="1" connectingRoad="8"/></junction>'
    text = roads.read_text().replace("<planView>", link + "<planView>")
    roads.write_text(text.replace("</road>", "</road>" + junction))
    assert read_map(roads).notes == (
        f"{roads}:2: <successor> names the road '7', which is not in the file",
        f"{roads}:3: connectingRoad='8' is not in the file",
    )
