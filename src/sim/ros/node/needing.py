"""Guards a node's imports, which take most of its start.

It imports next to nothing itself.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from typing import Iterator

from sim.ros.node.message_import import import_on_use


@contextlib.contextmanager
def needing(*requirements: str) -> Iterator[None]:
    """Report missing modules of a node's imports within a context.

    The node ends with the command that installs the module; Ctrl-C ends it silently.

    In a workspace built with another interpreter than ``./run setup``'s venv, the packages of
    setup/requirements/*.txt may be missing.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    import_on_use()
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] == "sim":
            raise
        files = " ".join(f"-r setup/requirements/{name}.txt" for name in requirements)
        sys.exit(
            f"{os.path.basename(sys.argv[0])}: {sys.executable} has no module {error.name}; in "
            "the package's folder, run ./run setup, or "
            f"{sys.executable} -m pip install {files}"
        )
