"""The figures of sensors: ``./run bench sensors``, about three minutes.

Each section has a module of its own; this one says what is measured against which goals.
"""
from __future__ import annotations

import tempfile
from pathlib import Path

import _cameras
import _lidars
import _sensor_runs
import _sensor_truth
from _report import ROOT, Figure, Report, attempt, header, run
from _scenario import merge

REPETITIONS = (f"lidars: median of {_lidars.SCANS} scans; cameras: median of {_cameras.PICTURES} pictures; launches: median of {_sensor_runs.RUNS}, with and "
               "without a subscriber in turns; errors: the largest")


def main() -> None:
    report = Report("sensors", header(REPETITIONS))
    report.add(attempt(_sensor_truth.figures, Figure("largest errors of lidar, camera and IMU", None, "")))
    with tempfile.TemporaryDirectory() as folder:
        scenario = merge(Path(folder), 300)
        report.add(attempt(lambda: _lidars.figures(scenario), Figure("a scan of a VLP-16, merge of 300, embedded", None, "ms", 15.0)))
        report.add(attempt(lambda: _cameras.figures(scenario), Figure("camera 640x480 with depth, merge of 300, embedded", None, "fps", 20.0, better="higher")))
        report.add(attempt(lambda: _sensor_runs.figures(scenario), Figure("real-time factor with sensors, merge of 300, embedded", None, "x",
                                                                          _sensor_runs.GOAL, better="higher")))
    print(report.write(ROOT / "bench" / "results"))


if __name__ == "__main__":
    run(main)
