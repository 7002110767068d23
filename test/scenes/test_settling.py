"""Reports of moved objects: of poses, and of a folder in physics."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.scenes.settling import moved_text, unsettled

from .test_unlisted_folders import MODEL

WORLD = """<sdf version="1.6"><world name="default">
<model name="ground"><static>1</static><link name="l"><collision name="c"><geometry><plane/>
</geometry></collision></link></model>
<include><uri>model://crate</uri><pose>0 0 0.25 0 0 0.4</pose><name>still</name></include>
<include><uri>model://crate</uri><pose>3 0 0.35 0 0 0</pose><name>high</name></include>
<include><uri>model://crate</uri><pose>-3 0 0.45 0 0.6 0</pose><name>tilted</name></include></world>
</sdf>"""


def pose(x: float = 0.0, z: float = 0.0, yaw: float = 0.0) -> np.ndarray:
    found = np.eye(4)
    found[:2, :2] = [[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]]
    found[0, 3], found[2, 3] = x, z
    return found


def test_displacements_are_given_in_words() -> None:
    put = {name: pose(1.0, 0.5) for name in ("still", "sunk", "flung", "turned", "gone", "lost")}
    now = {
        "still": pose(1.001, 0.5),
        "sunk": pose(1.0, 0.49),
        "flung": pose(1.0, 26.3),
        "turned": pose(1.3, 0.5, 0.2),
        "lost": pose(np.nan),
    }
    found = unsettled(put, now)
    assert found == {
        "sunk": "sank 10 mm",
        "flung": "rose 25.8 m",
        "turned": "moved 0.3 m and turned 11.5 degrees",
        "lost": "moved nan m",
    }
    assert moved_text({"sunk": "sank 10 mm"}, 2.0) == "within 2 s sunk sank 10 mm"
    assert moved_text({}, 2.0) == ""


@pytest.mark.not_quick
def test_a_scene_s_folder_is_let_stand(tmp_path: Path, capsys) -> None:
    pytest.importorskip("mujoco")
    from sim.scenes.__main__ import main

    (tmp_path / "room.world").write_text(WORLD)
    home = tmp_path / "models" / "crate"
    home.mkdir(parents=True)
    (home / "model.sdf").write_text(MODEL.format(name="crate", pose="0 0 0", size="0.5 0.5 0.5"))
    (home / "model.config").write_text(
        "<model><name>crate</name><sdf version='1.6'>model.sdf</sdf></model>"
    )
    assert main(["check", str(tmp_path)]) == 0
    assert "unsettled" not in capsys.readouterr().out
    assert main(["check", str(tmp_path), "--settle", "2"]) == 1
    said = capsys.readouterr().out
    assert (
        "unsettled: within 2 s high sank 100 mm" in said
        or "unsettled: within 2 s high sank 0.1 m" in said
    )
    assert "unsettled: within 2 s tilted" in said and "still" not in said
    (tmp_path / "models" / "crate" / "model.sdf").write_text(
        "<sdf version='1.6'><model name='crate'></model></sdf>"
    )
    assert main(["check", str(tmp_path), "--settle", "2"]) != 0
