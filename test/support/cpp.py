"""Programs in C++ that a test compiles and runs, without CMake."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import List, Optional, Sequence, Union

import pytest
from support.parts import ROOT

from sim.gzserver.installation import prefix_folder

Word = Union[str, os.PathLike]
STRICT = ("-std=c++17", "-Wall", "-Wextra", "-Werror")
COMPILED = pytest.mark.skipif(shutil.which("g++") is None, reason="no g++ on this machine")


def prefixes() -> List[Path]:
    """Return the folders that hold ``include``: the system's, then Gazebo's prefix."""
    return [Path("/usr"), prefix_folder(os.environ) / "usr"]


def header_folder(header: str) -> Optional[Path]:
    """Return the first prefix with a header in its ``include``, or None."""
    return next((usr for usr in prefixes() if (usr / "include" / header).is_file()), None)


def compiled(program: Path, sources: Sequence[Path], *options: Word, optimized: str = "-O1") -> str:
    """Compile sources into a program by strict g++; ``options`` follow the sources."""
    folders = (f"-I{ROOT}", f"-I{ROOT / 'gazebo'}")
    words = ("g++", *STRICT, optimized, *folders, *sources, *options, "-o", program)
    subprocess.run([str(word) for word in words], check=True, timeout=300)
    return str(program)


def output(program: str, *words: object, lines: Sequence[str] = ()) -> str:
    """Return a program's output for words and lines of input; it must exit with 0."""
    return subprocess.run(
        [program, *map(str, words)],
        input="\n".join(lines),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=60,
    ).stdout


def numbers(text: str) -> List[List[float]]:
    """Return the numbers of each line."""
    return [[float(word) for word in line.split()] for line in text.splitlines()]
