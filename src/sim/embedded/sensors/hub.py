"""Measures each sensor that is subscribed to and due.

Everything here runs in the physics thread; slow sensors use a worker thread.
"""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Protocol, Sequence

from sim.embedded.sensors.schedule import SensorSchedule
from sim.errors import SimError

log = logging.getLogger(__name__)


class SensorWorker(Protocol):
    """Interface that measures one kind of sensors."""

    def take(self, due: Sequence[Station], now: float) -> None:
        """Measure for the due stations, now or in the order of calls."""

    def finish(self) -> None:
        """Wait until all measurements are delivered."""

    def close(self) -> None:
        """End the threads; no more calls are allowed."""


@dataclass(frozen=True)
class Station:
    """Sensor with its schedule.

    ``work`` is passed to its worker; ``watch`` is called after each step while the sensor is
    wanted.
    """

    name: str
    schedule: SensorSchedule
    wanted: Callable[[], bool]
    worker: SensorWorker
    work: Any
    watch: Optional[Callable[[], Any]] = None


class Direct:
    """Worker of fast sensors; their work is a function of time."""

    def take(self, due: Sequence[Station], now: float) -> None:
        for station in due:
            station.work(now)

    def finish(self) -> None:
        """Do nothing, as calls measure at once."""

    def close(self) -> None:
        """Do nothing: it needs no thread."""


class SensorHub:
    """Stations of all sensors by name; failed ones are logged and disabled."""

    def __init__(self) -> None:
        self._stations: Dict[str, Station] = {}
        self._workers: List[SensorWorker] = []
        self._watching: Dict[str, Callable[[], Any]] = {}
        self._counts: Dict[str, int] = {}
        self._now = -math.inf
        self._next: Dict[str, float] = {}

    def add(self, station: Station) -> None:
        """Add a sensor with a unique name."""
        self.remove(station.name)
        self._stations[station.name] = station
        if station.worker not in self._workers:
            self._workers.append(station.worker)

    def remove(self, name: str) -> None:
        """Remove a sensor."""
        for known in (self._stations, self._watching, self._next, self._counts):
            known.pop(name, None)

    def __call__(self, now: float) -> None:
        """Measure the stations due at ``now``, the end of a step."""
        if now < self._now:
            self._next.clear()
            for station in self._stations.values():
                station.schedule.reset()
        self._now = now
        for name, watch in list(self._watching.items()):
            self._try([name], now, watch)
        due = [
            station
            for station in self._stations.values()
            if now >= self._next.get(station.name, -math.inf) and self._due(station, now)
        ]
        for worker in self._workers if due else ():
            mine = [station for station in due if station.worker is worker]
            if mine:
                self._take(worker, mine, now)

    def next(self, now: float) -> float:
        """Return a time before which no sensor wanted now is due."""
        if now < self._now or self._watching:
            return now
        soonest = math.inf
        for name, station in self._stations.items():
            if station.wanted():
                soonest = min(soonest, self._next.get(name, now))
        return soonest

    def finish(self) -> None:
        """Wait until all measurements are delivered."""
        for worker in self._workers:
            worker.finish()

    def close(self) -> None:
        """Deliver pending measurements and end the workers' threads."""
        for worker in self._workers:
            worker.close()

    def _due(self, station: Station, now: float) -> bool:
        """Return whether the station is wanted and due.

        A wanted one is checked again only when it can be due, an unwanted one after each step.
        """
        if not self._wanted(station):
            return False
        due = station.schedule.due(now)
        self._next[station.name] = station.schedule.after(now)
        return due

    def _wanted(self, station: Station) -> bool:
        wanted = station.wanted()
        if wanted and station.watch:
            self._watching[station.name] = station.watch
        elif not wanted:
            self._watching.pop(station.name, None)
        return wanted

    def counts(self) -> Dict[str, int]:
        """Return the number of measurements of each sensor."""
        return {name: self._counts.get(name, 0) for name in self._stations}

    def _take(self, worker: SensorWorker, stations: List[Station], now: float) -> None:
        for station in stations:
            self._counts[station.name] = self._counts.get(station.name, 0) + 1
        self._try([station.name for station in stations], now, lambda: worker.take(stations, now))

    def _try(self, names: List[str], now: float, action: Callable[[], Any]) -> None:
        try:
            action()
        except SimError as error:
            log.error("%s at %.3f s: %s; silent from here on", ", ".join(names), now, error)
            for name in names:
                self.remove(name)
