"""Command ``python3 -m sim.assets.traffic FOLDER [MODEL ...]``.

It writes models of traffic, and bodies of cars driven in 3D, into a folder of models.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Optional, Sequence

from sim.assets.traffic.catalogue import MODELS, model_files
from sim.assets.traffic.egos import EGOS, write_ego
from sim.assets.traffic.files import write_model


def main(arguments: Optional[Sequence[str]] = None) -> None:
    """Write all models, or the named ones."""
    parser = argparse.ArgumentParser(prog="sim.assets.traffic", description=__doc__)
    parser.add_argument("folder", type=Path, help="folder of models, one folder for each")
    parser.add_argument("models", nargs="*", metavar="MODEL", help="; ".join([*MODELS, *EGOS]))
    options = parser.parse_args(arguments)
    known = [*MODELS, *EGOS]
    unknown = [name for name in options.models if name not in known]
    if unknown:
        parser.error(f"model not found: {', '.join(unknown)}; models: {', '.join(known)}")
    for name in options.models or known:
        if name in EGOS:
            write_ego(name, options.folder)
            continue
        model = model_files(name)
        write_model(model, options.folder)
        triangles = sum(
            len(model.meshes[visual.mesh][part][0])
            for visual in model.visuals
            if visual.mesh
            for part in model.meshes[visual.mesh]
        )
        print(f"{name}: {triangles} triangles")


if __name__ == "__main__":
    main()
