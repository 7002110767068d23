"""Entries of catalogues, by the locations in a scenario."""

from __future__ import annotations

from typing import Dict, List, Optional

from sim.errors import InputError
from sim.openscenario.reading.node import XmlNode, read_root, suggestion, version
from sim.openscenario.reading.parameters import with_declared

KINDS = (
    "Controller",
    "Environment",
    "Maneuver",
    "MiscObject",
    "Pedestrian",
    "Route",
    "Trajectory",
    "Vehicle",
)


class Catalogues:
    """Catalogues in the folders of ``<CatalogLocations>``, read lazily."""

    def __init__(self, locations: Optional[XmlNode]) -> None:
        self._locations = locations
        self._entries: Optional[Dict[str, Dict[str, XmlNode]]] = None

    def entry(self, reference: XmlNode) -> XmlNode:
        """Resolve a ``<CatalogReference>``, with its parameters assigned."""
        reference.allow(("catalogName", "entryName"), ("ParameterAssignments",))
        names = []
        for name in ("catalogName", "entryName"):
            text = reference.attributes().get(name)
            if text is None:
                raise reference.wrong(f"has no {name}")
            names.append(reference.resolved(name, text))
        catalogues = self._read()
        if names[0] not in catalogues:
            raise reference.wrong(
                f"catalogue '{names[0]}' not found{suggestion(names[0], catalogues)}"
            )
        entries = catalogues[names[0]]
        if names[1] not in entries:
            raise reference.wrong(
                f"entry '{names[1]}' not found in {names[0]}{suggestion(names[1], entries)}"
            )
        return with_declared(entries[names[1]], self._assigned(reference))

    def _assigned(self, reference: XmlNode) -> Dict[str, str]:
        assigned: Dict[str, str] = {}
        for group in reference.children():
            group.allow((), ("ParameterAssignment",))
            for each in group.children():
                each.allow(("parameterRef", "value"), ())
                found = each.attributes()
                if "parameterRef" not in found or "value" not in found:
                    raise each.wrong("needs parameterRef and value")
                name = found["parameterRef"].lstrip("$")
                assigned[name] = each.resolved("value", found["value"])
        return assigned

    def _read(self) -> Dict[str, Dict[str, XmlNode]]:
        if self._entries is None:
            self._entries = {}
            for location in self._locations.children() if self._locations else []:
                self._read_folder(location)
        return self._entries

    def _read_folder(self, location: XmlNode) -> None:
        kind = location.tag[: -len("Catalog")] if location.tag.endswith("Catalog") else ""
        if kind not in KINDS:
            known = [f"{each}Catalog" for each in KINDS]
            raise location.wrong(f"is unknown{suggestion(location.tag, known)}")
        directory = location.only_child()
        path = directory.attributes().get("path")
        if directory.tag != "Directory" or path is None:
            raise location.wrong("needs a <Directory path=...>")
        folder = location.path.parent / directory.resolved("path", path)
        files = [folder] if folder.is_file() else sorted(folder.glob("*.xosc"))
        if not folder.exists():
            raise directory.wrong(f"names the folder {folder}, which does not exist")
        for file in files:
            root = read_root(file, grammar=location.grammar)
            version(root)
            for catalogue in root.children():
                if catalogue.tag == "Catalog":
                    self._take(catalogue)

    def _take(self, catalogue: XmlNode) -> None:
        assert self._entries is not None
        name = catalogue.attributes().get("name")
        if not name:
            raise catalogue.wrong("has no name")
        catalogue.allow(("name",), KINDS)
        entries = self._entries.setdefault(name, {})
        for entry in catalogue.children():
            own = entry.attributes().get("name", "")
            if own in entries and entries[own].source != entry.source:
                raise entry.wrong(f"'{own}' stands in {name} twice; also in {entries[own].source}")
            entries[own] = entry


def allowed(node: XmlNode, tags: List[str], entry: XmlNode) -> XmlNode:
    """Return the entry, which must fit its reference's place."""
    if entry.tag not in tags:
        raise InputError(
            node.source, f"<CatalogReference> means a {entry.tag}; {' or '.join(tags)} is needed"
        )
    return entry
