"""gzserver with a measuring plugin of ``gazebo/bench``.

The plugin measures, writes a file and ends the server. No rendering.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from types import MappingProxyType
from typing import Callable, Mapping, Tuple

from sim.gzserver import environment, installation
from sim.process import end_child, start_child


def check(target: str) -> None:
    """Raise RuntimeError if Gazebo or the plugin is missing.

    The plugin is a target of the build folder.
    """
    folder = installation.find(os.environ).plugin_folder
    if not (folder and (folder / file_of(target)).is_file()):
        raise RuntimeError(f"no {file_of(target)}: cmake --build build --target {target} builds it")


def file_of(target: str) -> str:
    """Return the plugin's file name for the world."""
    return f"lib{target}.so"


def run(
    world: Callable[[Path], str],
    patience: float,
    settings: Mapping[str, str] = MappingProxyType({}),
) -> Tuple[str, str]:
    """Return the plugin's output and gzserver's own output.

    The first is empty if the plugin wrote nothing within ``patience`` seconds. ``world`` returns
    the world's text for the plugin's output file; ``settings`` are environment variables.
    """
    found = installation.find(os.environ)
    with tempfile.TemporaryDirectory() as folder:
        path, result = Path(folder, "bench.world"), Path(folder, "result.json")
        path.write_text(world(result), encoding="utf-8")
        base = {**os.environ, "HOME": folder, **settings}
        variables = environment.server_environment(found, base, environment.master_port({}))
        with open(Path(folder, "log"), "w+b") as log:
            server = start_child(
                [str(found.gzserver), str(path)], log, {**variables, "DISPLAY": ""}
            )
            try:
                server.wait(patience)
            except subprocess.TimeoutExpired:
                pass
            finally:
                end_child(server)
            log.seek(0)
            return result.read_text(encoding="utf-8") if result.exists() else "", log.read().decode(
                errors="replace"
            )
