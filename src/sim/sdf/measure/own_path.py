"""Model path for the measurement of one model.

Its folder may have another name than its files assume, and read files are recorded.
"""

from __future__ import annotations

import os
from typing import Dict, Optional, Sequence

from sim.errors import InputError
from sim.sdf.model_path import CONFIGS, ModelPath, best_sdf, split_uri
from sim.sdf.xml.report import ReaderReport
from sim.sdf.xml.tinyxml import parse_tolerantly


class OwnPath(ModelPath):
    """Model path with the measured model's own folder.

    Searched in order: ``model_path``, the parent of the measured model's folder, then the folder
    itself by the model's own name. ``files`` collects every file that was resolved, as its real
    path.
    """

    def __init__(self, model_path: Sequence[str], folder: str, report: ReaderReport) -> None:
        super().__init__(
            list(dict.fromkeys([*model_path, os.path.dirname(os.path.abspath(folder))]))
        )
        self.folder, self.report = os.path.abspath(folder), report
        self._names = {_plain(os.path.basename(self.folder))}
        self.files: Dict[str, None] = {}

    def know(self, name: Optional[str]) -> None:
        """Register a name of the model from its files.

        Case, blanks and punctuation do not matter.
        """
        plain = _plain(name or "")
        if plain:
            self._names.add(plain)

    def resolve(self, uri: str, folder: str = "", where: Optional[object] = None) -> str:
        try:
            found = super().resolve(uri, folder, where)
        except InputError:
            own = self._own(uri)
            if own is None:
                raise
            found = own
        if os.path.isfile(found):
            self.note(found)
        return found

    def _own(self, uri: str) -> Optional[str]:
        """Return the measured model's file for ``model://NAME/rest``. NAME is the model's own."""
        scheme, rest = split_uri(uri)
        parts = [part for part in rest.split("/") if part not in ("", ".")]
        if (
            scheme != "model"
            or len(parts) < 2
            or _plain(parts[0]) not in self._names
            or ".." in parts
        ):
            return None
        candidate = os.path.join(self.folder, *parts[1:])
        return candidate if os.path.exists(candidate) else None

    def note(self, path: str) -> None:
        self.files[os.path.realpath(path)] = None

    def model_file(self, uri: str, folder: str = "", where: Optional[object] = None) -> str:
        found = self.resolve(uri, folder, where)
        path = self.sdf_of(found) if os.path.isdir(found) else found
        self.note(path)
        return path

    def sdf_of(self, folder: str) -> str:
        """Return the SDF file of a model's folder.

        Its model.config may be malformed as far as Gazebo accepts it.
        """
        for name in CONFIGS:
            config = os.path.join(folder, name)
            if os.path.isfile(config):
                self.note(config)
                root = parse_tolerantly(config, self.report)
                if os.path.abspath(folder) == self.folder:
                    self.know(root.findtext("name"))
                return best_sdf(folder, config, root, tolerant=True)
        raise InputError(folder, "model.config not found; add one that names the SDF file")


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())
