"""A Python program's source and the package that it belongs to."""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path
from typing import Iterable, List

from sim.errors import InputError

# What catkin writes into a devel space in a program's place.
RELAY = re.compile(r"^python_script = '(?P<source>[^']+)'$", re.MULTILINE)
INSTALLED = {"site-packages", "dist-packages"}
MANIFEST = "package.xml"


def source_of(program: Path) -> Path:
    """The file that a user edits: catkin's relay names it; any other program is its own source."""
    try:
        text = program.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(program, f"is no Python program ({error})") from None
    relayed = RELAY.search(text)
    return Path(relayed["source"]) if relayed else program.resolve()


def interpreter_of(program: Path) -> str:
    """The Python that a program's first line names; empty where it names none that is here."""
    with program.open("rb") as file:
        line = file.readline(256).decode(errors="replace").strip()
    words = line[2:].split() if line.startswith("#!") else []
    if words and Path(words[0]).name == "env":
        del words[0]
    return (shutil.which(words[0]) or "") if words and "python" in words[0] else ""


def package_of(source: Path) -> Path:
    """The folder of the ROS package that a source is in; outside of any, the source's folder."""
    folders = source.resolve().parents
    return next((folder for folder in folders if (folder / MANIFEST).is_file()), folders[0])


def inside(package: Path, files: Iterable[str]) -> List[str]:
    """Those of some files that belong to a package: below its folder, and not installed there, as
    in a virtual environment."""
    found = set()
    for file in files:
        path = Path(file).resolve()
        if package in path.parents and not INSTALLED & set(path.parts):
            found.add(str(path))
    return sorted(found)


def has_guard(tree: ast.Module) -> bool:
    """Whether a program does its work only ``if __name__ == "__main__"``."""
    for node in tree.body:
        if isinstance(node, ast.If) and isinstance(node.test, ast.Compare):
            names = {one.id for one in ast.walk(node.test) if isinstance(one, ast.Name)}
            if "__name__" in names:
                return True
    return False


def imports_of(tree: ast.Module) -> ast.Module:
    """The program of a module's own imports alone, also those in ``with`` and ``try``."""
    found: List[ast.stmt] = []

    def collect(body: Iterable[ast.stmt]) -> None:
        for node in body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                found.append(node)
            elif isinstance(node, (ast.With, ast.Try)):
                collect(node.body)

    collect(tree.body)
    return ast.Module(found, [])
