"""World file of a scene: an empty world with the objects' includes.

A missing model ground_plane or sun is replaced by our own, made from primitives.
"""

from __future__ import annotations

import copy
import os
from dataclasses import dataclass
from functools import lru_cache
from typing import Callable, Dict, List, Mapping, Sequence, Tuple
from xml.sax.saxutils import escape

from lxml import etree

from sim.errors import InputError
from sim.resources import resource
from sim.scenes.gazebo.numbers import numbers_text
from sim.scenes.gazebo.uris import find, uris_of
from sim.scenes.scene import SceneObject
from sim.sdf.context import document_version, world_of
from sim.sdf.model_path import ModelPath
from sim.sdf.xml.elements import Element, failure, name_of, parse_file, text_of

EMPTY = resource("worlds", "empty_world.world")
PRIMITIVES = {"ground_plane": ("model", "ground_plane"), "sun": ("light", "sun")}
_MARK = "@objects@"


@dataclass(frozen=True)
class EmptyWorld:
    """A world without the scene's objects.

    ``text`` is the document with absolute URIs and a mark at the place of the objects; ``paths``:
    the path of each URI; ``names``: its models.
    """

    path: str
    text: str
    paths: Mapping[str, str]
    names: Tuple[str, ...]


def read_empty_world(path: str, model_path: Sequence[str]) -> EmptyWorld:
    """Read a world for adding objects.

    Its models and files are searched in ``model_path`` and beside it.
    """
    path = os.path.abspath(path)
    if not os.path.isfile(path):
        raise InputError(
            path,
            "no such file; name the world that the objects are added to (key world of the "
            "descriptor)",
        )
    return _read(path, os.stat(path).st_mtime_ns, tuple(model_path))


@lru_cache(maxsize=32)
def _read(path: str, mtime_ns: int, model_path: Tuple[str, ...]) -> EmptyWorld:
    root = parse_file(path)
    document_version(root)
    world = world_of(root, path)
    search = ModelPath((*model_path, os.path.dirname(path)))
    _replace_primitives(world, search)
    paths: Dict[str, str] = {}
    for element, uri in list(uris_of(root)):
        found = find(uri, os.path.dirname(path), search, element)
        if found is not None:
            element.text = f"file://{found}"
            paths[element.text] = found
    names = tuple(
        _name(child, paths, search) for child in world if child.tag in ("model", "include")
    )
    if len(world):
        world[-1].tail = "\n    "
    mark = etree.SubElement(world, "objects")
    mark.text = _MARK
    mark.tail = "\n  "
    return EmptyWorld(path, etree.tostring(root, encoding="unicode"), paths, names)


def _replace_primitives(world: Element, search: ModelPath) -> None:
    for include in world.findall("include"):
        uri = text_of(include.find("uri"), "")
        name = uri.split("://")[-1].strip("/")
        if find(uri, "", search, include) is not None:
            continue
        if name not in PRIMITIVES:
            raise failure(
                include,
                f"{uri!r}: model not found; searched {', '.join(search.paths)}; add its "
                "folder to GAZEBO_MODEL_PATH",
            )
        original = parse_file(EMPTY).find("world/{}[@name='{}']".format(*PRIMITIVES[name]))
        assert original is not None  # The file is this package's own.
        primitive = copy.deepcopy(original)
        primitive.tail = include.tail
        given = text_of(include.find("name"))
        if given:
            primitive.set("name", given)
        world.replace(include, primitive)


def _name(element: Element, paths: Mapping[str, str], search: ModelPath) -> str:
    """Return the name of a model of the empty world."""
    if element.tag == "model":
        return name_of(element)
    given = text_of(element.find("name"))
    if given:
        return given
    found = paths.get(text_of(element.find("uri"), ""))
    model = parse_file(search.model_file(found)).find("model") if found else None
    return model.get("name", "") if model is not None else ""


def world_text(
    empty: EmptyWorld, placed: Sequence[Tuple[SceneObject, str]], uri_of: Callable[[str], str]
) -> str:
    """Return the world with an include per object. ``placed``: objects and their models' URIs."""
    text = empty.text
    for absolute, path in empty.paths.items():
        text = text.replace(f">{escape(absolute)}<", f">{escape(uri_of(path))}<")
    for item, _ in placed:
        if item.name in empty.names:
            raise InputError(
                item.name,
                f"is the name of an object and of a model of the world {empty.path}; give the "
                "object another name",
            )
    includes: List[str] = [_include(item, uri) for item, uri in placed]
    return (
        '<?xml version="1.0"?>\n'
        + text.replace(f"<objects>{_MARK}</objects>", "\n    ".join(includes))
        + "\n"
    )


def _include(item: SceneObject, uri: str) -> str:
    return (
        f"<include>\n      <uri>{escape(uri)}</uri>\n      <name>{escape(item.name)}</name>\n"
        f"      <pose>{numbers_text(item.origin)}</pose>\n    </include>"
    )
