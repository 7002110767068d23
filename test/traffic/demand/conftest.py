"""Crossings of streets, plain and with the files of a demand."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree
from nets import build_cross, build_crossing
from sumo_files import ROUTES, TYPES, config

from sim.traffic.roads.network import Network


@pytest.fixture
def cross(tmp_path) -> Path:
    """Return the configuration of a crossing with lights, sidewalks, and demand."""
    net = build_cross(tmp_path)
    lights = etree.parse(str(net)).find(".//tlLogic/phase").get("state")
    (tmp_path / "types.add.xml").write_text(TYPES.format("G" * len(lights), "r" * len(lights)))
    (tmp_path / "d.rou.xml").write_text(ROUTES)
    return config(tmp_path, net)


@pytest.fixture(scope="module")
def net(tmp_path_factory):
    return build_crossing(tmp_path_factory.mktemp("crossing"))


@pytest.fixture(scope="module")
def network(net) -> Network:
    return Network.read(net)
