"""A demand from whatever ``demand:=`` names: a YAML file of this package, or SUMO's own files."""

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
# Where more of one look are there than this, simulators show some in another look of the type.
MARGIN = 1.5


def read_source(demand: str) -> AnyDemand:
    """A demand from a YAML file, from SUMO's route and additional files (comma-separated), or from
    SUMO's configuration."""
    return read_sumo_demand(demand) if is_sumo(demand) else read_demand(demand)


def check_source(demand: AnyDemand, net: Union[str, Path], network: Network) -> None:
    """InputError where a network cannot carry a demand; of SUMO's files SUMO itself finds that
    out."""
    if isinstance(demand, SumoDemand):
        demand.check(Path(net))
    else:
        check_demand(demand, network)


def written(demand: AnyDemand, network: Network, folder: Path) -> Dict[str, Any]:
    """Writes what SUMO reads into a run's folder; what the demand sets of
    :class:`sim.traffic.session.SumoOptions`."""
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
    """Each look of each type with the most of it that is expected at once, numbered as the
    simulators number them; ``radius`` as in :func:`peak`."""
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
    """The looks of each type with the most of each: its share and MARGIN sigma of a binomial
    number."""
    found = []
    for kind, most in counted:
        looks = looks_of(kind)
        for look, share in looks:
            spread = MARGIN * math.sqrt(most * share * (1.0 - share)) if len(looks) > 1 else 0.0
            found.append((look, min(most, math.ceil(most * share + spread))))
    return tuple(found)


def horizon_of(peak_horizon: float, warm_up: float, duration: float) -> float:
    """s of a demand that a run has at most; ``duration`` 0 or inf: as long as somebody likes."""
    return min(peak_horizon, warm_up + duration) if 0.0 < duration < math.inf else peak_horizon
