"""Reports errors of an invalid SUMO network before sumolib reads it."""

from __future__ import annotations

from pathlib import Path
from typing import Iterator

from lxml import etree

from sim.errors import InputError
from sim.traffic.roads.xml_file import open_xml

# SUMO's words of a true value.
LEFT_HAND_VALUES = ("true", "True", "1", "yes", "on")


def check_root(path: Path) -> bool:
    """Return whether a net has left-hand traffic.

    A file other than a net is refused, as sumolib takes any XML for an empty net.
    """
    if not path.is_file():
        raise InputError(path, "no such file; a SUMO network (.net.xml) is needed")
    root = next(_elements(path, "start"), None)
    if root is None or root.tag != "net":
        raise InputError(
            path,
            f"not a SUMO network: its root element is <{root.tag if root is not None else ''}>, "
            "not <net>",
        )
    return root.get("lefthand") in LEFT_HAND_VALUES


def check_well_formed(path: Path) -> None:
    """Refuse a file with malformed XML."""
    for element in _elements(path, "end"):
        element.clear()


def _elements(path: Path, event: str) -> Iterator[etree._Element]:
    """Yield the file's elements as they start or end. Malformed XML is refused with its line."""
    with open_xml(path) as stream:
        for _, element in etree.iterparse(
            stream, events=(event,), resolve_entities=False, no_network=True
        ):
            yield element
