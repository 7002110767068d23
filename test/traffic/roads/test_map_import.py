from __future__ import annotations

import gzip
import re
from pathlib import Path

import numpy as np
import pytest
from lxml import etree
from nets import ROOT, run_tool
from osm import City, write_city

from sim.errors import InputError
from sim.traffic.__main__ import main
from sim.traffic.roads import map_import
from sim.traffic.roads.light_heads import light_heads
from sim.traffic.roads.map_import import MapOptions, import_map
from sim.traffic.roads.netconvert import run_converter
from sim.traffic.roads.network import Network
from sim.traffic.scenery.polygons import read_polygons
from sim.traffic.world import beside
from sim.traffic.world_cache import cached_world, import_world

TOWN = ROOT / "networks" / "town" / "town.net.xml"


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "sim" / "worlds"


@pytest.fixture(scope="module")
def city(tmp_path_factory) -> Path:
    """Return a city of 400 m x 400 m."""
    return write_city(tmp_path_factory.mktemp("osm") / "city.osm", 400.0)


@pytest.fixture(scope="module")
def block(tmp_path_factory) -> Path:
    """Return the smallest city with streets, lights, and buildings."""
    path = tmp_path_factory.mktemp("osm") / "city.osm"
    return write_city(path, 150.0, block=50.0, houses=1, beyond=30.0)


@pytest.fixture(scope="module")
def street(tmp_path_factory) -> Path:
    """Return a single street: the smallest map that becomes a world."""
    city, path = City(), tmp_path_factory.mktemp("osm") / "city.osm"
    city.way([city.node(x, 0.0) for x in (0.0, 30.0, 60.0)], highway="residential")
    path.write_text(city.text())
    return path


def test_a_city_becomes_a_network_with_everything(city, tmp_path):
    imported = import_map(city, tmp_path, "city")
    network = Network.read(imported.net)
    x0, y0, x1, y1 = network.boundary
    assert 400.0 < x1 - x0 < 760.0 and 350.0 < y1 - y0 < 420.0
    assert {"road", "sidewalk", "bicycle"} <= {
        lane.kind for lane in network.lanes
    } and network.crossings
    assert light_heads(network) and not network.flat
    heights = np.vstack([lane.shape for lane in network.lanes])[:, 2]
    assert (heights.min(), heights.max()) == (0.0, pytest.approx(5.5, abs=0.1))
    kinds = [polygon.kind for polygon in read_polygons(imported.polygons, network.offset)]
    text = city.read_text()
    assert (kinds.count("building"), kinds.count("leisure")) == (
        text.count('k="building"'),
        text.count('k="leisure"'),
    )


def test_buildings_lie_beside_the_streets(city, tmp_path):
    """Network and polygons share one frame.

    Buildings are in the middle of each block, 12 m and more from its streets.
    """
    imported = import_map(city, tmp_path, "city", MapOptions(layer_height=0.0))
    network = Network.read(imported.net)
    assert network.flat
    centres = np.array(
        [
            polygon.outline.mean(axis=0)
            for polygon in read_polygons(imported.polygons, network.offset)
            if polygon.kind == "building"
        ]
    )
    streets = [lane for lane in network.lanes if lane.kind == "road" and lane.speed < 20.0]
    distance = np.min(
        [
            np.abs(network.path(lane).project(*centres.T)[1])
            for lane in streets
            if network.path(lane)
        ],
        axis=0,
    )
    assert distance.min() > 8.0 and distance.max() < 45.0


def test_levels_give_buildings_their_height(city, tmp_path):
    polygons = read_polygons(import_map(city, tmp_path, "city").polygons, np.zeros(2))
    assert {polygon.height for polygon in polygons if polygon.kind == "building"} == {
        6.0,
        9.0,
        12.0,
        15.0,
    }


def test_options_leave_things_out(city, tmp_path):
    imported = import_map(
        city, tmp_path, "city", MapOptions(sidewalks=False, bicycles=False, buildings=False)
    )
    network = Network.read(imported.net)
    assert (
        {lane.kind for lane in network.lanes} == {"road"}
        and not network.crossings
        and imported.polygons is None
    )
    with pytest.raises(InputError, match="layer_height"):
        MapOptions(layer_height=-1.0)


def test_left_hand_streets_have_their_lanes_on_the_left(street, tmp_path):
    """They lie half a lane's width beside the middle."""
    for left_hand, side in ((False, -1.0), (True, 1.0)):
        options = MapOptions(sidewalks=False, left_hand=left_hand)
        network = Network.read(import_map(street, tmp_path, "street", options).net)
        assert network.left_hand == left_hand and len(network.edges) == 2
        middle = np.mean([lane.shape[0, :2] for lane in network.lanes if not lane.internal], axis=0)
        for (lane,) in network.edges.values():
            along = (lane.shape[-1] - lane.shape[0])[:2]
            apart = lane.shape[0, :2] - middle
            across = (along[0] * apart[1] - along[1] * apart[0]) / np.hypot(*along)
            assert across == pytest.approx(side * 0.5 * lane.width, abs=0.05)


def test_an_opendrive_map_takes_no_other_rule(tmp_path):
    path = tmp_path / "road.xodr"
    path.write_text(
        "<OpenDRIVE><road id='1' length='9' junction='-1'><planView>"
        "<geometry s='0' x='0' y='0' hdg='0' length='9'><line/></geometry></planView>"
        "<lanes><laneSection s='0'/></lanes></road></OpenDRIVE>"
    )
    with pytest.raises(InputError, match=r"--left-hand: is for OpenStreetMap; road\.xodr has"):
        import_map(path, tmp_path, "road", MapOptions(left_hand=True))


@pytest.mark.not_quick
def test_opendrive_brings_its_lanes_and_heights(tmp_path):
    source = tmp_path / "bridge.xodr"
    run_tool("netconvert", "-s", str(TOWN), "--opendrive-output", str(source))
    network = Network.read(import_map(source, tmp_path, "bridge").net)
    town = Network.read(TOWN)
    assert {"road", "sidewalk", "bicycle"} <= {lane.kind for lane in network.lanes}
    assert max(lane.shape[:, 2].max() for lane in network.lanes) == pytest.approx(6.0, abs=0.05)
    assert np.ptp(np.array(network.boundary)[[0, 2]]) == pytest.approx(
        np.ptp(np.array(town.boundary)[[0, 2]]), abs=5.0
    )
    assert import_world(source, tmp_path / "o" / "bridge.world").net.is_file()


@pytest.mark.not_quick
def test_the_commands_write_worlds_of_maps(block, tmp_path, capsys):
    assert main(["import", str(block), str(tmp_path / "a")]) == 0
    said = capsys.readouterr().out
    assert all(
        word in said
        for word in ("checking city.osm", "netconvert", "polyconvert", "world:", "wrote")
    )
    names = {path.name for path in (tmp_path / "a").iterdir()}
    assert names == {
        "city.net.xml",
        "city.poly.xml",
        "city.world",
        "city.demand.yaml",
        "city_road",
        "city_street",
        "city_buildings",
        "city_lights",
    }
    assert main(["world", str(block), str(tmp_path / "b" / "other.world")]) == 0
    assert (
        etree.parse(str(tmp_path / "b" / "other.world")).findtext("world/include/uri")
        == "model://other_road"
    )
    assert (tmp_path / "b" / "other.net.xml").is_file()


@pytest.mark.not_quick
def test_a_second_import_is_taken_from_the_cache(block, tmp_path, cache):
    lines = []
    first = cached_world(block, progress=lines.append)
    assert "netconvert" in " ".join(lines) and first.folder.parent == cache
    lines.clear()
    again = cached_world(block, progress=lines.append)
    assert again == first and len(lines) == 1 and "from" in lines[0]
    zipped = tmp_path / "city.osm.gz"
    zipped.write_bytes(gzip.compress(block.read_bytes()))
    others = {
        cached_world(block, MapOptions(bicycles=False)).folder,
        cached_world(block, name="other").folder,
        cached_world(zipped).folder,
    }
    assert len(others | {first.folder}) == 4
    assert {path.name for path in cache.iterdir()} == {
        folder.name for folder in others | {first.folder}
    }
    assert Network.read(cached_world(zipped).net).boundary == Network.read(first.net).boundary


@pytest.mark.not_quick
def test_a_network_is_cached_with_its_polygons(tmp_path, cache):
    net, polygons = tmp_path / "town.net.xml", tmp_path / "town.poly.xml"
    net.write_bytes(TOWN.read_bytes())
    bare = cached_world(net)
    assert bare.net == net and not (bare.folder / "town_buildings").exists()
    polygons.write_bytes(TOWN.with_name("town.poly.xml").read_bytes())
    assert (cached_world(net).folder / "town_buildings" / "model.sdf").is_file()


@pytest.mark.not_quick
def test_a_map_is_made_once_though_its_polygons_come_to_lie_beside_it(block, tmp_path):
    source, lines = tmp_path / "my.city.osm", []
    source.write_bytes(block.read_bytes())
    made = import_world(source, tmp_path / "my.city.world")
    assert beside(made.net) == tmp_path / "my.city.poly.xml"
    import_world(source, tmp_path / "my.city.world", progress=lines.append)
    assert len(lines) == 1 and "from" in lines[0]


@pytest.mark.not_quick
def test_a_second_import_leaves_nothing_of_the_first(block, tmp_path):
    made = import_world(block, tmp_path / "o" / "m.world")
    drawn = beside(made.net).read_bytes()
    lines = []
    import_world(block, made.world, MapOptions(buildings=False), progress=lines.append)
    assert {path.name for path in made.folder.iterdir()} == {
        "m.world",
        "m.net.xml",
        "m.poly.xml.old",
        "m_road",
        "m_street",
        "m_lights",
    } and beside(made.net) is None
    assert (made.folder / "m.poly.xml.old").read_bytes() == drawn and "m.poly.xml.old" in lines[-1]


@pytest.mark.not_quick
def test_an_import_keeps_a_foreign_folder_of_its_worlds_name(street, tmp_path):
    (tmp_path / "m.world").mkdir()
    (tmp_path / "m.world" / "thesis.txt").write_text("precious")
    with pytest.raises(InputError, match=r"m.world: cannot be written"):
        import_world(street, tmp_path / "m.world")
    assert (tmp_path / "m.world" / "thesis.txt").read_text() == "precious"


@pytest.mark.parametrize(
    "lost", ["city.world", pytest.param("city.net.xml", marks=pytest.mark.slow)]
)
@pytest.mark.not_quick
def test_a_cached_world_that_is_half_deleted_is_made_again(street, lost):
    (cached_world(street).folder / lost).unlink()
    again, lines = cached_world(street), []
    assert again.world.is_file() and again.net.is_file()
    cached_world(street, progress=lines.append)
    assert len(lines) == 1 and [path.name for path in again.folder.parent.iterdir()] == [
        again.folder.name
    ]


@pytest.mark.parametrize(
    "count, said",
    [
        (1, r"netconvert: Warning: no 0$"),
        (7, r"had 7 warnings, 5 of which are shown \(all: .*netconvert.log\)$"),
    ],
)
@pytest.mark.not_quick
def test_netconverts_warnings_are_told(street, monkeypatch, count, said):
    def converted(program, arguments, out, folder=Path(".")):
        run_converter(program, arguments, out, folder)
        return [f"Warning: no {number}" for number in range(count)]

    monkeypatch.setattr(map_import, "run_converter", converted)
    lines = []
    made = cached_world(street, progress=lines.append)
    told = [line for line in lines if "arning" in line]
    assert len(told) == min(count, 6)
    assert (
        re.search(said, told[-1])
        and (made.folder / "netconvert.log").read_text().count("Warning") == count
    )


def test_warnings_about_the_map_come_first() -> None:
    """The lines are netconvert 1.28's, of a map with sidewalks."""
    advice = "Warning: It is recommended to use option osm.crossings with osm.sidewalks"
    data = "Warning: Value of key 'maxspeed' is not numeric ('50;30') in edge '1004'."
    assert map_import.data_first([advice, data]) == [data, advice]


def test_zones_give_the_limits_of_a_network(tmp_path: Path) -> None:
    """20 mph are 8.94 m/s; a value of two limits stays netconvert's."""
    limits = {"1": "DE:zone:30", "2": "zone:30", "3": "GB:zone20", "4": "50;30", "5": "DE:urban"}
    nodes = "".join(
        f'<node id="{way}{end}" lat="50.{way}" lon="8.0{end}"/>' for way in limits for end in "12"
    )
    ways = "".join(
        f'<way id="{way}"><nd ref="{way}1"/><nd ref="{way}2"/><tag k="highway" v="primary"/>'
        f'<tag k="oneway" v="yes"/><tag k="maxspeed" v="{limit}"/></way>'
        for way, limit in limits.items()
    )
    path = tmp_path / "zones.osm"
    path.write_text(f'<osm version="0.6">{nodes}{ways}</osm>', encoding="utf-8")
    lines = []
    made = import_map(path, tmp_path, "zones", MapOptions(buildings=False), lines.append)
    lanes = {lane.edge: lane.speed for lane in Network.read(made.net).lanes if not lane.internal}
    assert lanes["1"] == lanes["2"] == pytest.approx(30 / 3.6, abs=0.01)
    assert lanes["3"] == pytest.approx(8.94, abs=0.01)
    assert lanes["5"] == pytest.approx(50 / 3.6, abs=0.01)
    assert "for netconvert: maxspeed GB:zone20 is read as 20 mph (1 times)" in lines
    assert "('50;30') in edge '4'" in made.warnings[0]


def test_a_world_is_not_written_over_something_else(street, tmp_path):
    (tmp_path / "city_road").mkdir()
    (tmp_path / "city_road" / "thesis.txt").write_text("precious")
    with pytest.raises(InputError, match="city_road"):
        import_world(street, tmp_path / "city.world")
    assert [path.name for path in (tmp_path / "city_road").iterdir()] == ["thesis.txt"]


NODE = '<node id="{}" lat="49.{}" lon="8.4"/>'
DAMAGED = gzip.compress(b"<osm>")[:10] + b"\xff" * 40
ROAD = '<way id="7"><nd ref="1"/><nd ref="{}"/><tag k="highway" v="residential"/></way>'


@pytest.mark.parametrize(
    "name, text, message",
    [
        ("m.osm", "<osm>\n<node", r"m.osm:\d+: malformed XML"),
        ("m.osm", "", r"m.osm:\d+: malformed XML"),
        ("m.osm", "<html>\n</html>", r"m.osm:1: its root element is <html>, not <osm>"),
        ("m.osm", '<osm version="0.6"/>', "has no <node>"),
        ("m.osm", f"<osm>\n{NODE.format(1, 0)}\n</osm>", "no way with a tag 'highway'"),
        (
            "m.osm",
            '<osm>\n<node id="1" lat="49,1" lon="8.4"/>\n</osm>',
            r"m.osm:2: <node> 1 has lat='49,1'; a number from -90 to 90",
        ),
        ("m.osm", '<osm>\n\n<node id="1" lat="49.1"/>\n</osm>', r"m.osm:3: <node> 1 has lon=None"),
        ("m.osm", '<osm>\n<node lat="49.1" lon="8"/>\n</osm>', r"m.osm:2: <node> has no id"),
        (
            "m.osm",
            '<osm>\n<node id="1" lat="149.1" lon="8"/>\n</osm>',
            r"m.osm:2: <node> 1 has lat='149.1'",
        ),
        (
            "m.osm",
            f"<osm>\n{ROAD.format(2)}\n{NODE.format(1, 0)}\n</osm>",
            r"m.osm:2: <way> 7 needs <node> 1, which the file does not hold before it",
        ),
        (
            "m.osm",
            f'<osm>\n{NODE.format(1, 0)}\n<way id="3"><nd/><tag k="highway" v="path"/></way>\n'
            "</osm>",
            r"m.osm:3: <way> 3 has an <nd> without ref",
        ),
        (
            "m.osm",
            f"<osm>\n{NODE.format(1, 0)}{NODE.format(2, 0)}\n{ROAD.format(2)}\n</osm>",
            "m.osm: netconvert cannot make a network of it",
        ),
        ("m.osm.gz", "<osm/>", "cannot be read"),
        ("m.osm.gz", DAMAGED, "m.osm.gz: cannot be read .*decompressing"),
        ("m.xodr", "<osm/>", "root element is <osm>, not <OpenDRIVE>"),
        ("m.xodr", "<OpenDRIVE/>", "has no <road>"),
        (
            "m.xodr",
            '<OpenDRIVE>\n<road id="1" length="10"/>\n</OpenDRIVE>',
            r"m.xodr:2: <road> '1' has no <planView>",
        ),
        (
            "m.xodr",
            '<OpenDRIVE>\n<road id="1" length="x"/>\n</OpenDRIVE>',
            r"m.xodr:2: <road> 1 has length='x'",
        ),
        ("m.kml", "<kml/>", "not a map by its ending; it must be one of .osm"),
    ],
)
def test_a_wrong_map_is_refused_in_one_line_with_its_place(tmp_path, capsys, name, text, message):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    before = sorted(tmp_path.iterdir())
    with pytest.raises(InputError, match=message) as caught:
        cached_world(path, folder=tmp_path / "elsewhere")
    assert "\n" not in str(caught.value) and not list((tmp_path / "elsewhere").rglob("*.world"))
    assert main(["import", str(path), str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not list((tmp_path / "out").rglob("*.world")) and set(before) <= set(tmp_path.iterdir())


def test_a_missing_map_is_refused(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        cached_world(tmp_path / "none.osm")


def test_an_extract_may_lack_some_nodes_at_its_border(tmp_path):
    path = tmp_path / "cut.osm"
    path.write_text(
        f"<osm>{''.join(NODE.format(i, f'000{i}') for i in range(1, 6))}"
        + '<way id="7">'
        + "".join(f'<nd ref="{i}"/>' for i in range(1, 8))
        + '<tag k="highway" v="residential"/></way></osm>'
    )
    assert Network.read(cached_world(path).net).edges


@pytest.mark.slow
def test_a_square_kilometre_of_a_city(tmp_path):
    path = write_city(tmp_path / "km.osm")
    assert path.read_text().count('k="building"') > 1000
    import_world(path, tmp_path / "o" / "km.world")
    west, south, east, north = Network.read(tmp_path / "o" / "km.net.xml").boundary
    assert (east - west) * (north - south) > 1e6
    assert (tmp_path / "o" / "km.world").is_file()
