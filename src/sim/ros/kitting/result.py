"""Results of a trial: record, report, and score in the log."""

from __future__ import annotations

from pathlib import Path

import rospy

from sim.kitting.trial.report import write_report
from sim.kitting.trial.score import score
from sim.kitting.trial.summary import record, write
from sim.ros.awareness import simulator
from sim.ros.kitting.trial_run import TrialRun

REPORT = "report.html"


def leave_result(run: TrialRun, folder: Path) -> None:
    """Judge a trial by physical truth and write its results.

    ``trial.json``, and a report for people.
    """
    events = run.events()
    found = score(run.trial, run.layout, run.truth(), events)
    versions = {"simulator": simulator() or "unknown"}
    made = record(run.trial, events, found, versions)
    path = write(made, folder)
    write_report(made, folder / REPORT)
    rospy.loginfo(
        "agility_trial: %s after %.1f s: score %.2f of %.2f, %.0f %% of the parts right; %s",
        run.engine.ended,
        run.now,
        found.total,
        found.best,
        100.0 * found.completion,
        path,
    )
