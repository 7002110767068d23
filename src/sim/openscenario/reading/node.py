"""XML element with its position, resolved attributes and named children.

Parameters are put into attributes; the position is for messages.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Callable, Dict, Iterable, List, Mapping, Optional

from lxml import etree

from sim.errors import InputError
from sim.openscenario.model.element import SourceLocation
from sim.openscenario.reading.expressions import evaluate, value_text
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
# Children allowed in any element without a field in its class.
EVERYWHERE = ("ParameterDeclarations",)


@dataclass(frozen=True)
class XmlNode:
    """XML element with the ``parameters`` of its scope, by name."""

    path: Path
    element: etree._Element
    parameters: Mapping[str, str]
    grammar: Grammar = field(default_factory=Grammar)

    @property
    def tag(self) -> str:
        return str(etree.QName(self.element).localname)

    @property
    def source(self) -> SourceLocation:
        return SourceLocation(self.path, line_of(self.element))

    def wrong(self, what: str) -> InputError:
        return InputError(self.source, f"<{self.tag}> {what}")

    def children(self) -> List[XmlNode]:
        found = []
        for child in self.element.iterchildren(etree.Element):
            found.append(replace(self, element=child))
        return found

    def named(self, name: str) -> str:
        """Return a child's tag under its name in 1.3."""
        return OLD_ELEMENTS.get((self.tag, name), name)

    def attributes(self) -> Dict[str, str]:
        """Return unresolved attributes by their names in 1.3."""
        return {
            OLD_ATTRIBUTES.get((self.tag, str(name)), str(name)): str(value)
            for name, value in self.element.attrib.items()
            if not str(name).startswith("{")
        }

    def resolved(self, name: str, text: str) -> str:
        """Return an attribute's value with parameters and expressions resolved."""
        if text.startswith("\\$"):
            return text[1:]
        if text.startswith("${"):
            if not text.endswith("}"):
                raise self.wrong(f"has {name}='{text}', an expression without its closing brace")
            try:
                return value_text(evaluate(text[2:-1], self.parameters, self._accept(name, text)))
            except ValueError as error:
                raise self.wrong(f"has {name}='{text}', which {error}") from None
        if text.startswith("$"):
            if text[1:] not in self.parameters:
                raise self.wrong(
                    f"has {name}='{text}', which is not a parameter"
                    f"{suggestion(text[1:], self.parameters)}"
                )
            return self.parameters[text[1:]]
        return OLD_VALUES.get((name, text), text)

    def _accept(self, name: str, text: str) -> Optional[Callable[[str], None]]:
        """Return the callback that notes extensions; None if strict.

        Parts of an expression beyond the standard.
        """
        if not self.grammar.lenient:
            return None
        return lambda what: self.grammar.accept(
            self.source, what, f"<{self.tag}> has {name}='{text}' with {what}"
        )

    def allow(self, attributes: Iterable[str], children: Iterable[str]) -> None:
        """Raise InputError for unknown attributes or children."""
        attributes, children = list(attributes), list(children)
        for name in self.attributes():
            if name not in attributes:
                raise self.wrong(f"has an unknown attribute {name}{suggestion(name, attributes)}")
        for child in self.children():
            if self.named(child.tag) not in children and child.tag not in EVERYWHERE:
                raise child.wrong(f"is unknown in <{self.tag}>{suggestion(child.tag, children)}")

    def only_child(self) -> XmlNode:
        """Return the single child of a choice element."""
        children = [child for child in self.children() if child.tag not in EVERYWHERE]
        if len(children) != 1:
            raise self.wrong(f"needs one element in it; it has {len(children)}")
        return children[0]


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return a hint of the right name, to append to an error."""
    known = sorted(set(known))
    near = difflib.get_close_matches(name, known, 1)
    if near:
        return f"; did you mean '{near[0]}'?"
    return f"; there are {', '.join(known)}" if known else "; it has none"


def read_root(
    path: Path,
    parameters: Optional[Mapping[str, str]] = None,
    grammar: Optional[Grammar] = None,
) -> XmlNode:
    """Read the root of an OpenSCENARIO file."""
    node = XmlNode(path, read_xml(path, remove_pis=True), parameters or {}, grammar or Grammar())
    if node.tag != "OpenSCENARIO":
        raise InputError(node.source, f"is not an OpenSCENARIO file; its root is <{node.tag}>")
    return node


def version(root: XmlNode) -> str:
    """Return a file's revision, 1.0 to 1.3."""
    header = root.element.find("FileHeader")
    if header is None:
        raise root.wrong("has no <FileHeader>")
    found = f"{header.get('revMajor')}.{header.get('revMinor')}"
    if found not in ("1.0", "1.1", "1.2", "1.3"):
        raise replace(root, element=header).wrong(
            f"revision {found} is not supported; 1.0 to 1.3 are"
        )
    return found
