"""Environment of gzserver and gzclient, for these processes alone.

A prefix's libraries would break other programs.
"""

from __future__ import annotations

import os
import tempfile
import urllib.parse
from pathlib import Path
from typing import Dict, Mapping, Optional

from sim.errors import InputError
from sim.gzserver.installation import Installation
from sim.ports import check_free, free_port

LOOPBACK = "127.0.0.1"
RESOURCE_PATH = "GAZEBO_RESOURCE_PATH"
MODEL_PATH = "GAZEBO_MODEL_PATH"
PLUGIN_PATH = "GAZEBO_PLUGIN_PATH"


def server_environment(
    found: Installation, base: Mapping[str, str], master_port: int
) -> Dict[str, str]:
    """Return ``base`` with the variables for gzserver."""
    environment = {**base, **isolated(base, master_port), **search_paths(found, base)}
    libraries = found.library_folder
    if found.prefix:
        inside = [
            libraries,
            found.prefix / "lib" / libraries.name,
            found.usr / "lib",
            libraries / "pulseaudio",
            libraries / "gazebo-11" / "plugins",
            libraries / "blas",
            libraries / "lapack",
            found.plugin_folder,
        ]
        # Without the host's paths: their libraries are of another release.
        environment["LD_LIBRARY_PATH"] = _joined("", *inside)
        environment["OGRE_RESOURCE_PATH"] = str(libraries / "OGRE-1.9.0")
        environment["LIBGL_DRIVERS_PATH"] = str(libraries / "dri")
    return environment


def search_paths(found: Installation, base: Mapping[str, str]) -> Dict[str, str]:
    """Return gzserver's search paths of files, models, and plugins. The user's come first."""
    share = found.usr / "share" / "gazebo-11"
    own_models = Path(base.get("HOME", "/")) / ".gazebo" / "models"
    return {
        RESOURCE_PATH: _joined(base.get(RESOURCE_PATH), share),
        MODEL_PATH: _joined(base.get(MODEL_PATH), share / "models", own_models),
        PLUGIN_PATH: _joined(
            base.get(PLUGIN_PATH),
            found.plugin_folder,
            found.stock_folder,
            found.library_folder / "gazebo-11" / "plugins",
        ),
    }


def isolated(base: Mapping[str, str], master_port: int) -> Dict[str, str]:
    """Return variables that isolate gzserver.

    Loopback, a separate master, no model server; OGRE's shader cache in the temp folder is named
    after USER.
    """
    return {
        "GAZEBO_IP": base.get("GAZEBO_IP") or LOOPBACK,
        "IGN_IP": base.get("IGN_IP") or LOOPBACK,
        "GAZEBO_MASTER_URI": base.get("GAZEBO_MASTER_URI") or f"http://{LOOPBACK}:{master_port}",
        "IGN_PARTITION": base.get("IGN_PARTITION") or f"sim_{master_port}",
        "GAZEBO_MODEL_DATABASE_URI": "",
        "USER": f"uid{os.getuid()}",
    }


def _joined(given: Optional[str], *folders: Optional[Path]) -> str:
    """Return a search path without repetitions."""
    words = [word for word in (given or "").split(":") if word] + [
        str(folder) for folder in folders if folder
    ]
    return ":".join(dict.fromkeys(words))


def master_port(base: Mapping[str, str]) -> int:
    """Return the port for Gazebo's master.

    It is a free one, or that of the user's GAZEBO_MASTER_URI, which must be free too.
    """
    uri = base.get("GAZEBO_MASTER_URI")
    if not uri:
        return free_port()
    try:
        port = urllib.parse.urlparse(uri).port
    except ValueError:
        port = None
    if not port:
        raise InputError(
            "GAZEBO_MASTER_URI", f"{uri!r} has no port; write for example http://{LOOPBACK}:11345"
        )
    try:
        check_free(port)
    except OSError as error:
        raise InputError(
            "GAZEBO_MASTER_URI",
            f"{uri}: port {port} cannot be used ({error.strerror}); another gzserver may run "
            "there: end it, "
            "choose another port, or unset GAZEBO_MASTER_URI, and a free one is taken",
        ) from None
    return port


def writable_home(base: Mapping[str, str], folder: Path) -> Dict[str, str]:
    """Return a home in ``folder`` if HOME is not writable.

    gzserver would abort; empty if HOME is writable.
    """
    home = base.get("HOME", "")
    try:
        if not home:
            raise OSError("HOME is not set")
        gazebo = Path(home) / ".gazebo"
        with tempfile.TemporaryFile(dir=gazebo if gazebo.is_dir() else home):
            return {}
    except OSError:
        private = folder / "home"
        private.mkdir(parents=True, exist_ok=True)
        authority = base.get("XAUTHORITY") or os.path.join(home, ".Xauthority")
        return {"HOME": str(private), "XAUTHORITY": authority}


def log_folder(environment: Mapping[str, str], port: int) -> str:
    """Return the folder of gzserver's logs, one per port of its master."""
    return os.path.join(environment.get("HOME", "/"), ".gazebo", f"server-{port}")
