"""Street furniture beside roads.

Signs, lamp posts, guard rails, hedges, fences, bus shelters, parked cars. World frame, metres.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Dict, List, Sequence, Tuple

from sim.arrays import Array
from sim.traffic.roads.network import Network
from sim.traffic.scenery.beside_road import Roadside
from sim.traffic.scenery.bodies import CollisionBox, Pole
from sim.traffic.scenery.bus_stops import StopArea, shelters
from sim.traffic.scenery.gardens import gardens
from sim.traffic.scenery.guard_rails import rail_lines, rails
from sim.traffic.scenery.lamp_posts import Post, lamp_posts, post_meshes
from sim.traffic.scenery.mesh import SceneryMesh
from sim.traffic.scenery.options import SceneryOptions
from sim.traffic.scenery.parking import Parked, car_parks
from sim.traffic.scenery.polygons import BUILDING_KIND, SumoPolygon
from sim.traffic.scenery.signs import sign_meshes, signs

COLORS = {
    "poles_signs": "0.48 0.49 0.50",
    # That of its image, so that it is not tinted.
    "signs": "0.6 0.5 0.5",
    "sign_backs": "0.50 0.51 0.52",
    "lamp_posts": "0.30 0.33 0.33",
    "guard_rails": "0.62 0.63 0.65",
    "guard_rail_posts": "0.50 0.51 0.52",
    "hedges": "0.20 0.31 0.14",
    "fences": "0.50 0.38 0.27",
    "shelters": "0.38 0.44 0.48",
    "benches": "0.55 0.42 0.30",
    "parking_lines": "0.88 0.88 0.86",
}
# Above the cover of a car park.
LINES_Z = 0.01


@dataclass(frozen=True)
class Street:
    """Meshes by visual name with colours, collision bodies, lamps, and cars."""

    meshes: Dict[str, Tuple[SceneryMesh, str]]
    boxes: List[CollisionBox]
    poles: List[Pole]
    lamps: List[Post]
    cars: List[Parked]


def build_street(
    network: Network,
    polygons: List[SumoPolygon],
    stops: Sequence[StopArea],
    ground: Callable[[Array], Array],
    cover_z: float,
    options: SceneryOptions,
) -> Street:
    """Build a network's street furniture according to ``options``.

    ``cover_z`` is the height of car parks above the ground.
    """
    if not options.street:
        return Street({}, [], [], [], [])
    houses = [polygon.outline for polygon in polygons if polygon.kind == BUILDING_KIND]
    roadside = Roadside(network, houses)
    shelter_meshes, boxes, stop_signs = shelters(roadside, list(stops))
    posts = lamp_posts(roadside)
    post_mesh, poles = post_meshes(posts)
    beams, beam_posts, beam_boxes = rails(list(rail_lines(roadside)))
    garden_meshes, garden_boxes = gardens(roadside, polygons, ground, options.seed)
    lines, cars = car_parks(polygons, ground, cover_z + LINES_Z, options.parked, options.seed)
    meshes = {
        **sign_meshes([*signs(roadside), *stop_signs]),
        "lamp_posts": post_mesh,
        "guard_rails": beams,
        "guard_rail_posts": beam_posts,
        **garden_meshes,
        **shelter_meshes,
        "parking_lines": lines,
    }
    return Street(
        {name: (mesh, COLORS[name]) for name, mesh in meshes.items() if len(mesh.faces)},
        [*boxes, *beam_boxes, *garden_boxes],
        poles,
        posts,
        cars,
    )
