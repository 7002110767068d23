"""The server's settings, as users write them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, Optional, Sequence, Tuple

from sim.errors import InputError
from sim.monitor.access import KNOWN_ORIGINS, Access, is_loopback
from sim.monitor.panels import PanelFile, panel_files


@dataclass(frozen=True)
class Options:
    """``origins`` and ``panels`` are comma-separated; ``runs`` is the folder with runs, empty:
    where launches put them. ``scripts`` lets whoever has the token run Python as this program's
    user. ``show_sensors`` lets pages begin with what sensors see."""

    host: str = "127.0.0.1"
    port: int = 8765
    token: str = ""
    origins: str = ",".join(KNOWN_ORIGINS)
    read_only: bool = False
    runs: str = ""
    panels: str = ""
    scripts: bool = False
    show_sensors: bool = False


@dataclass(frozen=True)
class Settings:
    """Where the server listens, for whom, and the folder with the page; None: no page."""

    host: str = "127.0.0.1"
    port: int = 8765
    access: Access = Access()
    read_only: bool = False
    page: Optional[Path] = None
    panels: Tuple[PanelFile, ...] = ()
    # The program that runs scripts of clients; empty: none are run.
    scripts: Tuple[str, ...] = ()
    # Whether any other port will do where this one is in use.
    any_port: bool = False
    show_sensors: bool = False

    def metadata(self) -> Dict[str, str]:
        """What pages know of the settings."""
        known = {"scripts": bool(self.scripts), "sensors": self.show_sensors}
        return {name: "true" for name, value in known.items() if value}

    def place(self, port: int) -> str:
        """The address without the token, which others may read."""
        return f"http://{'localhost' if is_loopback(self.host) else self.host}:{port}/"

    def address(self, port: int) -> str:
        """What a user opens."""
        token = self.access.token
        return self.place(port) + (f"?token={token}" if token else "")


def settings_of(
    options: Options,
    page: Path,
    find: Callable[[str], Path],
    runner: Sequence[str] = (),
    made: str = "",
) -> Settings:
    """The settings that options mean. Beyond loopback, and where scripts are run, which other users
    of this machine may not, a token is made where none is given, or is the one that was ``made``
    before. ``find`` is that of :func:`sim.monitor.panels.panel_files`, ``runner`` runs scripts."""
    if options.scripts and options.read_only:
        raise InputError("scripts", "are not run by a monitor that is read-only: choose one")
    token = options.token
    if options.scripts and token:
        raise InputError(
            "token",
            "is read by other users of this machine where it is given, as a parameter or on a "
            "command line; leave it out with scripts:=true, and one is made",
        )
    if not token and (options.scripts or not is_loopback(options.host)):
        token = made or secrets.token_urlsafe(16)
    return Settings(
        options.host,
        options.port,
        Access(token, _words(options.origins)),
        options.read_only,
        page,
        panel_files(_words(options.panels), find),
        tuple(runner) if options.scripts else (),
        show_sensors=options.show_sensors,
    )


def _words(text: str) -> Tuple[str, ...]:
    return tuple(one.strip() for one in text.split(",") if one.strip())
