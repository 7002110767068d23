"""Runs any Python program so that it can restart in place.

Nodes of other packages use ``python -m sim.ros.live.host PROGRAM [ARGUMENT ...]``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

from sim.live.program import source_of
from sim.ros.node import restart

MODULE = "sim.ros.live.host"


def run(program: str) -> None:
    """Execute a program as the main module."""
    source = source_of(Path(program))
    sys.path[0] = str(source.parent)
    main = ModuleType("__main__")
    main.__file__ = str(source)
    sys.modules["__main__"] = main
    code = compile(source.read_bytes(), str(source), "exec", dont_inherit=True)
    exec(code, main.__dict__)


def main() -> None:
    restart.listen()
    del sys.argv[0]
    try:
        run(sys.argv[0])
    finally:
        restart.again_if_asked()


if __name__ == "__main__":
    main()
