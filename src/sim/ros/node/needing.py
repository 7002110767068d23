"""Guards a node's imports, which take most of its start; itself it imports next to nothing."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from typing import Iterator

from sim.ros.node.message_import import import_on_use


@contextlib.contextmanager
def needing(*requirements: str) -> Iterator[None]:
    """Around a node's imports: a missing module ends the node with the command that installs it,
    Ctrl-C without a word.

    In a workspace built with another interpreter than ``./run setup``'s venv, the packages of
    setup/requirements/*.txt may lack.
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
