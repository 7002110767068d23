"""Collection of a scene's files.

Determines the models' folders, their names in the scene, and the new URIs. A model's folder is
taken whole, under the name in its references, so that its textures and materials are found; only an
SDF file with changed URIs is rewritten. Files outside all models' folders go below
``models/scene_files``.
"""

from __future__ import annotations

import copy
import os
from typing import Dict, List, Optional, Sequence, Set, Tuple

from lxml import etree

from sim.errors import InputError
from sim.scenes.gazebo.model_files import CONFIGS, files_of, mesh_parts, mesh_uris, model_folder
from sim.scenes.gazebo.source import read_source
from sim.scenes.gazebo.store import Identity, Store, identity, place, place_text
from sim.sdf.measure.own_path import OwnPath
from sim.sdf.model_config import config_text
from sim.sdf.model_path import ModelPath
from sim.sdf.xml.elements import text_of
from sim.sdf.xml.report import ReaderReport

FILES = "scene_files"
MOST_TEXTS = 100000
Listing = Tuple[Tuple[str, str], ...]


class ModelFolders:
    """Cache of models' folders of a process. Many scenes read each of them once."""

    def __init__(self) -> None:
        self._listings: Dict[str, Listing] = {}
        self._homes: Dict[str, Optional[str]] = {}
        self._uris: Dict[str, Tuple[str, ...]] = {}
        self._seen: Dict[str, Identity] = {}
        self._texts: Set[int] = set()

    def again(self, text: str) -> bool:
        """Return whether a text was requested before.

        A repeated text is likely to come often, and then a link costs a tenth of a file.
        """
        if hash(text) in self._texts:
            return True
        if len(self._texts) < MOST_TEXTS:
            self._texts.add(hash(text))
        return False

    def unchanged(self, path: str) -> Identity:
        """Return a file's identity, which must not have changed.

        A batch is made from one state of its models.
        """
        found = identity(path)
        if self._seen.setdefault(path, found) != found:
            raise InputError(
                path,
                "has changed since the first of these scenes was written; start again, so that "
                "all are made of the same files",
            )
        return found

    def listing(self, folder: str) -> Listing:
        if folder not in self._listings:
            self._listings[folder] = files_of(folder)
        return self._listings[folder]

    def mesh_uris(self, folder: str) -> Tuple[str, ...]:
        """Return the ``model://`` URIs in the meshes of a model's folder."""
        if folder not in self._uris:
            self._uris[folder] = tuple(
                dict.fromkeys(uri for _, path in self.listing(folder) for uri in mesh_uris(path))
            )
        return self._uris[folder]

    def home(self, path: str, known: Tuple[str, ...]) -> Optional[str]:
        """Return the model's folder around a path."""
        if path not in self._homes:
            self._homes[path] = model_folder(path, known)
        return self._homes[path]


class Assembly:
    """The ``models`` folder of one scene that is being written to ``root``."""

    def __init__(
        self,
        root: str,
        model_path: Sequence[str],
        store: Optional[Store],
        folders: Optional[ModelFolders] = None,
    ) -> None:
        self.models = os.path.join(root, "models")
        self.model_path = tuple(model_path)
        self._store, self._folders = store, folders or ModelFolders()
        self._names: Dict[str, str] = {}
        self._search = ModelPath(self.model_path)
        self._taken: Dict[str, str] = {}
        self._sdf: Dict[str, str] = {}
        self._pending: List[str] = []
        self._made: Set[str] = set()
        self._loose: Dict[str, str] = {}

    def reserve(self, name: str) -> str:
        """Return a free folder name similar to ``name``."""
        chosen, number = name, 2
        while chosen in self._taken or chosen == FILES:
            chosen, number = f"{name}_{number}", number + 1
        self._taken[chosen] = ""
        return chosen

    def add(self, folder: str, name: str = "", sdf: str = "") -> str:
        """Take a model's folder into the scene; return its name there.

        ``sdf``: its SDF file, if its model.config has another one or is missing.
        """
        folder = os.path.abspath(folder)
        if folder not in self._names:
            self._names[folder] = self.reserve(name or os.path.basename(folder))
            self._pending.append(folder)
            for uri in self._folders.mesh_uris(folder):
                self._take_named(uri)
        if sdf:
            self._sdf[folder] = sdf
        return self._names[folder]

    def _take_named(self, uri: str) -> None:
        """Take the model that a mesh refers to by name.

        If it is missing, only an image is missing in visuals.
        """
        try:
            home = self._folders.home(self._search.resolve(uri), ())
        except InputError:
            return
        if home is not None:
            self.add(home)

    def uri_of(self, path: str) -> str:
        """Take a local file or folder; return its URI in the scene."""
        home = self._folders.home(path, tuple(self._names))
        if home is None:
            return f"model://{FILES}/{self._take_loose(path)}"
        rest = os.path.relpath(path, home)
        return f"model://{self.add(home)}" + ("" if rest == "." else f"/{rest}")

    def check_unchanged(self, path: str) -> None:
        """Refuse a file that has changed since an earlier scene used it."""
        self._folders.unchanged(os.path.abspath(path))

    def write(self) -> None:
        """Write the taken folders, and the folders that their models need."""
        while self._pending:
            folder = self._pending.pop(0)
            self._write_folder(folder, self._names[folder])

    def write_text(self, inside: str, text: str, shared: bool = False) -> None:
        """Write a file into ``models``; ``shared``: other scenes have the same."""
        path = os.path.join(self.models, inside)
        self._make(os.path.dirname(path))
        place_text(text, path, self._store if shared or self._folders.again(text) else None)

    def _write_folder(self, folder: str, name: str) -> None:
        target = os.path.join(self.models, name)
        sdf = self._sdf.get(folder) or _sdf_of(folder)
        text = self._rewritten(sdf, folder, name) if sdf else None
        for inside, path in self._folders.listing(folder):
            if path == sdf and text is not None:
                continue
            self._place(path, os.path.join(target, inside))
        if sdf and text is not None:
            self.write_text(os.path.join(name, os.path.relpath(sdf, folder)), text, shared=True)
        if sdf and not os.path.isfile(os.path.join(folder, CONFIGS[0])):
            self.write_text(
                os.path.join(name, CONFIGS[0]),
                config_text(name, sdf=os.path.relpath(sdf, folder)),
                shared=True,
            )

    def _rewritten(self, sdf: str, folder: str, name: str) -> Optional[str]:
        """Return a model's SDF text with the URIs of the scene. None if they are unchanged."""
        source = read_source(sdf, self.model_path)
        uris = {uri: self.uri_of(path) for uri, path in source.paths.items()}
        if not source.malformed and all(
            _same(source.written[uri], rewritten) for uri, rewritten in uris.items()
        ):
            return None
        root = copy.deepcopy(source.root)
        for element in root.iter():
            text = text_of(element)
            if text in uris:
                element.text = uris[text]
        return '<?xml version="1.0"?>\n' + etree.tostring(root, encoding="unicode") + "\n"

    def _take_loose(self, path: str) -> str:
        """Take a file or folder outside all models, with its dependencies.

        Returns its place below ``models/scene_files``.
        """
        if path in self._loose:
            return self._loose[path]
        parts = [path] if os.path.isdir(path) else [path, *mesh_parts(path)]
        base = os.path.dirname(path) if len(parts) == 1 else os.path.commonpath(parts)
        inside = f"{len(self._loose)}"
        for part in parts:
            listing = self._folders.listing(part) if os.path.isdir(part) else ((".", part),)
            for below, file in listing:
                rest = os.path.normpath(os.path.join(os.path.relpath(part, base), below))
                target = os.path.join(self.models, FILES, inside, rest)
                if not os.path.exists(target):
                    self._place(file, target)
        self._loose[path] = f"{inside}/{os.path.relpath(path, base)}"
        return self._loose[path]

    def _place(self, source: str, target: str) -> None:
        self._make(os.path.dirname(target))
        place(source, self._folders.unchanged(source), target, self._store)

    def _make(self, folder: str) -> None:
        if folder in self._made:
            return
        parent = os.path.dirname(folder)
        if folder != self.models:
            self._make(parent)
        os.mkdir(folder)
        self._made.add(folder)


def _same(before: str, after: str) -> bool:
    """Return whether two URIs differ only in blanks and slashes. Doubled or trailing slashes."""
    return [part for part in before.strip().split("/") if part] == [
        part for part in after.split("/") if part
    ]


def _sdf_of(folder: str) -> Optional[str]:
    """Return the SDF file of a model's folder, or None.

    Its other files are useful without a readable one.
    """
    try:
        return OwnPath([], folder, ReaderReport()).sdf_of(folder)
    except InputError:
        return None
