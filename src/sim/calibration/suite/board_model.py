"""A board as a model folder for both simulators: a mesh with holes, its textured face, and the same
mesh for collisions, which Gazebo's rays meet."""

from __future__ import annotations

from pathlib import Path

import cv2

from sim.calibration.board import Board
from sim.calibration.suite.board_mesh import board_obj
from sim.calibration.suite.texture import face_picture
from sim.errors import InputError

MATERIALS = """newmtl face
Ka 1 1 1
Kd 1 1 1
map_Kd face.png
newmtl body
Ka 0.5 0.45 0.4
Kd 0.5 0.45 0.4
"""
MODEL = """<?xml version="1.0"?>
<!-- {width} x {height} m, holes of {radius} m radius. x points out of the face, its origin. -->
<sdf version="1.6">
  <model name="{name}">
    <static>1</static>
    <link name="link">
      <collision name="board"><geometry><mesh><uri>model://{name}/meshes/board.obj</uri></mesh></geometry></collision>
      <visual name="board"><geometry><mesh><uri>model://{name}/meshes/board.obj</uri></mesh></geometry></visual>
    </link>
  </model>
</sdf>
"""
CONFIG = """<?xml version="1.0"?>
<model>
  <name>{name}</name>
  <version>1.0</version>
  <sdf version="1.6">model.sdf</sdf>
  <description>A calibration board with round holes.</description>
</model>
"""


def write_board_model(board: Board, name: str, folder: Path, seed: int) -> None:
    """Writes the model ``name`` to a folder; ``seed`` is of the face's texture."""
    meshes = folder / "meshes"
    meshes.mkdir(parents=True, exist_ok=True)
    values = {**vars(board), "name": name}
    (folder / "model.sdf").write_text(MODEL.format(**values), encoding="utf-8")
    (folder / "model.config").write_text(CONFIG.format(**values), encoding="utf-8")
    (meshes / "board.obj").write_text(board_obj(board, "board.mtl"), encoding="utf-8")
    (meshes / "board.mtl").write_text(MATERIALS, encoding="utf-8")
    picture = str(meshes / "face.png")
    if not cv2.imwrite(picture, face_picture(board, seed), [cv2.IMWRITE_PNG_COMPRESSION, 9]):
        raise InputError(picture, "cannot be written")
