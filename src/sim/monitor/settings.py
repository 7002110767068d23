"""Settings of the server, as users write them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, Optional, Sequence, Tuple

from sim.errors import InputError
from sim.monitor.access import KNOWN_ORIGINS, Access, is_loopback
from sim.monitor.panels import PanelFile, panel_files


@dataclass(frozen=True)
class MonitorOptions:
    """User options of the server.

    ``origins`` and ``panels`` are comma-separated; ``runs`` is the folder of runs (empty: the
    default of launches). ``scripts`` lets holders of the token run Python as this program's user.
    ``show_sensors`` makes pages start with sensor views.
    """

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
class ServerSettings:
    """Checked settings: address, access rules and the page's folder (None: without page)."""

    host: str = "127.0.0.1"
    port: int = 8765
    access: Access = Access()
    read_only: bool = False
    page: Optional[Path] = None
    panels: Tuple[PanelFile, ...] = ()
    # The program that runs scripts of clients; empty: none are run.
    scripts: Tuple[str, ...] = ()
    # Use any free port if this one is taken.
    any_port: bool = False
    show_sensors: bool = False

    def metadata(self) -> Dict[str, str]:
        """Return the settings that pages receive."""
        known = {"scripts": bool(self.scripts), "sensors": self.show_sensors}
        return {name: "true" for name, value in known.items() if value}

    def place(self, port: int) -> str:
        """Return the address without the token, safe to show to others."""
        return f"http://{'localhost' if is_loopback(self.host) else self.host}:{port}/"

    def address(self, port: int) -> str:
        """Return the address for the user's browser."""
        token = self.access.token
        return self.place(port) + (f"?token={token}" if token else "")


def settings_of(
    options: MonitorOptions,
    page: Path,
    find: Callable[[str], Path],
    runner: Sequence[str] = (),
    made: str = "",
) -> ServerSettings:
    """Convert options to settings.

    Beyond loopback, and with scripts (which other users of this machine must not run), a missing
    token is made, or reused from ``made``. ``find`` is that of
    :func:`sim.monitor.panels.panel_files`; ``runner`` runs scripts.
    """
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
    return ServerSettings(
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
