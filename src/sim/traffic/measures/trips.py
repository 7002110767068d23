"""Delay: what trips lost against a free road, from SUMO's trip output.

The time loss of a trip is the time lost by driving below the speed that its driver would choose on
an empty road: the speed limit times the driver's own factor, at most the vehicle's. Braking,
queues, red lights and turning count, planned stops do not. A trip that was under way when a warm
start ended counts from its departure, the warm start included. What waited outside the network to
depart is counted by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Collection, Dict, List, Sequence

import numpy as np

from sim.errors import InputError
from sim.traffic.measures.outputs import TRIPS_FILE, WALKS_FILE, attribute, rows
from sim.traffic.state import SHADOW

# SUMO's reason why a vehicle vanished: arrived or never, or at the end of the simulation. Others
# were removed.
STAYED = ("", "end")


@dataclass(frozen=True)
class Trips:
    """Delays of trips in s.

    Time lost by each arrived trip and by each under way, waiting time of each before departure, and
    the number still waiting.
    """

    arrived: Sequence[float]
    under_way: Sequence[float]
    departure_delay: Sequence[float]
    waiting: int = 0


def read_trips(folder: Path, egos: Collection[str] = ()) -> Trips:
    """Read the trips of a run's vehicles except egos and their shadows.

    Vehicles removed on the way do not count.
    """
    path = folder / TRIPS_FILE
    if not path.is_file():
        raise InputError(path, "no such file; SUMO writes it in a run that measures")
    arrived: List[float] = []
    under_way: List[float] = []
    departure: List[float] = []
    waiting = 0
    for row in rows(path, "tripinfo"):
        name = attribute(row, "id")
        if name in egos or name.rpartition(SHADOW)[0] in egos or row.get("vaporized") not in STAYED:
            continue
        if float(attribute(row, "depart")) < 0.0:
            waiting += 1
            continue
        departure.append(float(attribute(row, "departDelay")))
        (arrived if float(attribute(row, "arrival")) >= 0.0 else under_way).append(
            float(attribute(row, "timeLoss"))
        )
    return Trips(arrived, under_way, departure, waiting)


def read_walks(folder: Path) -> List[float]:
    """Return the time lost by each completed walk in s."""
    return [
        float(attribute(row, "timeLoss"))
        for row in rows(folder / WALKS_FILE, "walk")
        if float(row.get("arrival", -1.0)) >= 0.0
    ]


def figures(trips: Trips, walks: Sequence[float]) -> Dict[str, Any]:
    """Return the summary's figures of delay."""
    return {
        "trips_arrived": len(trips.arrived),
        "time_loss_s": _spread(trips.arrived),
        "trips_under_way": len(trips.under_way),
        "time_loss_under_way_s": _spread(trips.under_way),
        "departure_delay_s": _spread(trips.departure_delay),
        "waiting_to_depart": trips.waiting,
        "walks": len(walks),
        "time_loss_walking_s": _spread(walks),
    }


def _spread(values: Sequence[float]) -> Dict[str, Any]:
    if not len(values):
        return {"mean": None, "p50": None, "p95": None, "max": None}
    middle, high = np.percentile(values, (50, 95))
    return {
        "mean": float(np.mean(values)),
        "p50": float(middle),
        "p95": float(high),
        "max": float(np.max(values)),
    }
