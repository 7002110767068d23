"""Flows of vehicles and persons, and single vehicles, from the demand's YAML.

SI units, except rates, which are per hour as traffic counts are. ``feasible`` checks edges against
a network.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Dict, Iterable, Mapping, Optional, Tuple, Union

from sim import checks
from sim.errors import InputError
from sim.traffic.demand.vtypes import VEHICLES
from sim.traffic.state import PEDESTRIAN

DAY = 86400.0
DEPART_LANES = ("random", "free", "allowed", "best", "first")
DEPART_POSITIONS = ("base", "free", "random", "random_free", "last")
DEPART_SPEEDS = ("max", "desired", "speedLimit", "avg", "last", "random")
_NAME = re.compile(r"[A-Za-z0-9_.\-]+")
_WAY = ("from", "to", "via")
_SPAN = ("begin", "end")
_DEPART = ("depart_lane", "depart_speed", "depart_pos")


@dataclass(frozen=True)
class Flow:
    """Poisson arrivals of vehicles on edge ``start`` that drive to ``end``.

    ``queue`` more stand there at ``begin``. ``mix`` maps type names to shares that sum to 1, if the
    flow has its own.
    """

    start: str
    end: str
    vehicles_per_hour: float
    begin: float = 0.0
    finish: float = DAY
    depart_lane: str = "free"
    depart_speed: str = "max"
    depart_pos: str = "base"
    queue: int = 0
    via: Tuple[str, ...] = ()
    mix: Optional[Mapping[str, float]] = None

    @property
    def edges(self) -> Tuple[str, ...]:
        """The edges that it names, in the order of driving."""
        return (self.start, *self.via, self.end)

    def expected(self, horizon: float) -> float:
        """Return the expected number of vehicles until ``horizon`` s."""
        return self.queue * (horizon > self.begin) + self.vehicles_per_hour / 3600.0 * max(
            0.0, min(self.finish, horizon) - self.begin
        )


@dataclass(frozen=True)
class Ride:
    """Ride in the vehicles of a line between its stops.

    They are on edges ``board`` and ``alight``.
    """

    line: str
    board: str
    alight: str


@dataclass(frozen=True)
class PersonFlow:
    """Poisson arrivals of persons on edge ``start`` that walk to ``end``.

    ``queue`` more are there at ``begin``.
    """

    start: str
    end: str
    persons_per_hour: float
    begin: float = 0.0
    finish: float = DAY
    queue: int = 0
    via: Tuple[str, ...] = ()
    ride: Optional[Ride] = None

    @property
    def walks(self) -> Tuple[Tuple[str, ...], ...]:
        """Edges of each walk: one, or two with a ride between."""
        if self.ride is None:
            return ((self.start, *self.via, self.end),)
        return (self.start, *self.via, self.ride.board), (self.ride.alight, self.end)

    def expected(self, horizon: float) -> float:
        """Return the expected number of persons until ``horizon`` s."""
        return self.queue * (horizon > self.begin) + self.persons_per_hour / 3600.0 * max(
            0.0, min(self.finish, horizon) - self.begin
        )


@dataclass(frozen=True)
class Departure:
    """A single vehicle that sets out at ``depart`` s."""

    name: str
    type: str
    start: str
    end: str
    depart: float
    depart_lane: str = "free"
    depart_speed: str = "max"
    depart_pos: str = "base"
    via: Tuple[str, ...] = ()

    @property
    def edges(self) -> Tuple[str, ...]:
        """The edges that it names, in the order of driving."""
        return (self.start, *self.via, self.end)


def read_flow(value: Any, where: str) -> Flow:
    keys = (*_WAY, "vehicles_per_hour", *_SPAN, *_DEPART, "queue", "type", "mix")
    given = checks.mapping(value, where, keys, required=("from", "to", "vehicles_per_hour"))
    if "type" in given and "mix" in given:
        raise InputError(where, "either 'type' or 'mix', not both")
    mix = {read_type(given["type"], f"{where}.type"): 1.0} if "type" in given else None
    begin, finish = read_span(given, where)
    rate = checks.number(given["vehicles_per_hour"], f"{where}.vehicles_per_hour", 0.0)
    return Flow(
        *_ends(given, where),
        rate,
        begin,
        finish,
        *_depart(given, where),
        _queue(given, where),
        _via(given, where),
        read_mix(given["mix"], f"{where}.mix") if "mix" in given else mix and MappingProxyType(mix),
    )


def read_person_flow(value: Any, where: str) -> PersonFlow:
    keys = (*_WAY, "persons_per_hour", *_SPAN, "queue", "ride")
    given = checks.mapping(value, where, keys, required=("from", "to", "persons_per_hour"))
    begin, finish = read_span(given, where)
    rate = checks.number(given["persons_per_hour"], f"{where}.persons_per_hour", 0.0, 36000.0)
    ride = None
    if "ride" in given:
        words = checks.mapping(
            given["ride"],
            f"{where}.ride",
            ("line", "board", "alight"),
            required=("line", "board", "alight"),
        )
        ride = Ride(
            *(checks.text(words[key], f"{where}.ride.{key}") for key in ("line", "board", "alight"))
        )
    return PersonFlow(
        *_ends(given, where), rate, begin, finish, _queue(given, where), _via(given, where), ride
    )


def read_departure(value: Any, where: str, number: int) -> Departure:
    given = checks.mapping(
        value,
        where,
        (*_WAY, "name", "type", "depart", *_DEPART),
        required=("from", "to", "type", "depart"),
    )
    kind = read_type(given["type"], f"{where}.type")
    name = read_name(given["name"], f"{where}.name") if "name" in given else f"{kind}_{number}"
    return Departure(
        name,
        kind,
        *_ends(given, where),
        checks.number(given["depart"], f"{where}.depart", 0.0),
        *_depart(given, where),
        _via(given, where),
    )


def read_mix(value: Any, where: str) -> Mapping[str, float]:
    """Return shares by vehicle type, normalised to sum to 1. Types without a share are omitted."""
    if isinstance(value, dict) and PEDESTRIAN in value:
        raise InputError(where, "pedestrians are not vehicles; give them under 'persons'")
    shares = {
        name: checks.number(share, f"{where}.{name}", 0.0)
        for name, share in checks.mapping(value, where, VEHICLES).items()
    }
    total = sum(shares.values())
    if not total > 0.0:
        raise InputError(where, "the shares sum to 0; at least one type needs a positive share")
    return MappingProxyType({name: share / total for name, share in shares.items() if share > 0.0})


def read_type(value: Any, where: str) -> str:
    """Read the name of a vehicle type."""
    name = checks.text(value, where)
    if name not in VEHICLES:
        hint = (
            "give pedestrians under 'persons'"
            if name == PEDESTRIAN
            else f"use one of {', '.join(VEHICLES)}"
        )
        raise InputError(where, f"'{name}' is not a vehicle type; {hint}")
    return name


def read_name(value: Any, where: str) -> str:
    """Read a name that is valid in SUMO."""
    name = checks.text(value, where)
    if not _NAME.fullmatch(name):
        raise InputError(
            where, f"{name!r} is not a valid name; use letters, digits, '_', '-' and '.'"
        )
    return name


def read_texts(value: Any, where: str) -> Tuple[str, ...]:
    """Read a list of names, or a single one."""
    values: Iterable[Any] = [value] if isinstance(value, str) else checks.sequence(value, where)
    return tuple(checks.text(item, f"{where}[{i}]") for i, item in enumerate(values))


def _ends(given: Dict[str, Any], where: str) -> Tuple[str, str]:
    return checks.text(given["from"], f"{where}.from"), checks.text(given["to"], f"{where}.to")


def _via(given: Dict[str, Any], where: str) -> Tuple[str, ...]:
    return read_texts(given.get("via", []), f"{where}.via")


def _queue(given: Dict[str, Any], where: str) -> int:
    return checks.whole(given.get("queue", 0), f"{where}.queue", 0, 100000)


def read_span(given: Dict[str, Any], where: str) -> Tuple[float, float]:
    """Read ``begin`` and ``end`` of a stream in s."""
    begin = checks.number(given.get("begin", 0.0), f"{where}.begin", 0.0)
    finish = checks.number(given.get("end", max(DAY, begin + DAY)), f"{where}.end", 0.0)
    if finish <= begin:
        raise InputError(f"{where}.end", f"{finish:g} s is not after 'begin' ({begin:g} s)")
    return begin, finish


def _depart(given: Dict[str, Any], where: str) -> Tuple[str, str, str]:
    return (
        _word_or_number(given.get("depart_lane", "free"), f"{where}.depart_lane", DEPART_LANES, 99),
        _word_or_number(
            given.get("depart_speed", "max"), f"{where}.depart_speed", DEPART_SPEEDS, 100.0
        ),
        _word_or_number(
            given.get("depart_pos", "base"), f"{where}.depart_pos", DEPART_POSITIONS, 1e6
        ),
    )


def _word_or_number(value: Any, where: str, words: Tuple[str, ...], most: Union[int, float]) -> str:
    """Return one of ``words`` or a number from 0 to ``most``.

    It must be an integer if ``most`` is one.
    """
    if isinstance(value, str):
        if value not in words:
            raise InputError(
                where, f"'{value}' is not known; use a number or one of {', '.join(words)}"
            )
        return value
    return str(
        checks.whole(value, where, 0, most)
        if isinstance(most, int)
        else checks.number(value, where, 0.0, most)
    )
