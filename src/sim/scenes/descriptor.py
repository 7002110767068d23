"""Model descriptor: a YAML file of models for scenarios.

It has GzScenic's keys and a few more. Paths in it are relative to its own folder. Metres and
radians. Every error names the file and the line.
"""

from __future__ import annotations

import difflib
import keyword
import logging
import os
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple

import yaml

from sim.checks import number_hint
from sim.errors import InputError
from sim.scenes.models import CUSTOM_MODEL, GAZEBO_MODEL, MISSION_ONLY

LOG = logging.getLogger(__name__)
# NO_MODEL is what early descriptors of GzScenic call an entity of the mission.
TYPES = {
    MISSION_ONLY: MISSION_ONLY,
    CUSTOM_MODEL: CUSTOM_MODEL,
    GAZEBO_MODEL: GAZEBO_MODEL,
    "NO_MODEL": MISSION_ONLY,
}
# GzScenic's size of a mission's entity without a size.
POINT_SIZE = 0.00001  # m
_MERGE = "tag:yaml.org,2002:merge"
_NUMBER_KIND = "a number"
_FLAG_KIND = "true or false"
_TEXT_KIND = "text"
_KEYS = {
    "name": _TEXT_KIND,
    "type": _TEXT_KIND,
    "width": _NUMBER_KIND,
    "length": _NUMBER_KIND,
    "height": _NUMBER_KIND,
    "heading": _NUMBER_KIND,
    "z": _NUMBER_KIND,
    "dynamic_size": _FLAG_KIND,
    "allow_collisions": _FLAG_KIND,
    "url": _TEXT_KIND,
    "shape": _TEXT_KIND,
    "front": _TEXT_KIND,
}
_TOP = ("world", "models_dir", "models")
_CHOICES = {"type": tuple(TYPES), "shape": ("box", "hull", "parts"), "front": ("x", "y")}
_SIZES = ("width", "length", "height")
# Names of classes that a scenario has without any model.
_TAKEN = (
    "BaseModel",
    "Object",
    "Point",
    "OrientedPoint",
    "Workspace",
    "Region",
    "Range",
    "Normal",
    "Uniform",
    "Discrete",
    "Options",
    "Vector",
)


@dataclass(frozen=True)
class Entry:
    """One model of the descriptor; None for absent keys.

    ``where`` is the file and line for errors.
    """

    name: str
    kind: str
    where: str
    width: Optional[float] = None
    length: Optional[float] = None
    height: Optional[float] = None
    heading: Optional[float] = None
    z: Optional[float] = None
    dynamic_size: Optional[bool] = None
    allow_collisions: bool = False
    url: str = ""
    shape: str = "box"
    front: str = "y"

    def point_size(self) -> Tuple[float, float, float]:
        """Return width, length and height of an entity of the mission."""
        width, length, height = (
            POINT_SIZE if value is None else value
            for value in (self.width, self.length, self.height)
        )
        return width, length, height


@dataclass(frozen=True)
class Descriptor:
    """A parsed descriptor. ``world`` (empty: none given) and ``models_dir`` are absolute."""

    path: str
    world: str
    models_dir: str
    models: Tuple[Entry, ...]


class _Loader(yaml.SafeLoader):
    """Safe YAML loader that records the line of each key.

    Lines are under the key ``None``, which no file can have as text.
    """

    def construct_mapping(self, node: Any, deep: bool = False) -> Dict[Any, Any]:
        lines: Dict[Any, int] = {None: node.start_mark.line + 1}
        for key, _ in node.value:
            if key.tag == _MERGE:
                continue
            word = self.construct_object(key, deep=True)
            if not isinstance(word, str):
                raise InputError(
                    f"{self.name}:{key.start_mark.line + 1}",
                    f"unknown key {word!r}; known are {', '.join(_TOP)}",
                )
            if word in lines:
                raise InputError(
                    f"{self.name}:{key.start_mark.line + 1}",
                    f"the key {word!r} is there twice; keep one",
                )
            lines[word] = key.start_mark.line + 1
        mapping = super().construct_mapping(node, deep=True)
        mapping[None] = {
            **dict.fromkeys(mapping, lines[None]),
            **lines,
        }  # merged keys lack a separate line
        return mapping


_Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _Loader.construct_mapping)


def read_descriptor(path: str) -> Descriptor:
    """Read and check a descriptor; models themselves are looked for by
    :mod:`sim.scenes.library`."""
    path = os.path.abspath(os.path.expanduser(path))
    document = _load(path)
    lines = document.pop(None)
    for key in document:
        _known(key, _TOP, f"{path}:{lines[key]}")
    folder = os.path.dirname(path)
    world = _path(document, "world", lines, path)
    if world and not os.path.isfile(os.path.join(folder, world)):
        raise InputError(
            f"{path}:{lines['world']}",
            f"world {os.path.join(folder, world)} not found; paths are relative to the "
            "descriptor's folder",
        )
    models_dir = os.path.join(folder, _path(document, "models_dir", lines, path))
    if "models_dir" in document and not os.path.isdir(models_dir):
        raise InputError(
            f"{path}:{lines['models_dir']}",
            f"folder {models_dir} not found; paths are relative to the descriptor's folder",
        )
    entries = _entries(document, lines, path)
    return Descriptor(
        path,
        os.path.normpath(os.path.join(folder, world)) if world else "",
        os.path.normpath(models_dir),
        entries,
    )


def _load(path: str) -> Dict[Any, Any]:
    try:
        with open(path, encoding="utf-8") as stream:
            loader = _Loader(stream)
            try:
                document = loader.get_single_data()
            finally:
                loader.dispose()
    except OSError as error:
        raise InputError(path, f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(path, "is not UTF-8 text; save it as UTF-8") from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise InputError(
            f"{path}:{mark.line + 1}" if mark else path,
            f"is not YAML: {error.problem or error.context}",
        ) from error
    except yaml.YAMLError as error:
        raise InputError(path, f"is not YAML: {error}") from error
    if not isinstance(document, dict):
        raise InputError(
            path, "is empty; write models: and below it - name: cafe_table, type: GAZEBO_MODEL"
        )
    return document


def _path(document: Dict[Any, Any], key: str, lines: Dict[Any, int], path: str) -> str:
    value = document.get(key, "")
    if value is None:
        value = ""
    if not isinstance(value, str):
        raise InputError(
            f"{path}:{lines[key]}",
            f"{key} is {value!r}; write a path, relative to the descriptor's folder",
        )
    return os.path.expanduser(value)


def _entries(document: Dict[Any, Any], lines: Dict[Any, int], path: str) -> Tuple[Entry, ...]:
    items = document.get("models")
    if "models" in document and items in (None, []):
        return ()
    if not isinstance(items, list):
        raise InputError(
            f"{path}:{lines.get('models', 1)}",
            "models must be a list of - name: ... and type: ..., or empty",
        )
    entries: List[Entry] = []
    for number, item in enumerate(items, 1):
        if not isinstance(item, dict):
            raise InputError(
                f"{path}:{lines['models']}",
                f"model {number} is {item!r}; write - name: ... and type: ...",
            )
        entry = _entry(item, path)
        twin = next(
            (other for other in entries if class_name(other.name) == class_name(entry.name)), None
        )
        if twin is not None:
            raise InputError(
                entry.where,
                f"{entry.name!r} has the class {class_name(entry.name)}, as {twin.name!r} in "
                f"{twin.where}; "
                "each model is listed once",
            )
        entries.append(entry)
    return tuple(entries)


def _entry(item: Dict[Any, Any], path: str) -> Entry:
    lines = item.pop(None)
    where = f"{path}:{lines[None]}"
    for key, example in (("name", "cafe_table"), ("type", " or ".join(_CHOICES["type"][:3]))):
        if key not in item:
            raise InputError(where, f"this model has no {key}; write {key}: {example}")
    values = {key: _value(key, value, f"{path}:{lines[key]}") for key, value in item.items()}
    kind = TYPES[values.pop("type")]
    name_where = f"{path}:{lines['name']}"
    name = _name(values.pop("name"), name_where)
    if kind == MISSION_ONLY:
        for key in ("url", "dynamic_size"):
            if key in values:
                raise InputError(
                    f"{path}:{lines[key]}",
                    f"{key} has no meaning for {MISSION_ONLY}, which has no files; remove it",
                )
        if values.get("shape", "box") != "box":
            raise InputError(
                f"{path}:{lines['shape']}",
                f"{MISSION_ONLY} is a box of width, length and height; remove shape",
            )
    else:
        for key in _SIZES:
            if values.pop(key, None) is not None:
                LOG.warning(
                    "%s:%d: %s is only for %s: the size of %r is measured",
                    path,
                    lines[key],
                    key,
                    MISSION_ONLY,
                    name,
                )
    if kind == GAZEBO_MODEL and "url" in values:
        raise InputError(
            f"{path}:{lines['url']}",
            f"url is for {CUSTOM_MODEL}; write type: {CUSTOM_MODEL} or remove it",
        )
    return Entry(name=name, kind=kind, where=name_where, **values)


def _value(key: str, value: Any, where: str) -> Any:
    _known(key, tuple(_KEYS), where)
    wanted = _KEYS[key]
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not {
        _NUMBER_KIND: number,
        _FLAG_KIND: isinstance(value, bool),
        _TEXT_KIND: isinstance(value, str) and bool(value),
    }[wanted]:
        raise InputError(
            where,
            f"{key} is {value!r}; write "
            f"{wanted}{number_hint(value) if wanted is _NUMBER_KIND else ''}",
        )
    if key in _CHOICES and value not in _CHOICES[key]:
        folded = {choice.lower(): choice for choice in _CHOICES[key]}
        near = [folded[word] for word in difflib.get_close_matches(value.lower(), folded, 1)]
        raise InputError(
            where,
            f"{key} is {value!r}; write "
            f"{' or '.join(_CHOICES[key])}{f' (perhaps {near[0]})' if near else ''}",
        )
    if wanted is _NUMBER_KIND:
        value = float(value)
        if not -1e6 < value < 1e6 or (key in _SIZES and value <= 0.0):
            raise InputError(
                where,
                f"{key} is {value:g}; write "
                f"{'a length greater than 0' if key in _SIZES else 'a finite number'}",
            )
    return value


def _known(key: str, keys: Tuple[str, ...], where: str) -> None:
    if key not in keys:
        near = difflib.get_close_matches(key, keys, 1)
        raise InputError(
            where,
            f"the key {key!r} is unknown; "
            f"{f'perhaps {near[0]!r} is meant' if near else 'known are ' + ', '.join(keys)}",
        )


def _name(name: str, where: str) -> str:
    known = class_name(name)
    if (
        name != name.strip()
        or any(character in name for character in "/\\\0:")
        or not known.isidentifier()
        or keyword.iskeyword(known)
    ):
        raise InputError(
            where,
            f"name is {name!r}; write the name of a model's folder, which begins with a letter "
            "and has no slash",
        )
    if known in _TAKEN:
        raise InputError(
            where,
            f"the class of {name!r} would be {known}, which Scenic has already; give the model's "
            "folder another name",
        )
    return name


def class_name(name: str) -> str:
    """Return the Scenic class of a model.

    cafe_table and ``cafe table`` are CafeTable, LampAndStand stays.
    """
    words = "".join(character if character.isalnum() else " " for character in name).split()
    return "".join(word[:1].upper() + word[1:] for word in words)


def gzscenic_class_name(name: str) -> str:
    """Return the class name as GzScenic writes it.

    Capitals only at the begin of words: LampAndStand is Lampandstand.
    """
    return "".join(word.title() for word in name.replace(" ", "_").split("_"))
