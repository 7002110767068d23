"""Files of a model's folder, and the dependencies of meshes."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from typing import Iterator, List, Optional, Set, Tuple

MODEL = "model://"
CONFIGS = ("model.config", "manifest.xml")
_DAE_IMAGE = re.compile(rb"<init_from>(?:\s*<ref>)?\s*([^<]*?)\s*<")
_OBJ_LIBRARY = re.compile(rb"^\s*mtllib\s+(.+?)\s*$", re.MULTILINE)
_MTL_MAP = re.compile(
    rb"^\s*(?:map_\w+|bump|disp|decal|refl)\s+(?:-\S+\s+\S+\s+)*(.+?)\s*$", re.MULTILINE
)

_NAMING = {"image": _DAE_IMAGE, "library": _OBJ_LIBRARY, "map": _MTL_MAP}


def files_of(folder: str) -> Tuple[Tuple[str, str], ...]:
    """Return the files below a folder, as relative and absolute paths.

    In a fixed order; links are followed, hidden ones left out.
    """
    return tuple(sorted(_walk(folder, "", set())))


def _walk(folder: str, inside: str, seen: Set[str]) -> Iterator[Tuple[str, str]]:
    real = os.path.realpath(folder)
    if real in seen:
        return
    seen = seen | {real}
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith("."):
                continue
            if entry.is_dir():
                yield from _walk(entry.path, os.path.join(inside, entry.name), seen)
            elif entry.is_file():
                yield os.path.join(inside, entry.name), entry.path


def model_folder(path: str, known: Tuple[str, ...] = ()) -> Optional[str]:
    """Return the nearest model's folder around a path, or None.

    It has a model.config or is in ``known``.
    """
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    while True:
        if folder in known or any(os.path.isfile(os.path.join(folder, name)) for name in CONFIGS):
            return folder
        folder, below = os.path.dirname(folder), folder
        if folder == below:
            return None


def mesh_parts(path: str) -> List[str]:
    """Return the existing files that a mesh refers to.

    Images of a .dae, material libraries of an .obj and their images.
    """
    return [file for file, exists in mesh_references(path) if exists]


def mesh_references(path: str) -> List[Tuple[str, bool]]:
    """Return all files that a mesh names, and whether they exist."""
    kind = os.path.splitext(path)[1].lower()
    if kind == ".dae":
        return list(_places(path, "image"))
    if kind != ".obj":
        return []
    libraries = list(_places(path, "library"))
    return libraries + [
        image for library, exists in libraries if exists for image in _places(library, "map")
    ]


def mesh_uris(path: str) -> List[str]:
    """Return the ``model://`` URIs of images in a mesh.

    Or in its material libraries; these are not rewritten.
    """
    kind = os.path.splitext(path)[1].lower()
    files = (
        [path]
        if kind == ".dae"
        else [library for library, exists in _places(path, "library") if exists]
        if kind == ".obj"
        else []
    )
    return [
        name
        for file in files
        for name in _named(file, "image" if kind == ".dae" else "map")
        if name.startswith(MODEL)
    ]


def _places(path: str, what: str) -> Iterator[Tuple[str, bool]]:
    """Yield the files that a file refers to.

    Images are beside it, or in the model's materials/textures, where Gazebo searches too.
    """
    folder = os.path.dirname(path)
    for name in _named(path, what):
        if name.startswith(MODEL):
            continue
        places = [
            os.path.normpath(os.path.join(folder, name)),
            os.path.normpath(
                os.path.join(folder, "..", "materials", "textures", os.path.basename(name))
            ),
        ]
        found = [place for place in places if os.path.isfile(place)]
        yield (found or places)[0], bool(found)


def _named(path: str, what: str) -> Tuple[str, ...]:
    status = os.stat(path)
    return _names(
        status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, what, _Path(path)
    )


class _Path(str):
    """A path that is ignored in a cache's key. Links to one file are read once."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Path)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=2048)
def _names(
    device: int, inode: int, size: int, mtime_ns: int, what: str, path: _Path
) -> Tuple[str, ...]:
    with open(path, "rb") as stream:
        data = stream.read()
    names = [
        match.decode("utf-8", "replace").replace("\\", "/")
        for match in dict.fromkeys(_NAMING[what].findall(data))
    ]
    return tuple(
        name[len("file://") :] if name.startswith("file://") else name
        for name in names
        if "." in os.path.basename(name)
    )
