"""The page's view: lamps by the simulators' law, their visibility, model files."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import Any, Dict, List

import pytest

from monitor.npm import FOLDER, missing
from sim.traffic.lamps import lamp_tables, lit_head, lit_vehicles

pytestmark = pytest.mark.not_quick

SIGNALS = (0, 1, 2, 4, 8, 13, 2048, 2063)
TIMES = (0.0, 0.2, 0.4, 0.5, 0.9, 7.3)
CHROMIUM = shutil.which("chromium")


@pytest.fixture(scope="module", name="found")
def _found() -> Dict[str, Any]:
    reason = missing() or ("" if CHROMIUM else "no Chromium here: apt install chromium")
    if reason:
        pytest.skip(reason)
    done = subprocess.run(
        ["node", "test/view.mjs"],
        cwd=FOLDER,
        env={**os.environ, "SIM_CHROMIUM": str(CHROMIUM)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found: Dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_page_has_the_simulators_tables_of_lamps() -> None:
    """PYTHONPATH=src .venv/bin/python3 -m sim.traffic.lamps writes them; then build the page."""
    assert (FOLDER / "src/view/lamp_tables.json").read_text("utf-8") == lamp_tables()


def test_the_page_has_the_simulators_law_of_lamps(found: Dict[str, Any]) -> None:
    for signals, bits in zip(SIGNALS, found["vehicles"]):
        assert bits == [int(lit_vehicles([signals], time)[0]) for time in TIMES], signals
    for letter, colours in zip("ryugGoOs", found["letters"]):
        assert colours == [list(lit_head(letter, time)) for time in TIMES], letter


def test_lamps_of_vehicles_are_seen_to_shine(found: Dict[str, Any]) -> None:
    assert all(max(color) < 80 for color in found["dark"]), found["dark"]
    body, *lamps = found["all"]
    assert body == found["dark"][0]
    assert [_shade(color) for color in lamps] == ["red", "amber", "amber", "blue"]
    # Half a period of the indicators later.
    assert [_shade(color) for color in found["between"][1:]] == ["red", "", "", "blue"]
    assert [_shade(color) for color in found["right"][1:]] == ["", "", "amber", ""]
    assert found["released"] == found["dark"]


def test_heads_of_traffic_lights_show_their_state_one_step_after_it(found: Dict[str, Any]) -> None:
    shades = {name: [_shade(one) for one in row[1:]] for name, row in found["heads"].items()}
    assert shades["before"] == ["", "", "", ""]
    assert shades["shown"] == ["", "green", "amber", ""]
    assert shades["blinks"] == ["", "green", "", ""]
    # The state that was to come belongs to the run before; a light without state is dark.
    assert shades["again"] == ["red", "", "", ""]


def test_meshes_with_a_material_ignore_their_own_colours(
    found: Dict[str, Any],
) -> None:
    model = found["model"]
    assert model["asked"] == ["model.config", "model.sdf", "painted.obj", "plain.mtl", "plain.obj"]
    assert model["parts"] == [
        ["painted", 6, "ff0000"],
        ["plain", 3, "00ff00"],
        ["plain", 3, "0000ff"],
    ]


def _shade(color: List[int]) -> str:
    red, green, blue = color
    if max(color) < 80:
        return ""
    if blue > 200:
        return "blue"
    if red > 200:
        return "amber" if green > 100 else "red"
    return "green" if green > 200 else f"{color}"
