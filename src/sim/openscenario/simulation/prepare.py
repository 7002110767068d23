"""Prepares a scenario for a simulator and SUMO.

The world and the network of its roads, the types of its entities, and the way of the ego's driver.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, List, Optional, Set

from sim.errors import InputError
from sim.files import writing
from sim.openscenario.play.entity import Entity
from sim.openscenario.play.player import PlayOptions, ScenarioPlayer
from sim.openscenario.play.way import Way
from sim.openscenario.reading.reader import ScenarioDocument
from sim.openscenario.simulation.background_types import kinds_of
from sim.openscenario.simulation.insertion_places import ONWARDS
from sim.openscenario.simulation.types import write_types
from sim.traffic.roads.lane_kinds import ROAD
from sim.traffic.roads.map_import import MapOptions
from sim.traffic.roads.network import Lane, Network
from sim.traffic.world_cache import cached_world

TYPES_FILE = "entities.add.xml"
POOLS_FILE = "entities.rou.xml"
# Only lanes of cars: positions are OpenDRIVE's, and SUMO has no persons here.
MAP = MapOptions(sidewalks=False, bicycles=False, buildings=False, own_axes=True)


@dataclass(frozen=True)
class PreparedScenario:
    """Prepared scenario.

    ``types`` and ``demand`` are files for SUMO and for simulators' pools; ``lane`` is SUMO's lane
    under the ego at the start, empty off the lanes, ``destination`` the last edge of its way;
    ``speed`` is the ego's at the start, m/s.
    """

    world: Path
    net: Path
    types: Path
    demand: Path
    lane: str
    destination: str
    speed: float


def prepare(
    document: ScenarioDocument,
    ego: str,
    folder: Path,
    cache: Optional[Path] = None,
    progress: Callable[[str], None] = lambda line: None,
) -> PreparedScenario:
    """Write the files of a run into a folder.

    Its world is cached. Raises InputError if the scenario cannot run with that ego.
    """
    player = _begun(document, ego)
    start = _placed(document, player, ego) if ego else None
    for note in player.roads.notes:
        progress(note)
    if document.roads is None:
        raise InputError(
            document.scenario.road_network.source,
            "has no <LogicFile>; a simulator needs the roads, an OpenDRIVE file",
        )
    made = cached_world(document.roads, MAP, "roads", cache, progress)
    network = Network.read(made.net)
    lane = lane_under(network, start) if start else None
    edge = lane.edge if lane else next(iter(network.edges))
    types, demand = folder / TYPES_FILE, folder / POOLS_FILE
    objects = document.scenario.entities.everything
    others = [each for each in objects if each.name != ego]
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        traffic = kinds_of(document.scenario)
        write_types(others or objects, types, demand, edge, traffic)
    return PreparedScenario(
        made.world,
        made.net,
        types,
        demand,
        lane.id if lane else "",
        _destination(player, ego, network, lane),
        start.speed if start else 0.0,
    )


def _begun(document: ScenarioDocument, ego: str) -> ScenarioPlayer:
    names = [each.name for each in document.scenario.entities.everything]
    if ego and ego not in names:
        raise InputError(
            document.scenario.entities.source,
            f"entity '{ego}' not found; there are {', '.join(names)}; entity:=NAME chooses the "
            "driven one",
        )
    player = ScenarioPlayer(document, PlayOptions(ego))
    player.begin()
    return player


def _placed(document: ScenarioDocument, player: ScenarioPlayer, ego: str) -> Entity:
    entity = player.entities[ego]
    if not entity.exists:
        raise InputError(
            document.scenario.storyboard.init.source,
            f"gives {ego} no position; a <TeleportAction> of <Init> puts it somewhere",
        )
    return entity


def _destination(player: ScenarioPlayer, ego: str, network: Network, lane: Optional[Lane]) -> str:
    """Return the edge at the end of the ego's route or lane.

    The route if it has one on SUMO's lanes, else the last of the way on; empty off the lanes.
    """
    if lane is None:
        return ""
    way = player.movers[ego].way
    if isinstance(way, Way):
        end = player.roads.pose(way.place(way.goal))
        found = network.lane_at(end.x, end.y)
        if found is not None and not found.internal:
            return found.edge
    return way_on(network, lane)[-1]


def lane_under(network: Network, entity: Entity) -> Optional[Lane]:
    """Return SUMO's lane under an entity, in its direction."""
    lane = network.lane_at(entity.x, entity.y)
    return lane if lane is not None and lane.kind == ROAD and not lane.internal else None


def way_on(network: Network, lane: Lane) -> List[str]:
    """Return the edges ahead of a lane, its own first.

    Up to the road's end or the first repeated edge.
    """
    following: Dict[str, str] = {}
    best: Dict[str, int] = {}
    for each in network.connections:
        if each.direction not in ONWARDS:
            continue
        rank = ONWARDS.index(each.direction)
        if rank < best.get(each.from_lane, len(ONWARDS)):
            best[each.from_lane], following[each.from_lane] = rank, each.to_lane
    edges: List[str] = [lane.edge]
    seen: Set[str] = {lane.edge}
    at = following.get(lane.id, "")
    while at:
        found = network.lanes_by_id[at]
        if found.edge in seen:
            break
        if not found.internal:
            edges.append(found.edge)
            seen.add(found.edge)
        at = following.get(at, "")
    return edges
