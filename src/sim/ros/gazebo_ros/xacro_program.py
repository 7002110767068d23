"""The program xacro of the Python package, with ROS 1's package paths.

xacro looks packages up as in ROS 2; here they are found as in ROS 1.
"""

from __future__ import annotations

import os
import sys
from types import ModuleType
from typing import Any

from sim.ros.node.needing import needing
from sim.ros.packages import package_folder


def main() -> None:
    """Expand the file of the command line to stdout or ``-o``."""
    # In a devel space xacro.py lies beside this program, and would be imported in place of xacro.
    own = os.path.dirname(os.path.abspath(sys.argv[0]))
    sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder or ".") != own]
    packages = ModuleType("ament_index_python.packages")
    packages.get_package_share_directory = package_folder  # type: ignore[attr-defined]
    sys.modules["ament_index_python"] = ModuleType("ament_index_python")
    sys.modules[packages.__name__] = packages
    with needing("base"):
        import xacro
    xacro.XacroException.__str__ = message
    xacro.main()


def message(error: Any) -> str:
    """Return the text of a XacroException, each of its sentences once.

    xacro repeats the text of the cause, or begins with the name of its class.
    """
    own = Exception.__str__(error).replace(f"{type(error.exc)}: ", "")
    repeated = {str(error.exc), str(getattr(error.exc, "strerror", None))} - {"None", ""}
    cause = "" if any(text in own for text in repeated) else error.exc
    parts = (str(part) for part in (own, cause, error.suffix))
    return " ".join(part for part in parts if part not in ("", "None"))
