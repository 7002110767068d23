"""Imports OpenStreetMap and OpenDRIVE maps as SUMO networks with buildings.

It uses SUMO's own netconvert and polyconvert.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, List, Optional, Sequence

from sim.errors import InputError, SimulationError
from sim.traffic.roads.map_check import OSM, check_map
from sim.traffic.roads.mirror import mirrored
from sim.traffic.roads.netconvert import run_converter
from sim.traffic.roads.opendrive_rewrite import rewrite
from sim.traffic.roads.osm_speeds import rewrite_zones
from sim.traffic.sumo_home import sumo_home

MAX_CHANGES_SHOWN = 5
# Words of netconvert's advice about the options of the import.
ADVICE = "It is recommended to use option"
Progress = Callable[[str], None]


@dataclass(frozen=True)
class MapOptions:
    """Options of a map import.

    Sidewalks and crossings, cycle lanes, heights, and the height of a road on OSM's next layer (m,
    0: all on one level). With ``own_axes`` a georeferenced OpenDRIVE map keeps its own coordinates,
    even far from their origin. ``left_hand``: traffic of OpenStreetMap drives on the left.
    """

    sidewalks: bool = True
    bicycles: bool = True
    elevation: bool = True
    layer_height: float = 5.5
    buildings: bool = True
    own_axes: bool = False
    left_hand: bool = False

    def __post_init__(self) -> None:
        if not 0.0 <= self.layer_height <= 20.0:
            raise InputError("layer_height", f"{self.layer_height:g} m is outside 0 to 20 m")


@dataclass(frozen=True)
class ImportedMap:
    """Files of an import.

    ``polygons`` is None if the map has no buildings or similar areas; ``warnings`` are netconvert's
    lines.
    """

    net: Path
    polygons: Optional[Path]
    warnings: List[str]


GEOMETRY = (
    "--geometry.remove",
    "--geometry.min-dist",
    "0.5",
    "--junctions.corner-detail",
    "5",
    "--no-turnarounds.except-deadend",
    "--output.street-names",
    "--precision",
    "2",
    "--proj.plain-geo",
    "false",
)
LIGHTS = (
    "--tls.guess-signals",
    "--tls.discard-simple",
    "--tls.join",
    "--tls.default-type",
    "actuated",
)


def import_map(
    source: Path,
    folder: Path,
    name: str,
    options: MapOptions = MapOptions(),
    progress: Progress = lambda line: None,
) -> ImportedMap:
    """Write ``<name>.net.xml`` and, where the map has any, ``<name>.poly.xml`` into ``folder``."""
    source = Path(source).resolve()
    progress(f"checking {source.name}")
    kind, left_hand = check_map(source), False
    net, polygons = folder / f"{name}.net.xml", folder / f"{name}.poly.xml"
    progress("netconvert: roads, junctions and lights")
    if kind == OSM:
        zones = rewrite_zones(source, folder)
        arguments = osm_arguments(zones.path, options)
        _report(zones.changes, progress)
    elif options.left_hand:
        raise InputError("--left-hand", f"is for OpenStreetMap; {source.name} has rules of its own")
    else:
        rewritten = rewrite(source, folder)
        left_hand = rewritten.left_hand
        arguments = opendrive_arguments(rewritten.path, options)
        _report(rewritten.changes, progress)
    try:
        warnings = data_first(run_converter("netconvert", arguments, net, folder))
    except SimulationError as error:
        raise InputError(
            source, f"netconvert cannot make a network of it: {str(error).split(': ', 1)[-1]}"
        ) from error
    if left_hand:
        mirrored(net, net, back=True)
    if not re.search(r'<edge id="[^:]', net.read_text(encoding="utf-8")):
        raise InputError(source, "netconvert finds no road in it that any vehicle may use")
    if kind != OSM or not options.buildings:
        return ImportedMap(net, None, warnings)
    progress("polyconvert: buildings and what covers the ground")
    run_converter(
        "polyconvert",
        [
            "--osm-files",
            source,
            "--net-file",
            net,
            "--type-file",
            typemap("osmPolyconvert"),
            "--osm.keep-full-type",
            "--all-attributes",
        ],
        polygons,
        folder,
    )
    return ImportedMap(net, polygons, warnings)


def data_first(warnings: Sequence[str]) -> List[str]:
    """Return netconvert's warnings, advice about its options behind those about the map."""
    return sorted(warnings, key=lambda line: ADVICE in line)


def _report(changes: Sequence[str], progress: Progress) -> None:
    """Report changes of a map, a few of them in full."""
    for line in changes[:MAX_CHANGES_SHOWN]:
        progress(f"for netconvert: {line}")
    if len(changes) > MAX_CHANGES_SHOWN:
        progress(f"for netconvert: {len(changes) - MAX_CHANGES_SHOWN} more likewise")


def osm_arguments(source: Path, options: MapOptions) -> List[str]:
    """Return netconvert's options for OpenStreetMap."""
    types = (
        ["osmNetconvert", "osmNetconvertUrbanDe"]
        + ["osmNetconvertPedestrians"] * options.sidewalks
        + ["osmNetconvertBicycle"] * options.bicycles
    )
    arguments = [
        "--osm-files",
        str(source),
        "--type-files",
        ",".join(str(typemap(name)) for name in types),
        *GEOMETRY,
        *LIGHTS,
        "--roundabouts.guess",
        "--ramps.guess",
        "--junctions.join",
        "--osm.turn-lanes",
    ]
    arguments += ["--lefthand"] * options.left_hand
    arguments += ["--osm.bike-access"] * options.bicycles
    arguments += (
        ["--crossings.guess", "--osm.crossings", "--walkingareas"] if options.sidewalks else []
    )
    arguments += ["--osm.elevation"] * options.elevation
    return arguments + (
        ["--osm.layer-elevation", f"{options.layer_height:g}"] if options.layer_height else []
    )


def opendrive_arguments(source: Path, options: MapOptions) -> List[str]:
    """Return netconvert's options for OpenDRIVE."""
    types = (
        ["opendriveNetconvert"]
        + ["opendriveNetconvertPedestrians"] * options.sidewalks
        + ["opendriveNetconvertBicycle"] * options.bicycles
    )
    arguments = [
        "--opendrive-files",
        str(source),
        "--type-files",
        ",".join(str(typemap(name)) for name in types),
        *GEOMETRY,
        "--opendrive.curve-resolution",
        "1.0",
        "--junctions.scurve-stretch",
        "1.0",
        "--roundabouts.guess",
        "--rectangular-lane-cut",
    ]
    arguments += ["--crossings.guess", "--walkingareas"] if options.sidewalks else []
    arguments += ["--offset.disable-normalization"] * options.own_axes
    return arguments + ([] if options.elevation else ["--flatten"])


def typemap(name: str) -> Path:
    """Return one of SUMO's type maps."""
    path = sumo_home() / "data" / "typemap" / f"{name}.typ.xml"
    if not path.is_file():
        raise SimulationError(
            f"SUMO has no type map {path}; set SUMO_HOME to the folder that holds data/typemap"
        )
    return path
