"""Cache of models' measurements, by the content of all their files.

An entry is one file that appears by rename; a broken, older or outdated one is made again.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from dataclasses import dataclass
from typing import Dict, Iterator, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.files import file_hash
from sim.sdf.measure import OK, ModelMeasurement, PlacedGeometry, measure_model
from sim.sdf.types import Box, Cylinder, Sphere

# Incremented with every change of the measurements or their storage.
FORMAT = "2"
_FOLDER = ".measured"


@dataclass(frozen=True)
class Measurement:
    """Data of a measured model for a descriptor.

    As in :class:`sim.sdf.measure.ModelMeasurement`; ``content`` is the hash of all its files.
    """

    status: str
    sdf: str
    lower: Array
    upper: Array
    pieces: Tuple[Array, ...]
    simple: bool
    static: bool
    round_axes: str
    notes: Tuple[str, ...]
    content: str


def measurement(path: str, folder: str, model_path: Sequence[str], cache: str) -> Measurement:
    """Return the measurements of a model, from the cache if unchanged.

    ``path`` is its folder or an SDF file in it.
    """
    own = _hash_folder(folder)
    entry = os.path.join(
        cache,
        _FOLDER,
        hashlib.sha256(f"{FORMAT} {os.path.abspath(path)} {own}".encode()).hexdigest()[:32]
        + ".npz",
    )
    try:
        return _read(entry, own, model_path)
    except (OSError, ValueError, KeyError, TypeError, EOFError):
        pass
    except Exception as error:  # numpy raises what zipfile and json raise
        if type(error).__module__ not in ("zipfile", "zlib", "json.decoder"):
            raise
    measured = measure_model(path, model_path)
    others = {file: file_hash(file) for file in measured.files if not _within(file, folder)}
    lower, upper = (np.asarray(corner, float) for corner in (measured.lower, measured.upper))
    found = Measurement(
        measured.status,
        measured.sdf,
        lower,
        upper,
        measured.pieces,
        measured.simple,
        measured.static,
        round_axes(measured),
        measured.notes,
        _content(own, others),
    )
    if found.status == OK:
        _write(entry, found, others, model_path)
    return found


def round_axes(measured: ModelMeasurement) -> str:
    """Return the axes with a common factor.

    A sphere's all, a cylinder's that are across it, and all if a shape is not along the model's
    axes.
    """
    if len(measured.shapes) != 1:
        return ""
    shape: PlacedGeometry = measured.shapes[0]
    rotation = np.abs(shape.model_from_shape[:3, :3])
    along = bool(np.all((rotation < 1e-6) | (rotation > 1.0 - 1e-6)))
    if isinstance(shape.geometry, Box):
        return "" if along else "xyz"
    if isinstance(shape.geometry, Cylinder):
        axis = int(np.argmax(rotation[:, 2]))
        return "xyz".replace("xyz"[axis], "") if rotation[axis, 2] > 1.0 - 1e-6 else "xyz"
    return "xyz" if isinstance(shape.geometry, Sphere) else ""


def _hash_folder(folder: str) -> str:
    """Return the hash of all files below a folder and their names. Hidden files do not count."""
    total = hashlib.sha256()
    for path in _files(folder):
        total.update(
            f"{os.path.relpath(path, folder)}\0{file_hash(path)}\0".encode(
                "utf-8", "surrogateescape"
            )
        )
    return total.hexdigest()


def _files(folder: str) -> Iterator[str]:
    for root, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        paths = (os.path.join(root, name) for name in sorted(files) if not name.startswith("."))
        yield from (path for path in paths if os.path.isfile(path))


def _content(own: str, others: Dict[str, str]) -> str:
    return (
        hashlib.sha256(" ".join([own, *sorted(others.values())]).encode()).hexdigest()
        if others
        else own
    )


def _within(file: str, folder: str) -> bool:
    return os.path.realpath(file).startswith(os.path.realpath(folder) + os.sep)


def _read(entry: str, own: str, model_path: Sequence[str]) -> Measurement:
    with np.load(entry, allow_pickle=False) as stored:
        known = json.loads(str(stored["known"]))
        if any(file_hash(file) != value for file, value in known["others"].items()):
            raise ValueError("a file that the model refers to has changed")
        if known["others"] and known["model_path"] != list(model_path):
            raise ValueError("what the model refers to may be found elsewhere")
        pieces = (
            tuple(np.split(stored["vertices"], stored["ends"][:-1])) if len(stored["ends"]) else ()
        )
        if not os.path.isfile(known["sdf"]):
            raise ValueError("the model has moved")
        return Measurement(
            OK,
            known["sdf"],
            stored["lower"],
            stored["upper"],
            pieces,
            bool(known["simple"]),
            bool(known["static"]),
            str(known["round_axes"]),
            tuple(known["notes"]),
            _content(own, known["others"]),
        )


def _write(
    entry: str, found: Measurement, others: Dict[str, str], model_path: Sequence[str]
) -> None:
    """Write an entry. A failure, as on a full disk, is ignored and costs time only."""
    known = dict(
        sdf=found.sdf,
        simple=found.simple,
        static=found.static,
        round_axes=found.round_axes,
        notes=found.notes,
        others=others,
        model_path=list(model_path),
    )
    vertices = np.concatenate(found.pieces) if found.pieces else np.zeros((0, 3))
    part = ""
    try:
        os.makedirs(os.path.dirname(entry), exist_ok=True)
        handle, part = tempfile.mkstemp(suffix=".part", dir=os.path.dirname(entry))
        with os.fdopen(handle, "wb") as stream:
            np.savez(
                stream,
                known=np.array(json.dumps(known)),
                lower=found.lower,
                upper=found.upper,
                vertices=vertices,
                ends=np.cumsum([len(piece) for piece in found.pieces], dtype=int),
            )
        os.replace(part, entry)
    except OSError:
        if part and os.path.exists(part):
            os.remove(part)
