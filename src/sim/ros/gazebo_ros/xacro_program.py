"""The program xacro of the Python package, with ROS 1's package paths.

xacro looks packages up as in ROS 2; here they are found as in ROS 1.
"""

from __future__ import annotations

import os
import sys
from types import ModuleType

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
        from xacro import main as expand
    expand()
