"""Model of a road for both simulators, and a world with it."""

from __future__ import annotations

from pathlib import Path
from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.sdf.model_config import config_text
from sim.uneven_road.surface import UnevenRoad

_FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
_MODEL = """<?xml version="1.0"?>
<!-- {about} -->
<sdf version="1.6">
  <model name="{name}">
    <static>1</static>
    <link name="road">
      <collision name="surface">
        <geometry><mesh><uri>model://{name}/road.stl</uri></mesh></geometry>
        <surface><friction><ode><mu>{friction:g}</mu><mu2>{friction:g}</mu2></ode></friction></surface>
      </collision>
      <visual name="surface">
        <cast_shadows>0</cast_shadows>
        <geometry><mesh><uri>model://{name}/road.stl</uri></mesh></geometry>
        <material>
          <ambient>0.4 0.4 0.4 1</ambient>
          <diffuse>0.4 0.4 0.4 1</diffuse>
          <specular>0.1 0.1 0.1 1</specular>
        </material>
      </visual>
    </link>
  </model>
</sdf>
"""
_WORLD = """<?xml version="1.0"?>
<!-- {about} -->
<sdf version="1.6">
  <world name="{name}">
    <gravity>0 0 -9.8</gravity>
    <physics name="default_physics" default="1" type="ode">
      <max_step_size>0.005</max_step_size>
      <real_time_factor>1</real_time_factor>
      <real_time_update_rate>200</real_time_update_rate>
    </physics>
    <scene>
      <ambient>0.5 0.5 0.5 1</ambient>
      <background>0.66 0.78 0.90 1</background>
      <shadows>0</shadows>
    </scene>
    <light name="sun" type="directional">
      <cast_shadows>0</cast_shadows>
      <pose>0 0 50 0 0 0</pose>
      <diffuse>0.85 0.85 0.82 1</diffuse>
      <specular>0.1 0.1 0.1 1</specular>
      <direction>-0.4 0.3 -0.87</direction>
    </light>
    <include><uri>model://{name}</uri></include>
  </world>
</sdf>
"""


def write_road(road: UnevenRoad, name: str, friction: float, folder: Path) -> Tuple[Path, Path]:
    """Write a model's folder and a world's file; return their paths."""
    road.check()
    about = (
        f"A road of class {road.grade} of ISO 8608, {road.length:g} m by {road.width:g} m, seed "
        f"{road.seed}, with {road.run_in:g} m of level road at both ends"
    )
    model = folder / name
    model.mkdir(parents=True, exist_ok=True)
    (model / "road.stl").write_bytes(stl(triangles(road.places, road.lines, road.heights())))
    words = {"name": name, "about": about, "friction": friction}
    (model / "model.config").write_text(config_text(name, about), encoding="utf-8")
    (model / "model.sdf").write_text(_MODEL.format(**words), encoding="utf-8")
    world = folder / f"{name}.world"
    world.write_text(_WORLD.format(**words), encoding="utf-8")
    return model, world


def triangles(x: Array, y: Array, heights: Array) -> Array:
    """Return a surface's triangles (k, 3, 3), counter-clockwise from above.

    The surface has heights (n, m) over x (n,) and y (m,).
    """
    points = np.stack(np.broadcast_arrays(x[:, None], y[None, :], heights), axis=-1)
    near, far = points[:-1], points[1:]
    right, ahead, left, both = near[:, :-1], far[:, :-1], near[:, 1:], far[:, 1:]
    corners = np.stack([np.stack([right, ahead, both], 2), np.stack([right, both, left], 2)], 2)
    result: Array = corners.reshape(-1, 3, 3)
    return result


def stl(corners: Array) -> bytes:
    """Return binary STL of triangles (k, 3, 3)."""
    facets = np.zeros(len(corners), dtype=_FACET)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    facets["normal"] = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    facets["corners"] = corners
    return bytes(80) + np.uint32(len(facets)).tobytes() + facets.tobytes()
