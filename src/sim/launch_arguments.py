"""Arguments of the package's launch files.

A launch file declares all arguments of itself and its includes, so that the included files need not
be read.
"""

from __future__ import annotations

from pathlib import Path
from typing import Dict
from xml.etree import ElementTree

from sim.errors import InputError


def declared(file: Path) -> Dict[str, bool]:
    """Return a launch file's arguments by name. The value is whether the argument can be set."""
    try:
        root = ElementTree.parse(str(file)).getroot()
    except (OSError, ElementTree.ParseError) as error:
        raise InputError(file, f"cannot be read ({error})") from error
    return {
        argument.get("name", ""): "value" not in argument.attrib for argument in root.findall("arg")
    }
