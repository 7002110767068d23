"""Reader of Gazebo worlds and models (SDF 1.4 to 1.7).

Gives the data of ``types``, with all poses resolved, and one message per kind and place of an
unsupported element (docs/sdf_support.md). SI units; model poses are in the world's frame.
"""

from __future__ import annotations

import os
from typing import Dict, List, Optional, Sequence, Tuple, Union

from sim.errors import InputError
from sim.sdf.context import DocumentContext, document_context, world_of
from sim.sdf.model_path import ModelPath, sdf_of_folder
from sim.sdf.plugins import read_plugins
from sim.sdf.readers.look import read_look
from sim.sdf.readers.models import (
    ModelSource,
    find_source,
    model_source,
    open_model,
    read_flat_model,
)
from sim.sdf.readers.poses import FrameGraph
from sim.sdf.readers.spherical import read_spherical
from sim.sdf.types import Model, Physics, Vector, World
from sim.sdf.xml.elements import (
    Element,
    failure,
    name_of,
    number,
    parse_file,
    parse_text,
    positive,
    required_child,
    vector,
    where,
)
from sim.sdf.xml.poses import pose_matrix
from sim.sdf.xml.report import ReaderReport

ROOT = "world"
# Gui and audio change only the display and sound, so they are ignored without a message.
_KNOWN = (
    "model",
    "include",
    "plugin",
    "physics",
    "gravity",
    "frame",
    "light",
    "gui",
    "scene",
    "audio",
    "spherical_coordinates",
    "wind",
    "magnetic_field",
)
_PHYSICS = ("max_step_size", "real_time_factor", "real_time_update_rate", "gravity")


def read_world(
    path: Union[str, os.PathLike[str]], model_path: Sequence[str]
) -> Tuple[World, List[str]]:
    """Read a ``.world`` file; the messages list unsupported elements."""
    path = os.fspath(path)
    root = parse_file(path)
    context = document_context(
        root, ModelPath(model_path), ReaderReport(), (os.path.abspath(path),)
    )
    element = world_of(root, path)
    context.report.rest(element, _KNOWN)
    physics = _default_physics(element)
    gravity = element.find("gravity")
    if gravity is None and physics is not None:
        # Up to SDF 1.5 gravity is a child of physics.
        gravity = physics.find("gravity")
    world = World(
        name_of(element),
        vector(gravity, World.gravity, "x y z"),
        _read_physics(physics, context),
        _read_models(element, context),
        read_plugins(element, context),
        read_look(element, context),
        read_spherical(element.find("spherical_coordinates"), context),
        _read_wind(element.find("wind"), context),
        vector(element.find("magnetic_field"), World.magnetic_field, "x y z"),
    )
    return world, context.report.messages()


def read_model(
    path: Union[str, os.PathLike[str]], model_path: Sequence[str]
) -> Tuple[Model, List[str]]:
    """Read a model from its folder or from an SDF file.

    A folder is read by its model.config; the pose is the file's own.
    """
    path = os.fspath(path)
    context = DocumentContext(ModelPath(model_path), ReaderReport())
    file = sdf_of_folder(path) if os.path.isdir(path) else path
    opened = open_model(file, context)
    if opened is None:
        raise InputError(file, "has a light but no <model>; name a model's folder or SDF file")
    return _lone_model(model_source(*opened)), context.report.messages()


def read_model_string(
    text: str, model_path: Sequence[str], source: str = "request"
) -> Tuple[Model, List[str]]:
    """Read the model of a ``spawn_sdf_model`` request.

    The first ``<model>`` or ``<include>`` of the document.
    """
    root = parse_text(text, source)
    context = document_context(root, ModelPath(model_path), ReaderReport())
    scope, world = root, root.find("world")
    if root.tag != "model" and root.find("model") is None and world is not None:
        scope = world
    candidates = (
        [root]
        if root.tag == "model"
        else [child for child in scope if child.tag in ("model", "include")]
    )
    if not candidates:
        raise InputError(
            where(root), 'has no <model>; send <sdf version="1.6"><model name="...">...'
        )
    for other in candidates[1:]:
        context.report.add(other, "only the first model of a request is read, ignored")
    found = find_source(candidates[0], context)
    if found is None:
        raise failure(candidates[0], "includes a light; a model is needed")
    return _lone_model(found), context.report.messages()


def _lone_model(source: ModelSource) -> Model:
    return read_flat_model(source).as_model(source, pose_matrix(source.pose))


def _read_models(element: Element, context: DocumentContext) -> Tuple[Model, ...]:
    graph = FrameGraph(ROOT)
    sources: Dict[str, Tuple[ModelSource, Element]] = {}
    for child in element:
        if child.tag == "frame":
            graph.add_pose(
                name_of(child), child.find("pose"), child.get("attached_to") or ROOT, child
            )
        source = find_source(child, context) if child.tag in ("model", "include") else None
        if source is not None:
            if source.name in sources:
                raise failure(
                    child, f"there are two models named {source.name!r}; give one another <name>"
                )
            graph.add_pose(source.name, source.pose, ROOT, child)
            sources[source.name] = (source, child)
    return tuple(
        read_flat_model(source).as_model(source, graph.resolve(name, child))
        for name, (source, child) in sources.items()
    )


def _read_wind(element: Optional[Element], context: DocumentContext) -> Vector:
    if element is None:
        return World.wind
    context.report.rest(element, ("linear_velocity",))
    return vector(element.find("linear_velocity"), World.wind, "x y z")


def _default_physics(element: Element) -> Optional[Element]:
    """Return the ``<physics>`` marked default, else the first."""
    candidates = element.findall("physics")
    marked = [child for child in candidates if child.get("default", "").lower() in ("true", "1")]
    return next(iter(marked or candidates), None)


def _read_physics(element: Optional[Element], context: DocumentContext) -> Physics:
    if element is None:
        return Physics()
    context.report.rest(element, _PHYSICS)
    step, factor, rate = (element.find(tag) for tag in _PHYSICS[:3])
    physics = Physics(
        number(step, Physics.max_step_size),
        number(factor, Physics.real_time_factor),
        number(rate, Physics.real_time_update_rate),
    )
    if step is not None:
        positive(step, physics.max_step_size)
    for tag, value in zip(_PHYSICS[1:3], (physics.real_time_factor, physics.real_time_update_rate)):
        if value < 0.0:
            raise failure(
                required_child(element, tag),
                f"is {value:g}; write 0 for as fast as possible, or a number greater than 0",
            )
    return physics
