"""Process started by :mod:`sim.scenes.live.generation`.

Compiles a program, samples one scene and leaves its manifest in a folder.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import List, Tuple

from sim.errors import InputError, SimError
from sim.scenes import manifest
from sim.scenes.live.generation import REFUSAL_FILE, REQUEST_FILE, WARNINGS_FILE, SamplingInput
from sim.scenes.scene import Scene


def main(folder: Path) -> None:
    """Leave ``scene.json``, or the error."""
    sample = SamplingInput(**json.loads((folder / REQUEST_FILE).read_text(encoding="utf-8")))
    try:
        scene, warnings = _scene(sample)
        (folder / WARNINGS_FILE).write_text(json.dumps(warnings), encoding="utf-8")
        manifest.write(scene, folder / manifest.FILE)
    except InputError as error:
        _refuse(folder, error.where, str(error)[len(error.where) + 2 :])
    except SimError as error:
        _refuse(folder, "", str(error))
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] == "sim":
            raise
        _refuse(
            folder,
            "",
            f"{sys.executable} has no module {error.name}, which sampling a scene needs; in the "
            "package's folder, run ./run setup, or "
            f"{sys.executable} -m pip install -r setup/requirements/scenes.txt",
        )


def _scene(sample: SamplingInput) -> Tuple[Scene, List[str]]:
    from sim.scenes.descriptor import read_descriptor
    from sim.scenes.scenario import load_described

    loaded = load_described(
        sample.program, read_descriptor(sample.descriptor), sample.mode, sample.params
    )
    return loaded.sample(sample.seed, sample.max_iterations), loaded.warnings


def _refuse(folder: Path, where: str, what: str) -> None:
    (folder / REFUSAL_FILE).write_text(json.dumps({"where": where, "what": what}), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
