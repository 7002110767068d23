"""Motion on even stretches of a lane agrees with the general formulas."""

from __future__ import annotations

import math
from pathlib import Path
from typing import List, Tuple

import numpy as np
import pytest
from support import scenarios
from support.scenarios import act, drive, event, on_lane, teleport, time_condition, turned, write

from sim.openscenario.play import mover
from sim.openscenario.play.player import PlayOptions, ScenarioPlayer
from sim.openscenario.reading.reader import read_scenario

CURVATURE = 0.01  # 1/m
# A line of 100 m, an arc of 100 m, a clothoid of 100 m and a line.
LINE = (
    '<geometry s="0" x="0" y="0" hdg="0" length="100"><line/></geometry>'
    f'<geometry s="100" x="100" y="0" hdg="0" length="100"><arc curvature="{CURVATURE}"/>'
    '</geometry><geometry s="200" x="{}" y="{}" hdg="1" length="100">'
    f'<spiral curvStart="{CURVATURE}" curvEnd="0"/></geometry>'
    # The end of the clothoid is the integral of its heading 1 + s/100 - s^2/20000.
    '<geometry s="300" x="207.376405" y="142.096160" hdg="1.5" length="700"><line/></geometry>'
).format(100.0 + 100.0 * math.sin(1.0), 100.0 * (1.0 - math.cos(1.0)))
FASTER = (
    '<LongitudinalAction><SpeedAction><SpeedActionDynamics dynamicsShape="cubic" '
    'dynamicsDimension="time" value="3"/><SpeedActionTarget><AbsoluteTargetSpeed value="{}"/>'
    "</SpeedActionTarget></SpeedAction></LongitudinalAction>"
)


@pytest.fixture
def bend(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bend the test's road, with a rise behind 120 m."""
    straight = '<geometry s="0" x="0" y="0" hdg="0" length="1000"><line/></geometry>'
    assert straight in scenarios.ROAD
    hill = (
        '</planView><elevationProfile><elevation s="0" a="0" b="0" c="0" d="0"/>'
        '<elevation s="120" a="0" b="0.05" c="0" d="0"/></elevationProfile>'
    )
    bent = scenarios.ROAD.replace(straight, LINE).replace("</planView>", hill)
    monkeypatch.setattr(scenarios, "ROAD", bent)


def states(path: Path) -> np.ndarray:
    """Return the entity's states over time (n, 11)."""
    player = ScenarioPlayer(read_scenario(path), PlayOptions(ego=""))
    rows: List[Tuple[float, ...]] = []
    for time in player.play():
        e = player.entities["A"]
        still, off, end = (
            -1.0 if each is None else each for each in (e.standing, e.off_road, e.at_end)
        )
        rows.append((time, e.x, e.y, e.z, math.sin(e.heading), e.speed, e.acceleration))
        rows[-1] += (e.lateral_acceleration, e.travelled, still, off, end)
    return np.array(rows)


def test_an_arc_is_driven_at_the_radius_of_the_lane(bend: None, tmp_path: Path) -> None:
    """Lane -1 is 1.75 m outside; 10 m/s for 5 s."""
    path = write(tmp_path, [("A", [teleport(on_lane(-1, 110)), drive(10)])], until=5.0)
    last = states(path)[-1]
    radius = 1.0 / CURVATURE + 1.75
    angle = 0.1 + 50.0 / radius
    assert last[1:3] == pytest.approx(
        (100.0 + radius * math.sin(angle), 100.0 - radius * math.cos(angle)), abs=1e-6
    )
    assert last[3] == pytest.approx(0.05 * (100.0 * angle - 20.0), abs=1e-6)
    assert last[7] == pytest.approx(100.0 / radius)


@pytest.mark.parametrize(
    ("lane", "s", "speed", "then"),
    [
        (-1, 60.0, 20.0, 30.0),
        (2, 260.0, 20.0, 5.0),
        (-2, 240.0, -20.0, -30.0),
        (1, 30.0, 20.0, 0.0),
    ],
)
def test_even_stretches_agree_with_the_general_formulas(
    bend: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    lane: int,
    s: float,
    speed: float,
    then: float,
) -> None:
    stories = act("A", event([FASTER.format(then)], time_condition(2)), time_condition(0))
    path = write(tmp_path, [("A", [teleport(on_lane(lane, s, 0.3)), drive(speed)])], stories, 9.0)
    evenly = states(path)
    monkeypatch.setattr(mover, "even_stretch", lambda roads, place: None)
    assert np.abs(evenly - states(path)).max() < 1e-6


def test_a_turned_entity_leaves_its_lane(bend: None, tmp_path: Path) -> None:
    place = on_lane(-1, 20, orientation=turned(0.2, "relative"))
    last = states(write(tmp_path, [("A", [teleport(place), drive(10)])], until=1.0))[-1]
    assert last[1:3] == pytest.approx(
        (20.0 + 10.0 * math.cos(0.2), -1.75 + 10.0 * math.sin(0.2)), abs=1e-6
    )
