"""The lab's CRCL programs bring a gear into a kit's slot.

The gear is at its place in the layout.
"""

from pathlib import Path

import numpy as np
import pytest

from sim.crcl import MoveTo
from sim.crcl.codec import read_program
from sim.workcell.handling import picking, placing
from sim.workcell.layout import read_layout

ROOT = Path(__file__).resolve().parents[2]
LAYOUT = read_layout(ROOT / "config" / "agility_lab.yaml")
JOBS = {
    "fanuc_kits_a_gear": ("fanuc_gear_small_1", "fanuc_kit/3"),
    "motoman_kits_a_gear": ("motoman_gear_medium_1", "motoman_kit/2"),
}


@pytest.mark.parametrize("name", sorted(JOBS))
def test_a_program_goes_where_the_layout_has_its_gear_and_its_slot(name: str) -> None:
    gear, slot = JOBS[name]
    model = LAYOUT.models[gear]
    pick, place = (
        picking(model.world_from_model, model.part.body),
        placing(LAYOUT.slot_pose(slot), model.part.body),
    )
    program = read_program((ROOT / "config" / "programs" / f"{name}.xml").read_bytes(), name)
    points = [
        (move.end_position.point.x, move.end_position.point.y, move.end_position.point.z)
        for move in program.middle_command
        if isinstance(move, MoveTo)
    ]
    stops = [pick.above, pick.at, pick.above, place.above, place.at, place.above]
    assert np.array(points, float) / 1000.0 == pytest.approx(
        np.array([stop[:3, 3] for stop in stops]), abs=1e-5
    )
