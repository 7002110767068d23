"""The bridge's run from first step to end, with a summary."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Union

import rospy

from sim.errors import SimError
from sim.ros.node.ending import how_it_ended
from sim.ros.traffic.bridge import Bridge, Standalone
from sim.run_folder import FAILED, INTERRUPTED, RUNNING
from sim.traffic.run import TrafficRun
from sim.traffic.summary import Summary


def work(worker: Union[Bridge, Standalone], run: TrafficRun, folder: Path, slack: float) -> None:
    """Run the worker and write the summary, however it ends.

    Traffic may be behind the simulator by ``slack`` s.
    """
    summary = run.summary
    # This summary remains if the process is killed.
    summary.status = RUNNING
    summary.write(folder)

    def progress() -> None:
        run.watch.finish()
        _write(worker, summary, folder)

    if isinstance(worker, Bridge):
        worker.progressed = progress
    try:
        worker.run()
        summary.status, summary.cause = how_it_ended(
            rospy.get_name(), summary.duration_s, summary.duration_asked_s, slack
        )
    except rospy.ROSInterruptException as error:
        summary.status, summary.cause = INTERRUPTED, str(error)
    except Exception as error:
        summary.status, summary.cause = FAILED, text_of(error)
        worker.diagnostics.error = summary.cause
        worker.diagnostics.update()
        raise
    finally:
        with contextlib.suppress(SimError):
            # SUMO may take long to write its outputs.
            _write(worker, summary, folder)
        close(run)
        path = summary.write(folder)
        rospy.loginfo(
            "%.1f s simulated at x%.2f real time, up to %d vehicles, %d collisions of egos, %d in "
            "SUMO, least gap %.2f m; summary in %s",
            summary.duration_s,
            summary.rtf,
            summary.vehicles_max,
            summary.ego_collisions,
            summary.sumo_collisions,
            summary.ego_min_gap_m,
            path,
        )


def _write(worker: Union[Bridge, Standalone], summary: Summary, folder: Path) -> None:
    summary.rtf = summary.duration_s / max(worker.ended - worker.began, 1e-9)
    summary.write(folder)


def text_of(error: Exception) -> str:
    """Return the text of an error. Errors other than SimError are defects, or a full disk."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'a file of the run'}: {error.strerror}"
    return str(error) if isinstance(error, SimError) else f"{type(error).__name__}: {error}"


def close(run: TrafficRun) -> None:
    """End SUMO and write the measures. A failure to write fails the run."""
    try:
        run.close()
    except OSError as error:
        run.summary.status, run.summary.cause = (
            FAILED,
            f"measures cannot be written ({text_of(error)})",
        )
