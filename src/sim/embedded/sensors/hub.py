"""Asks each sensor that is wanted and due for its measurement; what is not wanted is not measured.

Everything here runs in the physics thread. Sensors that take long hand their work to a thread of
their own, by their worker.
"""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Protocol, Sequence

from sim.embedded.sensors.schedule import Schedule
from sim.errors import SimError

log = logging.getLogger(__name__)


class Worker(Protocol):
    """Takes the measurements of one kind of sensors."""

    def take(self, due: Sequence[Station], now: float) -> None:
        """Measures for the stations that are due, now or in the order of the calls."""

    def finish(self) -> None:
        """Returns once everything taken has been delivered."""

    def close(self) -> None:
        """Ends threads; nothing is taken after it."""


@dataclass(frozen=True)
class Station:
    """A sensor on its schedule: ``work`` is what its worker understands; ``watch`` is called after
    each step while it is wanted."""

    name: str
    schedule: Schedule
    wanted: Callable[[], bool]
    worker: Worker
    work: Any
    watch: Optional[Callable[[], Any]] = None


class Direct:
    """The worker of sensors that take microseconds: their work is a function of the time."""

    def take(self, due: Sequence[Station], now: float) -> None:
        for station in due:
            station.work(now)

    def finish(self) -> None:
        """Nothing is left to do."""

    def close(self) -> None:
        """There is no thread."""


class Hub:
    """The stations of all sensors, by name; one that fails is logged and measures no more."""

    def __init__(self) -> None:
        self._stations: Dict[str, Station] = {}
        self._workers: List[Worker] = []
        self._watching: Dict[str, Callable[[], Any]] = {}
        self._counts: Dict[str, int] = {}
        self._now = -math.inf
        self._next: Dict[str, float] = {}

    def add(self, station: Station) -> None:
        """Takes a sensor in; its name must be its own."""
        self.remove(station.name)
        self._stations[station.name] = station
        if station.worker not in self._workers:
            self._workers.append(station.worker)

    def remove(self, name: str) -> None:
        """Forgets a sensor."""
        for known in (self._stations, self._watching, self._next, self._counts):
            known.pop(name, None)

    def __call__(self, now: float) -> None:
        """Takes what is due at ``now``, the end of a step."""
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
        """A time before which nothing is due that is wanted now."""
        if now < self._now or self._watching:
            return now
        soonest = math.inf
        for name, station in self._stations.items():
            if station.wanted():
                soonest = min(soonest, self._next.get(name, now))
        return soonest

    def finish(self) -> None:
        """Returns once all measurements taken are delivered."""
        for worker in self._workers:
            worker.finish()

    def close(self) -> None:
        """Delivers what is taken and ends the workers' threads."""
        for worker in self._workers:
            worker.close()

    def _due(self, station: Station, now: float) -> bool:
        """Whether the station is wanted and due. One that is wanted is not looked at again before
        it can be due; any other is asked after each step."""
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
        """How often each sensor has measured."""
        return {name: self._counts.get(name, 0) for name in self._stations}

    def _take(self, worker: Worker, stations: List[Station], now: float) -> None:
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
