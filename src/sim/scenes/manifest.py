"""Manifest of a scene: the JSON file to rebuild it exactly on any machine, without Scenic.

Floats are written with the digits that give the same float back, keys in one order: a scene that is
read and written again gives the same bytes. Metres and radians, as in ``Scene``.
"""

from __future__ import annotations

import json
import math
import os
import sys
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, Sequence, Tuple, Type, Union

from sim.checks import read_text
from sim.errors import InputError
from sim.files import drafted, writing
from sim.scenes.scene import Scene, SceneObject

SCHEMA = 1
FILE = "scene.json"
MODES = ("2D", "3D")
FORBIDDEN_IN_NAMES = "/\\:\"'<>&|*?"
LONGEST_NAME = 200
VECTORS = {"position", "orientation", "origin", "size", "scale"}
Kind = Type[Union[Scene, SceneObject]]


def write(scene: Scene, path: Union[str, Path]) -> None:
    """Write a scene's manifest. An existing one is replaced atomically."""
    with writing(path), drafted(path) as draft:
        draft.write_text(dumps(scene), encoding="utf-8")


def read(path: Union[str, os.PathLike[str]]) -> Scene:
    """Read a manifest, or the manifest in a scene's folder."""
    path = Path(path)
    if path.is_dir():
        path = _within(path)
    return loads(read_text(path), path)


def _within(folder: Path) -> Path:
    """Return the manifest of a scene's folder.

    Raises InputError if the folder holds several scenes or none.
    """
    if (folder / FILE).exists():
        return folder / FILE
    scenes = sorted(folder.glob(f"*/{FILE}"))
    if scenes:
        raise InputError(
            folder,
            f"is the folder of a batch of {len(scenes)}; name one of its scenes, such as "
            f"{scenes[0].parent}",
        )
    raise InputError(folder, f"holds no scene; a scene's folder has a {FILE}")


def dumps(scene: Scene) -> str:
    """Return a manifest's text: a line per field, and per object."""
    head = [
        ("schema", SCHEMA),
        *((name, _plain(_value(scene, name), name)) for name in _names(Scene) if name != "objects"),
    ]
    lines = [f" {json.dumps(name)}: {_text(value)}" for name, value in head]
    objects = [
        _text(
            {
                name: _plain(_value(item, name), f"{item.name}.{name}")
                for name in _names(SceneObject)
            }
        )
        for item in scene.objects
    ]
    listed = "[\n  " + ",\n  ".join(objects) + "\n ]" if objects else "[]"
    return "{\n" + ",\n".join([*lines, f' "objects": {listed}']) + "\n}\n"


def loads(text: str, where: object = "manifest") -> Scene:
    """Return a manifest's text as a scene; ``where`` names it in errors."""
    try:
        document = json.loads(
            text,
            object_pairs_hook=lambda pairs: _unique(pairs, where),
            parse_constant=lambda name: _refused(where, name),
        )
    except ValueError as error:
        raise InputError(where, f"is not JSON: {error}") from error
    if not isinstance(document, dict) or "schema" not in document:
        raise InputError(
            where, "is not the manifest of a scene: it must be an object with the field schema"
        )
    if document.pop("schema") != SCHEMA:
        raise InputError(f"{where}: schema", f"this version reads manifests of schema {SCHEMA}")
    values = _fields(Scene, document, str(where))
    objects = values["objects"]
    names = [item.name for item in objects]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise InputError(
                f"{where}: objects[{number}].name",
                f"{name!r} is the name of objects[{names.index(name)}] too; names are unique in a "
                "scene",
            )
    if values.get("ego") and values["ego"] not in names:
        raise InputError(f"{where}: ego", f"{values['ego']!r} is the name of no object")
    return Scene(**values)


def check_name(where: object, name: object) -> str:
    """Return an object's name if it is valid.

    It must be possible as the name of a model in a simulator and of a folder.
    """
    if (
        not isinstance(name, str)
        or not name
        or name != name.strip()
        or name[0] in ".~"
        or len(name) > LONGEST_NAME
    ):
        raise InputError(
            where,
            f"{name!r} is not a valid name: give text of at most {LONGEST_NAME} characters "
            "that does not begin with . or ~ and has no space around it",
        )
    bad = sorted(
        {letter for letter in name if letter in FORBIDDEN_IN_NAMES or not letter.isprintable()}
    )
    if bad:
        raise InputError(
            where, f"{name!r} holds {' '.join(map(repr, bad))}, which names of models cannot hold"
        )
    return name


def _value(item: Union[Scene, SceneObject], name: str) -> Any:
    """Return a field's value, with floats where whole numbers mean the same."""
    value = getattr(item, name)
    if name == "workspace":
        return [tuple(map(float, corner)) for corner in value]
    return tuple(map(float, value)) if name in VECTORS else value


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _names(kind: Kind) -> List[str]:
    return [entry.name for entry in fields(kind)]


def _plain(value: Any, where: str) -> Any:
    """Convert a value to JSON's types.

    Numbers of numpy become Python's of the same value, keys are sorted.
    """
    # Nearly all values are plain floats, and asking whether they are mappings takes longest.
    if (
        value is None
        or isinstance(value, (bool, str))
        or (type(value) is float and math.isfinite(value))
    ):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(value[key], f"{where}.{key}") for key in sorted(value, key=str)}
    if isinstance(value, (tuple, list)):
        return [_plain(item, where) for item in value]
    if hasattr(value, "tolist"):
        return _plain(value.tolist(), where)
    if isinstance(value, (int, float)) and math.isfinite(value):
        return value
    raise InputError(where, f"{value!r} cannot be written into a manifest")


def _unique(pairs: Sequence[Tuple[str, Any]], where: object) -> Dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise InputError(
            where,
            f"the field {next(key for key in keys if keys.count(key) > 1)!r} is there twice in "
            "one object",
        )
    return found


def _refused(where: object, name: str) -> float:
    raise InputError(where, f"holds {name}, but all numbers are finite")


def _fields(kind: Kind, document: Mapping[str, Any], where: str) -> Dict[str, Any]:
    """Return the checked fields of a dataclass. Those with defaults may be missing."""
    readers = READERS[kind]
    for name in document:
        if name not in readers:
            raise InputError(
                _at(kind, where, name),
                f"is not a field of a manifest; must be one of: {', '.join(readers)}",
            )
    missing = [
        entry.name
        for entry in fields(kind)
        if entry.name not in document
        and entry.default is MISSING
        and entry.default_factory is MISSING
    ]
    if missing:
        raise InputError(where, f"the field {missing[0]!r} is missing")
    return {name: readers[name](value, _at(kind, where, name)) for name, value in document.items()}


def _at(kind: Kind, where: str, name: str) -> str:
    return f"{where}: {name}" if kind is Scene else f"{where}.{name}"


def _one_of(*types: type) -> Callable[[Any, str], Any]:
    def reader(value: Any, where: str) -> Any:
        if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
            raise InputError(where, f"{value!r} is not of type {WORDS[types[0]]}")
        return value

    return reader


def _count(value: Any, where: str) -> int:
    count: int = _one_of(int)(value, where)
    if count < 0:
        raise InputError(where, f"{count} is below 0")
    return count


def _mode(value: Any, where: str) -> str:
    if value not in MODES:
        raise InputError(where, f"{value!r} is not a mode; must be 2D or 3D")
    mode: str = value
    return mode


def _vector(length: int, least: float = -math.inf) -> Callable[[Any, str], Tuple[float, ...]]:
    def reader(value: Any, where: str) -> Tuple[float, ...]:
        numbers = isinstance(value, list) and all(
            isinstance(item, (int, float)) and not isinstance(item, bool) for item in value
        )
        if not numbers or len(value) != length:
            raise InputError(where, f"{value!r} is not a list of {length} numbers")
        if not all(least <= item and abs(item) <= sys.float_info.max for item in value):
            raise InputError(
                where,
                f"{value!r}: numbers are finite"
                + ("" if least < 0.0 else " and above 0" if least else " and not below 0"),
            )
        return tuple(map(float, value))

    return reader


def _corners(value: Any, where: str) -> Tuple[Tuple[float, ...], ...]:
    return tuple(
        _vector(2)(item, f"{where}[{number}]")
        for number, item in enumerate(_one_of(list)(value, where))
    )


def _words(value: Any, where: str) -> Dict[str, str]:
    return {
        key: _one_of(str)(item, f"{where}.{key}")
        for key, item in _one_of(dict)(value, where).items()
    }


def _objects(value: Any, where: str) -> Tuple[SceneObject, ...]:
    found = []
    for number, item in enumerate(_one_of(list)(value, where)):
        place = f"{where}[{number}]"
        found.append(SceneObject(**_fields(SceneObject, _one_of(dict)(item, place), place)))
    return tuple(found)


WORDS = {
    str: "text",
    bool: "true or false",
    dict: "object of fields",
    list: "list",
    int: "whole number",
}
READERS: Dict[Kind, Dict[str, Callable[[Any, str], Any]]] = {
    SceneObject: {
        "name": lambda value, where: check_name(where, value),
        "model": _one_of(str),
        "mission_only": _one_of(bool),
        "position": _vector(3),
        "orientation": _vector(3),
        "origin": _vector(6),
        "size": _vector(3, 0.0),
        "scale": _vector(3, sys.float_info.min),
        "allow_collisions": _one_of(bool),
        "properties": _one_of(dict),
    },
    Scene: {
        "scenario": _one_of(str),
        "seed": _count,
        "mode": _mode,
        "objects": _objects,
        "ego": _one_of(str),
        "world": _one_of(str),
        "workspace": _corners,
        "params": _one_of(dict),
        "versions": _words,
        "hashes": _words,
        "iterations": _count,
    },
}
