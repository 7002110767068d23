"""Package files in a folder: completeness, checks and unpacking."""

from __future__ import annotations

import hashlib
import subprocess
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Callable, Iterable, List, Sequence
from urllib.parse import unquote

from .apt import Deb
from .errors import SetupError

SUMS_FILE = "SHA256SUMS"
RECIPE_FILE = "recipe"


def without(debs: Iterable[Deb], patterns: Sequence[str]) -> List[Deb]:
    """Return unique packages, except names that match a pattern."""
    return [
        deb
        for deb in dict.fromkeys(debs)
        if not any(fnmatchcase(deb.name, pattern) for pattern in patterns)
    ]


def sha256(path: Path) -> str:
    """Return a file's SHA-256 in hexadecimal."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


def is_complete(deb: Deb, folder: Path) -> bool:
    """Return whether a package's file has the index's size and hash."""
    path = folder / deb.file
    return path.is_file() and path.stat().st_size == deb.size and sha256(path) == deb.sha256


def missing(debs: Iterable[Deb], folder: Path) -> List[Deb]:
    """Return the packages still to fetch; remove damaged or partial files."""
    wanted = [deb for deb in debs if not is_complete(deb, folder)]
    for deb in wanted:
        if (folder / deb.file).exists():
            (folder / deb.file).unlink()
    return wanted


def own_copy(folder: Path, recipe: str) -> List[Deb]:
    """Return the packages kept in ``folder`` by an earlier set-up.

    Without a list of this recipe there are none. Raises SetupError if one has changed since.
    """
    kept = folder / RECIPE_FILE
    if not kept.is_file() or kept.read_text().strip() != recipe:
        return []
    debs = []
    for line in (folder / SUMS_FILE).read_text().splitlines():
        digest, file = line.split("  ")
        name, version, _ = file.split("_")
        size = (folder / file).stat().st_size if (folder / file).is_file() else 0
        debs.append(Deb(name, unquote(version), file, size, digest))
    damaged = [deb.file for deb in debs if not is_complete(deb, folder)]
    if damaged:
        raise SetupError(
            f"{folder}: {len(damaged)} packages are missing or differ from {SUMS_FILE}, "
            f"{damaged[0]} for one: copy them again, or remove {RECIPE_FILE} there to fetch them"
        )
    return debs


def keep(debs: Iterable[Deb], folder: Path, recipe: str) -> None:
    """Write the list of packages for :func:`own_copy`."""
    (folder / SUMS_FILE).write_text(checksums(debs))
    (folder / RECIPE_FILE).write_text(f"{recipe}\n")


def unpack(debs: Sequence[Deb], folder: Path, root: Path, report: Callable[[float], None]) -> None:
    """Unpack packages over each other, without running their scripts."""
    root.mkdir(parents=True)
    for count, deb in enumerate(debs):
        done = subprocess.run(
            ["dpkg-deb", "-x", str(folder / deb.file), str(root)], stderr=subprocess.PIPE, text=True
        )
        if done.returncode != 0:
            cause = (
                done.stderr.strip().splitlines() or [f"dpkg-deb ended with {done.returncode}"]
            )[0]
            raise SetupError(
                f"cannot unpack {deb.file}: {cause}. The packages are kept: put that right (free "
                "disk space?) and run this again"
            )
        report((count + 1) / len(debs))


def checksums(debs: Iterable[Deb]) -> str:
    """Return the list of packages as ``sha256sum`` writes it."""
    return "".join(f"{deb.sha256}  {deb.file}\n" for deb in sorted(debs, key=lambda deb: deb.file))
