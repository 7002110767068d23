"""Scenic programs allowed in requests.

A program is Python code, so only those in folders that the user chose.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import List, Sequence, Tuple

from sim.errors import InputError

SUFFIX = ".scenic"
THREE = "_3d"


class Programs:
    """Programs and descriptors in some folders. Searched in their order, and below them."""

    def __init__(self, folders: Sequence[str]) -> None:
        self.folders: Tuple[Path, ...] = tuple(
            Path(folder).expanduser().resolve() for folder in folders if folder
        )
        missing = [str(folder) for folder in self.folders if not folder.is_dir()]
        if missing:
            raise InputError("scenario_path", f"folder {', '.join(missing)} not found")
        if not self.folders:
            raise InputError(
                "scenario_path",
                "names no folder; give those with your Scenic programs, separated by colons",
            )

    def names(self) -> List[str]:
        """Return the programs by their path in their folder, without .scenic."""
        found = [
            str(path.relative_to(folder))[: -len(SUFFIX)]
            for folder in self.folders
            for path in sorted(folder.rglob("*" + SUFFIX))
        ]
        return list(dict.fromkeys(found))

    def program(self, text: str) -> Path:
        """Return the program of a name or path.

        Raises InputError if it is missing, or outside of the folders.
        """
        name = text.strip()
        if not name:
            raise InputError(
                "scenario",
                f"names no program; programs: {', '.join(self.names()) or 'none'} in "
                f"{self._searched()}",
            )
        return self._find(name if name.endswith(SUFFIX) else name + SUFFIX, "scenario")

    def descriptor(self, text: str, beside: Path) -> Path:
        """Return the descriptor of a name or path.

        By default the one with the program's name, without its _3d, beside the program.
        """
        if text.strip():
            return self._find(text.strip(), "models")
        stems = [
            beside.stem,
            beside.stem[: -len(THREE)] if beside.stem.lower().endswith(THREE) else beside.stem,
        ]
        for stem in stems:
            path = beside.with_name(stem + ".yaml")
            if path.is_file():
                return path
        raise InputError(
            "models",
            f"names no descriptor, and {beside.with_name(stems[-1] + '.yaml')} is missing",
        )

    def _find(self, name: str, field: str) -> Path:
        places = [Path(name)] if os.path.isabs(name) else [folder / name for folder in self.folders]
        # A link inside a folder may lead out of it.
        found = [place.resolve() for place in places if place.is_file()]
        if not found:
            near = f"; programs: {', '.join(self.names()) or 'none'}" if field == "scenario" else ""
            raise InputError(field, f"file {name} not found in {self._searched()}{near}")
        inside = [path for path in found if any(folder in path.parents for folder in self.folders)]
        if not inside:
            raise InputError(
                field,
                f"{found[0]} is outside of scenario_path, which is {self._searched()}; move it "
                "there, or start scene_spawner with its folder too",
            )
        return inside[0]

    def _searched(self) -> str:
        return ":".join(map(str, self.folders))


def mode_of(program: Path, mode: str) -> str:
    """Return 2D or 3D: as requested, else by the program's name."""
    if mode not in ("", "2D", "3D"):
        raise InputError(
            "mode", f"{mode!r} is neither 2D nor 3D; empty: as the program's name says (..._3d)"
        )
    return mode or ("3D" if program.stem.lower().endswith(THREE) else "2D")
