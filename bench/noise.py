"""Benchmark of the noise models and their node: ``./run bench noise``.

It takes about three minutes.
"""

from __future__ import annotations

import re
import subprocess
import sys
from typing import List

from bench.lib import noise_library
from bench.lib.report import ROOT, Figure, Report, attempt, header, run

REPETITIONS = (
    f"medians of {noise_library.FRAMES} frames, {noise_library.SWEEPS} sweeps, "
    f"{noise_library.REPORTS} reports, in processor time"
)


def quality() -> List[Figure]:
    """Run the statistical tests of each model.

    Kolmogorov-Smirnov, moments, correlations and counts.
    """
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-k",
        "test_noise",
        "-p",
        "no:cacheprovider",
        str(ROOT / "test" / "noise"),
    ]
    tests = subprocess.run(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=900,
    ).stdout
    counts = {
        word: int(number)
        for number, word in re.findall(
            r"(\d+) (passed|failed|error)", tests.strip().split("\n")[-1]
        )
    }
    if not counts.get("passed"):
        raise RuntimeError(tests[-400:])
    return [
        Figure(
            "statistical tests of the models that fail",
            counts.get("failed", 0) + counts.get("error", 0),
            "tests",
            0.0,
            note=f"{counts['passed']} pass; up to 1e6 samples each, seeds fixed",
        )
    ]


def node() -> List[Figure]:
    """Measure the whole node through ROS."""
    from bench.lib import noise_node  # needs rospy, which the library's figures do without

    return noise_node.figures()


def main() -> None:
    report = Report("noise", header(REPETITIONS))
    report.add(
        attempt(
            noise_library.images,
            Figure("1280x960 RGB, Gaussian, sigma 0.007, one core", None, "fps", 60.0, "higher"),
        )
    )
    report.add(attempt(noise_library.lidar, Figure("VLP-16, full chain", None, "ms", 3.0)))
    report.add(
        attempt(
            noise_library.detector,
            Figure(
                "poses of 200 objects at 30 Hz, share of a core, library alone", None, "%", 30.0
            ),
        )
    )
    report.add(
        attempt(
            noise_library.correlations,
            Figure("largest correlation of image noise, in sigmas of chance", None, "sigma", 4.0),
        )
    )
    report.add(
        attempt(quality, Figure("statistical tests of the models that fail", None, "tests", 0.0))
    )
    report.add(
        attempt(
            node,
            Figure("whole node, 1280x960 at 30 Hz, added latency", None, "ms", 35.0),
            Figure("whole node, poses of 200 objects every 2 ms, share of a core", None, "%", 30.0),
        )
    )
    print(f"results in {report.write(ROOT / 'bench' / 'results')}")


if __name__ == "__main__":
    run(main)
