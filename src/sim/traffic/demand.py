"""Who drives where: flows, vehicle mix and slow zones, read from YAML; SUMO's files for it are written by ``routes``.

SI units, except ``vehicles_per_hour``, which is what traffic counts come in.
"""
from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Dict, Mapping, Optional, Tuple, Union

from sim.errors import InputError
from sim.traffic import checks
from sim.traffic.network import Network
from sim.traffic.vtypes import LIMITS, SPEED_FACTOR_LIMITS, TYPES, DriverType, SpeedFactor

DAY = 86400.0
LANE_CAPACITY = 4000.0
DEPART_LANES = ("random", "free", "allowed", "best", "first")
DEPART_POSITIONS = ("base", "free", "random", "random_free", "last")
DEPART_SPEEDS = ("max", "desired", "speedLimit", "avg", "last", "random")


@dataclass(frozen=True)
class Flow:
    """Vehicles that appear at random (Poisson) on edge ``start`` and drive to edge ``end``; ``queue`` more stand there at ``begin``."""

    start: str
    end: str
    vehicles_per_hour: float
    begin: float = 0.0
    finish: float = DAY
    depart_lane: str = "free"
    depart_speed: str = "max"
    depart_pos: str = "base"
    queue: int = 0

    def expected(self, horizon: float) -> float:
        """Vehicles expected until ``horizon`` s."""
        return self.queue * (horizon > self.begin) + self.vehicles_per_hour / 3600.0 * max(0.0, min(self.finish, horizon) - self.begin)


@dataclass(frozen=True)
class SlowZone:
    """A speed limit on a whole edge, or on one lane of it where ``lane`` is given; ``begin`` and ``finish`` are positions on it."""

    edge: Optional[str]
    lane: Optional[str]
    speed: float
    begin: float = 0.0
    finish: float = math.inf


@dataclass(frozen=True)
class Demand:
    """A whole demand; ``mix`` maps type names to shares that sum to 1, ``types`` to their parameters; ``source`` names the file in errors."""

    flows: Tuple[Flow, ...]
    mix: Mapping[str, float]
    types: Mapping[str, DriverType]
    slow_zones: Tuple[SlowZone, ...] = ()
    seed: int = 42
    source: str = "demand"


def read_demand(path: Union[str, Path]) -> Demand:
    """A demand from a YAML file; what it says of edges is checked by :func:`check_demand`."""
    return parse_demand(checks.read_yaml(path), str(path))


def parse_demand(document: Any, source: str) -> Demand:
    """A demand from a YAML document."""
    keys = ("seed", "flows", "mix", "types", "slow_zones")
    top = checks.mapping(document, source, keys, required=("flows",))
    flows = checks.sequence(top["flows"], f"{source}: flows")
    if not flows:
        raise InputError(f"{source}: flows", "at least one flow is needed")
    zones = checks.sequence(top.get("slow_zones", []), f"{source}: slow_zones")
    mix = _mix(top.get("mix", {"car": 1.0}), f"{source}: mix")
    overrides = checks.mapping(top.get("types", {}), f"{source}: types", TYPES)
    types = {name: _driver_type(TYPES[name], overrides.get(name, {}), f"{source}: types.{name}") for name in mix}
    return Demand(
        flows=tuple(_flow(flow, f"{source}: flows[{i}]") for i, flow in enumerate(flows)),
        mix=MappingProxyType(mix), types=MappingProxyType(types),
        slow_zones=tuple(_slow_zone(zone, f"{source}: slow_zones[{i}]") for i, zone in enumerate(zones)),
        seed=checks.whole(top.get("seed", 42), f"{source}: seed", 0, 2**31 - 1), source=source)


def check_demand(demand: Demand, network: Network) -> None:
    """Raise an InputError for what the network cannot carry: unknown edges, flows without a route or above 4000 vehicles/h a lane."""
    for i, flow in enumerate(demand.flows):
        where = f"{demand.source}: flows[{i}]"
        _check_route(flow, demand, network, where)
        _check_rate(flow, demand, network, where)
    for i, zone in enumerate(demand.slow_zones):
        slow_lanes(zone, network, f"{demand.source}: slow_zones[{i}]")


def slow_lanes(zone: SlowZone, network: Network, where: str) -> Tuple[str, ...]:
    """Ids of the lanes of a slow zone, which must cover them from end to end, since SUMO limits the speed of whole lanes."""
    if zone.lane is not None:
        found = [network.lanes_by_id[zone.lane]] if zone.lane in network.lanes_by_id else []
    else:
        found = list(network.edges.get(zone.edge, ()))
    if not found:
        raise InputError(where, f"the network has no {'lane' if zone.lane else 'edge'} '{zone.lane or zone.edge}'")
    length = min(lane.length for lane in found)
    if zone.begin > 0.0 or zone.finish < length - 0.01:
        raise InputError(where, f"'from' and 'to' are inside '{zone.lane or zone.edge}', which is {length:.1f} m long; SUMO limits the speed of "
                                "whole lanes only: leave both out, or give the zone an edge of its own in the network")
    return tuple(lane.id for lane in found)


def peak(demand: Demand, network: Network, horizon: float) -> Dict[str, int]:
    """Most vehicles of each type expected at once: what has departed or what a jam of the whole network holds, times the share, plus 3 sigma."""
    mean_space = sum(share * (demand.types[name].length + demand.types[name].min_gap) for name, share in demand.mix.items())
    room = sum(lane.length for lane in network.lanes) / mean_space
    departed = sum(flow.expected(horizon) for flow in demand.flows)
    # The number departed is Poisson, so its own 3 sigma come on top of those of the shares.
    total = min(departed + 3.0 * math.sqrt(departed), room)
    return {name: math.ceil(min(total, total * share + 3.0 * math.sqrt(total * share * (1.0 - share)))) for name, share in demand.mix.items()}


def _check_route(flow: Flow, demand: Demand, network: Network, where: str) -> None:
    for key, edge in (("from", flow.start), ("to", flow.end)):
        if edge not in network.edges:
            raise InputError(f"{where}.{key}", f"the network has no edge '{edge}'; entries: {', '.join(network.entries()) or 'none'}; "
                                               f"exits: {', '.join(network.exits()) or 'none'}")
    if not network.route(flow.start, flow.end):
        raise InputError(where, f"no route leads from '{flow.start}' to '{flow.end}'")
    for kind in demand.types.values():
        if not network.route(flow.start, flow.end, kind.vehicle_class):
            raise InputError(where, f"no route from '{flow.start}' to '{flow.end}' is open to a {kind.name} (SUMO class {kind.vehicle_class})")
    lanes = len(network.edges[flow.start])
    if flow.depart_lane.isdigit() and int(flow.depart_lane) >= lanes:
        raise InputError(f"{where}.depart_lane", f"'{flow.start}' has no lane {flow.depart_lane}; its lanes are 0 to {lanes - 1}")


def _check_rate(flow: Flow, demand: Demand, network: Network, where: str) -> None:
    """The rate on an edge is highest when one of its flows begins, so each flow checks its own beginning."""
    together = [other for other in demand.flows if other.start == flow.start and other.begin <= flow.begin < other.finish]
    rate, lanes = sum(other.vehicles_per_hour for other in together), len(network.edges[flow.start])
    if rate > LANE_CAPACITY * lanes:
        raise InputError(f"{where}.vehicles_per_hour", f"{rate:g} vehicles/h start on '{flow.start}' at {flow.begin:g} s; "
                                                       f"its {lanes} lanes carry at most {LANE_CAPACITY * lanes:g}")


def _flow(value: Any, where: str) -> Flow:
    keys = ("from", "to", "vehicles_per_hour", "begin", "end", "depart_lane", "depart_speed", "depart_pos", "queue")
    given = checks.mapping(value, where, keys, required=("from", "to", "vehicles_per_hour"))
    begin = checks.number(given.get("begin", 0.0), f"{where}.begin", 0.0)
    finish = checks.number(given.get("end", max(DAY, begin + DAY)), f"{where}.end", 0.0)
    if finish <= begin:
        raise InputError(f"{where}.end", f"{finish:g} s is not after 'begin' ({begin:g} s)")
    rate = checks.number(given["vehicles_per_hour"], f"{where}.vehicles_per_hour", 0.0)
    return Flow(checks.text(given["from"], f"{where}.from"), checks.text(given["to"], f"{where}.to"), rate, begin, finish,
                _word_or_number(given.get("depart_lane", "free"), f"{where}.depart_lane", DEPART_LANES, 99),
                _word_or_number(given.get("depart_speed", "max"), f"{where}.depart_speed", DEPART_SPEEDS, 100.0),
                _word_or_number(given.get("depart_pos", "base"), f"{where}.depart_pos", DEPART_POSITIONS, 1e6),
                checks.whole(given.get("queue", 0), f"{where}.queue", 0, 100000))


def _word_or_number(value: Any, where: str, words: Tuple[str, ...], most: Union[int, float]) -> str:
    """One of ``words`` or a number from 0 to ``most``, whole where ``most`` is."""
    if isinstance(value, str):
        if value not in words:
            raise InputError(where, f"'{value}' is not known; use a number or one of {', '.join(words)}")
        return value
    return str(checks.whole(value, where, 0, most) if isinstance(most, int) else checks.number(value, where, 0.0, most))


def _slow_zone(value: Any, where: str) -> SlowZone:
    given = checks.mapping(value, where, ("edge", "lane", "from", "to", "speed"), required=("speed",))
    if ("edge" in given) == ("lane" in given):
        raise InputError(where, "either 'edge' or 'lane' is needed")
    name = {key: checks.text(given[key], f"{where}.{key}") for key in ("edge", "lane") if key in given}
    finish = checks.number(given["to"], f"{where}.to", 0.0) if "to" in given else math.inf
    return SlowZone(name.get("edge"), name.get("lane"), checks.number(given["speed"], f"{where}.speed", 0.1, 100.0),
                    checks.number(given.get("from", 0.0), f"{where}.from", 0.0), finish)


def _mix(value: Any, where: str) -> Dict[str, float]:
    shares = {name: checks.number(share, f"{where}.{name}", 0.0) for name, share in checks.mapping(value, where, TYPES).items()}
    total = sum(shares.values())
    if not total > 0.0:
        raise InputError(where, "the shares sum to 0; at least one type needs a positive share")
    return {name: share / total for name, share in shares.items() if share > 0.0}


def _driver_type(kind: DriverType, value: Any, where: str) -> DriverType:
    given = checks.mapping(value, where, (*LIMITS, "speed_factor"))
    numbers = {key: checks.number(given[key], f"{where}.{key}", *LIMITS[key]) for key in given if key != "speed_factor"}
    factor = _speed_factor(given["speed_factor"], f"{where}.speed_factor") if "speed_factor" in given else kind.speed_factor
    return replace(kind, speed_factor=factor, **numbers)


def _speed_factor(value: Any, where: str) -> SpeedFactor:
    if not isinstance(value, dict):
        mean = checks.number(value, where, *SPEED_FACTOR_LIMITS["mean"])
        return SpeedFactor(mean, 0.0, mean, mean)
    given = checks.mapping(value, where, SPEED_FACTOR_LIMITS)
    factor = SpeedFactor(**{key: checks.number(given[key], f"{where}.{key}", *SPEED_FACTOR_LIMITS[key]) for key in given})
    if not factor.min <= factor.mean <= factor.max:
        raise InputError(where, f"the mean {factor.mean:g} is not between min {factor.min:g} and max {factor.max:g}")
    return factor
