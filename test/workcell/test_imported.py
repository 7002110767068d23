"""Parts of a layout from files: meshes with a mass, and SDF models.

Inertia is compared with MuJoCo's.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.errors import InputError
from sim.sdf.mesh.stl import stl_bytes
from sim.sdf.reader import read_model_string
from sim.workcell.gear import Gear
from sim.workcell.imported import MeshBody
from sim.workcell.layout import Layout, read_layout
from sim.workcell.mesh import box, join
from sim.workcell.models import model_text

LAYOUT = """
parts:
  bracket: {kind: mesh, file: bracket.stl, mass: 0.4, scale: 0.001, color: [0.8, 0.2, 0.2]}
  stool: {kind: model, file: stool.sdf}
models:
  bracket_1: {part: bracket, pose: [0.3, 0, 0.55, 0, 0, 0]}
  stool_1: {part: stool, pose: [0.3, 0, 0, 0, 0, 0]}
"""
STOOL = """<sdf version="1.6"><model name="stool"><static>1</static><link name="seat">
<collision name="seat"><pose>0 0 0.25 0 0 0</pose>
<geometry><box><size>0.4 0.4 0.5</size></box></geometry></collision></link></model></sdf>"""
# Two boxes side by side, in mm: an angle with a foot of 60 x 40 x 10 and a back of 10 x 30 x 30.
ANGLE = join([box((30.0, 0.0, 5.0), (60.0, 40.0, 10.0)), box((5.0, 0.0, 25.0), (10.0, 30.0, 30.0))])


def read(folder: Path, old: str = "", new: str = "") -> Layout:
    (folder / "bracket.stl").write_bytes(stl_bytes(ANGLE))
    (folder / "open.stl").write_bytes(stl_bytes(ANGLE[:1]))
    (folder / "stool.sdf").write_text(STOOL)
    (folder / "empty.sdf").write_text("<sdf version='1.6'/>")
    (folder / "cell.yaml").write_text(LAYOUT.replace(old, new))
    return read_layout(folder / "cell.yaml")


@pytest.mark.parametrize("triangles", [ANGLE, 1e3 * Gear(0.003, 16).mesh()])
def test_inertia_is_what_mujoco_finds(tmp_path, triangles) -> None:
    mujoco = pytest.importorskip("mujoco")
    file = tmp_path / "body.stl"
    file.write_bytes(stl_bytes(triangles + np.array([20.0, -10.0, 5.0])))
    model = mujoco.MjModel.from_xml_string(
        f"""<mujoco><asset><mesh name="m" file="{file}" scale="0.001 0.001 0.001" inertia="exact"/>
        </asset><worldbody><body><freejoint/><geom type="mesh" mesh="m" mass="0.4"/></body>
        </worldbody></mujoco>"""
    )
    turn = np.zeros(9)
    mujoco.mju_quat2Mat(turn, model.body_iquat[1])
    turn = turn.reshape(3, 3)
    centre, inertia = MeshBody(file, 0.4, 0.001).centre_and_inertia()
    assert centre == pytest.approx(model.body_ipos[1], abs=1e-8)
    assert inertia == pytest.approx(
        turn @ np.diag(model.body_inertia[1]) @ turn.T, rel=1e-4, abs=1e-9
    )


def test_a_mesh_lies_on_a_model_of_an_sdf_file(tmp_path) -> None:
    pytest.importorskip("mujoco")
    from sim.embedded.physics.physics import Physics

    layout, physics = read(tmp_path), Physics(timestep=0.002)
    for name, placed in layout.models.items():
        model, warnings = read_model_string(model_text(name, placed.part, {}), [])
        assert warnings == []
        physics.add(model, name, placed.world_from_model)
    physics.step(1000)
    assert physics.poses.model_pose("bracket_1")[:3, 3] == pytest.approx([0.3, 0.0, 0.5], abs=1e-3)


@pytest.mark.parametrize(
    "old, new, message",
    [
        ("mass: 0.4, ", "", "parts/bracket/mass: "),
        ("bracket.stl", "gone.stl", "gone.stl: the mesh cannot be read"),
        ("bracket.stl", "open.stl", "open.stl is not closed"),
        ("stool.sdf", "gone.sdf", "gone.sdf: no such file"),
        ("stool.sdf", "empty.sdf", "empty.sdf has no <sdf><model"),
        ("file: stool.sdf", "mass: 1", "stool: .*mass"),
        ("file: stool.sdf", "color: [0, 0, 0]", "stool: .*color"),
    ],
)
def test_files_that_are_no_parts_are_refused(tmp_path, old, new, message) -> None:
    with pytest.raises(InputError, match=message):
        read(tmp_path, old, new)
