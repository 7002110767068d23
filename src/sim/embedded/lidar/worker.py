"""The thread in which lidars measure, beside physics, which waits where a scan is not begun when
the next one is due: none is dropped."""

from __future__ import annotations

import logging
import queue
import threading
from typing import List, Optional, Sequence, Tuple

from sim.embedded.lidar.exposure import Exposure, Recorder
from sim.embedded.sensors.hub import Station
from sim.errors import SimError

log = logging.getLogger(__name__)
Job = Optional[Tuple[Exposure, Sequence[Station]]]


class LidarWorker:
    """A worker of the hub: a station's work takes an exposure."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._jobs: queue.Queue[Job] = queue.Queue(maxsize=1)
        self._failed: List[Station] = []
        self._thread: Optional[threading.Thread] = None

    def take(self, due: Sequence[Station], now: float) -> None:
        """Copies the world as it is and has it measured; waits while one measurement is at work and
        another one waits."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="lidar", daemon=True)
            self._thread.start()
        self._jobs.put((self._recorder.take(), due))

    def finish(self) -> None:
        """Returns once everything taken has been delivered."""
        self._jobs.join()

    def close(self) -> None:
        """Delivers what was taken and ends the thread."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None

    def _run(self) -> None:
        while True:
            job = self._jobs.get()
            try:
                if job is None:
                    return
                for station in job[1]:
                    self._measure(station, job[0])
            finally:
                self._jobs.task_done()

    def _measure(self, station: Station, exposure: Exposure) -> None:
        """One that fails must not cost the others their measurements, nor physics its worker."""
        if any(station is failed for failed in self._failed):
            return
        try:
            station.work(exposure)
        except SimError as error:
            self._failed.append(station)
            log.error(
                "%s at %.3f s: %s; silent from here on", station.name, exposure.last.time, error
            )
        except Exception:
            # Physics waits for this thread.
            self._failed.append(station)
            log.exception(
                "%s at %.3f s failed; silent from here on", station.name, exposure.last.time
            )
