"""Search, download and measurement of a descriptor's models."""

from __future__ import annotations

import hashlib
import os
import shutil
from dataclasses import replace
from typing import Dict, List, Optional, Sequence, Tuple

from sim.errors import InputError
from sim.resources import resource
from sim.scenes.descriptor import POINT_SIZE, Descriptor, Entry, class_name
from sim.scenes.download import NotThere, Unreachable
from sim.scenes.hashes import Hashes
from sim.scenes.measurements import Measurement, measurement
from sim.scenes.models import CUSTOM_MODEL, GAZEBO_MODEL, MISSION_ONLY, ModelInfo
from sim.scenes.online import Online
from sim.sdf.measure import EMPTY, OK, UNBOUNDED

# The model of create_room's walls, which is there without being listed.
WALL = "grey_wall"
_WHY = {
    UNBOUNDED: "has a part without end, so that no box is around it",
    EMPTY: "has no geometry and thus no size",
}


def load_models(
    descriptor: Descriptor,
    model_path: Optional[Sequence[str]] = None,
    cache: str = "",
    online: Optional[Online] = None,
) -> Dict[str, ModelInfo]:
    """Return each descriptor model's data, and the wall's, by name.

    ``model_path``: folders of models, by default those in GAZEBO_MODEL_PATH. One InputError lists
    all missing models.
    """
    paths = environment_path() if model_path is None else list(model_path)
    cache = cache or cache_folder()
    shelf = _Shelf(
        descriptor,
        paths,
        cache,
        replace(Online() if online is None else online, hashes=Hashes(cache)),
    )
    entries = [*descriptor.models]
    if all(entry.name != WALL for entry in entries):
        entries.append(Entry(WALL, GAZEBO_MODEL, descriptor.path))
    folders = {entry.name: shelf.folder(entry) for entry in entries if entry.kind != MISSION_ONLY}
    shelf.report_missing()
    return {
        entry.name: _mission(entry)
        if entry.kind == MISSION_ONLY
        else shelf.measured(entry, folders[entry.name])
        for entry in entries
    }


def environment_path() -> List[str]:
    """Return the folders of GAZEBO_MODEL_PATH."""
    return [path for path in os.environ.get("GAZEBO_MODEL_PATH", "").split(os.pathsep) if path]


def cache_folder() -> str:
    """Return the cache of downloaded models and measurements.

    SIM_MODEL_CACHE, else in the user's cache.
    """
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join("~", ".cache")
    return os.path.abspath(
        os.path.expanduser(os.environ.get("SIM_MODEL_CACHE") or os.path.join(base, "sim", "models"))
    )


def own_models() -> Tuple[str, str]:
    """Return the folders of the package's own models.

    Those for scenes, and others (vehicles, robots).
    """
    models = resource("models")
    return str(models / "primitives"), str(models)


def search_path(
    descriptor: Descriptor, model_path: Optional[Sequence[str]] = None, cache: str = ""
) -> Tuple[str, ...]:
    """Return the folders to search for a descriptor's models, in order.

    ``model://`` URIs in them are resolved by the same path.
    """
    paths = environment_path() if model_path is None else list(model_path)
    paths = [descriptor.models_dir, *paths, cache or cache_folder(), *own_models()]
    return tuple(dict.fromkeys(os.path.abspath(os.path.expanduser(path)) for path in paths))


class _Shelf:
    """Looks models up in folders and on servers, and records missing ones."""

    def __init__(
        self, descriptor: Descriptor, model_path: Sequence[str], cache: str, online: Online
    ) -> None:
        self._descriptor, self._cache, self._online = descriptor, cache, online
        self._paths = search_path(descriptor, model_path, cache)
        self._missing: List[Tuple[Entry, str]] = []

    def folder(self, entry: Entry) -> str:
        """Return the folder of a model, or "" if it is missing.

        :meth:`report_missing` raises the error.
        """
        if entry.kind == CUSTOM_MODEL:
            own = os.path.join(self._descriptor.models_dir, entry.name)
            if _is_model(own):
                return own
            return (
                self._from_url(entry)
                if entry.url
                else self._miss(entry, f"{CUSTOM_MODEL}, searched at {own}; it has no url")
            )
        for path in self._paths:
            if _is_model(os.path.join(path, entry.name)):
                return os.path.join(path, entry.name)
        folder = os.path.join(self._cache, entry.name)
        try:
            said = self._online.gazebo_model(entry.name, folder)
        except InputError as error:
            raise InputError(entry.where, f"the download of {entry.name!r}: {error}") from error
        if not said and _is_model(folder):
            self._online.confirm(folder)
            return folder
        if not said:
            shutil.rmtree(folder, ignore_errors=True)
            said = ("what was downloaded has neither a model.config nor a model.sdf",)
        return self._miss(entry, f"{GAZEBO_MODEL}, asked {', '.join(said) or 'no server'}")

    def _from_url(self, entry: Entry) -> str:
        folder = os.path.join(
            self._cache, ".urls", hashlib.sha256(entry.url.encode()).hexdigest()[:16], entry.name
        )
        if not _is_model(folder):
            try:
                self._online.custom_model(entry.url, folder)
            except NotThere as error:
                raise InputError(
                    entry.where,
                    f"the url of {entry.name!r}: {error}; mend it, or put the model into "
                    f"{self._descriptor.models_dir}",
                ) from error
            except InputError as error:
                raise InputError(entry.where, f"the url of {entry.name!r}: {error}") from error
            except Unreachable as error:
                return self._miss(entry, f"{CUSTOM_MODEL}, {error}")
        if not _is_model(folder):
            shutil.rmtree(
                folder, ignore_errors=True
            )  # else an archive that was mended would find its place taken
            raise InputError(
                entry.where,
                f"the url of {entry.name!r}: {entry.url} holds neither a model.config nor a "
                "model.sdf",
            )
        self._online.confirm(folder)
        return folder

    def _miss(self, entry: Entry, why: str) -> str:
        self._missing.append((entry, why))
        return ""

    def report_missing(self) -> None:
        """Raise one error for all missing models."""
        if not self._missing:
            return
        listed = "\n".join(
            f"  {entry.name} (line {entry.where.rpartition(':')[2]}): {why}"
            for entry, why in self._missing
        )
        count = (
            "one of its models is"
            if len(self._missing) == 1
            else f"{len(self._missing)} of its models are"
        )
        raise InputError(
            self._descriptor.path,
            f"{count} missing:\n{listed}\nsearched in {', '.join(self._paths)}; put the models' "
            "folders into "
            "one of these, or name the folder that holds them in GAZEBO_MODEL_PATH",
        )

    def measured(self, entry: Entry, folder: str) -> ModelInfo:
        found = measurement(_model_file(folder), folder, self._paths, self._cache)
        if found.status != OK:
            why = ": ".join(
                filter(None, [_WHY.get(found.status, "cannot be measured"), "; ".join(found.notes)])
            )
            raise InputError(
                entry.where,
                f"{entry.name!r} in {folder} {why}; mend the model, or list it as {MISSION_ONLY} "
                "with width and length",
            )
        return model_info(entry, folder, found)


def model_info(entry: Entry, folder: str, found: Measurement) -> ModelInfo:
    """Return the data of a measured model."""
    width, length, height = (max(float(value), POINT_SIZE) for value in found.upper - found.lower)
    x, y, z = (float(value) for value in (found.upper + found.lower) / 2.0)
    return ModelInfo(
        name=entry.name,
        class_name=class_name(entry.name),
        kind=entry.kind,
        size=(width, length, height),
        center=(x, y, z),
        folder=os.path.abspath(folder),
        sdf=found.sdf,
        front=entry.front,
        heading=entry.heading,
        z=entry.z,
        dynamic_size=found.simple if entry.dynamic_size is None else entry.dynamic_size,
        allow_collisions=entry.allow_collisions,
        static=found.static,
        shape=entry.shape,
        parts=found.pieces,
        round_axes=found.round_axes,
        content=found.content,
    )


def _mission(entry: Entry) -> ModelInfo:
    width, length, height = entry.point_size()
    size = (width, length, height) if entry.front == "y" else (length, width, height)
    return ModelInfo(
        name=entry.name,
        class_name=class_name(entry.name),
        kind=MISSION_ONLY,
        size=size,
        center=(0.0, 0.0, height / 2.0),
        front=entry.front,
        heading=entry.heading,
        z=entry.z,
        allow_collisions=entry.allow_collisions,
    )


def _is_model(folder: str) -> bool:
    return os.path.isdir(folder) and bool(_model_file(folder))


def _model_file(folder: str) -> str:
    """Return the path to measure, or "".

    The folder if it has a model.config, else a model.sdf in it or below, as in GzScenic.
    """
    if os.path.isfile(os.path.join(folder, "model.config")):
        return folder
    for root, folders, files in os.walk(folder):
        folders.sort()
        if "model.sdf" in files:
            return os.path.join(root, "model.sdf")
    return ""
