"""Draws the model ``surfaces``: ``python3 -m sim.assets.textures FOLDER --seed N --only NAME``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import List, Optional

from sim.assets.surfaces import MODEL
from sim.assets.textures.catalogue import DRAWN, SEED, write_model
from sim.console import exit_code
from sim.resources import resource


def main(argv: Optional[List[str]] = None) -> int:
    """Write the model; return 0, or 2 after one line on stderr."""
    parser = argparse.ArgumentParser(
        prog="sim.assets.textures", description="Draws the textures of generated worlds."
    )
    parser.add_argument(
        "folder",
        nargs="?",
        default=str(resource("models", MODEL)),
        help="model to write (default: %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=SEED, help="default: %(default)s")
    parser.add_argument(
        "--only", nargs="+", default=[], metavar="NAME", help=f"some of: {', '.join(DRAWN)}"
    )
    arguments = parser.parse_args(argv)

    def write() -> None:
        files = write_model(Path(arguments.folder), arguments.only, arguments.seed)
        size = sum(file.stat().st_size for file in files)
        print(
            f"seed {arguments.seed}: {len(files)} images, {size / 1e6:.2f} MB, {arguments.folder}"
        )

    return exit_code(write)


if __name__ == "__main__":
    sys.exit(main())
