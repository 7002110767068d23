"""Libraries of the compiled plugins.

For a link missing in the prefix, the linker would silently take the host's.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import List

import pytest

from sim.gzserver.installation import prefix_folder, triplet

# Libraries loaded by Python, which are not plugins.
OF_PYTHON = {"libsim_laws.so", "libsim_physics.so", "libsim_ros_control.so"}
ROOT = Path(__file__).resolve().parents[2]
LIBRARIES = ROOT / "devel" / "lib"
PLUGINS = sorted(path for path in LIBRARIES.glob("libsim_*.so") if path.name not in OF_PYTHON)
OF_THE_HOST = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2"}

if not (prefix_folder(os.environ) / "installed.json").is_file() or not PLUGINS:
    pytest.skip(
        "no plugins built for a Gazebo prefix; ./run setup gazebo does both",
        allow_module_level=True,
    )
if shutil.which("readelf") is None:
    pytest.skip("no readelf; apt install binutils", allow_module_level=True)


def needed(plugin: Path) -> List[str]:
    said = subprocess.run(
        ["readelf", "-d", str(plugin)], stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    return re.findall(r"\(NEEDED\).*\[(.*)\]", said)


@pytest.mark.parametrize("plugin", PLUGINS, ids=lambda path: path.name)
def test_a_plugin_needs_only_the_prefix_and_the_c_runtime(plugin: Path) -> None:
    folders = [prefix_folder(os.environ) / "usr" / "lib" / triplet(), plugin.parent]
    strange = [
        name
        for name in needed(plugin)
        if name not in OF_THE_HOST and not any((folder / name).exists() for folder in folders)
    ]
    assert strange == []


def test_the_library_of_plugins_uses_the_roscpp_of_the_prefix() -> None:
    found = needed(next(path for path in PLUGINS if path.name == "libsim_gazebo.so"))
    assert "libroscpp.so.3d" in found
    assert not [name for name in found if name in ("libroscpp.so.4d", "libprotobuf.so.32")]


def test_every_registered_plugin_has_a_library_of_its_name() -> None:
    sources = (ROOT / "gazebo").rglob("*.cc")
    text = "\n".join(source.read_text(encoding="utf-8") for source in sources)
    registered = set(re.findall(r'registered_\w+[^;"]*"(lib\w+\.so)"', text))
    assert len(registered) > 25
    built = {path.name for path in LIBRARIES.glob("lib*.so")}
    assert registered - built == set()
    for name in registered:
        assert "libsim_gazebo.so" in needed(LIBRARIES / name), name
