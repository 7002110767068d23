from __future__ import annotations

import numpy as np
import pytest
import shapely
from nets import netconvert

from sim.errors import InputError
from sim.traffic.roads.network import Network
from sim.traffic.scenery.buildings import GABLE_SLOPE, build
from sim.traffic.scenery.cover import covers
from sim.traffic.scenery.mesh import join
from sim.traffic.scenery.polygons import SumoPolygon, read_polygons
from sim.traffic.world import build_scenery

LEVEL = lambda points: np.zeros(len(points))  # noqa: E731
HOUSE = np.array([[0.0, 0.0], [12.0, 0.0], [12.0, 8.0], [0.0, 8.0]])
WING = np.array([[0.0, 0.0], [40.0, 0.0], [40.0, 10.0], [12.0, 10.0], [12.0, 30.0], [0.0, 30.0]])


def turned(outline: np.ndarray, angle: float = 0.7) -> np.ndarray:
    return outline @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) + (
        100.0,
        -50.0,
    )


def building(outline: np.ndarray, **parameters: str) -> SumoPolygon:
    return SumoPolygon("b", "building", outline, parameters)


def whole(built) -> np.ndarray:
    return join(mesh for mesh, _ in built.meshes.values()).vertices


def test_a_house_has_walls_of_its_height_and_a_gable_roof():
    built = build([building(turned(HOUSE), height="7")], LEVEL)
    assert (
        set(built.meshes) - {"roofs"} <= {"walls_sand", "walls_brick", "walls_white", "walls_grey"}
        and "roofs" in built.meshes
    )
    assert whole(built)[:, 2].max() == pytest.approx(7.0 + 4.0 * GABLE_SLOPE)
    (box,) = built.boxes
    np.testing.assert_allclose(box.size[:2], (12.0, 8.0), atol=1e-6)
    np.testing.assert_allclose(box.centre[:2], turned(HOUSE).mean(axis=0), atol=1e-6)
    assert box.centre[2] + 0.5 * box.size[2] == pytest.approx(7.0)


@pytest.mark.parametrize("outline", [WING, turned(WING), turned(WING, -2.0)[::-1]])
def test_boxes_of_a_winged_building_cover_it_and_little_else(outline):
    built = build([building(outline, **{"building:levels": "4"})], LEVEL)
    assert "flat_roofs" in built.meshes and whole(built)[:, 2].max() == pytest.approx(12.0)
    boxes = []
    for box in built.boxes:
        x, y = 0.5 * box.size[:2]
        turn = np.array([[np.cos(box.yaw), np.sin(box.yaw)], [-np.sin(box.yaw), np.cos(box.yaw)]])
        boxes.append(
            shapely.Polygon(np.array([[x, y], [-x, y], [-x, -y], [x, -y]]) @ turn + box.centre[:2])
        )
    covered, area = shapely.union_all(boxes), shapely.Polygon(outline)
    assert area.difference(covered.buffer(2e-3)).area < 1e-3
    assert covered.area < 1.05 * area.area and len(boxes) < 20


def test_walls_look_outwards():
    for outline in (HOUSE, HOUSE[::-1]):
        mesh = next(
            mesh
            for name, (mesh, _) in build([building(outline, height="5")], LEVEL).meshes.items()
            if name.startswith("walls")
        )
        corners = mesh.triangles
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        assert (np.einsum("ij,ij->i", normals, corners.mean(axis=1) - (6.0, 4.0, 2.0)) > 0).all()


def test_a_building_stands_on_its_ground_and_reaches_into_it():
    built = build([building(HOUSE, height="7")], lambda points: 20.0 + 0.1 * points[:, 0])
    heights = whole(built)[:, 2]
    assert heights.min() < 20.0 and built.boxes[0].centre[2] + 0.5 * built.boxes[0].size[
        2
    ] == pytest.approx(20.6 + 7.0)


@pytest.mark.parametrize(
    "parameters, height",
    [
        ({"height": "12.5 m"}, 12.5),
        ({"building:levels": "3"}, 9.0),
        ({"height": "9", "building:levels": "1"}, 9.0),
        ({"building:levels": "0"}, None),
        ({"height": "tall"}, None),
        ({"height": "99999"}, None),
        ({}, None),
    ],
)
def test_heights_are_those_stated_else_some_by_the_id(parameters, height):
    seen = building(HOUSE, **parameters).height
    assert seen == height if height else 6.0 <= seen <= 15.0


def test_trees_stand_where_they_are_drawn(tmp_path):
    path = tmp_path / "t.poly.xml"
    path.write_text(
        '<additional><poi id="t" type="tree" x="15" y="25"/><poi id="p" type="bench" x="1" '
        'y="1"/></additional>'
    )
    (tree,) = read_polygons(path, np.array([10.0, 20.0]))
    built = build([tree], LEVEL)
    assert set(built.meshes) == {"trunks", "crowns"} and built.boxes == []
    corners = np.unique(np.round(built.meshes["crowns"][0].vertices, 4), axis=0)
    np.testing.assert_allclose(corners[:, :2].mean(axis=0), (5.0, 5.0), atol=0.01)


def test_covers_lie_over_each_other_without_overlap():
    park, pond = (
        np.array([[0, 0], [100, 0], [100, 100], [0, 100.0]]),
        np.array([[20, 20], [40, 20], [40, 40], [20, 40.0]]),
    )
    polygons = [SumoPolygon("a", "park", park, {}), SumoPolygon("b", "water", pond, {})]
    found = covers(polygons, LEVEL, (0, 0, 60, 60), -0.01)
    areas = {
        name: shapely.union_all(shapely.polygons(mesh.triangles[:, :, :2])).area
        for name, (mesh, _) in found.items()
    }
    assert areas == {"water": pytest.approx(400.0), "park": pytest.approx(3600.0 - 400.0)}
    assert covers(polygons, lambda points: 0.1 * points[:, 0], (0, 0, 60, 60), 0.0) == {}


@pytest.mark.parametrize("z", [10.0, 10.03, 10.07, 10.1])
def test_a_cover_lies_between_the_ground_and_the_road_at_any_height(tmp_path, z):
    (tmp_path / "n.nod.xml").write_text(
        f'<nodes><node id="a" x="0" y="0" z="{z}"/><node id="b" x="100" y="0" z="{z}"/></nodes>'
    )
    (tmp_path / "n.edg.xml").write_text('<edges><edge id="ab" from="a" to="b"/></edges>')
    net = netconvert(tmp_path, "n", tmp_path / "n.net.xml")
    park = SumoPolygon("a", "park", np.array([[20, -30], [80, -30], [80, 30], [20, 30.0]]), {})
    layers = build_scenery(Network.read(net), [park])[0].layers
    ground, cover, road = (layers[name].vertices[:, 2] for name in ("terrain", "park", "road"))
    assert (
        ground.max() + 0.0095 < cover.min()
        and cover.max() + 0.0095 < road.min() == pytest.approx(z)
    )


@pytest.mark.parametrize(
    "text, message",
    [
        ("<additional>\n<poly", r":\d+: malformed XML"),
        ("<net/>", "root element is <net>"),
        (
            '<additional>\n<poly id="b" type="building" shape="0,0 1,x"/></additional>',
            r":2: <poly> 'b' has no points",
        ),
        (
            '<additional>\n\n<poly id="b" type="building" shape="0,0 1,nan 3,4"/></additional>',
            r":3: <poly> 'b' has points that are not finite",
        ),
    ],
)
def test_wrong_polygons_are_refused_with_their_line(tmp_path, text, message):
    path = tmp_path / "p.poly.xml"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_polygons(path, np.zeros(2))
    with pytest.raises(InputError, match="cannot be read"):
        read_polygons(tmp_path / "none.poly.xml", np.zeros(2))


def test_polygons_without_an_area_are_skipped(tmp_path):
    path = tmp_path / "p.poly.xml"
    path.write_text(
        '<additional><poly id="a" type="building" shape="0,0 1,1"/><poly id="b" type="barrier" '
        'fill="0" shape="0,0 9,0 9,9"/>'
        '<poly id="c" type="building" geo="1" shape="8.1,49 8.2,49 8.2,49.1"/><poly id="d" '
        'type="building.yes" shape="0,0 9,9 9,0 0,9"/></additional>'
    )
    polygons = read_polygons(path, np.zeros(2))
    assert [polygon.id for polygon in polygons] == ["d"]
    assert len(build(polygons, LEVEL).boxes) >= 2
