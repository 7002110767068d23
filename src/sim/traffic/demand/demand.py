"""Traffic demand from YAML: vehicles, persons, slow zones, and detectors.

``routes`` writes SUMO's files for it. SI units, except rates, which are per hour as traffic counts
are. ``feasible`` checks its edges.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Callable, Dict, Iterable, Mapping, Optional, Tuple, TypeVar, Union

from sim import checks
from sim.errors import InputError
from sim.traffic.demand.driver_models import CAR_FOLLOWING_KEY, LANE_CHANGE_KEY, read_models
from sim.traffic.demand.flows import (
    Departure,
    Flow,
    PersonFlow,
    read_departure,
    read_flow,
    read_mix,
    read_name,
    read_person_flow,
)
from sim.traffic.demand.lines import TransitLine, read_line
from sim.traffic.demand.vehicle_names import stream_of, streams
from sim.traffic.demand.vtypes import (
    LIMITS,
    SPEED_FACTOR_LIMITS,
    TYPES,
    WALKING,
    DriverType,
    SpeedFactor,
)
from sim.traffic.state import PEDESTRIAN

MOVERS = ("flows", "persons", "lines", "departures")
KEYS = (
    "seed",
    *MOVERS,
    "mix",
    "types",
    "slow_zones",
    "max_depart_delay",
    "lateral_resolution",
    "detectors",
)
Item = TypeVar("Item")


@dataclass(frozen=True)
class SlowZone:
    """Speed limit on an edge, or on one ``lane`` of it.

    ``begin`` and ``finish`` are positions on it in m.
    """

    edge: Optional[str]
    lane: Optional[str]
    speed: float
    begin: float = 0.0
    finish: float = math.inf


@dataclass(frozen=True)
class Detector:
    """Counter of passages at ``position`` m along an edge or one ``lane``."""

    name: str
    edge: str
    lane: Optional[str]
    position: float


@dataclass(frozen=True)
class Demand:
    """Complete traffic demand.

    ``mix`` maps type names to shares that sum to 1, for flows without their own; ``types`` are all
    types that occur, in the simulator's numbering; vehicles that cannot enter for
    ``max_depart_delay`` s are removed; lanes are divided into strips of ``lateral_resolution`` m
    (0: undivided); ``source`` names the file in errors.
    """

    flows: Tuple[Flow, ...]
    mix: Mapping[str, float]
    types: Mapping[str, DriverType]
    slow_zones: Tuple[SlowZone, ...] = ()
    seed: int = 42
    source: str = "demand"
    persons: Tuple[PersonFlow, ...] = ()
    lines: Tuple[TransitLine, ...] = ()
    departures: Tuple[Departure, ...] = ()
    detectors: Tuple[Detector, ...] = ()
    max_depart_delay: float = math.inf
    lateral_resolution: float = 0.0

    def mix_of(self, flow: Flow) -> Mapping[str, float]:
        """Return the shares of types in a flow."""
        return self.mix if flow.mix is None else flow.mix

    @property
    def painted(self) -> Tuple[str, ...]:
        """Types shown in SUMO's colour: empty, since the models have colours."""
        return ()

    @property
    def sumo_options(self) -> Dict[str, float]:
        """Settings of :class:`sim.traffic.session.SumoOptions`."""
        return {
            "max_depart_delay": self.max_depart_delay,
            "lateral_resolution": self.lateral_resolution,
        }

    def owner_of(self, vehicle: str) -> str:
        """Return the entry that creates a vehicle of this name, now or later, such as ``flows[0]``.

        The text is empty without such an entry.
        """
        single = next(
            (
                f"departures[{i}]"
                for i, departure in enumerate(self.departures)
                if departure.name == vehicle
            ),
            "",
        )
        return single or stream_of(vehicle, streams(self.flows, self.lines))


def read_demand(path: Union[str, Path]) -> Demand:
    """Read a demand from a YAML file.

    :func:`sim.traffic.demand.feasible.check_demand` checks its edges.
    """
    return parse_demand(checks.read_yaml(path), str(path))


def parse_demand(document: Any, source: str) -> Demand:
    """Return a demand from a YAML document."""
    top = checks.mapping(document, source, KEYS)
    flows = _items(top, "flows", source, read_flow)
    persons = _items(top, "persons", source, read_person_flow)
    lines = _numbered(top, "lines", source, read_line)
    departures = _numbered(top, "departures", source, read_departure)
    if not (flows or persons or lines or departures):
        raise InputError(
            f"{source}: flows",
            f"at least one flow is needed, or something in {', '.join(MOVERS[1:])}",
        )
    for key, items in (("lines", lines), ("departures", departures)):
        _check_names(items, f"{source}: {key}")
    _check_streams(flows, lines, departures, source)
    mix = read_mix(top.get("mix", {"car": 1.0}), f"{source}: mix")
    detectors = _numbered(top, "detectors", source, _detector)
    _check_names(detectors, f"{source}: detectors")
    return Demand(
        flows,
        mix,
        MappingProxyType(
            _types(top.get("types", {}), _occurring(mix, flows, persons, lines, departures), source)
        ),
        _items(top, "slow_zones", source, _slow_zone),
        checks.whole(top.get("seed", 42), f"{source}: seed", 0, 2**31 - 1),
        source,
        persons,
        lines,
        departures,
        detectors,
        checks.number(top["max_depart_delay"], f"{source}: max_depart_delay", 1.0)
        if "max_depart_delay" in top
        else math.inf,
        checks.number(top["lateral_resolution"], f"{source}: lateral_resolution", 0.2, 5.0)
        if "lateral_resolution" in top
        else 0.0,
    )


def _items(
    top: Dict[str, Any], key: str, source: str, read: Callable[[Any, str], Item]
) -> Tuple[Item, ...]:
    return tuple(
        read(value, f"{source}: {key}[{i}]")
        for i, value in enumerate(checks.sequence(top.get(key, []), f"{source}: {key}"))
    )


def _numbered(
    top: Dict[str, Any], key: str, source: str, read: Callable[[Any, str, int], Item]
) -> Tuple[Item, ...]:
    """Read items with numbered default names."""
    return tuple(
        read(value, f"{source}: {key}[{i}]", i)
        for i, value in enumerate(checks.sequence(top.get(key, []), f"{source}: {key}"))
    )


def _check_names(items: Iterable[Any], where: str) -> None:
    names = [item.name for item in items]
    for i, name in enumerate(names):
        if name in names[:i]:
            raise InputError(
                f"{where}[{i}]",
                f"the name '{name}' is taken by {where.rpartition(' ')[2]}[{names.index(name)}]; "
                "give another 'name'",
            )


def _check_streams(
    flows: Tuple[Flow, ...],
    lines: Tuple[TransitLine, ...],
    departures: Tuple[Departure, ...],
    source: str,
) -> None:
    """Raise InputError for conflicting names of flows, lines, and vehicles.

    A line must not have a flow's name; a single vehicle must not have the name of a flow, of a
    line, or of one of their vehicles.
    """
    known = streams(flows, lines)
    for i, line in enumerate(lines):
        if known[line.name] != f"lines[{i}]":
            raise InputError(
                f"{source}: lines[{i}].name",
                f"'{line.name}' is SUMO's name of {known[line.name]}; give another",
            )
    for i, departure in enumerate(departures):
        owner = stream_of(departure.name, known)
        if owner:
            raise InputError(
                f"{source}: departures[{i}].name",
                f"'{departure.name}' is SUMO's name of {owner} or of a vehicle of it; give another",
            )


def _occurring(
    mix: Mapping[str, float],
    flows: Tuple[Flow, ...],
    persons: Tuple[PersonFlow, ...],
    lines: Tuple[TransitLine, ...],
    departures: Tuple[Departure, ...],
) -> Iterable[str]:
    """Yield the names of occurring types once each, in the simulator's numbering."""
    names = list(mix) if any(flow.mix is None for flow in flows) else []
    names += [name for flow in flows if flow.mix is not None for name in flow.mix]
    names += [line.type for line in lines]
    names += [departure.type for departure in departures]
    return dict.fromkeys(names + [PEDESTRIAN] * bool(persons))


def _types(value: Any, occurring: Iterable[str], source: str) -> Dict[str, DriverType]:
    overrides = checks.mapping(value, f"{source}: types", TYPES)
    read = {
        name: _driver_type(TYPES[name], overrides.get(name, {}), f"{source}: types.{name}")
        for name in (*overrides, *occurring)
    }
    return {name: read[name] for name in occurring}


def _slow_zone(value: Any, where: str) -> SlowZone:
    given = checks.mapping(
        value, where, ("edge", "lane", "from", "to", "speed"), required=("speed",)
    )
    if ("edge" in given) == ("lane" in given):
        raise InputError(where, "either 'edge' or 'lane' is needed")
    name = {
        key: checks.text(given[key], f"{where}.{key}") for key in ("edge", "lane") if key in given
    }
    finish = checks.number(given["to"], f"{where}.to", 0.0) if "to" in given else math.inf
    return SlowZone(
        name.get("edge"),
        name.get("lane"),
        checks.number(given["speed"], f"{where}.speed", 0.1, 100.0),
        checks.number(given.get("from", 0.0), f"{where}.from", 0.0),
        finish,
    )


def _detector(value: Any, where: str, number: int) -> Detector:
    given = checks.mapping(
        value, where, ("name", "edge", "lane", "position"), required=("position",)
    )
    if ("edge" in given) == ("lane" in given):
        raise InputError(where, "either 'edge' or 'lane' is needed")
    lane = checks.text(given["lane"], f"{where}.lane") if "lane" in given else None
    edge = lane.rpartition("_")[0] if lane else checks.text(given["edge"], f"{where}.edge")
    name = read_name(given["name"], f"{where}.name") if "name" in given else f"detector_{number}"
    return Detector(name, edge, lane, checks.number(given["position"], f"{where}.position", 0.0))


def _driver_type(kind: DriverType, value: Any, where: str) -> DriverType:
    keys = WALKING if kind.name == PEDESTRIAN else (*LIMITS, CAR_FOLLOWING_KEY, LANE_CHANGE_KEY)
    given = checks.mapping(value, where, (*keys, "speed_factor"))
    changes: Dict[str, Any] = {
        key: checks.number(given[key], f"{where}.{key}", *LIMITS[key])
        for key in given
        if key in LIMITS
    }
    changes["speed_factor"] = (
        _speed_factor(given["speed_factor"], f"{where}.speed_factor")
        if "speed_factor" in given
        else kind.speed_factor
    )
    changes["models"] = read_models(given, where)
    return replace(kind, **changes)


def _speed_factor(value: Any, where: str) -> SpeedFactor:
    if not isinstance(value, dict):
        mean = checks.number(value, where, *SPEED_FACTOR_LIMITS["mean"])
        return SpeedFactor(mean, 0.0, mean, mean)
    given = checks.mapping(value, where, SPEED_FACTOR_LIMITS)
    factor = SpeedFactor(
        **{
            key: checks.number(given[key], f"{where}.{key}", *SPEED_FACTOR_LIMITS[key])
            for key in given
        }
    )
    if not factor.min <= factor.mean <= factor.max:
        raise InputError(
            where,
            f"the mean {factor.mean:g} is not between min {factor.min:g} and max {factor.max:g}",
        )
    return factor
