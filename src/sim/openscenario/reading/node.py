"""An element of a file as it is read: its place for messages, its attributes with the parameters
put in, its children by name."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Callable, Dict, Iterable, List, Mapping, Optional

from lxml import etree

from sim.errors import InputError
from sim.openscenario.model.element import Source
from sim.openscenario.reading.expressions import evaluate, shown
from sim.openscenario.reading.grammar import Grammar
from sim.traffic.roads.xml_file import line_of, read_xml

# Names of attributes, elements and values in earlier versions (one is misspelt in 1.2's schema)
# and 1.3's for them.
OLD_ATTRIBUTES = {("Clothoid", "curvatureDot"): "curvaturePrime"}
OLD_ELEMENTS = {("Phase", "TrafficeSignalGroupState"): "TrafficSignalGroupState"}
OLD_VALUES = {
    ("priority", "overwrite"): "override",
    ("relativeDistanceType", "cartesianDistance"): "euclidianDistance",
    ("parameterType", "integer"): "int",
}
# What any element may have without its class saying so.
EVERYWHERE = ("ParameterDeclarations",)


@dataclass(frozen=True)
class Node:
    """``parameters`` are those that hold here, by name."""

    path: Path
    element: etree._Element
    parameters: Mapping[str, str]
    grammar: Grammar = field(default_factory=Grammar)

    @property
    def tag(self) -> str:
        return str(etree.QName(self.element).localname)

    @property
    def source(self) -> Source:
        return Source(self.path, line_of(self.element))

    def wrong(self, what: str) -> InputError:
        return InputError(self.source, f"<{self.tag}> {what}")

    def children(self) -> List[Node]:
        found = []
        for child in self.element.iterchildren(etree.Element):
            found.append(replace(self, element=child))
        return found

    def named(self, name: str) -> str:
        """A child's tag under the name that 1.3 has for it."""
        return OLD_ELEMENTS.get((self.tag, name), name)

    def attributes(self) -> Dict[str, str]:
        """By 1.3's names, as they stand in the file."""
        return {
            OLD_ATTRIBUTES.get((self.tag, str(name)), str(name)): str(value)
            for name, value in self.element.attrib.items()
            if not str(name).startswith("{")
        }

    def resolved(self, name: str, text: str) -> str:
        """An attribute's value with parameters and expressions put in."""
        if text.startswith("\\$"):
            return text[1:]
        if text.startswith("${"):
            if not text.endswith("}"):
                raise self.wrong(f"has {name}='{text}', an expression without its closing brace")
            try:
                return shown(evaluate(text[2:-1], self.parameters, self._accept(name, text)))
            except ValueError as error:
                raise self.wrong(f"has {name}='{text}', which {error}") from None
        if text.startswith("$"):
            if text[1:] not in self.parameters:
                raise self.wrong(
                    f"has {name}='{text}', which is no parameter"
                    f"{suggestion(text[1:], self.parameters)}"
                )
            return self.parameters[text[1:]]
        return OLD_VALUES.get((name, text), text)

    def _accept(self, name: str, text: str) -> Optional[Callable[[str], None]]:
        """Return what takes note of an expression's part beyond the standard; None if strict."""
        if not self.grammar.lenient:
            return None
        return lambda what: self.grammar.accept(
            self.source, what, f"<{self.tag}> has {name}='{text}' with {what}"
        )

    def allow(self, attributes: Iterable[str], children: Iterable[str]) -> None:
        """Refuse an attribute or a child that the element cannot have."""
        attributes, children = list(attributes), list(children)
        for name in self.attributes():
            if name not in attributes:
                raise self.wrong(f"has an unknown attribute {name}{suggestion(name, attributes)}")
        for child in self.children():
            if self.named(child.tag) not in children and child.tag not in EVERYWHERE:
                raise child.wrong(f"is unknown in <{self.tag}>{suggestion(child.tag, children)}")

    def only_child(self) -> Node:
        """The one child of an element that is a choice."""
        children = [child for child in self.children() if child.tag not in EVERYWHERE]
        if len(children) != 1:
            raise self.wrong(f"needs one element in it; it has {len(children)}")
        return children[0]


def suggestion(name: str, known: Iterable[str]) -> str:
    """What would be right, to append to an error."""
    known = sorted(set(known))
    near = difflib.get_close_matches(name, known, 1)
    if near:
        return f"; did you mean '{near[0]}'?"
    return f"; there are {', '.join(known)}" if known else "; it has none"


def read_root(
    path: Path,
    parameters: Optional[Mapping[str, str]] = None,
    grammar: Optional[Grammar] = None,
) -> Node:
    """Return the root of a file, which must be OpenSCENARIO's."""
    node = Node(path, read_xml(path, remove_pis=True), parameters or {}, grammar or Grammar())
    if node.tag != "OpenSCENARIO":
        raise InputError(node.source, f"is no OpenSCENARIO file; its root is <{node.tag}>")
    return node


def version(root: Node) -> str:
    """A file's revision; only 1.0 to 1.3 are read."""
    header = root.element.find("FileHeader")
    if header is None:
        raise root.wrong("has no <FileHeader>")
    found = f"{header.get('revMajor')}.{header.get('revMinor')}"
    if found not in ("1.0", "1.1", "1.2", "1.3"):
        raise replace(root, element=header).wrong(f"says revision {found}; 1.0 to 1.3 are read")
    return found
