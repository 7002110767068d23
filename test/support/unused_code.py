"""Finds code of the library that is unused outside of ``test``, by vulture.

Vulture uses names alone: a definition counts as used if its name stands anywhere in the programs.
Beside the programs, names in configuration, launch files and Scenic programs count, and in the
documentation's code, since users call it. A package's ``__init__`` does not: its imports are for
other packages.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Dict, List, Set

from support.parts import ROOT
from vulture import Vulture

# Kinds of definitions; fields of dataclasses and attributes are left out, since whole objects are
# written to files and messages.
KINDS = ("class", "function", "method", "property")
TEXTS = (".yaml", ".scenic", ".launch", ".xml")
NAME = re.compile(r"[A-Za-z_]\w*")
CONSTANT = re.compile(r"[A-Z][A-Z0-9_]*")
CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)


def tracked() -> List[Path]:
    """Return the checkout's files that are not tests."""
    words = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    paths = [Path(line) for line in listed.splitlines()]
    return [path for path in paths if path.parts[0] != "test" and (ROOT / path).is_file()]


def is_python(path: Path) -> bool:
    """Return whether a file is a module or an executable in Python."""
    if path.suffix:
        return path.suffix == ".py" and path.name != "__init__.py"
    with (ROOT / path).open("rb") as stream:
        return stream.readline().startswith(b"#!/usr/bin/env python3")


def names_in_texts(paths: List[Path]) -> Set[str]:
    """Return the words of configuration and of the documentation's code."""
    found: Set[str] = set()
    for path in paths:
        if path.suffix in (*TEXTS, ".md"):
            text = (ROOT / path).read_text(encoding="utf-8")
            codes = CODE.findall(text) if path.suffix == ".md" else [text]
            found.update(*map(NAME.findall, codes))
    return found


def unused() -> Dict[str, str]:
    """Return unused definitions below ``src/sim`` by name, with file and line."""
    paths = tracked()
    scanner = Vulture()
    scanner.scavenge([ROOT / path for path in paths if is_python(path)])
    return unused_of(scanner, names_in_texts(paths))


def unused_of(scanner: Vulture, named: Set[str]) -> Dict[str, str]:
    """Return a scanner's unused names that the texts do not name."""
    found: Dict[str, str] = {}
    for item in scanner.get_unused_code(sort_by_size=False):
        path = Path(item.filename).relative_to(ROOT)
        constant = item.typ == "variable" and CONSTANT.fullmatch(item.name)
        if (item.typ in KINDS or constant) and path.parts[0] == "src" and item.name not in named:
            found[f"{path.with_suffix('')}:{item.name}"] = f"{path}:{item.first_lineno}"
    return found
