"""Benchmark of sensors: ``./run bench sensors``, about six minutes.

Three of them are on Gazebo. Each section is a separate module; this one lists the measurements and
their goals.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from bench.lib import cameras, gazebo_sensors, lidars, sensor_runs, sensor_truth
from bench.lib.report import ROOT, Figure, Report, attempt, header, run
from bench.lib.scenario import merge

REPETITIONS = (
    f"lidars: median of {lidars.SCANS} scans; cameras: median of {cameras.PICTURES} pictures; "
    f"launches: median of {sensor_runs.RUNS}, with "
    "a subscriber, without one and without sensors in turns; errors: the largest"
)


def main() -> None:
    report = Report("sensors", header(REPETITIONS))
    report.add(
        attempt(
            sensor_truth.figures,
            *(
                Figure(f"largest error of {what}", None, unit, goal)
                for what, unit, goal in (
                    ("a lidar's return against planes and boxes", "mm", 1.0),
                    ("a known point's pixel", "px", 0.5),
                    ("an IMU against differentiated truth", "%", 1.0),
                )
            ),
        )
    )
    with tempfile.TemporaryDirectory() as folder:
        scenario = merge(Path(folder), 300)
        report.add(
            attempt(
                lambda: lidars.figures(scenario),
                *(
                    Figure(
                        f"{name}, a scan with its message, merge of 300, embedded", None, "ms", goal
                    )
                    for name, goal in lidars.GOALS.items()
                ),
            )
        )
        report.add(
            attempt(
                lambda: cameras.figures(scenario),
                Figure(
                    "camera 640x480 with depth, merge of 300, embedded",
                    None,
                    "fps",
                    20.0,
                    better="higher",
                ),
            )
        )
        report.add(
            attempt(
                lambda: sensor_runs.figures(scenario),
                Figure(
                    "real-time factor with sensors, merge of 300, embedded",
                    None,
                    "x",
                    sensor_runs.COST_GOAL,
                    better="higher",
                ),
            )
        )
    if os.environ.get("SIM_SKIP_GAZEBO") != "1":
        report.add(
            attempt(
                gazebo_sensors.figures,
                *(
                    Figure(
                        gazebo_sensors.figure_name(name),
                        None,
                        "x",
                        gazebo_sensors.RATE_GOAL,
                        better="higher",
                    )
                    for name in gazebo_sensors.SENSORS
                ),
            )
        )
    print(report.write(ROOT / "bench" / "results"))


if __name__ == "__main__":
    run(main)
