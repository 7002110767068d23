"""Panels of users' packages: JavaScript files that the page loads."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterable, List, Tuple

from sim.errors import InputError


@dataclass(frozen=True)
class PanelFile:
    """JavaScript file of a panel; ``name`` is the file's without its suffix."""

    name: str
    path: Path


def panel_files(uris: Iterable[str], find: Callable[[str], Path]) -> Tuple[PanelFile, ...]:
    """Return the panels' files.

    ``find`` resolves a package:// address. Raises InputError if a file is missing or a name occurs
    twice.
    """
    found: List[PanelFile] = []
    for uri in uris:
        path = find(uri) if uri.startswith("package://") else Path(uri).expanduser()
        if path.suffix not in (".js", ".mjs") or not path.is_file():
            raise InputError(
                "panels", f"{uri} is not a .js file; write its path, or package://NAME/..."
            )
        if not re.fullmatch(r"[A-Za-z0-9_-]+", path.stem):
            raise InputError("panels", f"{uri}: its name has more than letters, digits, _ and -")
        if path.stem in (one.name for one in found):
            raise InputError("panels", f"two are called {path.stem}: {uri} is the second")
        found.append(PanelFile(path.stem, path.resolve()))
    return tuple(found)
