"""``<plugin>`` of a world, model or sensor as plain parameters.

Their meaning is up to the simulator.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, Mapping, Tuple

from sim.sdf.context import DocumentContext
from sim.sdf.xml.elements import Element, failure, text_of


@dataclass(frozen=True)
class Plugin:
    """A plugin tag.

    ``parameters`` maps each child element's tag to its text; ``lists`` holds, by tag, the
    attributes of children that have some, and the texts of their children.
    """

    name: str
    filename: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    lists: Mapping[str, Tuple[Mapping[str, str], ...]] = field(default_factory=dict)


def read_plugins(parent: Element, context: DocumentContext) -> Tuple[Plugin, ...]:
    """Return the plugins directly in a world, model or include."""
    return tuple(_read_plugin(child, context) for child in parent.iterfind("plugin"))


def _read_plugin(element: Element, context: DocumentContext) -> Plugin:
    filename = (element.get("filename") or "").strip()
    if not filename:
        raise failure(element, 'has no filename; write <plugin name="..." filename="lib....so">')
    parameters: Dict[str, str] = {}
    _collect(element, "", parameters, context)
    lists: Dict[str, Tuple[Mapping[str, str], ...]] = {}
    for child in element:
        if child.attrib:
            has = {part.tag: text_of(part, "") for part in child}
            has.update({str(key): str(value) for key, value in child.attrib.items()})
            lists[child.tag] = (*lists.get(child.tag, ()), has)
    return Plugin((element.get("name") or filename).strip(), filename, parameters, lists)


def _collect(
    element: Element, prefix: str, parameters: Dict[str, str], context: DocumentContext
) -> None:
    """Store the text of every child under its tag.

    Children of children are under ``outer/inner``. Elements with attributes may repeat.
    """
    for child in element:
        tag = f"{prefix}{child.tag}"
        if tag in parameters and not child.attrib:
            context.report.add(child, "is repeated, the first one counts")
            continue
        first = tag not in parameters
        parameters.setdefault(tag, text_of(child, ""))
        if first:
            _collect(child, f"{tag}/", parameters, context)
