"""Benchmark of calibration: ``./run bench calibration``, about twenty minutes.

Each section is a separate module; this one lists the measurements and their goals. The suite's
results are kept in ``build/bench_calibration``, and an interrupted run resumes from them.
"""

from __future__ import annotations

from bench.lib import calibration_live, calibration_runs, calibration_suite
from bench.lib.report import ROOT, Figure, Report, attempt, header, run

REPETITIONS = (
    "suite: nine settings, six lidars, one seed; "
    f"normalised error: {calibration_runs.SEEDS} seeds; "
    f"check: {calibration_runs.WATCH_TIME:g} simulated s; Gazebo: nine settings"
)


def main() -> None:
    report = Report("calibration", header(REPETITIONS))
    report.add(attempt(calibration_runs.resources, *calibration_runs.LACKING))
    report.add(
        attempt(
            lambda: calibration_suite.figures(ROOT / "build" / "bench_calibration"),
            Figure("suite", None, "mm", 3.0),
        )
    )
    report.add(attempt(calibration_runs.places, Figure("2022 board, three poses", None, "mm", 1.5)))
    report.add(
        attempt(calibration_runs.normalised, Figure("mean normalised squared error", None, "", 6.7))
    )
    report.add(attempt(calibration_runs.false_alarms, Figure("drift without cause", None, "", 0.0)))
    report.add(
        attempt(calibration_live.figures, Figure("VLP-16 on Gazebo, worst e_t", None, "mm", 3.0))
    )
    print(f"results in {report.write(ROOT / 'bench' / 'results')}")


if __name__ == "__main__":
    run(main)
