"""Builds a Gazebo world from a SUMO network.

Models of the road, of buildings, and of traffic light heads stand on a ground. World frame as in
``network``. A flat network has one collision plane at z = 0, which keeps ray casts cheap; a sloping
one has meshes that wheels roll on: ``terrain``, ``road`` (all roads on the ground) and
``bridge_0``, ``bridge_1``, ... Each of these has one height at any x, y.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import List, Optional, Sequence, Tuple, Union

import numpy as np
from lxml import etree

from sim.arrays import Array
from sim.errors import InputError
from sim.files import writing
from sim.traffic.roads.light_heads import LightHead, light_heads
from sim.traffic.roads.network import Network
from sim.traffic.scenery.buildings import Built, build
from sim.traffic.scenery.bus_stops import StopArea, read_stops
from sim.traffic.scenery.cover import covers
from sim.traffic.scenery.finishes import GRASS, finish_of
from sim.traffic.scenery.lights import MODEL_NAME as LIGHTS
from sim.traffic.scenery.mesh import SceneryMesh, quads
from sim.traffic.scenery.models import (
    mesh_uri,
    write_buildings,
    write_lights,
    write_road,
    write_street,
)
from sim.traffic.scenery.options import DEFAULT, SceneryOptions
from sim.traffic.scenery.parking import Parked
from sim.traffic.scenery.polygons import SumoPolygon, read_polygons
from sim.traffic.scenery.road import (
    TERRAIN_MARGIN,
    Layer,
    RoadScenery,
    build_road,
    layer_of,
    road_layers,
)
from sim.traffic.scenery.sdf import add_collision, add_visual, fill, mesh_of, place, plane_of, text
from sim.traffic.scenery.street import build_street

__all__ = [
    "TERRAIN_MARGIN",
    "Layer",
    "build_scenery",
    "network_to_world",
    "road_layers",
    "write_world",
]

LAWN_COLOR = "0.36 0.45 0.28"
GRASS_Z = -0.02  # m
COVER_Z = 0.01  # m
# The lawn is made of squares about so wide, and at most so many in a row.
SQUARE_SIZE = 80.0  # m
MAX_SQUARES = 40
# The plane under a sloping network's terrain catches objects that fall off its edge.
ABYSS_DEPTH = 5.0  # m
# Endings of the folders that may belong to a world, after its name.
PARTS = ("road", "buildings", "street", "lights")
NETS = (".net.xml.gz", ".net.xml")


def write_world(
    net_path: Union[str, Path],
    out_path: Union[str, Path],
    polygons: Optional[Union[str, Path]] = None,
    options: SceneryOptions = DEFAULT,
) -> Path:
    """Write the ``.world`` file and its models' folders; all or nothing.

    The folders ``<stem>_road`` and so on are beside it (put their parent on GAZEBO_MODEL_PATH).
    ``polygons`` is a SUMO additional file of buildings; the default is ``NAME.poly.xml`` beside
    ``NAME.net.xml`` if it exists, and also ``NAME.add.xml`` for its bus stops.
    """
    out = Path(out_path)
    if out.suffix not in (".world", ".sdf"):
        raise InputError(out, "the output must end in .world (or .sdf)")
    network = Network.read(net_path)
    source = Path(polygons) if polygons else beside(Path(net_path))
    shapes = read_polygons(source, network.offset) if source else []
    additional = beside(Path(net_path), "add")
    stops = read_stops(additional, network) if additional else []
    check_replaceable(out)
    with writing(out):
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=str(out.parent), prefix=f".{out.stem}_") as scratch:
            _write_draft(network, shapes, stops, out.stem, Path(scratch), options)
            _swap_in(Path(scratch), out)
    return out


def beside(net: Path, kind: str = "poly") -> Optional[Path]:
    """Return the file of polygons or additional objects of a network.

    It has the network's name with ``poly`` or ``add``.
    """
    path = net.with_name(f"{net_stem(net)}.{kind}.xml")
    return path if path.is_file() else None


def net_stem(net: Path) -> str:
    """Return a network's name without ``.net.xml`` or ``.net.xml.gz``."""
    return next(
        (net.name[: -len(ending)] for ending in NETS if net.name.endswith(ending)), net.name
    )


def check_replaceable(out: Path) -> None:
    """Refuse to overwrite folders with models' names but other content."""
    for part in PARTS:
        folder = out.parent / f"{out.stem}_{part}"
        if folder.exists() and not (folder / "model.sdf").is_file():
            raise InputError(
                folder,
                "exists and is not a model that could be replaced; move it away or choose another "
                "output name",
            )


def network_to_world(
    network: Network,
    name: str = "",
    parts: Tuple[str, ...] = PARTS[:1],
    lowest: float = 0.0,
    cars: Sequence[Parked] = (),
) -> str:
    """Return SDF 1.6 text of a world called ``name``.

    It includes the models ``<name>_<part>``; :func:`write_world` writes all.
    """
    name = name or network.name
    sdf = etree.Element("sdf", version="1.6")
    world = etree.SubElement(sdf, "world", name=name)
    fill(world, {"gravity": "0 0 -9.8"})
    physics = etree.SubElement(world, "physics", name="default_physics", default="1", type="ode")
    fill(
        physics, {"max_step_size": "0.005", "real_time_factor": "1", "real_time_update_rate": "200"}
    )
    fill(
        etree.SubElement(world, "scene"),
        {"ambient": "0.5 0.5 0.5 1", "background": "0.66 0.78 0.90 1", "shadows": "0"},
    )
    sun = etree.SubElement(world, "light", name="sun", type="directional")
    fill(
        sun,
        {
            "cast_shadows": "0",
            "pose": "0 0 50 0 0 0",
            "diffuse": "0.85 0.85 0.82 1",
            "specular": "0.1 0.1 0.1 1",
            "direction": "-0.4 0.3 -0.87",
        },
    )
    _add_ground(world, network, lowest, mesh_uri(f"{name}_road", GRASS))
    for part in parts:
        names = {"name": LIGHTS} if part == "lights" else {}
        fill(etree.SubElement(world, "include"), {"uri": f"model://{name}_{part}", **names})
    for number, car in enumerate(cars):
        parked = etree.SubElement(world, "include")
        x, y, z = car.position
        pose = f"{x:.3f} {y:.3f} {z:.3f} 0 0 {car.yaw:.4f}"
        fill(
            parked,
            {
                "uri": f"model://{car.model}",
                "name": f"parked_{number}",
                "static": "1",
                "pose": pose,
            },
        )
    _add_camera(world, network.boundary)
    return text(sdf)


def build_scenery(
    network: Network, shapes: List[SumoPolygon]
) -> Tuple[RoadScenery, Built, List[LightHead]]:
    """Build road with ground covers, buildings, and traffic light heads."""
    road = build_road(network)
    x, y, size = _extent(network.boundary)
    bounds = (x - 0.5 * size[0], y - 0.5 * size[1], x + 0.5 * size[0], y + 0.5 * size[1])
    cover = covers(shapes, road.ground, bounds, _cover_z(road))
    road.layers.update({layer: layer_of(mesh, color) for layer, (mesh, color) in cover.items()})
    return road, build(shapes, road.ground), light_heads(network)


def _write_draft(
    network: Network,
    shapes: List[SumoPolygon],
    stops: List[StopArea],
    name: str,
    scratch: Path,
    options: SceneryOptions,
) -> None:
    road, built, heads = build_scenery(network, shapes)
    street = build_street(network, shapes, stops, road.ground, _cover_z(road), options)
    lawn = _lawn(_extent(network.boundary)[2])
    write_road(scratch / "road", f"{name}_road", road, lawn)
    if built.meshes:
        write_buildings(scratch / "buildings", f"{name}_buildings", built)
    if street.meshes:
        write_street(scratch / "street", f"{name}_street", street)
    if heads:
        write_lights(scratch / "lights", f"{name}_lights", heads)
    parts = tuple(part for part in PARTS if (scratch / part).exists())
    (scratch / "world").write_text(
        network_to_world(network, name, parts, _lowest(road), street.cars), encoding="utf-8"
    )


def _cover_z(road: RoadScenery) -> float:
    """Return the height of covers above the ground."""
    return COVER_Z if road.collisions else -COVER_Z


def _lowest(road: RoadScenery) -> float:
    """Return the height of the plane under everything."""
    return (
        float(road.collisions["terrain"].vertices[:, 2].min()) - ABYSS_DEPTH
        if road.collisions
        else 0.0
    )


def _swap_in(scratch: Path, out: Path) -> None:
    """Replace existing files by the drafts. All are restored if any cannot be replaced."""
    former, placed = scratch / "former", []
    former.mkdir()
    folders = {part: out.parent / f"{out.stem}_{part}" for part in PARTS}
    try:
        for part, folder in folders.items():
            if folder.exists():
                os.rename(str(folder), str(former / part))
            if (scratch / part).exists():
                os.rename(str(scratch / part), str(folder))
                placed.append(folder)
        os.replace(str(scratch / "world"), str(out))
    except OSError:
        for folder in placed:
            shutil.rmtree(str(folder), ignore_errors=True)
        for part, folder in folders.items():
            if (former / part).exists():
                os.rename(str(former / part), str(folder))
        raise


def _add_ground(world: etree._Element, network: Network, z: float, lawn_uri: str) -> None:
    x, y, size = _extent(network.boundary)
    model = etree.SubElement(world, "model", name="ground")
    fill(model, {"static": "1", "pose": f"{x:.3f} {y:.3f} {z:g} 0 0 0"})
    link = etree.SubElement(model, "link", name="ground")
    plane_of(add_collision(link, "plane"), size)
    grass = add_visual(link, GRASS, LAWN_COLOR, finish_of(GRASS))
    place(grass, (0.0, 0.0, GRASS_Z))
    mesh_of(grass, lawn_uri)


def _lawn(size: Array) -> SceneryMesh:
    """Return squares that cover a rectangle about the origin. The rectangle's size is (2,)."""
    lines = [
        np.linspace(-0.5 * side, 0.5 * side, int(np.clip(side / SQUARE_SIZE, 1, MAX_SQUARES)) + 1)
        for side in size
    ]
    grid = np.stack(
        [*np.meshgrid(*lines, indexing="ij"), np.zeros([len(line) for line in lines])], axis=-1
    )
    corners = np.stack([grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]], axis=2)
    return quads(corners.reshape(-1, 4, 3))


def _add_camera(world: etree._Element, boundary: Tuple[float, float, float, float]) -> None:
    """Add a view from the south of the whole network."""
    x, y, size = _extent(boundary)
    height = 0.5 * max(size)
    camera = etree.SubElement(etree.SubElement(world, "gui"), "camera", name="user_camera")
    fill(camera, {"pose": f"{x:.3f} {y - height:.3f} {height:.3f} 0 0.785398 1.570796"})


def _extent(boundary: Tuple[float, float, float, float]) -> Tuple[float, float, Array]:
    """Return centre and size (2,) of the ground. It has the network's bounds and a margin."""
    x0, y0, x1, y1 = boundary
    return 0.5 * (x0 + x1), 0.5 * (y0 + y1), np.array([x1 - x0, y1 - y0]) + 2.0 * TERRAIN_MARGIN
