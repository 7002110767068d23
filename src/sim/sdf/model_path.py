"""Resolution of URIs in SDF files.

``model://name/rest`` on the model path, ``file://`` and relative ones. A ``model://`` URI stays in
its folder. The SDF file of a model folder is chosen by its model.config.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import List, Optional, Sequence, Tuple

from sim.errors import InputError
from sim.sdf.xml.elements import Element, parse_file
from sim.sdf.xml.elements import where as where_of

NEWEST = (1, 7)
CONFIGS = ("model.config", "manifest.xml")


class ModelPath:
    """Folders to search for models, in order, as in GAZEBO_MODEL_PATH."""

    def __init__(self, paths: Sequence[str]) -> None:
        self.paths = tuple(os.path.expanduser(os.fspath(path)) for path in paths if os.fspath(path))

    def resolve(self, uri: str, folder: str = "", where: Optional[object] = None) -> str:
        """Return the existing file or folder of ``uri``.

        Relative ones start at ``folder``, that of the referring file.
        """
        where = uri if where is None else where
        scheme, rest = split_uri(uri)
        if scheme == "model":
            return self._resolve_model(uri, rest, where)
        if scheme not in ("", "file"):
            raise InputError(
                where,
                f"{uri!r} has the scheme {scheme}://; write model://name/..., file:// or a "
                "relative path",
            )
        if not rest:
            raise InputError(
                where, "the URI is empty; write model://name/..., file:// or a relative path"
            )
        candidates = (
            [rest]
            if os.path.isabs(rest)
            else [os.path.join(base, rest) for base in (folder, *self.paths)]
        )
        for candidate in candidates:
            if os.path.exists(candidate):
                return candidate
        raise InputError(where, f"{uri!r}: no such file; searched {', '.join(candidates)}")

    def _resolve_model(self, uri: str, rest: str, where: object) -> str:
        parts = confined_parts(uri, rest, where)
        for path in self.paths:
            candidate = os.path.join(path, *parts)
            if os.path.exists(candidate):
                return candidate
        searched = ", ".join(self.paths) or "no folder at all, since the model path is empty"
        found = [path for path in self.paths if os.path.isdir(os.path.join(path, parts[0]))]
        if found:
            raise InputError(
                where,
                f"{uri!r}: the model {parts[0]!r} in {', '.join(found)} has no "
                f"{'/'.join(parts[1:])!r}; check the file's name",
            )
        raise InputError(
            where,
            f"{uri!r}: model {parts[0]!r} not found; searched {searched}; "
            "add the folder that holds it to the model path (GAZEBO_MODEL_PATH)",
        )

    def model_file(self, uri: str, folder: str = "", where: Optional[object] = None) -> str:
        """Return the SDF file of a model. ``uri`` is a model's folder or an SDF file."""
        found = self.resolve(uri, folder, where)
        return sdf_of_folder(found) if os.path.isdir(found) else found


def split_uri(uri: str) -> Tuple[str, str]:
    """Return scheme and rest of a URI. The scheme is empty for a plain path."""
    match = re.match(r"^([A-Za-z][A-Za-z0-9+.-]*)://(.*)$", uri.strip())
    return (match.group(1).lower(), match.group(2)) if match else ("", uri.strip())


def confined_parts(uri: str, rest: str, where: object) -> List[str]:
    """Return the path parts below a ``model://`` or ``package://`` root.

    ``..`` could leave it and is refused.
    """
    parts = [part for part in rest.replace("\\", "/").split("/") if part not in ("", ".")]
    if ".." in parts or "\0" in rest:
        raise InputError(
            where,
            f"{uri!r} climbs out of its folder with '..'; name the file below the model's folder",
        )
    if not parts:
        raise InputError(
            where, f"{uri!r} names nothing; write the name of a model or package after the slashes"
        )
    return parts


def sdf_of_folder(folder: str) -> str:
    """Return the SDF file of a model folder. The newest of its model.config up to SDF 1.7."""
    for name in CONFIGS:
        config = os.path.join(folder, name)
        if os.path.isfile(config):
            return best_sdf(folder, config, parse_file(config))
    raise InputError(folder, "model.config not found; add one that names the SDF file")


def best_sdf(folder: str, config: str, root: Element, tolerant: bool = False) -> str:
    """Return the SDF file chosen by a parsed model.config.

    The newest that this reader supports; if none fits, a tolerant one takes the first, as Gazebo.
    """
    offers = []
    for entry in root.iterfind("sdf"):
        offers.append(
            (
                parse_version(entry.get("version", "0"), where_of(entry)),
                (entry.text or "").strip(),
                entry,
            )
        )
    readable = [offer for offer in offers if offer[0] <= NEWEST] or (offers[:1] if tolerant else [])
    if not readable:
        listed = ", ".join(".".join(map(str, version)) for version, _, _ in offers) or "no SDF file"
        raise InputError(
            config, f'lists {listed}; add <sdf version="1.7">model.sdf</sdf> (1.7 or older is read)'
        )
    _, name, entry = max(readable, key=lambda offer: offer[0])
    path = os.path.join(folder, *confined_parts(name, name, where_of(entry)))
    if not Path(path).is_file():
        raise InputError(
            where_of(entry), f"names {name!r}, which is not in {folder}; check the file's name"
        )
    return path


def parse_version(text: str, where: object) -> Tuple[int, ...]:
    """Return a version such as 1.6 as (1, 6)."""
    if not re.match(r"^\s*\d+(\.\d+)*\s*$", text):
        raise InputError(where, f"{text!r} is not a version; write for example 1.6")
    return tuple(int(part) for part in text.strip().split("."))
