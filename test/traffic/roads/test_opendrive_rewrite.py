"""OpenDRIVE files that netconvert misreads are rewritten for it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.errors import InputError
from sim.traffic.roads.map_import import MapOptions, import_map
from sim.traffic.roads.network import Network
from sim.traffic.roads.opendrive_rewrite import rewrite

OPTIONS = MapOptions(sidewalks=False, bicycles=False, buildings=False, own_axes=True)
LENGTH = 100.0  # m
ROAD = (
    '<OpenDRIVE><header revMajor="1" revMinor="6"/><road id="1" length="100" junction="-1">'
    '{type}<planView><geometry s="0" x="0" y="0" hdg="0" length="100"><line/></geometry>'
    '</planView><lanes><laneSection s="0"><center><lane id="0" type="none"/></center><right>'
    '<lane id="-1" type="driving">{inner}</lane><lane id="-2" type="driving">'
    '<width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane></right></laneSection></lanes></road>'
    "</OpenDRIVE>"
)
CONSTANT = '<width sOffset="0" a="3" b="0" c="0" d="0"/>'
WIDENS = '<width sOffset="0" a="3" b="0.02" c="0" d="0"/>'
# From 2.5 m to 3.5 m by a cubic between 40 and 80 m.
TAPER = (
    '<width sOffset="0" a="2.5" b="0" c="0" d="0"/>'
    '<width sOffset="40" a="2.5" b="0" c="0.001875" d="-0.00003125"/>'
    '<width sOffset="80" a="3.5" b="0" c="0" d="0"/>'
)
TOWN = '<type s="0" type="town"><speed max="30" unit="km/h"/></type>'


def road(folder: Path, inner: str = CONSTANT, kind: str = "") -> Path:
    path = folder / "road.xodr"
    path.write_text(ROAD.format(inner=inner, type=kind))
    return path


def width(inner: str, s: float) -> float:
    if inner == WIDENS:
        return 3.0 + 0.02 * s
    share = min(max((s - 40.0) / 40.0, 0.0), 1.0)
    return 2.5 + 3.0 * share**2 - 2.0 * share**3


@pytest.mark.parametrize("inner", [WIDENS, TAPER])
def test_lanes_follow_a_width_that_changes(tmp_path: Path, inner: str) -> None:
    """The outer lane's centre lies half its width beyond the inner lane's border."""
    network = Network.read(import_map(road(tmp_path, inner), tmp_path, "net", OPTIONS).net)
    for s in np.arange(2.0, LENGTH, 6.0):
        expected = -width(inner, s) - 1.75
        lane = network.lane_at(s, expected)
        assert lane is not None
        path = network.path(lane)
        assert path is not None
        y = np.interp(s, path.points[:, 0], path.points[:, 1])
        assert y == pytest.approx(expected, abs=0.15)


def test_lanes_have_the_speed_of_their_roads_type(tmp_path: Path) -> None:
    network = Network.read(import_map(road(tmp_path, kind=TOWN), tmp_path, "net", OPTIONS).net)
    assert {round(lane.speed, 2) for lane in network.lanes_by_id.values()} == {8.33}


def test_each_change_is_reported(tmp_path: Path) -> None:
    lines = rewrite(road(tmp_path, WIDENS, TOWN), tmp_path).changes
    assert len(lines) == 2
    assert "further lane sections" in lines[0] and "speed of the road's type" in lines[1]


def test_a_file_without_need_is_left_as_it_is(tmp_path: Path) -> None:
    source = road(tmp_path)
    assert rewrite(source, tmp_path) == (source, (), False)


def test_the_changes_are_not_warnings_of_netconvert(tmp_path: Path) -> None:
    said: list = []
    made = import_map(road(tmp_path, WIDENS, TOWN), tmp_path, "net", OPTIONS, said.append)
    assert not [line for line in made.warnings if line.startswith("road 1")]
    assert len([line for line in said if line.startswith("for netconvert: road 1")]) == 2


def test_a_type_that_ends_within_a_section_limits_its_own_part(tmp_path: Path) -> None:
    """Each part has the speed of its type."""
    kind = TOWN + '<type s="50" type="rural"><speed max="20" unit="m/s"/></type>'
    network = Network.read(import_map(road(tmp_path, kind=kind), tmp_path, "net", OPTIONS).net)
    for x, speed in ((20.0, 8.33), (80.0, 20.0)):
        lane = network.lane_at(x, -1.5)
        assert lane is not None and lane.speed == pytest.approx(speed, abs=0.01)


def test_a_sidewalk_keeps_its_own_speed(tmp_path: Path) -> None:
    path = road(tmp_path, kind=TOWN)
    text = path.read_text().replace('id="-2" type="driving"', 'id="-2" type="sidewalk"')
    path.write_text(text)
    lines = rewrite(path, tmp_path).changes
    assert lines == ("road 1: 1 lanes have the speed of the road's type",)


@pytest.mark.parametrize("text", ['a="wide"', 'a="nan"', ""])
def test_a_width_without_its_number_is_named_by_line(tmp_path: Path, text: str) -> None:
    path = road(tmp_path, WIDENS.replace('a="3"', text))
    with pytest.raises(InputError, match=r"road.xodr:1: <width> has a='\w*'; must be a finite"):
        import_map(path, tmp_path, "net", OPTIONS)
