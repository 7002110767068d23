"""Every network that comes with SUMO's wheel becomes a world."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest
import trimesh
from lxml import etree

from sim.resources import resource
from sim.sdf.reader import read_world
from sim.traffic.roads.light_heads import light_heads
from sim.traffic.roads.network import Network
from sim.traffic.world import write_world

sumo = pytest.importorskip(
    "sumo", reason="SUMO is not installed as a wheel, which has example networks"
)
TOOLS = Path(sumo.SUMO_HOME) / "tools"
NETS = sorted(TOOLS.rglob("*.net.xml")) + sorted(TOOLS.rglob("*.net.xml.gz"))


def large(net: Path) -> bool:
    """Return whether a network's world takes ten seconds or more."""
    return net.stat().st_size > 1e6


@pytest.mark.skipif(not NETS, reason=f"there are no example networks under {TOOLS}")
@pytest.mark.parametrize(
    "net",
    [
        pytest.param(net, marks=pytest.mark.slow if place % 3 or large(net) else ())
        for place, net in enumerate(NETS)
    ],
    ids=lambda path: str(path.relative_to(TOOLS)),
)
@pytest.mark.not_quick
def test_an_example_becomes_a_world(net, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        out = write_world(net, tmp_path / "example.world")
    assert "model://example_road" in {uri.text for uri in etree.parse(str(out)).iter("uri")}
    meshes = [
        trimesh.load(str(path), force="mesh")
        for path in (tmp_path / "example_road" / "meshes").glob("*.obj")
        if path.stem != "grass"  # the ground around it all
    ]
    assert meshes and all(
        np.isfinite(mesh.bounds).all() and np.abs(mesh.vertices[:, 2]).max() < 1e3
        for mesh in meshes
    )
    # Reading a large network once more takes too long.
    if large(net):
        return
    network = Network.read(net)
    assert (tmp_path / "example_lights").exists() == bool(light_heads(network))
    x0, y0, x1, y1 = network.boundary
    low, high = (
        np.min([mesh.bounds[0] for mesh in meshes], axis=0),
        np.max([mesh.bounds[1] for mesh in meshes], axis=0),
    )
    assert (
        low[0] > x0 - 200.0
        and high[0] < x1 + 200.0
        and low[1] > y0 - 200.0
        and high[1] < y1 + 200.0
    )
    assert read_world(out, [str(tmp_path), str(resource("models"))])[1] == []
