"""The X display that gzserver's rendering sensors need: the user's where there is one, else an Xvfb
that ends with gzserver."""

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
    """What gzserver draws on; ``name`` is empty where it does not render, ``why`` says where or why
    not."""

    name: str
    why: str
    server: Optional[subprocess.Popen[bytes]] = None

    def environment(self, base: Mapping[str, str]) -> Dict[str, str]:
        """``base`` with this display, or with none, so that gzserver does not open a screen that it
        has no use for."""
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
    """A display as ``render`` (auto, true, false) and the rendering sensors ask for it;
    SimulationError where it cannot be had."""
    if render == "false":
        return Display("", "none, as render:=false says: cameras publish nothing")
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
    """Whether an X server listens on a display such as ``:0`` or ``host:0.0``."""
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
    """An X server without a screen, and the name of its display, which it chooses itself; its
    messages go to ``folder``/xvfb.log."""
    if not shutil.which(program):
        raise SimulationError(
            f"no {program}, which cameras need where there is no display: install the package "
            "xvfb (./run setup does)"
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
        said_last = " | ".join(lines[-3:]) or "it said nothing"
        raise SimulationError(
            f"{program} did not start (code {server.returncode}); cameras need it: {said_last}"
        )
    return server, f":{number}"


def _read_number(reader: int, server: subprocess.Popen[bytes], patience: float) -> str:
    """The display's number, which ends with a newline; empty if the server ends or says nothing."""
    said, end = b"", time.monotonic() + patience
    while not said.endswith(b"\n") and time.monotonic() < end and server.poll() is None:
        if select.select([reader], [], [], 0.1)[0]:
            more = os.read(reader, 64)
            if not more:
                return ""
            said += more
    return said.decode("ascii", "replace").strip()


def _check_drivers(found: Installation) -> None:
    """Software OpenGL is a driver file that a minimal system lacks; gzserver would end without
    saying so."""
    folder = found.library_folder / "dri"
    if not (folder / "swrast_dri.so").exists():
        mend = (
            "./run setup gazebo mends it" if found.prefix else "install the package libgl1-mesa-dri"
        )
        raise SimulationError(
            f"no software OpenGL (no swrast_dri.so in {folder}), which cameras need: {mend}"
        )
