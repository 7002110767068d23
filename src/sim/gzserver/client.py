"""gzclient, Gazebo's window, as an optional child process."""

from __future__ import annotations

import os
import subprocess
import threading
from typing import Callable, Dict, Mapping, Optional

from sim.gzserver.display import answers
from sim.gzserver.installation import Installation
from sim.process import end_child, start_child


class GzclientProcess:
    """gzclient, if it can be shown.

    ``say`` receives the reason otherwise, and a message when the window was closed.
    """

    def __init__(
        self,
        found: Installation,
        server: Mapping[str, str],
        display: str,
        folder: str,
        say: Callable[[str, str], None],
    ) -> None:
        self._say, self._ending = say, False
        self._log = os.path.join(folder, "gzclient.log")
        self._process: Optional[subprocess.Popen[bytes]] = None
        if not display or not answers(display):
            say(
                "WARN",
                "gzclient:=true needs a screen; "
                f"{f'DISPLAY={display} does not answer' if display else 'DISPLAY is not set'}",
            )
        elif not os.access(found.gzclient, os.X_OK):
            say(
                "WARN",
                f"no {found.gzclient}: "
                + ("./run setup gazebo mends it" if found.prefix else "install the package gazebo"),
            )
        else:
            with open(self._log, "wb") as output:
                process = start_child(
                    [str(found.gzclient)], output, client_environment(found, server, display)
                )
            self._process = process
            threading.Thread(target=self._watch, args=(process,), daemon=True).start()

    def _watch(self, process: subprocess.Popen[bytes]) -> None:
        code = process.wait()
        if self._ending:
            return
        with open(self._log, encoding="utf-8", errors="replace") as said:
            lines = [line.strip() for line in said if line.strip()]
        how = f" with code {code}: {' | '.join(lines[-4:])}" if code else ""
        self._say("WARN" if code else "INFO", f"gzclient has ended{how}; the simulation goes on")

    def close(self) -> None:
        self._ending = True
        if self._process is not None:
            end_child(self._process)


def client_environment(
    found: Installation, server: Mapping[str, str], display: str
) -> Dict[str, str]:
    """Return gzserver's environment with the user's display.

    It has the Qt plugins of the prefix's Qt.
    """
    environment = {**server, "DISPLAY": display}
    if found.prefix:
        environment["QT_PLUGIN_PATH"] = str(found.library_folder / "qt5" / "plugins")
    return environment
