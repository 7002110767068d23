"""All measures of a run: logs of its egos as it goes, flow and delay from SUMO's files when it has
ended."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence

from sim.traffic.measures import detectors as loops
from sim.traffic.measures import trips
from sim.traffic.measures.closeness import Closeness
from sim.traffic.measures.ego_log import EgoLog, EgoOnLane
from sim.traffic.measures.outputs import TRIPS_FILE
from sim.traffic.measures.thresholds import Thresholds

EGOS = "egos"


class RunMeasures:
    """Measures since the last reset; without a ``folder`` nothing is written, and of SUMO's files
    nothing is known."""

    def __init__(
        self,
        step: float,
        thresholds: Thresholds = Thresholds(),
        folder: Optional[Path] = None,
        detectors: Sequence[loops.Detector] = (),
        period: float = loops.PERIOD,
    ) -> None:
        self._step, self._thresholds, self._folder = step, thresholds, folder
        self._detectors = tuple(detectors)
        self._egos: Dict[str, EgoLog] = {}
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self._remove_logs()
            loops.write_detectors(self._detectors, folder, period)

    @property
    def folder(self) -> Optional[Path]:
        return self._folder

    def restart(self) -> None:
        """Forgets what was before."""
        self.close()
        self._egos.clear()
        self._remove_logs()

    def take(self, step: EgoOnLane, contacts: int) -> List[Closeness]:
        """Takes one step of an ego, with as many new ``contacts``; gives how close it came in those
        that are measured by now."""
        name = step.ego.name
        log = self._egos.get(name)
        if log is None:
            log = self._egos[name] = EgoLog(
                name, self._step, self._thresholds, self._folder and self._folder / EGOS
            )
        log.contacts += contacts
        return log.take(step)

    def finish(self) -> List[Closeness]:
        """Measures what was taken."""
        return [near for log in self._egos.values() for near in log.finish()]

    def egos(self) -> Dict[str, Any]:
        """The figures of each ego."""
        return {name: log.figures() for name, log in self._egos.items()}

    def traffic(self, begin: float) -> Dict[str, Any]:
        """Delay and detectors, once SUMO has ended; ``begin`` is SUMO's time at the start."""
        found: Dict[str, Any] = {"delay": {}, "detectors": {}}
        if self._folder is None or not (self._folder / TRIPS_FILE).is_file():
            return found
        found["delay"] = trips.figures(
            trips.read_trips(self._folder, self._egos), trips.read_walks(self._folder)
        )
        if self._detectors:
            intervals = loops.read_intervals(self._detectors, self._folder, begin)
            loops.write_table(intervals, self._folder / loops.TABLE)
            found["detectors"] = loops.over_all(intervals)
        return found

    def close(self) -> None:
        """Writes the logs to their ends."""
        for log in self._egos.values():
            log.close()

    def _remove_logs(self) -> None:
        """Leaves no log of an ego that was there before only."""
        for path in (self._folder / EGOS).glob("*.csv") if self._folder else ():
            path.unlink()
