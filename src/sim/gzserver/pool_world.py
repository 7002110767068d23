"""Writes the world for gzserver: the user's with pace and model pools.

The pools are static models for traffic, with their meshes beside the world. gzserver inserts a
model in 220 ms and stops the physics meanwhile; one that is in the world file from the start is
moved in microseconds. Pools are parked in rows far below the ground, ``POOL_SPACING`` apart so that
none touches another. SI units.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import List, Optional, Sequence, Tuple

from lxml import etree

from sim.errors import InputError
from sim.gzserver.merged_visuals import merge_visuals
from sim.gzserver.scene_light import set_light
from sim.rendering.conditions import Conditions
from sim.sdf.context import document_version, world_of
from sim.sdf.fitted import absolute_uris, fitted_element
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_world
from sim.sdf.xml.elements import Element, number, parse_file, where

POOL_DEPTH = -1000.0  # m
# Along and across the vehicles, which are at most 40 m long and 4 m wide.
POOL_SPACING = (45.0, 8.0)  # m
ROW_LENGTH = 40  # models
_NAME_MARK = "traffic_pool_NAME"
_POSE_MARK = "traffic_pool_POSE"


@dataclass(frozen=True)
class ModelPool:
    """Static copies of a model for one vehicle type.

    ``count`` copies are named ``traffic_pool_<number>_<k>``; ``number`` as in /traffic/types.
    ``size`` is the type's length, width, and height in m, without one the model's own; ``color``
    its paint, without one the model's.
    """

    number: int
    model: str
    count: int
    size: Optional[Tuple[float, float, float]] = None
    color: Optional[Tuple[float, float, float]] = None

    def name(self, k: int) -> str:
        return f"traffic_pool_{self.number}_{k}"


@dataclass(frozen=True)
class WorldPace:
    """Pace of a world.

    ``real_time_factor`` below 0 keeps the world's pace, 0 is as fast as possible; ``step`` 0 keeps
    the world's step.
    """

    real_time_factor: float = -1.0
    step: float = 0.0


@dataclass(frozen=True)
class WrittenWorld:
    """Written world. ``step`` in s, ``real_time_factor`` 0 for as fast as possible."""

    path: str
    name: str
    step: float
    real_time_factor: float
    models: int


def write_world(
    source: str,
    target: str,
    pools: Sequence[ModelPool],
    pace: WorldPace,
    model_path: ModelPath,
    conditions: Conditions = Conditions(),
) -> WrittenWorld:
    """Write ``target`` from the world file ``source``.

    InputError for missing or malformed files.
    """
    root = parse_file(source)
    document_version(root)
    world = world_of(root, source)
    absolute_uris(root, os.path.dirname(os.path.abspath(source)))
    step, factor = _set_pace(world, pace)
    if conditions != Conditions():
        set_light(world, read_world(source, model_path.paths)[0].look, conditions)
    etree.indent(root)
    models = sum(1 for _ in world.iterchildren("model", "include"))
    parked = "".join(_parked(pools, model_path, os.path.dirname(os.path.abspath(target))))
    document = etree.tostring(root, encoding="unicode")
    before, end, after = document.rpartition("</world>")
    with open(target, "w", encoding="utf-8") as file:
        file.write(f'<?xml version="1.0" encoding="UTF-8"?>\n{before}{parked}{end}{after}\n')
    return WrittenWorld(target, world.get("name", ""), step, factor, models)


def _set_pace(world: Element, pace: WorldPace) -> Tuple[float, float]:
    """Set step and rate in the effective physics.

    Return the resulting step and real-time factor. Gazebo's real-time factor is
    real_time_update_rate * max_step_size; <real_time_factor> itself is only shown. A rate of 0,
    with which Gazebo runs as fast as it can, leaves the pace to <real_time_factor>.
    """
    physics = _default_physics(world)
    given = {tag: physics.find(tag) for tag in ("max_step_size", "real_time_update_rate")}
    old_step = number(given["max_step_size"], 0.001)
    own = number(given["real_time_update_rate"], 1000.0) * old_step or number(
        physics.find("real_time_factor"), 1.0
    )
    factor = own if pace.real_time_factor < 0 else pace.real_time_factor
    step = pace.step or old_step
    if step <= 0.0:
        raise InputError(
            where(physics), f"max_step_size is {step:g} s; write a number greater than 0"
        )
    _set_child(physics, "max_step_size", f"{step:.12g}")
    _set_child(physics, "real_time_update_rate", f"{factor / step:.12g}")
    _set_child(physics, "real_time_factor", f"{factor or 1.0:.12g}")
    return step, factor


def _default_physics(world: Element) -> Element:
    """Return Gazebo's ``<physics>``: the one marked default, else the first, else a new one."""
    candidates = world.findall("physics")
    marked = [child for child in candidates if child.get("default", "").lower() in ("true", "1")]
    found = next(iter(marked or candidates), None)
    if found is None:
        found = etree.SubElement(
            world, "physics", {"name": "default_physics", "default": "1", "type": "ode"}
        )
    return found


def _set_child(parent: Element, tag: str, text: str) -> None:
    child = parent.find(tag)
    if child is None:
        child = etree.SubElement(parent, tag)
    child.text = text


def _parked(pools: Sequence[ModelPool], model_path: ModelPath, folder: str) -> List[str]:
    """Return the XML of every pool model, in rows of ``ROW_LENGTH``."""
    texts: List[str] = []
    for pool in pools:
        template = _template(pool, model_path, folder) if pool.count else ""
        for k in range(pool.count):
            line, place = divmod(len(texts), ROW_LENGTH)
            x, y = POOL_SPACING[0] * line, POOL_SPACING[1] * (place - ROW_LENGTH / 2)
            pose = f"{x:.12g} {y:.12g} {POOL_DEPTH:.12g} 0 0 0"
            texts.append(template.replace(_NAME_MARK, pool.name(k)).replace(_POSE_MARK, pose))
    return texts


def _template(pool: ModelPool, model_path: ModelPath, folder: str) -> str:
    """Return a static model's XML with placeholders for name and pose.

    It is inlined, since each ``<include>`` would be read from disk again. Its meshes go into
    ``folder``.
    """
    path = model_path.model_file(f"model://{pool.model}", where=f"vehicle type {pool.number}")
    model = fitted_element(path, model_path.paths, pool.size, pool.color)
    model.set("name", _NAME_MARK)
    _set_child(model, "static", "true")
    _set_child(model, "pose", _POSE_MARK)
    for plugin in model.findall(".//plugin") + model.findall(".//sensor"):
        parent = plugin.getparent()
        assert parent is not None  # It is the model, or in it.
        parent.remove(plugin)
    merge_visuals(model, folder, f"{pool.model}_{pool.number}", model_path)
    etree.indent(model, level=2)
    model.tail = None
    return f"  {etree.tostring(model, encoding='unicode')}\n"
