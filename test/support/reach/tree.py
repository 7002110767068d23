"""Files of a checkout, and the ones that a word in a text can mean."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Dict, FrozenSet, Iterable, List, Set, Tuple

# A file name of more files than this is ambiguous without its folder.
MAX_ALIKE = 8
# Folders with files or folders named without suffix, as the model ``ego_car``.
NAMED_BY_STEM = ("config", "models", "networks", "scenarios", "programs", "urdf", "worlds")
# Code is used by imports, includes and launch files; only tests name its files.
CODE = (".py", ".h", ".hh", ".hpp", ".cc", ".cpp", ".ts")
FILE_NAME = re.compile(r"[\w+-]+(?:\.[\w+-]+)+")
MODEL = re.compile(r"(?:model|package)://([\w.+/-]+)")
BLANK = re.compile(r"\s")
LIST = re.compile(r"[:,;]")
SEPARATOR = re.compile(r"[/:,;]")


class Tree:
    """The files of a checkout, as paths relative to ``root``.

    Removed files count too, so that their remaining users are found.
    """

    def __init__(self, root: Path, files: Iterable[str]) -> None:
        self.root = root
        self.files = frozenset(files)
        self.folders: Dict[str, Set[str]] = {}
        # Files of modules by the folder where they are looked for and the parts of their names.
        self.modules: Dict[Tuple[str, ...], FrozenSet[str]] = {}
        self._by_word: Dict[str, Set[str]] = {}
        self._code: Dict[str, Set[str]] = {}
        names: Dict[str, List[str]] = {}
        for file in self.files:
            path = PurePosixPath(file)
            if path.suffix in CODE or path.parts[0] == "nodes":
                self._code.setdefault(path.name, set()).add(file)
            else:
                names.setdefault(path.name, []).append(file)
            for folder in path.parents:
                self.folders.setdefault(str(folder), set()).add(file)
            if path.parts[0] in NAMED_BY_STEM:
                folders = path.parts[1:-1] if path.parts[0] != "config" else ()
                for word in {path.name.partition(".")[0], *folders}:
                    self._by_word.setdefault(word, set()).add(file)
        for name, alike in names.items():
            if len(alike) <= MAX_ALIKE:
                self._by_word.setdefault(name, set()).update(alike)

    @lru_cache(maxsize=None)  # noqa: B019 - one tree lives as long as the program
    def text(self, file: str) -> str:
        """Return a file's text; empty for a picture or a removed file."""
        try:
            return (self.root / file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return ""

    def named(self, texts: Iterable[str]) -> Set[str]:
        """Return the data files that texts name, by file name or ``model://NAME``.

        A text without blanks also counts by its parts, which may be paths or lists; a folder stands
        for all of its files.
        """
        words: Set[str] = set()
        folders: Set[str] = set()
        for text in texts:
            words.update(FILE_NAME.findall(text))
            words.update(part for path in MODEL.findall(text) for part in path.split("/"))
            if not BLANK.search(text):
                words.update(SEPARATOR.split(text))
                folders.update(part.strip("/") for part in LIST.split(text))
        found = set().union(*(self._by_word.get(word, ()) for word in words))
        # Files of a folder may be named at run time. A folder at the root is too much to mean.
        for folder in {folder for folder in folders if "/" in folder} & self.folders.keys():
            if not folder.startswith(("src/", "test/")):
                found |= self.folders[folder]
        return found

    def code(self, names: Iterable[str]) -> Set[str]:
        """Return the code in files of some names."""
        return set().union(*(self._code.get(name, ()) for name in names))

    def below(self, folder: str) -> FrozenSet[str]:
        """Return all files below a folder."""
        return frozenset(self.folders.get(folder, ()))
