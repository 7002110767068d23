"""Gears in trays, in the physics of the embedded simulator."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.embedded.physics.physics import Physics
from sim.sdf.reader import read_model_string
from sim.workcell.layout import read_layout
from sim.workcell.models import model_text, write_meshes

LAB = Path(__file__).resolve().parents[2] / "config" / "agility_lab.yaml"


def shifted(world_from_gear: np.ndarray, x: float, y: float, z: float) -> np.ndarray:
    moved = world_from_gear.copy()
    moved[:3, 3] += (x, y, z)
    return moved


@pytest.mark.parametrize(
    "part, slot, angle",
    [
        ("gear_large", "fanuc_kit/1", 0.4),
        ("gear_small", "fanuc_kit/3", 2.0),
        ("gear_medium", "motoman_kit/2", 4.1),
    ],
)
def test_a_gear_let_go_3_mm_beside_the_middle_falls_into_its_slot(
    tmp_path, part, slot, angle
) -> None:
    layout = read_layout(LAB)
    meshes, tray = write_meshes(layout, tmp_path), layout.models[slot.split("/")[0]]
    physics, rest = Physics((0.0, 0.0, -9.8), 0.002), layout.slot_pose(slot)
    start = shifted(rest, 0.003 * np.cos(angle), 0.003 * np.sin(angle), 0.012)
    physics.add_many(
        [
            (
                read_model_string(model_text("tray", tray.part, meshes), [])[0],
                "tray",
                tray.world_from_model,
            ),
            (
                read_model_string(model_text("gear", layout.parts[part], meshes), [])[0],
                "gear",
                start,
            ),
        ]
    )
    physics.step(500)
    pose = physics.poses.model_pose("gear")
    assert np.hypot(*(pose - rest)[:2, 3]) < tray.part.body.clearance
    assert abs(pose[2, 3] - rest[2, 3]) < 0.5e-3 and pose[2, 2] > 0.9999
    assert np.linalg.norm(physics.poses.model_twist("gear")[0]) < 1e-3
