"""Model folder of a board for both simulators.

A mesh, with holes or plain, its face's picture, and the same mesh for collisions, which Gazebo's
rays meet.
"""

from __future__ import annotations

from pathlib import Path
from typing import Dict

import cv2

from sim.arrays import Array
from sim.calibration.board import Board
from sim.calibration.chessboards.chessboard import Chessboard
from sim.calibration.suite.board_mesh import board_obj
from sim.calibration.suite.plate_mesh import plate_obj
from sim.calibration.suite.texture import chessboard_picture, face_picture
from sim.errors import InputError
from sim.sdf.model_config import config_text

MATERIALS = """newmtl face
Ka 1 1 1
Kd 1 1 1
map_Kd face.png
newmtl body
Ka 0.5 0.45 0.4
Kd 0.5 0.45 0.4
"""
MODEL = """<?xml version="1.0"?>
<!-- {about}. x points out of the face, its origin. -->
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


def write_board_model(board: Board, name: str, folder: Path, seed: int) -> None:
    """Write the model ``name`` to a folder; ``seed`` varies the texture."""
    about = f"{board.width} x {board.height} m, holes of {board.radius} m radius"
    titles = {"about": about, "description": "A calibration board with round holes."}
    _write(name, folder, titles, board_obj(board, "board.mtl"), face_picture(board, seed))


def write_chessboard_model(board: Chessboard, name: str, folder: Path) -> None:
    """Write the model ``name`` to a folder."""
    across, up = board.squares
    about = f"{board.width:g} x {board.height:g} m, {across} x {up} squares of {board.side} m"
    titles = {"about": about, "description": "A chessboard for calibration."}
    _write(name, folder, titles, plate_obj(board, "board.mtl"), chessboard_picture(board))


def _write(name: str, folder: Path, titles: Dict[str, str], obj: str, face: Array) -> None:
    meshes = folder / "meshes"
    meshes.mkdir(parents=True, exist_ok=True)
    (folder / "model.sdf").write_text(MODEL.format(name=name, **titles), encoding="utf-8")
    config = config_text(name, titles["description"])
    (folder / "model.config").write_text(config, encoding="utf-8")
    (meshes / "board.obj").write_text(obj, encoding="utf-8")
    (meshes / "board.mtl").write_text(MATERIALS, encoding="utf-8")
    picture = str(meshes / "face.png")
    if not cv2.imwrite(picture, face, [cv2.IMWRITE_PNG_COMPRESSION, 9]):
        raise InputError(picture, "cannot be written")
