"""The figures of the development environment: ``./run bench environment``, some hours, resumable.

Each section has a module of its own; this one says what is measured against which goals.
"""

from __future__ import annotations

from bench.lib import environment_laps, tracked_features
from bench.lib.report import ROOT, Figure, Report, attempt, header, run

LAPS = 20


def main() -> None:
    report = Report("environment", header(f"{LAPS} laps, empty and with traffic"))
    for traffic in (False, True):
        missing = Figure("laps", None, "", float(LAPS - traffic), better="higher")
        report.add(attempt(lambda traffic=traffic: environment_laps.laps(LAPS, traffic), missing))
    report.add(
        attempt(
            tracked_features.figures,
            Figure(
                "ORB features, the town against plain colours",
                None,
                "x",
                tracked_features.GOAL,
                better="higher",
            ),
        )
    )
    report.write(ROOT / "bench" / "results")


if __name__ == "__main__":
    run(main)
