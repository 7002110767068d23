"""Trailers follow without side slip, from the start or once connected."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from support.scenarios import act, drive, event, on_lane, played, teleport, time_condition, write

from sim.errors import InputError
from sim.openscenario.play.ignored import ignored_elements
from sim.openscenario.play.mover import ObservedState
from sim.openscenario.reading.reader import read_scenario

HITCH = -1.0  # m
COUPLER = 4.0  # m
START = time_condition(0)
CONNECT = '<TrailerAction><ConnectTrailerAction trailerRef="T"/></TrailerAction>'
DISCONNECT = "<TrailerAction><DisconnectTrailerAction/></TrailerAction>"
RADIUS = 20.0  # m
CIRCLE = (
    "<RoutingAction><FollowTrajectoryAction><TrajectoryRef>"
    '<Trajectory name="t" closed="false"><Shape><Clothoid curvature="0.05" curvaturePrime="0" '
    'length="200"><Position><WorldPosition x="0" y="0" h="0"/></Position></Clothoid></Shape>'
    "</Trajectory></TrajectoryRef><TimeReference><None/></TimeReference>"
    '<TrajectoryFollowingMode followingMode="position"/></FollowTrajectoryAction></RoutingAction>'
)
PHONE = (
    "<AppearanceAction><AnimationAction><AnimationType><PedestrianAnimation>"
    '<PedestrianGesture gesture="phoneCallLeftHand"/></PedestrianAnimation></AnimationType>'
    "</AnimationAction></AppearanceAction>"
)
OVERRIDE = (
    "<ControllerAction><OverrideControllerValueAction>"
    '<Brake value="1" active="{}"/></OverrideControllerValueAction></ControllerAction>'
)


def coupled(path: Path, hitch: str = "", coupler: str = "") -> Path:
    """Give A a hitch and T a coupler."""
    hitch = hitch or f'<TrailerHitch dx="{HITCH}"/>'
    coupler = coupler or f'<TrailerCoupler dx="{COUPLER}"/>'
    before, front, behind = path.read_text().partition('<ScenarioObject name="T">')
    before = before.replace("</Axles>", f"</Axles>{hitch}", 1)
    path.write_text(before + front + behind.replace("</Axles>", f"</Axles>{coupler}", 1))
    return path


def towed_from_the_start(folder: Path, actions: list, until: float, stories: str = "") -> Path:
    init = [("A", actions), ("T", ["<ActivateControllerAction/>"])]
    trailer = f'<TrailerHitch dx="{HITCH}"/><Trailer><TrailerRef entityRef="T"/></Trailer>'
    return coupled(write(folder, init, stories, until), trailer)


def test_a_trailer_stands_behind_its_hitch(tmp_path: Path) -> None:
    path = towed_from_the_start(tmp_path, [teleport(on_lane(-1, 100)), drive(10)], 0.0)
    trailer = played(path).entities["T"]
    assert (trailer.x, trailer.y, trailer.heading) == pytest.approx((95.0, -1.75, 0.0))
    assert trailer.speed == 10.0


def test_a_trailer_on_a_circle_has_a_smaller_radius(tmp_path: Path) -> None:
    """r^2 = R^2 + hitch^2 - coupler^2.

    The way has chords of 0.1 m.
    """
    path = towed_from_the_start(tmp_path, [CIRCLE, drive(8)], 8.0)
    trailer = played(path).entities["T"]
    radius = math.sqrt(RADIUS**2 + HITCH**2 - COUPLER**2)
    assert math.hypot(trailer.x, trailer.y - RADIUS) == pytest.approx(radius, abs=1e-3)
    assert trailer.speed == pytest.approx(8.0 * radius / RADIUS, rel=1e-2)


@pytest.mark.parametrize("speed", [2.0, -2.0])
def test_an_angle_fades_forwards_and_grows_in_reverse(tmp_path: Path, speed: float) -> None:
    """tan(phi / 2) changes by exp(-d / coupler), d = 4 m."""
    angle = 0.1
    place = f'<WorldPosition x="90" y="-1.75" h="{angle}"/>'
    init = [("A", [teleport(on_lane(-1, 100)), drive(speed)]), ("T", [teleport(place)])]
    path = coupled(write(tmp_path, init, act("A", event([CONNECT], START), START), 2.0))
    trailer = played(path).entities["T"]
    change = math.exp(-math.copysign(4.0, speed) / COUPLER)
    assert math.tan(0.5 * trailer.heading) == pytest.approx(
        math.tan(0.5 * angle) * change, rel=1e-3
    )


def test_a_trailer_is_connected_and_left_behind(tmp_path: Path) -> None:
    """It keeps its 10 m/s. A drives 20 m/s from then on."""
    events = event([CONNECT], START) + event([DISCONNECT, drive(20)], time_condition(1))
    events = events.replace('name="e"', 'name="f"', 1)
    init = [("A", [teleport(on_lane(-1, 100)), drive(10)]), ("T", [teleport(on_lane(-1, 93))])]
    player = played(coupled(write(tmp_path, init, act("A", events, START), 3.0)))
    assert "T is moved by 2.00 m to the hitch of A" in player.notes[0]
    assert player.entities["T"].x == pytest.approx(95.0 + 30.0, abs=0.02)
    assert player.entities["A"].x == pytest.approx(100.0 + 10.0 + 40.0, abs=0.3)


def test_actions_of_a_towed_trailer_have_no_effect(tmp_path: Path) -> None:
    stories = act("T", event([drive(1)], time_condition(1)), START)
    path = towed_from_the_start(tmp_path, [teleport(on_lane(-1, 100)), drive(5)], 2.0, stories)
    player = played(path)
    assert "<SpeedAction> has no effect: A tows T" in player.notes[0]
    assert player.entities["T"].speed == pytest.approx(5.0)


def test_a_trailer_follows_a_teleport(tmp_path: Path) -> None:
    stories = act("A", event([teleport(on_lane(1, 500))], time_condition(1)), START)
    path = towed_from_the_start(tmp_path, [teleport(on_lane(-1, 100)), drive(5)], 1.1, stories)
    player = played(path)
    front, trailer = player.entities["A"], player.entities["T"]
    assert (trailer.x, trailer.y) == pytest.approx((front.x + 5.0, 1.75), abs=1e-6)
    assert trailer.travelled == pytest.approx(front.travelled, abs=0.06)


def test_a_trailer_within_its_vehicle_is_an_entity(tmp_path: Path) -> None:
    init = [("A", [teleport(on_lane(-1, 100)), drive(10)]), ("T", ["<ActivateControllerAction/>"])]
    path = coupled(write(tmp_path, init, until=1.0))
    text = path.read_text()
    start, end = text.index('<ScenarioObject name="T">'), text.index("</Entities>")
    inner = text[start:end].replace("ScenarioObject", "Trailer")
    text = (text[:start] + text[end:]).replace(
        "</Vehicle>", f"<Trailer>{inner}</Trailer></Vehicle>", 1
    )
    path.write_text(text)
    assert played(path).entities["T"].x == pytest.approx(105.0)


@pytest.mark.parametrize(
    ("hitch", "coupler", "said"),
    [
        ("<Properties/>", "", "needs a <TrailerHitch> of A"),
        ("", "<Properties/>", "needs a <TrailerCoupler> of T"),
        ("", '<TrailerCoupler dx="-1"/>', "dx='-1', which must be above 0"),
    ],
)
def test_a_coupling_without_its_parts_is_refused(
    tmp_path: Path, hitch: str, coupler: str, said: str
) -> None:
    init = [("A", [teleport(on_lane(-1, 100))]), ("T", [teleport(on_lane(-1, 50))])]
    late = act("A", event([CONNECT], time_condition(4)), START)
    with pytest.raises(InputError, match=rf"xosc:\d+: .*{said}"):
        played(coupled(write(tmp_path, init, late), hitch, coupler))


def test_a_vehicle_that_tows_itself_is_refused(tmp_path: Path) -> None:
    init = [("A", [teleport(on_lane(-1, 100))]), ("T", [teleport(on_lane(-1, 50))])]
    both = '<TrailerHitch dx="-1"/><TrailerCoupler dx="3"/>'
    events = event([CONNECT.replace('"T"', '"A"')], START)
    with pytest.raises(InputError, match=r"xosc:\d+: connects A to A, which it tows"):
        played(coupled(write(tmp_path, init, act("A", events, START)), both, both))


def test_what_physics_drives_is_not_towed_and_tows_without_force(tmp_path: Path) -> None:
    path = towed_from_the_start(tmp_path, [teleport(on_lane(-1, 100)), drive(5)], 1.0)
    (line,) = ignored_elements(read_scenario(path).scenario, "A", True)
    assert "<Trailer> tows by kinematics, without a force on A" in line
    state = ObservedState(120.0, -1.75, 0.0, 0.0, 5.0, 0.0)
    assert played(path, ego="A", seen=lambda time: state).entities["T"].x == pytest.approx(115.0)
    with pytest.raises(InputError, match=r"xosc:\d+: connects T, which is driven by physics"):
        played(path, ego="T", seen=lambda time: state)


def test_animations_are_named_once_and_overrides_if_active(tmp_path: Path) -> None:
    actions = [PHONE, PHONE, OVERRIDE.format("false")]
    stories = act("A", event(actions, START), START)
    path = write(tmp_path, [("A", [teleport(on_lane(-1, 1))])], stories)
    (line,) = ignored_elements(read_scenario(path).scenario, "")
    assert "<AnimationAction> is not shown; it is complete at once; 2 in the file" in line
    path.write_text(path.read_text().replace('active="false"', 'active="true"'))
    assert any(
        "<OverrideControllerValueAction> is not carried out" in each
        for each in ignored_elements(read_scenario(path).scenario, "")
    )
