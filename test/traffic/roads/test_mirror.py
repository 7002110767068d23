"""Mirror images of networks are netconvert's of left-hand traffic."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Dict, Tuple

import numpy as np
import pytest
from lxml import etree
from traffic.nets import ROOT

from sim.arrays import Array
from sim.errors import InputError
from sim.traffic.roads.mirror import mirrored
from sim.traffic.roads.netconvert import build_net
from sim.traffic.roads.network import Network

TOWN = ROOT / "networks" / "town"


def left_town(folder: Path) -> Path:
    """Return netconvert's left-hand net of the town's mirrored sources."""
    for kind in ("nod", "edg", "con", "tll", "typ"):
        source, out = TOWN / f"town.{kind}.xml", folder / f"town.{kind}.xml"
        if kind in ("nod", "edg"):
            mirrored(source, out)
        else:
            shutil.copy(str(source), str(out))
    config = (TOWN / "town.netccfg").read_text()
    config = config.replace("<processing>", '<processing><lefthand value="true"/>')
    (folder / "town.netccfg").write_text(config)
    return build_net(folder / "town.netccfg")


def lanes(root: etree._Element) -> Dict[str, Array]:
    return {
        lane.get("id", ""): np.array(
            [tuple(map(float, point.split(",")))[:2] for point in lane.get("shape", "").split()]
        )
        for lane in root.iter("lane")
    }


def links(root: etree._Element) -> Dict[Tuple[str, ...], Tuple[str, ...]]:
    keys = ("from", "to", "fromLane", "toLane")
    values = ("dir", "state", "via", "tl", "linkIndex")
    return {
        tuple(each.get(key, "") for key in keys): tuple(each.get(value, "") for value in values)
        for each in root.iter("connection")
    }


def test_the_mirrored_town_is_netconverts_of_left_hand_traffic(tmp_path: Path) -> None:
    mirrored(TOWN / "town.net.xml", tmp_path / "own.net.xml")
    (tmp_path / "made").mkdir()
    own, made = (
        etree.parse(str(path)).getroot()
        for path in (tmp_path / "own.net.xml", left_town(tmp_path / "made"))
    )
    assert own.get("lefthand") == made.get("lefthand") == "true"
    shapes, expected = lanes(own), lanes(made)
    assert shapes.keys() == expected.keys()
    for name, points in expected.items():
        assert points == pytest.approx(shapes[name], abs=0.015)
    assert links(own) == links(made)
    for kind in ("request", "phase"):
        assert [dict(each.attrib) for each in own.iter(kind)] == [
            dict(each.attrib) for each in made.iter(kind)
        ]


def test_a_mirrored_network_keeps_its_world_frame(tmp_path: Path) -> None:
    """World coordinates are net coordinates less an offset."""
    source = ROOT / "networks" / "merge" / "merge.net.xml"
    mirrored(source, tmp_path / "left.net.xml")
    right, left = Network.read(source), Network.read(tmp_path / "left.net.xml")
    assert (right.left_hand, left.left_hand) == (False, True)
    for name, lane in right.lanes_by_id.items():
        assert left.lanes_by_id[name].shape == pytest.approx(lane.shape * [1, -1, 1], abs=1e-6)


def test_twice_mirrored_is_the_network_itself(tmp_path: Path) -> None:
    once, twice = tmp_path / "once.net.xml", tmp_path / "twice.net.xml"
    mirrored(TOWN / "town.net.xml", once)
    mirrored(once, twice)
    zero = re.compile(r"-(0\.0+\b)")
    one, two = (
        etree.fromstring(zero.sub(r"\1", path.read_text()).encode())
        for path in (TOWN / "town.net.xml", twice)
    )
    assert [dict(each.attrib) for each in one.iter(etree.Element)] == [
        dict(each.attrib) for each in two.iter(etree.Element)
    ]


def test_a_network_with_a_map_projection_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "map.net.xml"
    text = (ROOT / "networks" / "merge" / "merge.net.xml").read_text()
    source.write_text(text.replace('projParameter="!"', 'projParameter="+proj=utm +zone=32"'))
    with pytest.raises(InputError, match=r"map\.net\.xml: has a map projection"):
        mirrored(source, tmp_path / "left.net.xml")
    assert not (tmp_path / "left.net.xml").exists()
