"""Finds the package's own files.

Models, urdf, config, worlds, networks, and scenarios lie beside ``src`` in a checkout, to which a
devel space points; in ``share/sim`` of the prefix in an install space; in ``share`` of the Python
package in a wheel. All look-ups of a package file by name belong here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Iterator

from sim.errors import SimError

PACKAGE = Path(__file__).resolve().parent
# Lies in the folder that is looked for, in all spaces.
MARK = "package.xml"


def share_of(package: Path) -> Path:
    """Return the folder with the files of ``package``.

    It is the folder of the Python package ``sim``.
    """
    for folder in _candidates(package):
        if (folder / MARK).is_file():
            return folder
    raise SimError(
        f"the files of the package sim (models, config, ...) are neither beside {package.parent} "
        f"nor in {package / 'share'} nor in share/sim of a folder above {package}: build or "
        "install the whole package"
    )


def resource(*parts: str) -> Path:
    """Return a file or folder of the package, such as ``config/robots``; it may be missing."""
    return share_of(PACKAGE).joinpath(*parts)


def _candidates(package: Path) -> Iterator[Path]:
    if package.parent.name == "src":
        yield package.parents[1]
    yield package / "share"
    for prefix in package.parents:
        yield prefix / "share" / package.name
