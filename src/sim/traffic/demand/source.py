"""Demand from the argument ``demand:=``.

It is a YAML file of this package, or SUMO's own files.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, Tuple, Union

from sim.traffic.demand.demand import Demand, read_demand
from sim.traffic.demand.feasible import check_demand
from sim.traffic.demand.peak import peak, room_around
from sim.traffic.demand.routes import STREAMS, write_demand
from sim.traffic.demand.sumo_demand import SumoDemand, is_sumo, read_sumo_demand
from sim.traffic.demand.sumo_peak import counts
from sim.traffic.looks import is_person, looks_of
from sim.traffic.roads.network import Network
from sim.traffic.state import VehicleType

AnyDemand = Union[Demand, SumoDemand]
Counted = Tuple[Tuple[VehicleType, int], ...]
# If more of one look occur, simulators show some in another look of the type.
MARGIN = 1.5


def read_source(demand: str) -> AnyDemand:
    """Read a demand from YAML, SUMO's files, or SUMO's configuration.

    Route and additional files are separated by commas.
    """
    return read_sumo_demand(demand) if is_sumo(demand) else read_demand(demand)


def check_source(demand: AnyDemand, net: Union[str, Path], network: Network) -> None:
    """Raise InputError if a network cannot carry a demand. SUMO itself checks its own files."""
    if isinstance(demand, SumoDemand):
        demand.check(Path(net))
    else:
        check_demand(demand, network)


def written(demand: AnyDemand, network: Network, folder: Path) -> Dict[str, Any]:
    """Write SUMO's files into a run's folder.

    Return the demand's settings of :class:`sim.traffic.session.SumoOptions`.
    """
    if isinstance(demand, SumoDemand):
        return {**demand.write(folder), **demand.sumo_options}
    routes = write_demand(demand, network, folder)
    streamed = tuple(path for path in routes if path.name == STREAMS)
    return {"routes": routes, "streamed": streamed, **demand.sumo_options}


def at_once(
    demand: AnyDemand,
    net: Union[str, Path],
    network: Network,
    horizon: float,
    radius: float = math.inf,
    egos: int = 1,
    progress: Callable[[str], None] = lambda line: None,
) -> Counted:
    """Return each look of each type with its expected peak number.

    The order is the simulators' numbering; ``radius`` as in :func:`peak`.
    """
    if not isinstance(demand, SumoDemand):
        most = peak(demand, network, horizon, radius, egos)
        return _by_look((demand.types[name].shown, most[name]) for name in demand.types)
    metres, persons = room_around(network, radius, egos)
    found = []
    for count in counts(demand, Path(net), horizon, progress=progress):
        room = persons if is_person(count.kind.model) else metres / count.kind.length
        found.append(
            (count.kind, count.room if math.isinf(room) else min(count.room, math.ceil(room)))
        )
    return _by_look(found)


def _by_look(counted: Iterable[Tuple[VehicleType, int]]) -> Counted:
    """Return the looks of each type with the peak of each.

    It is the look's share plus MARGIN sigma of a binomial distribution.
    """
    found = []
    for kind, most in counted:
        looks = looks_of(kind)
        for look, share in looks:
            spread = MARGIN * math.sqrt(most * share * (1.0 - share)) if len(looks) > 1 else 0.0
            found.append((look, min(most, math.ceil(most * share + spread))))
    return tuple(found)


def horizon_of(peak_horizon: float, warm_up: float, duration: float) -> float:
    """Return the maximum duration of a run of a demand in s.

    A ``duration`` of 0 or inf is unlimited.
    """
    return min(peak_horizon, warm_up + duration) if 0.0 < duration < math.inf else peak_horizon
