"""Checks the words of ``./run NAME name:=value ...`` before roslaunch.

roslaunch accepts unknown arguments silently. A launch file of this package declares all arguments
of its includes, so that the included files need not be read here. Paths are relative to the user's
folder, since nodes run in another folder.
"""

from __future__ import annotations

import difflib
import re
from pathlib import Path
from typing import List, Sequence

from sim.errors import InputError
from sim.launch_arguments import declared

# Words for roslaunch itself begin with two underscores.
ASSIGNED = re.compile(r"(?!__)([^:=\s/]+):=(.*)", re.DOTALL)
# Syntax of shells and other programs; roslaunch would look for a file of that name.
EQUATED = re.compile(r"([A-Za-z_]\w*)=(.*)", re.DOTALL)
# Outputs of a run, which need not exist yet.
OUTPUTS = ("record", "run_folder", "picture", "output", "trajectories")


def check(file: Path, name: str, value: str) -> None:
    """Raise InputError for an argument that the launch file does not take.

    The error is also raised for an argument that the launch file sets itself, and for an empty
    value that roslaunch would ignore.
    """
    arguments = declared(file)
    if name not in arguments:
        near = difflib.get_close_matches(
            name, [known for known, free in arguments.items() if free], 1
        )
        hint = (
            f"did you mean '{near[0]}'?"
            if near
            else f"./run {file.stem} --ros-args lists those that it has"
        )
        raise InputError(f"{name}:={value}", f"{file.stem} has no argument '{name}'; {hint}")
    if not arguments[name]:
        others = [
            other.stem
            for other in sorted(file.parent.glob("*.launch"))
            if declared(other).get(name)
        ]
        raise InputError(
            f"{name}:={value}",
            f"{file.name} sets '{name}' itself"
            + (f"; use {' or '.join(others)}" if others else ""),
        )
    if not value.strip():
        raise InputError(f"{name}:=", "the value is missing; leave the word out for the default")


def absolute(name: str, value: str, caller: Path) -> str:
    """Return a value with its path made absolute, if any.

    A path is an output, or an existing file written with a folder or a suffix; also a list of such
    files with commas.
    """
    if name in OUTPUTS:
        return str(_path(value, caller))
    words = value.split(",")
    if all(("/" in word or Path(word).suffix) and _path(word, caller).exists() for word in words):
        return ",".join(str(_path(word, caller)) for word in words)
    return value


def _path(word: str, caller: Path) -> Path:
    return caller / Path(word.strip()).expanduser()


def prepared(file: Path, caller: Path, words: Sequence[str]) -> List[str]:
    """Return the words for roslaunch; InputError if an argument is wrong."""
    found = []
    for word in words:
        match = ASSIGNED.fullmatch(word)
        if match:
            name, value = match.groups()
            check(file, name, value)
            word = f"{name}:={absolute(name, value, caller)}"
        elif EQUATED.fullmatch(word):
            raise InputError(
                word,
                f"arguments are written name:=value; did you mean {word.replace('=', ':=', 1)}?",
            )
        found.append(word)
    return found
