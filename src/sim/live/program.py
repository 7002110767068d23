"""A Python program's source and the package that it belongs to."""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path
from typing import Iterable, List

from sim.errors import InputError

# Relay that catkin writes into a devel space in a program's place.
RELAY = re.compile(r"^python_script = '(?P<source>[^']+)'$", re.MULTILINE)
INSTALLED = {"site-packages", "dist-packages"}
MANIFEST = "package.xml"


def source_of(program: Path) -> Path:
    """Return the file that a user edits.

    For catkin's relay it is the named file, else the program itself.
    """
    try:
        text = program.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(program, f"is not a Python program ({error})") from None
    relayed = RELAY.search(text)
    return Path(relayed["source"]) if relayed else program.resolve()


def interpreter_of(program: Path) -> str:
    """Return the Python of a program's first line. Empty without one on this machine."""
    with program.open("rb") as file:
        line = file.readline(256).decode(errors="replace").strip()
    words = line[2:].split() if line.startswith("#!") else []
    if words and Path(words[0]).name == "env":
        del words[0]
    return (shutil.which(words[0]) or "") if words and "python" in words[0] else ""


def package_of(source: Path) -> Path:
    """Return the folder of a source's ROS package. Outside of any it is the source's folder."""
    folders = source.resolve().parents
    return next((folder for folder in folders if (folder / MANIFEST).is_file()), folders[0])


def inside(package: Path, files: Iterable[str]) -> List[str]:
    """Return the files that belong to a package.

    They are below its folder, but not installed there, as in a virtual environment.
    """
    found = set()
    for file in files:
        path = Path(file).resolve()
        if package in path.parents and not INSTALLED & set(path.parts):
            found.add(str(path))
    return sorted(found)


def has_guard(tree: ast.Module) -> bool:
    """Return whether a program works only ``if __name__ == "__main__"``."""
    for node in tree.body:
        if isinstance(node, ast.If) and isinstance(node.test, ast.Compare):
            names = {one.id for one in ast.walk(node.test) if isinstance(one, ast.Name)}
            if "__name__" in names:
                return True
    return False


def imports_of(tree: ast.Module) -> ast.Module:
    """Return a module's own imports alone as a program.

    Imports in ``with`` and ``try`` are included.
    """
    found: List[ast.stmt] = []

    def collect(body: Iterable[ast.stmt]) -> None:
        for node in body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                found.append(node)
            elif isinstance(node, (ast.With, ast.Try)):
                collect(node.body)

    collect(tree.body)
    return ast.Module(found, [])
