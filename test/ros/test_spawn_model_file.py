"""The node spawn_model reports invalid files, options and lanes without a master."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("gazebo_msgs.srv")

from sim.ports import free_port

ROOT = Path(__file__).resolve().parents[2]


def said(*words: str) -> str:
    """Return the program's output without a master; it ends with code 2."""
    environment = {**os.environ, "ROS_MASTER_URI": f"http://127.0.0.1:{free_port()}"}
    done = subprocess.run(
        [sys.executable, str(ROOT / "nodes" / "spawn_model"), "-model", "box", *words],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )
    assert done.returncode == 2 and "/spawn_model: " in done.stdout, done.stdout
    return done.stdout


@pytest.mark.parametrize(
    "text, message",
    [
        ("<sdf version='1.6'><model name='box'>", "is not XML"),
        ("<robot name='box'/>", "begins with <robot>; -sdf needs <sdf>"),
        ("<sdf version='1.6'><model name='\u00e9'/></sdf>", "is not UTF-8 text"),
    ],
)
def test_a_bad_file(tmp_path, text, message) -> None:
    path = tmp_path / "model.sdf"
    path.write_text(text, encoding="iso-8859-1")
    output = said("-sdf", "-file", str(path))
    assert str(path) in output and message in output


@pytest.mark.not_quick
def test_a_missing_file_and_a_missing_lane(tmp_path) -> None:
    assert "No such file" in said("-sdf", "-file", str(tmp_path / "none.sdf"))
    path = tmp_path / "model.sdf"
    path.write_text("<sdf version='1.6'><model name='box'/></sdf>")
    assert "needs -net" in said("-sdf", "-file", str(path), "-lane", "a_0")
