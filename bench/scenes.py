"""The figures of the scenes: ``./run bench scenes``, about six minutes.

Each section has a module of its own; this one says in which order. ``SIM_PUBLIC_MODELS`` names a
clone of the public models, if there is one.
"""

from __future__ import annotations

import _scene_boxes
import _scene_dynamic
import _scene_live
import _scene_sampling
import _scene_writing
from _report import ROOT, Figure, Report, attempt, header, run

REPETITIONS = (
    f"sampling: {_scene_sampling.RUNS} dense scenes and {_scene_sampling.ROOMS} rooms in turns "
    f"with Scenic's own loop, {_scene_sampling.PROCESSES} processes; "
    f"translation: {_scene_writing.SAMPLES} rooms, batches of {_scene_writing.BATCH}; respawn: "
    f"{_scene_live.RUNS}; boxes: every model once"
)


def main() -> None:
    report = Report("scenes", header(REPETITIONS))
    report.add(_scene_boxes.figures())
    report.add(_scene_sampling.figures())
    report.add(_scene_writing.figures())
    report.add(_scene_live.figures())
    report.add(
        attempt(_scene_dynamic.figures, Figure("a timestep of a dynamic scenario", None, "ms"))
    )
    print(f"results in {report.write(ROOT / 'bench' / 'results')}")


if __name__ == "__main__":
    run(main)
