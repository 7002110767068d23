"""Places on roads: by hand, netconvert's lanes, and public ALKS scenarios."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from lxml import etree

from sim.errors import InputError
from sim.openscenario.opendrive.reader import read_map
from sim.traffic.roads.netconvert import run_converter

ROOT = Path(__file__).resolve().parents[3]
DATA = Path(os.environ.get("SIM_TEST_DATA", ROOT.parent / "shared" / "data"))
ALKS = DATA / "alks" / "concrete_scenarios" / "road_networks"
LANE = '<lane id="{}" type="driving"><width sOffset="0" a="{}" b="{}" c="0" d="0"/></lane>'
CENTRE = '<center><lane id="0"/></center>'
LANES = (
    "<lanes>{offset}"
    f'<laneSection s="0"><left>{LANE.format(1, 3, 0)}</left>{CENTRE}'
    f"<right>{LANE.format(-1, 3, 0.01)}{LANE.format(-2, 4, 0)}</right></laneSection>"
    f'<laneSection s="60">{CENTRE}<right>{LANE.format(-1, 3.6, 0)}</right></laneSection>'
    "</lanes>"
)
PLAN = (
    '<geometry s="0" x="0" y="0" hdg="0" length="60"><line/></geometry>'
    '<geometry s="60" x="60" y="0" hdg="0" length="{arc}"><arc curvature="0.02"/></geometry>'
)
QUARTER = 50.0 * 0.5 * np.pi


def file(folder: Path, plan: str = "", lanes: str = LANES, more: str = "", length=None) -> Path:
    path = folder / "road.xodr"
    path.write_text(
        f'<OpenDRIVE><header revMajor="1" revMinor="6"/><road id="r" junction="-1" '
        f'length="{length or 60.0 + QUARTER!r}">'
        f"<planView>{plan or PLAN.format(arc=repr(QUARTER))}</planView>{more}"
        f"{lanes.format(offset='')}</road></OpenDRIVE>"
    )
    return path


def test_places_by_s_and_t(tmp_path: Path):
    road = read_map(file(tmp_path)).roads["r"]
    place = road.at(np.array([30.0, 60.0 + QUARTER]), np.array([-2.0, 10.0]))
    assert np.allclose(place.x, [30.0, 100.0]) and np.allclose(place.y, [-2.0, 50.0])
    assert np.allclose(place.heading, [0.0, 0.5 * np.pi])


def test_lanes_with_widths_that_change_are_headed_along_their_centres(tmp_path: Path):
    road = read_map(file(tmp_path)).roads["r"]
    s = np.array([20.0])
    centres = [road.lane_centre(lane, s) for lane in (-1, -2)]
    inner, outer = (road.at(s, t + 0.25, slope) for t, slope in centres)
    assert (inner.y[0], outer.y[0]) == pytest.approx((-1.6 + 0.25, -3.2 - 2.0 + 0.25))
    assert (inner.heading[0], outer.heading[0]) == pytest.approx(
        (np.arctan(-0.005), np.arctan(-0.01))
    )
    assert [road.lane_at(20.0, t) for t in (2.9, 3.1, -3.1, -3.3, -7.3)] == [1, 0, -1, -2, 0]
    with pytest.raises(InputError, match="road r: has no lane -2 at s = 70; there are -1"):
        road.lane_centre(-2, np.array([70.0]))


def test_lane_offset_elevation_and_superelevation(tmp_path: Path):
    offset = '<laneOffset s="10" a="1" b="0.1" c="0" d="0"/>'
    more = (
        '<elevationProfile><elevation s="0" a="5" b="0.02" c="0" d="0"/></elevationProfile>'
        '<lateralProfile><superelevation s="0" a="0.1" b="0" c="0" d="0"/></lateralProfile>'
    )
    path = file(tmp_path, lanes=LANES.replace("{offset}", offset), more=more)
    road = read_map(path).roads["r"]
    t, slope = road.lane_centre(1, np.array([5.0, 20.0]))
    assert np.allclose(t, [1.5, 3.5]) and np.allclose(slope, [0.0, 0.1])
    place = road.at(np.array([20.0]), np.array([-4.0]))
    assert place.z[0] == pytest.approx(5.4 - 4.0 * np.sin(0.1))
    assert place.y[0] == pytest.approx(-4.0 * np.cos(0.1))


def test_a_place_is_found_again(tmp_path: Path):
    road = read_map(file(tmp_path)).roads["r"]
    for s, t in ((0.0, 3.0), (59.0, -6.0), (61.0, 5.0), (100.0, -3.0), (130.0, 20.0)):
        place = road.at(np.array([s]), np.array([t]))
        assert road.locate(float(place.x[0]), float(place.y[0])) == pytest.approx((s, t), abs=1e-6)


@pytest.mark.parametrize(
    "replaced, by, said",
    [
        ("<line/>", "<circle/>", r"road.xodr:1: <geometry> needs one of line, arc, .*; it has 0"),
        ('hdg="0"', 'hdg="x"', r"<geometry> has hdg='x', which must be a finite number"),
        (' x="60"', "", r"<geometry> has no x"),
        ('id="1"', 'id="-1"', r"<lane> has id='-1', not a whole number of its own"),
        ('<geometry s="60"', '<geometry s="0"', r"<road> r has a planView/geometry whose s does"),
        ("OpenDRIVE>", "OpenScenario>", r"is not an OpenDRIVE file; its root is <OpenScenario>"),
        ("</road>", "", r"road.xodr:\d+: malformed XML"),
    ],
)
def test_errors_are_named_by_line(tmp_path: Path, replaced: str, by: str, said: str):
    path = file(tmp_path)
    text = path.read_text().replace("<OpenDRIVE>", "<OpenDRIVE>", 1)
    path.write_text(text.replace(replaced, by))
    with pytest.raises(InputError, match=said):
        read_map(path)


roads = pytest.mark.skipif(not ALKS.is_dir(), reason=f"no {ALKS}")


@roads
@pytest.mark.parametrize("name", sorted(path.name for path in ALKS.glob("*.xodr")))
def test_pieces_of_the_alks_roads_are_continuous(name: str):
    for road in read_map(ALKS / name).roads.values():
        for before, after in zip(road.line, road.line[1:]):
            x, y, heading = before.at(np.array([after.s]))
            assert (x[0], y[0], heading[0]) == pytest.approx(
                (after.x, after.y, after.heading), abs=1e-6
            )
        last = road.line[-1]
        assert last.s + last.length == pytest.approx(road.length)


def netconvert_lanes(source: Path, folder: Path) -> list:
    """Return the centre lines (n, 2) of netconvert's lanes of a road."""
    net = folder / "road.net.xml"
    options = ["--opendrive.curve-resolution", "0.5", "--offset.disable-normalization", "true"]
    run_converter("netconvert", ["--opendrive-files", source, *options], net)
    return [
        np.array([point.split(",")[:2] for point in lane.get("shape").split()], float)
        for lane in etree.parse(str(net)).iterfind("edge/lane")
        if lane.getparent().get("function") is None
    ]


@roads
def test_lanes_are_where_netconvert_has_them(tmp_path: Path):
    source = ALKS / "alks_road_different_curvatures.xodr"
    road = read_map(source).roads["0"]
    shapes = netconvert_lanes(source, tmp_path)
    assert len(shapes) == 8
    for shape in shapes:
        found = np.array([road.locate(*point) for point in shape[:: len(shape) // 20].tolist()])
        s, t = found[(found[:, 0] > 20.0) & (found[:, 0] < road.length - 20.0)].T
        centre, _ = road.lane_centre(road.lane_at(s[0], t[0]), s)
        assert len(s) > 10 and np.abs(centre - t).max() < 0.03
