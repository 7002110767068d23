"""Benchmark of scenes: ``./run bench scenes``, about six minutes.

Each section is a separate module; this one gives their order. ``SIM_PUBLIC_MODELS`` names a clone
of the public models, if there is one.
"""

from __future__ import annotations

from bench.lib import scene_boxes, scene_dynamic, scene_live, scene_sampling, scene_writing
from bench.lib.report import ROOT, Figure, Report, attempt, header, run

REPETITIONS = (
    f"sampling: {scene_sampling.RUNS} dense scenes and {scene_sampling.ROOMS} rooms in turns "
    f"with Scenic's own loop, {scene_sampling.PROCESSES} processes; "
    f"translation: {scene_writing.SAMPLES} rooms, batches of {scene_writing.BATCH_SIZE}; respawn: "
    f"{scene_live.RUNS}; boxes: every model once"
)


def main() -> None:
    report = Report("scenes", header(REPETITIONS))
    report.add(scene_boxes.figures())
    report.add(scene_sampling.figures())
    report.add(scene_writing.figures())
    report.add(scene_live.figures())
    report.add(
        attempt(scene_dynamic.figures, Figure("a timestep of a dynamic scenario", None, "ms"))
    )
    print(f"results in {report.write(ROOT / 'bench' / 'results')}")


if __name__ == "__main__":
    run(main)
