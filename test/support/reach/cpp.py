"""Uses of a C++ file: its headers, and the sources that define their functions."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Dict, Set

from support.reach.tree import Tree

SUFFIXES = (".h", ".hh", ".hpp", ".cc", ".cpp", ".in")
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)
# The beginning of a function that Python calls; laws/interface.h defines the macro.
INTERFACES = ("SIM_INTERFACE", 'extern "C"')
# A function that Python calls by its name.
EXPORTED = re.compile(r"\b(sim_\w+)\s*\(")


class Sources:
    """C++ files of a checkout: includes, and functions exported by libraries."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.files = {file for file in tree.files if PurePosixPath(file).suffix in SUFFIXES}
        self._by_name: Dict[str, Set[str]] = {}
        for file in self.files:
            self._by_name.setdefault(PurePosixPath(file).name, set()).add(file)
        self.exporting: Dict[str, Set[str]] = {}
        for file in self.files:
            if file.endswith(".cc") and any(mark in tree.text(file) for mark in INTERFACES):
                for name in EXPORTED.findall(tree.text(file)):
                    self.exporting.setdefault(name, set()).add(file)

    def uses(self, file: str) -> Set[str]:
        """Return a file's headers, and for a header the sources of its declarations.

        These are the source of its name, else the ones beside it that include it.
        """
        found: Set[str] = set()
        for name in INCLUDE.findall(self._tree.text(file)):
            found |= self._included(file, name)
        path = PurePosixPath(file)
        if path.suffix in (".h", ".hh", ".hpp"):
            own = str(path.with_suffix(".cc"))
            found |= {own} if own in self.files else self._beside(path)
        return found - {file}

    def _included(self, file: str, name: str) -> Set[str]:
        beside = str(PurePosixPath(file).parent / name)
        if beside in self.files:
            return {beside}
        alike = self._by_name.get(PurePosixPath(name).name, set())
        return {one for one in alike if f"/{one}".endswith(f"/{name.lstrip('./')}")}

    def _beside(self, header: PurePosixPath) -> Set[str]:
        return {
            file
            for file in self._tree.below(str(header.parent))
            if file.endswith(".cc")
            and PurePosixPath(file).parent == header.parent
            and header.name in map(_name, INCLUDE.findall(self._tree.text(file)))
        }


def _name(include: str) -> str:
    return PurePosixPath(include).name
