"""Shared parts of the sensor readers."""

from __future__ import annotations

from typing import Tuple

from sim.sdf.context import DocumentContext
from sim.sdf.xml.elements import Element, failure

_KNOWN = ("pose", "plugin", "always_on", "update_rate", "visualize", "topic")


def part(
    element: Element, context: DocumentContext, tags: Tuple[str, ...], known: Tuple[str, ...]
) -> Element:
    """Return the child of a ``<sensor>`` with one of the tags.

    An empty element if absent; reports the rest.
    """
    context.report.rest(element, (*_KNOWN, *tags))
    found = next((child for child in element if child.tag in tags), None)
    if found is None:
        return element.makeelement(tags[0])
    context.report.rest(found, (*known, "noise"))
    note_noise(found, context)
    return found


def note_noise(part: Element, context: DocumentContext) -> None:
    """Report once per sensor that its noise is not simulated here."""
    if any(child.tag == "noise" for child in part.iter()):
        context.report.add(part, "noise is left to the node sensor_noise, ignored")


def check_range(element: Element, lowest: float, highest: float) -> None:
    """Refuse a negative or empty range."""
    if not 0.0 <= lowest < highest:
        raise failure(
            element, f"goes from {lowest:g} to {highest:g} m; min must be at least 0 and below max"
        )
