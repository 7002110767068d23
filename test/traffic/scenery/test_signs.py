"""Places of road signs by the network's rules."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from nets import ROOT, build_cross
from plain_nets import build, cross

from sim.assets.signs import FACES
from sim.traffic.roads.network import Network
from sim.traffic.scenery.beside_road import Roadside
from sim.traffic.scenery.signs import sign_meshes, signs, speed_face


def faces(network: Network):
    return [(sign.face, sign.spot) for sign in signs(Roadside(network))]


@pytest.mark.parametrize(
    "speed, face",
    [
        (13.89, "speed_50"),
        (8.33, "speed_30"),
        (27.78, "speed_100"),
        (5.0, "speed_20"),
        (34.0, "speed_120"),
        (55.0, "no_limit"),
    ],
)
def test_a_limit_has_the_nearest_face(speed, face):
    assert speed_face(speed) == face and face in FACES


@pytest.mark.parametrize(
    "kind, at_minor, at_major",
    [
        ("priority", "yield", "priority"),
        ("priority_stop", "stop", "priority"),
        ("allway_stop", "stop", "stop"),
        ("traffic_light", None, None),
    ],
)
def test_approaches_that_must_wait_have_signs(tmp_path, kind, at_minor, at_major):
    """Signs stand on the right of each approach, facing the traffic; none stand at lights."""
    found = faces(cross(tmp_path, kind))
    right = {face for face, _ in found if not face.startswith("speed_")}
    assert right == {at_minor, at_major} - {None}
    for yaw, expected in ((0.0, at_major), (np.pi / 2, at_minor)):
        along = np.array([np.cos(yaw), np.sin(yaw)])
        mine = [
            (face, spot.position[:2])
            for face, spot in found
            if np.cos(spot.yaw - yaw) > 0.99 and not face.startswith("speed_")
        ]
        assert [face for face, _ in mine] == ([] if expected is None else [expected])
        for _, place in mine:
            assert -30.0 < place @ along < 0.0 and place @ [along[1], -along[0]] > 1.6


def test_a_limit_is_said_where_it_begins_and_not_again(tmp_path):
    places = {name: (x, 0.0, "priority") for name, x in zip("abcd", (0.0, 200.0, 400.0, 600.0))}
    network = build(tmp_path, places, ["a b 1 13.9", "b c 1 13.9", "c d 1 22.3"])
    found = faces(network)
    assert [face for face, _ in found] == ["speed_50", "speed_80"]
    np.testing.assert_allclose([spot.position[0] for _, spot in found], [8.0, 408.0], atol=1.0)
    assert all(spot.position[1] < -1.6 and abs(spot.yaw) < 1e-3 for _, spot in found)


def test_crossings_without_lights_have_signs_on_both_sides(tmp_path):
    assert not any(face == "crossing" for face, _ in faces(Network.read(build_cross(tmp_path))))
    network = Network.read(build_cross(tmp_path, light="priority"))
    crossings = [spot for face, spot in faces(network) if face == "crossing"]
    assert len(crossings) == 2 * len(network.crossings) > 0


def test_each_way_into_the_loops_roundabout_is_signed():
    network = Network.read(ROOT / "networks" / "loop" / "loop.net.xml")
    inside = network.roundabout_edges
    into = {
        network.lanes_by_id[connection.from_lane].edge
        for connection in network.connections
        if connection.to_lane in network.lanes_by_id
        and connection.from_lane in network.lanes_by_id
        and network.lanes_by_id[connection.to_lane].edge in inside
        and not network.lanes_by_id[connection.from_lane].internal
    } - inside
    assert sum(face == "roundabout" for face, _ in faces(network)) == len(into) > 2


@pytest.mark.parametrize("name", ["loop", "town"])
def test_no_sign_stands_where_vehicles_drive(name):
    network = Network.read(ROOT / "networks" / name / f"{name}.net.xml")
    driven = shapely.union_all(
        [lane.polygon for lane in network.lanes_by_id.values() if "passenger" in lane.allowed]
    )
    found = faces(network)
    assert sum(face == "crossing" for face, _ in found) > 2
    standing = np.array([spot.position[:2] for _, spot in found])
    assert not shapely.contains_xy(driven, standing).any()


def test_a_face_looks_at_who_comes_and_its_back_away(tmp_path):
    found = signs(Roadside(cross(tmp_path, "priority")))
    meshes = sign_meshes(found)
    for name, way in (("signs", -1.0), ("sign_backs", 1.0)):
        triangles = meshes[name].triangles
        normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        nearest = [
            min(found, key=lambda sign: float(np.hypot(*(sign.spot.position - point)[:2])))
            for point in triangles.mean(axis=1)
        ]
        ahead = np.array([[np.cos(s.spot.yaw), np.sin(s.spot.yaw)] for s in nearest])
        assert ((normals[:, :2] * ahead).sum(axis=1) * way > 0.0).all()
    assert np.asarray(meshes["signs"].coordinates).min() > 0.0
    assert np.asarray(meshes["signs"].coordinates).max() < 4.0
