"""Finds Gazebo and this package's plugins.

Gazebo is native on PATH, or unpacked into a prefix by ``./run setup gazebo``.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Mapping, Optional, Tuple

from sim.errors import SimulationError

MARK = "installed.json"
VERSION = re.compile(r"version (\d+\.\d+\.\d+)")
# In gzserver's loading order: the plugin that serves the API comes first.
PLUGINS = ("world_api", "step", "traffic", "sensors")
STOCK_API = "libgazebo_ros_api_plugin.so"
STOCK_PATHS = "libgazebo_ros_paths_plugin.so"


@dataclass(frozen=True)
class Installation:
    """Installation of Gazebo.

    ``usr`` holds its bin, lib, and share, ``plugin_folder`` our plugins, ``stock_folder`` the
    plugins of gazebo_ros.
    """

    usr: Path
    version: str
    prefix: Optional[Path] = None
    plugin_folder: Optional[Path] = None
    stock_folder: Optional[Path] = None

    @property
    def gzserver(self) -> Path:
        return self.usr / "bin" / "gzserver"

    @property
    def gzclient(self) -> Path:
        return self.usr / "bin" / "gzclient"

    @property
    def library_folder(self) -> Path:
        """Folder of the libraries for this machine's architecture."""
        return self.usr / "lib" / triplet()

    @property
    def plugins(self) -> Tuple[str, ...]:
        """File names of the system plugins to load.

        Stock gazebo_ros serves the API if installed, else ours does.
        """
        ours = [name for name in PLUGINS if not (self.stock_folder and name == "world_api")]
        files = [
            f"libsim_{name}.so"
            for name in ours
            if self.plugin_folder and (self.plugin_folder / f"libsim_{name}.so").is_file()
        ]
        return tuple(([STOCK_PATHS, STOCK_API] if self.stock_folder else []) + files)

    @property
    def missing_plugins(self) -> Tuple[str, ...]:
        """File names of our system plugins that are not built."""
        return tuple(
            file
            for file in map("libsim_{}.so".format, PLUGINS)
            if not (self.plugin_folder and (self.plugin_folder / file).is_file())
        )

    def __str__(self) -> str:
        return f"Gazebo {self.version} in {self.prefix or self.usr}"


def triplet() -> str:
    """Return Debian's name of this machine's architecture.

    Its libraries are in a folder of this name.
    """
    machine = platform.machine()
    return {"i686": "i386-linux-gnu", "armv7l": "arm-linux-gnueabihf"}.get(
        machine, f"{machine}-linux-gnu"
    )


def prefix_folder(environ: Mapping[str, str]) -> Path:
    """Return the folder for Debian's packages of ``./run setup gazebo``. It may not exist."""
    given = environ.get("SIM_GAZEBO_PREFIX")
    return (
        Path(given).expanduser()
        if given
        else Path(environ.get("HOME", "~")).expanduser() / ".local" / "share" / "sim" / "gazebo11"
    )


def find(environ: Mapping[str, str]) -> Installation:
    """Return the Gazebo to use, prefix before native.

    ``./run setup`` builds the plugins with the same order; SimulationError names the missing part
    and the remedy.
    """
    prefix, native = prefix_folder(environ), shutil.which("gzserver", path=environ.get("PATH"))
    ours = _library_folder("libsim_world_api.so", environ)
    if native and not (prefix / MARK).is_file():
        return Installation(
            Path(native).parent.parent,
            _native_version(native),
            None,
            ours,
            _library_folder(STOCK_API, environ),
        )
    return Installation(prefix / "usr", _prefix_version(prefix), prefix, ours)


def ready(environ: Mapping[str, str]) -> Installation:
    """Return :func:`find` for a Gazebo with this package's plugins built."""
    found = find(environ)
    if not found.plugin_folder:
        folders = ", ".join(map(str, _library_folders(environ)))
        raise SimulationError(
            f"{found} is there, but this package's plugins for it are not built (no "
            f"libsim_world_api.so in {folders or 'any folder of CMAKE_PREFIX_PATH'}); "
            "./run setup builds them, in a catkin workspace catkin_make does"
        )
    return found


def _native_version(gzserver: str) -> str:
    try:
        said = subprocess.run(
            [gzserver, "--version"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=20.0,
            check=False,
        ).stdout.decode(errors="replace")
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SimulationError(f"{gzserver} does not run: {error}") from None
    match = VERSION.search(said)
    if not match:
        raise SimulationError(
            f"{gzserver} --version says {said.strip()[:200]!r}, which is not a version of Gazebo; "
            "is it installed completely?"
        )
    if not match.group(1).startswith("11."):
        raise SimulationError(
            f"{gzserver} is Gazebo {match.group(1)}; this package needs Gazebo 11"
        )
    return match.group(1)


def _prefix_version(prefix: Path) -> str:
    if not prefix.is_dir():
        raise SimulationError(
            f"no Gazebo here: no gzserver on PATH and nothing in {prefix}; ./run setup gazebo "
            "installs it"
        )
    try:
        version = str(json.loads((prefix / MARK).read_text(encoding="utf-8"))["gazebo"])
    except (OSError, ValueError, KeyError, TypeError):
        raise SimulationError(
            f"the Gazebo in {prefix} is not installed completely (no valid {MARK}); "
            "./run setup gazebo goes on with it"
        ) from None
    gzserver = prefix / "usr" / "bin" / "gzserver"
    if not os.access(gzserver, os.X_OK):
        raise SimulationError(
            f"{gzserver} is missing or not a program, though {prefix / MARK} is there; ./run setup "
            "gazebo mends it"
        )
    return version


def _library_folders(environ: Mapping[str, str]) -> Tuple[Path, ...]:
    return tuple(
        Path(folder) / "lib" for folder in environ.get("CMAKE_PREFIX_PATH", "").split(":") if folder
    )


def _library_folder(file: str, environ: Mapping[str, str]) -> Optional[Path]:
    """Return the first lib folder with a file. The folders belong to the sourced workspaces."""
    return next((folder for folder in _library_folders(environ) if (folder / file).is_file()), None)
