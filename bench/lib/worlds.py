"""Time to make a world, and triangles of its road.

A grid of ten by ten junctions, and a square kilometre of map.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import List

import sumolib

from bench.lib.report import ROOT, Figure, of_samples
from sim.traffic.roads.map_import import import_map
from sim.traffic.roads.network import Network
from sim.traffic.scenery.mesh import fewest_triangles
from sim.traffic.scenery.road import road_layers
from sim.traffic.world import write_world

GRID_FIGURE = "world of a 10x10 grid"
TRIANGLES_FIGURE = "triangles of its road / the fewest that cover the same area"
MAP_FIGURE = "world of 1 km2 of OpenStreetMap"
GRID_GOAL = 1.0  # s
TRIANGLES_GOAL = 2.0  # ratio
MAP_GOAL = 10.0  # s
GRID_RUNS = 5
MAP_RUNS = 3


def grid(folder: Path) -> List[Figure]:
    """Single-lane streets of 100 m both ways."""
    net = folder / "ten.net.xml"
    subprocess.run(
        [
            sumolib.checkBinary("netgenerate"),
            "--grid",
            "--grid.number",
            "10",
            "--grid.length",
            "100",
            "-o",
            str(net),
        ],
        stdout=subprocess.DEVNULL,
        check=True,
    )
    seconds = [_timed(lambda: write_world(net, folder / "ten.world")) for _ in range(GRID_RUNS)]
    layers = list(road_layers(Network.read(net)).values())
    count, fewest = (
        sum(len(layer.faces) for layer in layers),
        sum(fewest_triangles(layer.mesh) for layer in layers),
    )
    return [
        of_samples(
            GRID_FIGURE,
            seconds,
            "s",
            GRID_GOAL,
            note=f"from the .net.xml to all files, {GRID_RUNS} times",
        ),
        Figure(
            TRIANGLES_FIGURE,
            count / fewest,
            "x",
            TRIANGLES_GOAL,
            note=f"{count} against {fewest}, in {len(layers)} layers, markings included",
        ),
    ]


def square_kilometre(folder: Path) -> List[Figure]:
    """Measure a dense synthetic city.

    It has streets, lights, cycle lanes, sidewalks, a motorway on a bridge and buildings.
    """
    sys.path.insert(0, str(ROOT / "test" / "traffic"))
    from osm import write_city

    source = write_city(folder / "city.osm")
    seconds = []
    for number in range(MAP_RUNS):
        out = folder / f"city_{number}"
        out.mkdir()
        seconds.append(_timed(lambda out=out: _import(source, out)))
    network = Network.read(folder / "city_0" / "city.net.xml")
    low_x, low_y, high_x, high_y = network.boundary
    return [
        of_samples(
            MAP_FIGURE,
            seconds,
            "s",
            MAP_GOAL,
            note=f"netconvert, polyconvert and the world, without the cache, {MAP_RUNS} times; "
            f"{len(network.edges)} edges, "
            f"{len(network.junctions)} junctions, {(high_x - low_x) * (high_y - low_y) / 1e6:.2f} "
            "km2 with the motorway's ends",
        )
    ]


def _import(source: Path, out: Path) -> None:
    found = import_map(source, out, "city")
    write_world(found.net, out / "city.world", found.polygons)


def _timed(action) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def missing_grid() -> List[Figure]:
    return [
        Figure(GRID_FIGURE, None, "s", GRID_GOAL),
        Figure(TRIANGLES_FIGURE, None, "x", TRIANGLES_GOAL),
    ]


def missing_square_kilometre() -> List[Figure]:
    return [Figure(MAP_FIGURE, None, "s", MAP_GOAL)]
