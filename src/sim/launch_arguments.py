"""What arguments a launch file of this package has: it declares all that it and its includes take,
so that the included files need not be read."""

from __future__ import annotations

from pathlib import Path
from typing import Dict
from xml.etree import ElementTree

from sim.errors import InputError


def declared(file: Path) -> Dict[str, bool]:
    """The arguments that a launch file declares, by name, and whether they can be set."""
    try:
        root = ElementTree.parse(str(file)).getroot()
    except (OSError, ElementTree.ParseError) as error:
        raise InputError(file, f"cannot be read ({error})") from error
    return {
        argument.get("name", ""): "value" not in argument.attrib for argument in root.findall("arg")
    }
