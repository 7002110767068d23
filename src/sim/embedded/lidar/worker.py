"""Worker thread of lidars.

Physics waits if a scan has not begun when the next is due, so that none is dropped.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import List, Sequence

from sim.embedded.lidar.exposure import Exposure, ExposureRecorder
from sim.embedded.sensors.hub import Station
from sim.embedded.sensors.job_thread import JobThread
from sim.errors import SimError

log = logging.getLogger(__name__)


class LidarWorker:
    """Worker of the hub's lidars: a station's work takes an exposure."""

    def __init__(self, recorder: ExposureRecorder) -> None:
        self._recorder = recorder
        self._thread = JobThread("lidar")
        self._failed: List[Station] = []

    def take(self, due: Sequence[Station], now: float) -> None:
        """Copy the world and queue its measurement.

        It waits while one measurement runs and another is queued.
        """
        self._thread.do(partial(self._measure_all, due, self._recorder.take()))

    def finish(self) -> None:
        """Wait until all queued scans are delivered."""
        self._thread.finish()

    def close(self) -> None:
        """Deliver the queued scans and end the thread."""
        self._thread.close()

    def _measure_all(self, due: Sequence[Station], exposure: Exposure) -> None:
        for station in due:
            self._measure(station, exposure)

    def _measure(self, station: Station, exposure: Exposure) -> None:
        """Measure and deliver; log errors, as other sensors must continue."""
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
