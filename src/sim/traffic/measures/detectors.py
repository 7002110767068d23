"""Flow, density, and speed at detectors.

Detectors are SUMO's induction loops across all lanes of an edge. In an interval T with N vehicles,
N_i of them on lane i at the harmonic mean speed v_i: flow q = N / T; speed v = N / sum(N_i / v_i),
the space mean speed (Wardrop 1952); density k = q / v (fundamental relation). Without a vehicle the
speed is undefined, and the density is 0 only if none stood on a loop either.
"""

from __future__ import annotations

import csv
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
)

from lxml import etree

from sim.errors import InputError
from sim.traffic.measures.outputs import (
    EDGES_FILE,
    LOOPS_DEFINITION_FILE,
    LOOPS_FILE,
    TRAJECTORIES_FILE,
    attribute,
    rows,
)

PERIOD = 60.0
TABLE = "detectors.csv"


@dataclass(frozen=True)
class LoopDetector:
    """Loops across lanes (ids) of an edge, ``position`` m from its beginning."""

    name: str
    edge: str
    position: float
    lanes: Tuple[str, ...]


@dataclass(frozen=True)
class Interval:
    """Measurements of a detector between two times in s.

    ``occupancy`` is the fraction of time with a vehicle on a loop.
    """

    detector: str
    edge: str
    position: float
    begin: float
    end: float
    vehicles: int
    flow_vehicles_per_hour: float
    speed_mps: Optional[float]
    density_vehicles_per_km: Optional[float]
    occupancy: float


def write_detectors(
    detectors: Sequence[LoopDetector], folder: Path, period: float = PERIOD
) -> None:
    """Prepare a run's folder for its detectors.

    Without detectors, files of an earlier run are removed.
    """
    for name in (LOOPS_DEFINITION_FILE, EDGES_FILE, LOOPS_FILE, TRAJECTORIES_FILE, TABLE):
        (folder / name).unlink(missing_ok=True)
    if not detectors:
        return
    root = etree.Element("additional")
    for detector in detectors:
        for number, lane in enumerate(detector.lanes):
            etree.SubElement(
                root,
                "inductionLoop",
                id=f"{detector.name}_{number}",
                lane=lane,
                pos=f"{detector.position:.2f}",
                period=f"{period:g}",
                file=str((folder / LOOPS_FILE).resolve()),
                friendlyPos="true",
            )
    folder.mkdir(parents=True, exist_ok=True)
    (folder / LOOPS_DEFINITION_FILE).write_text(
        etree.tostring(root, pretty_print=True, encoding="unicode"), encoding="utf-8"
    )
    edges = dict.fromkeys(detector.edge for detector in detectors)
    (folder / EDGES_FILE).write_text("".join(f"edge:{edge}\n" for edge in edges), encoding="utf-8")


def read_intervals(detectors: Sequence[LoopDetector], folder: Path, begin: float) -> List[Interval]:
    """Read the measurements of SUMO's loops, lanes combined.

    ``begin`` is SUMO's time at the start of the run.
    """
    of_loop = {
        f"{detector.name}_{number}": detector
        for detector in detectors
        for number in range(len(detector.lanes))
    }
    together: Dict[Tuple[str, float, float], List[Any]] = {}
    for row in rows(folder / LOOPS_FILE, "interval"):
        loop = attribute(row, "id")
        if loop in of_loop:
            key = (
                of_loop[loop].name,
                float(attribute(row, "begin")) - begin,
                float(attribute(row, "end")) - begin,
            )
            together.setdefault(key, []).append(
                (
                    int(attribute(row, "nVehContrib")),
                    float(attribute(row, "harmonicMeanSpeed")),
                    float(attribute(row, "occupancy")),
                )
            )
    by_name = {detector.name: detector for detector in detectors}
    return [
        _interval(by_name[name], start, end, loops)
        for (name, start, end), loops in together.items()
        if end > start
    ]


def over_all(intervals: Sequence[Interval]) -> Dict[str, Dict[str, Any]]:
    """Return the figures of each detector over the whole run. They are for the summary."""
    found = {}
    for name in dict.fromkeys(interval.detector for interval in intervals):
        own = [interval for interval in intervals if interval.detector == name]
        span, vehicles = sum(one.end - one.begin for one in own), sum(one.vehicles for one in own)
        passing = sum(one.vehicles / one.speed_mps for one in own if one.speed_mps)
        speed = vehicles / passing if passing else None
        found[name] = {
            "edge": own[0].edge,
            "position_m": own[0].position,
            "vehicles": vehicles,
            "flow_vehicles_per_hour": 3600.0 * vehicles / span,
            "speed_mps": speed,
            "density_vehicles_per_km": _density(
                vehicles / span, speed, sum(one.occupancy for one in own)
            ),
            "occupancy": sum(one.occupancy * (one.end - one.begin) for one in own) / span,
        }
    return found


def write_table(intervals: Iterable[Interval], path: Path) -> None:
    """Write intervals as CSV; unknown values are empty."""
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow([field.name for field in fields(Interval)])
        writer.writerows(
            [f"{value:.6g}" if isinstance(value, float) else value for value in astuple(interval)]
            for interval in intervals
        )


def read_table(path: Path) -> List[Interval]:
    """Read the intervals written by :func:`write_table`."""
    try:
        with path.open(newline="", encoding="utf-8") as stream:
            return [_read_row(row) for row in csv.DictReader(stream)]
    except OSError as error:
        raise InputError(path, f"cannot be read ({error.strerror or error})") from error
    except (TypeError, ValueError) as error:
        raise InputError(path, f"not a table of detectors ({error})") from error


def _read_row(row: Mapping[str, Optional[str]]) -> Interval:
    kinds: Dict[str, Callable[[str], Any]] = {"detector": str, "edge": str, "vehicles": int}
    given: Dict[str, Any] = {
        name: kinds.get(name, float)(text) if text else None for name, text in row.items()
    }
    return Interval(**given)


def _interval(
    detector: LoopDetector, begin: float, end: float, loops: List[Tuple[int, float, float]]
) -> Interval:
    vehicles = sum(count for count, _, _ in loops)
    passing = sum(count / speed for count, speed, _ in loops if count and speed > 0.0)
    speed, occupancy = (
        (vehicles / passing if passing else None),
        sum(share for _, _, share in loops) / len(loops) / 100.0,
    )
    flow = vehicles / (end - begin)
    return Interval(
        detector.name,
        detector.edge,
        detector.position,
        begin,
        end,
        vehicles,
        3600.0 * flow,
        speed,
        _density(flow, speed, occupancy),
        occupancy,
    )


def _density(flow: float, speed: Optional[float], occupancy: float) -> Optional[float]:
    """Return the density in vehicles per km. Flow in vehicles per s, speed in m/s."""
    if speed:
        return 1000.0 * flow / speed
    return 0.0 if occupancy == 0.0 else None
