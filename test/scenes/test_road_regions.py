"""Scenic programs on SUMO networks: sampled places against sumolib.

Roads, curbs and crossings.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import shapely
import sumolib

pytest.importorskip("scenic")

from sim.errors import InputError
from sim.scenes.descriptor import read_descriptor
from sim.scenes.library import load_models
from sim.scenes.road_regions import RoadRegions
from sim.scenes.scenario import load_scenario
from sim.traffic.roads.mirror import mirrored
from sim.traffic.roads.network import Network

ROOT = Path(__file__).resolve().parents[2]
TOWN = ROOT / "networks" / "town" / "town.net.xml"
PROGRAM = """
param net = '{net}'
from gzscenic.model import *
from sim.scenes.roads import *
workspace = Workspace(everywhere)
spot = new OrientedPoint on curb
ego = new EgoCar left of spot by 0.5, facing 15 deg relative to roadDirection, with name 'parked'
driver = new EgoCar on lane, facing roadDirection, with name 'driver'
walker = new EgoCar on crossing, with name 'walker'
waiting = new EgoCar on intersection, with name 'waiting'
"""


def lanes_near(net: object, x: float, y: float, within: float) -> list:
    """Return lanes for cars with their distance, nearest first, in sumolib's world."""
    found = [
        (away, lane)
        for lane, away in net.getNeighboringLanes(x, y, within)
        if lane.allows("passenger")
    ]
    return sorted(found, key=lambda each: each[0])


@pytest.mark.not_quick
def test_sampled_objects_are_on_the_networks_surfaces(tmp_path: Path) -> None:
    program = tmp_path / "town.scenic"
    program.write_text(PROGRAM.format(net=TOWN))
    models = load_models(read_descriptor(ROOT / "scenarios" / "parked.yaml"))
    loaded = load_scenario(program, models)
    net = sumolib.net.readNet(str(TOWN), withInternal=True, withPedestrianConnections=True)
    for seed in range(4):
        placed = {item.name: item for item in loaded.sample(seed).objects}
        parked = placed["parked"]
        x, y = np.array(parked.position[:2])
        away, lane = lanes_near(net, x, y, 12.0)[0]
        # Of a car 1.8 m wide: 1.4 m from the right border of the rightmost lane.
        assert away == pytest.approx(0.5 * lane.getWidth() - 1.4, abs=0.15)
        at, shape = sumolib.geomhelper.positionAtShapeOffset, lane.getShape()
        way = sumolib.geomhelper.polygonOffsetWithMinimumDistanceToPoint((x, y), shape)
        (x0, y0), (x1, y1) = at(shape, max(way - 0.1, 0.0)), at(shape, way + 0.1)
        turned = parked.orientation[2] - (math.atan2(y1 - y0, x1 - x0) - math.pi / 2)
        assert abs(math.remainder(turned, 2 * math.pi)) == pytest.approx(math.radians(15), abs=0.02)
        driver = np.array(placed["driver"].position[:2])
        assert lanes_near(net, *driver, 12.0)[0][0] <= 0.5 * 3.5 + 0.1
        walker = np.array(placed["walker"].position[:2])
        crossings = [
            (away, lane)
            for lane, away in net.getNeighboringLanes(*walker, 6.0)
            if lane.getEdge().getFunction() == "crossing"
        ]
        assert min(away for away, _ in crossings) <= 2.1
        waiting = np.array(placed["waiting"].position[:2])
        shapes = [node.getShape() for node in net.getNodes() if len(node.getShape()) > 2]
        assert any(sumolib.geomhelper.isWithin(tuple(waiting), shape) for shape in shapes)


def test_a_program_without_a_network_is_told_how_to_name_one(tmp_path: Path) -> None:
    program = tmp_path / "none.scenic"
    program.write_text(
        PROGRAM.format(net=TOWN).replace(f"param net = '{TOWN}'", "").replace("everywhere", "road")
    )
    models = load_models(read_descriptor(ROOT / "scenarios" / "parked.yaml"))
    with pytest.raises(InputError, match="write param net = localPath"):
        load_scenario(program, models)


def test_curbs_of_left_hand_roads_are_on_the_left(tmp_path: Path) -> None:
    """They run along the traffic, half a lane's width beside the outermost lane."""
    mirrored(TOWN, tmp_path / "town.net.xml")
    network = Network.read(tmp_path / "town.net.xml")
    found = RoadRegions(network).curb.lineString
    (middle,) = (lane for lane in network.edges["main_3_east"] if lane.kind == "road")
    start, end = middle.shape[0, :2], middle.shape[-1, :2]
    way = (end - start) / np.hypot(*(end - start))
    left = 0.5 * middle.width * np.array([-way[1], way[0]])
    beside = shapely.Point(0.7 * start + 0.3 * end + left)
    line = min(found.geoms, key=lambda each: each.distance(beside))
    assert line.distance(beside) < 0.05
    first, last = np.array(line.coords[0])[:2], np.array(line.coords[-1])[:2]
    assert (last - first) @ way > 0.0
