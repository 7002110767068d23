"""Command line of the road side of traffic.

``python3 -m sim.traffic world NET OUT`` and its sibling commands print one line and exit with code
2 on errors.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import List, Optional

from sim.console import exit_code
from sim.errors import InputError
from sim.traffic.batch import command as batch
from sim.traffic.demand.demand import read_demand
from sim.traffic.demand.merge import build_merge
from sim.traffic.demand.peak import peak
from sim.traffic.demand.routes import write_demand
from sim.traffic.demand.starter import first_run
from sim.traffic.demand.sumo_demand import is_sumo
from sim.traffic.model_scale import bay_row, scaled_world
from sim.traffic.roads.map_check import map_stem
from sim.traffic.roads.map_import import MapOptions
from sim.traffic.roads.netconvert import build_net
from sim.traffic.roads.network import Network
from sim.traffic.scenery.options import DEFAULT, SceneryOptions
from sim.traffic.world import NETS, write_world
from sim.traffic.world_cache import CachedWorld, import_world

# Model cars drive on a printed surface with nothing beside it.
PRINTED = SceneryOptions(street=False)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sim.traffic", description="Roads and demand from SUMO files."
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    world = commands.add_parser("world", help="a Gazebo world from a SUMO network or a map")
    world.add_argument(
        "source",
        metavar="NET_OR_MAP",
        help="SUMO network (.net.xml), OpenStreetMap (.osm) or OpenDRIVE map (.xodr)",
    )
    world.add_argument(
        "out",
        metavar="OUT",
        help="world to write (.world); its models go to <stem>_road and so on beside it, of a map "
        "the network too",
    )
    world.add_argument(
        "--polygons",
        help="SUMO additional file of buildings; default: NAME.poly.xml beside NAME.net.xml",
    )
    _add_map_options(world)
    _add_scenery_options(world)
    imported = commands.add_parser("import", help="a network and a Gazebo world from a map")
    imported.add_argument(
        "source", metavar="MAP", help="OpenStreetMap (.osm, .osm.gz) or OpenDRIVE map (.xodr)"
    )
    imported.add_argument(
        "out",
        metavar="FOLDER",
        help="folder for <map>.net.xml, <map>.poly.xml, <map>.world and its models",
    )
    _add_map_options(imported)
    _add_scenery_options(imported)
    net = commands.add_parser("net", help="a SUMO network from its plain XML files")
    net.add_argument(
        "config",
        metavar="CONFIG",
        help="netconvert configuration (NAME.netccfg); the network becomes NAME.net.xml beside it",
    )
    routes = commands.add_parser("routes", help="SUMO route files from a demand")
    routes.add_argument("demand", metavar="DEMAND", help="demand (.yaml)")
    routes.add_argument("net", metavar="NET", help="SUMO network (.net.xml)")
    routes.add_argument(
        "out",
        metavar="FOLDER",
        help="folder for demand.rou.xml, demand.add.xml and demand.persons.rou.xml",
    )
    scaled = commands.add_parser("model-scale", help="a network's world for model cars")
    scaled.add_argument("source", metavar="NET", help="SUMO network (.net.xml)")
    scaled.add_argument("out", metavar="OUT", help="world to write (.world)")
    scaled.add_argument("--factor", type=float, default=0.1, help="its scale (default 0.1)")
    scaled.add_argument(
        "--bays",
        action="append",
        default=[],
        metavar="X,Y,COUNT",
        help="a row of parking bays towards +x from a corner, m of the network; may be repeated",
    )
    merge = commands.add_parser("merge", help="the merge network")
    merge.add_argument("out", metavar="FOLDER", help="folder for merge.net.xml and its sources")
    merge.add_argument(
        "--scale",
        type=float,
        default=1.0,
        help="length of the entries over that of the scenario (default 1)",
    )
    batch.add_parser(commands)
    return parser


def _add_map_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--no-sidewalks", action="store_true", help="of a map: no sidewalks and crossings"
    )
    parser.add_argument("--no-bicycles", action="store_true", help="of a map: no cycle lanes")
    parser.add_argument(
        "--no-buildings", action="store_true", help="of a map: no buildings, parks and water"
    )
    parser.add_argument("--flat", action="store_true", help="of a map: no heights")
    parser.add_argument(
        "--left-hand", action="store_true", help="of OpenStreetMap: traffic drives on the left"
    )
    parser.add_argument(
        "--layer-height",
        type=float,
        default=MapOptions.layer_height,
        metavar="M",
        help="of OpenStreetMap: how much higher a bridge of the next layer is (default "
        "%(default)g)",
    )


def _add_scenery_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seed", type=int, default=DEFAULT.seed, help="of what is drawn by lot (default 1)"
    )
    parser.add_argument(
        "--no-street",
        action="store_true",
        help="no signs, lamp posts, guard rails, fences, hedges, bus shelters and parked cars",
    )
    parser.add_argument(
        "--parked",
        type=float,
        default=DEFAULT.parked,
        metavar="SHARE",
        help="share of stalls of car parks in which cars stand (default %(default)g)",
    )


def _scenery_options(arguments: argparse.Namespace) -> SceneryOptions:
    return SceneryOptions(arguments.seed, not arguments.no_street, arguments.parked)


def _map_options(arguments: argparse.Namespace) -> MapOptions:
    return MapOptions(
        not arguments.no_sidewalks,
        not arguments.no_bicycles,
        not arguments.flat,
        0.0 if arguments.flat else arguments.layer_height,
        not arguments.no_buildings,
        left_hand=arguments.left_hand,
    )


def _wrote_map(made: CachedWorld) -> str:
    return f"wrote {made.world} and {made.net}\n{first_run(made.net, made.world)}"


def _wrote_net(net: str, world: Path) -> str:
    return f"wrote {world}\n{first_run(Path(net), Path(world))}"


def _progress(line: str) -> None:
    print(line, flush=True)


def _run(arguments: argparse.Namespace) -> str:
    if arguments.command == "world":
        if arguments.polygons:
            return _wrote_net(
                arguments.source,
                write_world(
                    arguments.source,
                    arguments.out,
                    arguments.polygons,
                    _scenery_options(arguments),
                ),
            )
        made = import_world(
            arguments.source,
            arguments.out,
            _map_options(arguments),
            progress=_progress,
            scenery=_scenery_options(arguments),
        )
        return (
            _wrote_net(arguments.source, made.world)
            if arguments.source.endswith(NETS)
            else _wrote_map(made)
        )
    if arguments.command == "import":
        return _wrote_map(
            import_world(
                arguments.source,
                Path(arguments.out) / f"{map_stem(Path(arguments.source))}.world",
                _map_options(arguments),
                progress=_progress,
                scenery=_scenery_options(arguments),
            )
        )
    if arguments.command == "net":
        return f"wrote {build_net(arguments.config)}"
    if arguments.command == "routes":
        if is_sumo(arguments.demand):
            raise InputError(
                arguments.demand,
                "is in SUMO's files already, which batch and demand:= take as they are",
            )
        network, demand = Network.read(arguments.net), read_demand(arguments.demand)
        paths = write_demand(demand, network, arguments.out)
        most = ", ".join(f"{count} {name}" for name, count in peak(demand, network, 3600.0).items())
        return f"wrote {', '.join(map(str, paths))}; most vehicles at once in an hour: {most}"
    if arguments.command == "model-scale":
        scaled = write_world(arguments.source, arguments.out, options=PRINTED)
        scaled_world(Path(scaled), arguments.factor, [bay_row(text) for text in arguments.bays])
        return f"wrote {scaled}"
    if arguments.command == "batch":
        return batch.run(arguments)
    return f"wrote {build_merge(arguments.out, arguments.scale)}"


def main(argv: Optional[List[str]] = None) -> int:
    """Run one command; 0, or 2 after one line on stderr."""
    parser = _parser()
    arguments = parser.parse_args(argv)
    if arguments.command is None:
        parser.print_help(sys.stderr)
        return 2
    return exit_code(lambda: print(_run(arguments)))


if __name__ == "__main__":
    sys.exit(main())
