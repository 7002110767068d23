"""Cameras without OpenGL report the missing package, and everything else works."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

SCRIPT = """
import sys
import numpy as np
from embedded.cameras.pictures import Watched, camera
from sim.embedded.cameras import Shot
from sim.errors import SimulationError
watched = Watched(own_process=sys.argv[1] == "process")
for _ in range(2):
    try:
        watched.cameras.capture([Shot(camera(), np.eye(4))], print)
    except SimulationError as error:
        print("REFUSED", error)
watched.physics.step(10)
watched.cameras.finish()
watched.cameras.close()
print("GOES ON", watched.physics.steps)
"""


@pytest.mark.parametrize("drawn_in", ["thread", "process"])
def test_no_gl_is_told_with_what_to_install(tmp_path, drawn_in):
    """An empty folder of EGL vendors: libEGL finds no driver."""
    test = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    environment = {
        **os.environ,
        "__EGL_VENDOR_LIBRARY_DIRS": str(tmp_path),
        "PYTHONPATH": os.pathsep.join([test, *sys.path]),
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, drawn_in],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    lines = done.stdout.splitlines()
    assert len(lines) == 3 and all(
        line.startswith("REFUSED") and "libegl1" in line for line in lines[:2]
    ), done.stdout + done.stderr
    assert lines[2] == "GOES ON 10" and done.returncode == 0 and done.stderr == ""
