"""Layout of a workcell: allowed YAML, and the agility lab."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from sim.errors import InputError
from sim.sdf.reader import read_model_string
from sim.workcell.bodies import Tray
from sim.workcell.layout import read_layout
from sim.workcell.models import model_text, write_meshes

LAB = Path(__file__).resolve().parents[2] / "config" / "agility_lab.yaml"
PARTS = """
parts:
  kit: {kind: tray, size: [0.1, 0.1], slots: [{part: cog, at: [0.01, 0.02]}]}
  cog: {kind: gear, module: 0.002, teeth: 12, hub_radius: 0.005}
"""


def read(folder: Path, text: str):
    path = folder / "cell.yaml"
    path.write_text(text, encoding="utf-8")
    return read_layout(path)


def test_a_gear_lies_in_the_middle_of_its_slot(tmp_path) -> None:
    layout = read(
        tmp_path,
        PARTS
        + "models:\n  tray: {part: kit, pose: [1, 2, 0.5, 0, 0, 1.5707963267948966]}\n  gear: "
        "{part: cog, in: tray/1}\n",
    )
    assert np.allclose(layout.models["gear"].world_from_model[:3, 3], (1 - 0.02, 2 + 0.01, 0.505))
    assert np.allclose(layout.slot_pose("tray/1"), layout.models["gear"].world_from_model)


def test_a_robots_file_is_named_from_the_layouts_folder(tmp_path) -> None:
    robots = read(
        tmp_path,
        PARTS
        + "robots: {a: {robot: arms/mine.yaml, pose: [0, 0, 0, 0, 0, 0]}, b: {robot: fanuc, pose: "
        "[0, 0, 0, 0, 0, 0]}}",
    ).robots
    assert (
        robots["a"].description == str(tmp_path / "arms" / "mine.yaml")
        and robots["b"].description == "fanuc"
    )


@pytest.mark.parametrize(
    "text, said",
    [
        (
            "models: {gear: {part: cog, in: tray/1}}",
            r"models/gear/in: 'tray' is not a tray before it",
        ),
        (
            "models: {tray: {part: kit, pose: [0, 0, 0, 0, 0, 0]}, gear: {part: cog, in: tray/2}}",
            r"tray has tray/1 to tray/1",
        ),
        (
            "models: {gear: {part: cogg, pose: [0, 0, 0, 0, 0, 0]}}",
            r"models/gear/part: 'cogg' is not among",
        ),
        ("models: {gear: {part: cog}}", r"models/gear: needs either pose"),
        ("models: {gear: {part: cog, pose: [0, 0, 0]}}", r"needs the 6 numbers"),
        ("robots: {fanuc: {robot: fanuc, pose: [0, 0, 0, 0, 0, .nan]}}", r"robots/fanuc/pose/yaw"),
        (
            "models: {a: {part: cog, pose: [0, 0, 0, 0, 0, 0]}}\nrobots: {a: {robot: b, pose: [0, "
            "0, 0, 0, 0, 0]}}",
            r"is a model and a robot",
        ),
    ],
)
def test_errors_have_their_key(tmp_path, text, said) -> None:
    with pytest.raises(InputError, match=said):
        read(tmp_path, PARTS + text)


@pytest.mark.parametrize(
    "text, said",
    [
        ("parts: {cog: {kind: geer}}", "parts/cog/kind: 'geer' is not one of: gear, tray"),
        ("parts: {cog: {kind: [gear]}}", r"parts/cog/kind: \['gear'\] is not one of: gear, tray"),
        (
            "parts: {cog: {kind: gear, module: 0.002, teeth: 3}}",
            "parts/cog/teeth: 3 is out of range",
        ),
        (
            "parts: {cog: {kind: gear, module: 0.002, teeth: 12, hub_radius: 0.02}}",
            "not below the gear's root radius",
        ),
        (
            "parts: {kit: {kind: tray, size: [1, 1], slots: [{part: x, at: [0, 0]}]}}",
            "parts/kit/slots/1/part: 'x' is not a gear",
        ),
    ],
)
def test_wrong_parts_are_refused(tmp_path, text, said) -> None:
    with pytest.raises(InputError, match=said):
        read(tmp_path, text)


def test_every_model_of_the_lab_is_sdf_without_complaints(tmp_path) -> None:
    layout = read_layout(LAB)
    meshes = write_meshes(layout, tmp_path)
    for name, placed in layout.models.items():
        model, messages = read_model_string(model_text(name, placed.part, meshes), [])
        assert messages == [] and model.name == name


def test_slots_of_the_lab_neither_overlap_nor_leave_their_trays() -> None:
    for part in read_layout(LAB).parts.values():
        if isinstance(part.body, Tray):
            tray = part.body
            outer = [
                tray.gears[slot.part].tip_radius + tray.clearance + tray.rim for slot in tray.slots
            ]
            for slot, radius in zip(tray.slots, outer):
                assert (
                    abs(slot.x) + radius <= 0.5 * tray.size[0]
                    and abs(slot.y) + radius <= 0.5 * tray.size[1]
                ), part.name
            for (one, first), (other, second) in combinations(zip(tray.slots, outer), 2):
                assert np.hypot(one.x - other.x, one.y - other.y) >= first + second, part.name


def test_a_camera_is_a_sensor_that_looks_along_x(tmp_path) -> None:
    layout = read(
        tmp_path,
        "parts: {eye: {kind: camera, size: [320, 240], fov: 0.8}}\nmodels: {eye: {part: eye, "
        "pose: [0, 0, 2, 0, 1.5708, 0]}}",
    )
    model, messages = read_model_string(model_text("eye", layout.models["eye"].part, {}), [])
    eye = model.links[0].sensors[0].kind.cameras[0]
    assert messages == [] and (eye.width, eye.height, eye.horizontal_fov) == (320, 240, 0.8)


@pytest.mark.parametrize("name", ["agility_lab", "robot_cell", "roadside_cell", "town_cell"])
def test_every_layout_that_comes_with_the_package_is_sound(name: str) -> None:
    assert read_layout(Path(__file__).resolve().parents[2] / "config" / f"{name}.yaml").robots
