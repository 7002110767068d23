"""All measures of a run.

Logs of egos are written during the run; flow and delay come from SUMO's files at its end.
"""

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
    """Measures since the last reset.

    Without a ``folder`` nothing is written, and SUMO's files are unavailable.
    """

    def __init__(
        self,
        step: float,
        thresholds: Thresholds = Thresholds(),
        folder: Optional[Path] = None,
        detectors: Sequence[loops.LoopDetector] = (),
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
        """Discard all measures."""
        self.close()
        self._egos.clear()
        self._remove_logs()

    def take(self, step: EgoOnLane, contacts: int) -> List[Closeness]:
        """Take one step of an ego with the number of new ``contacts``.

        Return the closeness of newly measured steps.
        """
        name = step.ego.name
        log = self._egos.get(name)
        if log is None:
            log = self._egos[name] = EgoLog(
                name, self._step, self._thresholds, self._folder and self._folder / EGOS
            )
        log.contacts += contacts
        return log.take(step)

    def finish(self) -> List[Closeness]:
        """Measure the remaining steps."""
        return [near for log in self._egos.values() for near in log.finish()]

    def egos(self) -> Dict[str, Any]:
        """Return the figures of each ego."""
        return {name: log.figures() for name, log in self._egos.items()}

    def traffic(self, begin: float) -> Dict[str, Any]:
        """Return delay and detector figures after SUMO's end.

        ``begin`` is SUMO's time at the start.
        """
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
        """Complete the logs."""
        for log in self._egos.values():
            log.close()

    def _remove_logs(self) -> None:
        """Remove logs of egos of an earlier run."""
        for path in (self._folder / EGOS).glob("*.csv") if self._folder else ():
            path.unlink()
