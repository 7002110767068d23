"""Diagnostics of the traffic bridge.

One status for SUMO and the clock, one per ego, one per driver module.
"""

from __future__ import annotations

from typing import Sequence

import diagnostic_updater
from diagnostic_msgs.msg import DiagnosticStatus

from sim.traffic.run import TrafficRun


class TrafficDiagnostics:
    """``/diagnostics``, published when :meth:`update` is called."""

    def __init__(self, run: TrafficRun, egos: Sequence[str], max_lag: float) -> None:
        self._run, self._max_lag = run, max_lag
        self.lag, self.error, self.waited = 0.0, "", 0.0
        self._updater = diagnostic_updater.Updater()
        self._updater.setHardwareID("SUMO")
        self._updater.add("traffic", self._traffic)
        for ego in egos:
            self._updater.add(f"ego {ego}", lambda status, ego=ego: self._ego(status, ego))
        for i, module in enumerate(run.drivers.modules):
            self._updater.add(
                f"driver module {module.spec.name}", lambda status, i=i: self._module(status, i)
            )

    def update(self) -> None:
        self._updater.force_update()

    def _traffic(
        self, status: diagnostic_updater.DiagnosticStatusWrapper
    ) -> diagnostic_updater.DiagnosticStatusWrapper:
        run, summary = self._run, self._run.summary
        if self.error:
            status.summary(DiagnosticStatus.ERROR, self.error)
        elif self.lag > self._max_lag + 1e-6:
            status.summary(DiagnosticStatus.WARN, f"SUMO is {self.lag:.2f} s behind")
        elif self.waited > 5.0:
            status.summary(
                DiagnosticStatus.WARN,
                f"no boundary from the simulator for {self.waited:.0f} s (paused?)",
            )
        else:
            status.summary(DiagnosticStatus.OK, f"{len(run.state)} vehicles")
        for key, value in (
            ("vehicles", len(run.state)),
            ("lag_s", round(self.lag, 3)),
            ("sumo_time_s", round(run.session.time, 3)),
            ("sumo_step_ms", round(1e3 * run.session.step_seconds, 3)),
            ("sumo_collisions", summary.sumo_collisions),
            ("departed", summary.vehicles_departed),
            ("arrived", summary.vehicles_arrived),
        ):
            status.add(key, str(value))
        return status

    def _module(
        self, status: diagnostic_updater.DiagnosticStatusWrapper, i: int
    ) -> diagnostic_updater.DiagnosticStatusWrapper:
        module = self._run.drivers.modules[i]
        if module.failure:
            status.summary(DiagnosticStatus.ERROR, f"stopped: {module.failure}")
        else:
            status.summary(DiagnosticStatus.OK, f"drives {module.vehicles} vehicles")
        for key, value in (
            ("class", module.spec.driver.__name__),
            ("vehicles", module.vehicles),
            ("control_ms", round(1e3 * module.worker.seconds, 3)),
        ):
            status.add(key, str(value))
        return status

    def _ego(
        self, status: diagnostic_updater.DiagnosticStatusWrapper, ego: str
    ) -> diagnostic_updater.DiagnosticStatusWrapper:
        record = self._run.egos.get(ego)
        if record is None:
            status.summary(
                DiagnosticStatus.WARN, f"no model {ego} in the simulator; traffic cannot see it"
            )
            return status
        lane, near = record.on_road.lane, record.closeness
        if record.collisions:
            status.summary(DiagnosticStatus.ERROR, f"{record.collisions} collisions with traffic")
        elif record.on_road.off_road:
            status.summary(DiagnosticStatus.WARN, "off the road: traffic cannot see it")
        else:
            status.summary(DiagnosticStatus.OK, f"on {lane}")
        for key, value in (
            ("lane", lane),
            ("speed_mps", round(record.state.speed, 2)),
            ("gap_m", round(near.gap, 2)),
            ("ttc_s", round(near.time_to_collision, 2)),
            ("collisions", record.collisions),
        ):
            status.add(key, str(value))
        return status
