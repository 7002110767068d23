"""X display for gzserver's rendering sensors.

It is the user's, else an Xvfb that ends with gzserver.
"""

from __future__ import annotations

import os
import select
import shutil
import socket
import subprocess
import time
from dataclasses import dataclass
from typing import Dict, Mapping, Optional, Sequence, Tuple, Union

from sim.errors import SimulationError
from sim.gzserver.installation import Installation
from sim.process import end_child, start_child

RENDER = ("auto", "true", "false")
SCREEN = "1280x1024x24"


@dataclass
class Display:
    """Display of gzserver.

    ``name`` is empty if it does not render; ``why`` describes the display or the reason.
    """

    name: str
    why: str
    server: Optional[subprocess.Popen[bytes]] = None

    def environment(self, base: Mapping[str, str]) -> Dict[str, str]:
        """Return ``base`` with this display, or without any.

        Without it gzserver does not open an unnecessary screen.
        """
        rest = {name: value for name, value in base.items() if name != "DISPLAY"}
        return {**rest, "DISPLAY": self.name} if self.name else rest

    def close(self) -> None:
        if self.server is not None:
            end_child(self.server)


def open_display(
    render: str,
    sensors: Sequence[str],
    found: Installation,
    environ: Mapping[str, str],
    folder: str,
) -> Display:
    """Open a display for ``render`` (auto, true, false) and the sensors.

    SimulationError if none is available.
    """
    if render == "false":
        return Display("", "none, as render:=false requests: cameras publish nothing")
    user = environ.get("DISPLAY", "")
    if user and answers(user):
        return Display(user, f"on display {user}")
    if render == "auto" and not sensors:
        return Display(
            "",
            "none, since no sensor of the world or of the models named needs it; render:=true "
            "starts it for later ones",
        )
    _check_drivers(found)
    server, name = start_xvfb(folder)
    return Display(name, f"in software on Xvfb {name}", server)


def answers(display: str, timeout: float = 2.0) -> bool:
    """Return whether an X server listens on a display such as ``:0``."""
    host, _, number = display.rpartition(":")
    number = number.split(".")[0]
    if not number.isdigit():
        return False
    host = "" if host in ("", "unix") else host
    # The socket of a server that shares our /tmp, the abstract one of a server that does not.
    places: Sequence[Union[Tuple[str, int], str]] = (
        [(host, 6000 + int(number))]
        if host
        else [f"/tmp/.X11-unix/X{number}", f"\0/tmp/.X11-unix/X{number}"]
    )
    for place in places:
        with socket.socket(socket.AF_INET if host else socket.AF_UNIX) as probe:
            probe.settimeout(timeout)
            try:
                probe.connect(place)
                return True
            except OSError:
                continue
    return False


def start_xvfb(
    folder: str, patience: float = 20.0, program: str = "Xvfb"
) -> Tuple[subprocess.Popen[bytes], str]:
    """Start an X server without a screen and return its display's name.

    It chooses the display itself; its messages go to ``folder``/xvfb.log.
    """
    if not shutil.which(program):
        raise SimulationError(
            f"no {program} found; cameras need it without a display: install the package xvfb "
            "(./run setup does)"
        )
    reader, writer = os.pipe()
    log = os.path.join(folder, "xvfb.log")
    words = [
        program,
        "-displayfd",
        str(writer),
        "-screen",
        "0",
        SCREEN,
        "+extension",
        "GLX",
        "-nolisten",
        "tcp",
        "-noreset",
    ]
    try:
        try:
            with open(log, "wb") as output:
                server = start_child(words, output, pass_fds=(writer,))
        finally:
            os.close(writer)
        number = _read_number(reader, server, patience)
    finally:
        os.close(reader)
    if not number:
        end_child(server)
        with open(log, encoding="utf-8", errors="replace") as said:
            lines = [line.strip() for line in said if line.strip()]
        said_last = " | ".join(lines[-3:]) or "no output"
        raise SimulationError(
            f"{program} did not start (code {server.returncode}); cameras need it: {said_last}"
        )
    return server, f":{number}"


def _read_number(reader: int, server: subprocess.Popen[bytes], patience: float) -> str:
    """Read the display's number, which ends with a newline.

    Empty if the server ends or is silent.
    """
    said, end = b"", time.monotonic() + patience
    while not said.endswith(b"\n") and time.monotonic() < end and server.poll() is None:
        if select.select([reader], [], [], 0.1)[0]:
            more = os.read(reader, 64)
            if not more:
                return ""
            said += more
    return said.decode("ascii", "replace").strip()


def _check_drivers(found: Installation) -> None:
    """Raise SimulationError if the software OpenGL driver is missing.

    A minimal system lacks it; gzserver would end without a message.
    """
    folder = found.library_folder / "dri"
    if not (folder / "swrast_dri.so").exists():
        mend = (
            "./run setup gazebo mends it" if found.prefix else "install the package libgl1-mesa-dri"
        )
        raise SimulationError(
            f"no software OpenGL (no swrast_dri.so in {folder}), which cameras need: {mend}"
        )
