"""Binds XML elements to instances of the classes of ``model`` by the fields of these classes."""

from __future__ import annotations

import math
from dataclasses import MISSING, dataclass, fields
from functools import lru_cache
from typing import (
    Any,
    Dict,
    List,
    Literal,
    Mapping,
    Optional,
    Tuple,
    Type,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from sim.openscenario.model.element import Element
from sim.openscenario.reading.actions import OUTERMOST, innermost
from sim.openscenario.reading.catalogues import KINDS, Catalogues, allowed
from sim.openscenario.reading.node import XmlNode, suggestion
from sim.openscenario.reading.parameters import with_declared

Bound = TypeVar("Bound", bound=Element)
REFERENCE = "CatalogReference"
TRUE_TEXTS = ("true", "1")
FALSE_TEXTS = ("false", "0")


@dataclass(frozen=True)
class FieldPlan:
    """Plan to read a field.

    ``types`` by the tags of children; without any it is an attribute of the ``simple`` type, or the
    element's text.
    """

    field: str
    xml: str
    simple: Any
    types: Mapping[str, Type[Element]]
    many: bool
    needed: bool
    within: str
    low: Optional[float]
    text: bool
    actions: bool

    @property
    def own(self) -> Tuple[str, ...]:
        """Tags of the bound elements."""
        if self.actions:
            return OUTERMOST
        if any(tag in KINDS for tag in self.types):
            return (*self.types, REFERENCE)
        return tuple(self.types)

    @property
    def tags(self) -> Tuple[str, ...]:
        """Tags of the element's children that belong to the field."""
        if not self.within:
            return self.own
        return (self.within.rstrip("?"), *(self.own if self.within.endswith("?") else ()))


def camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(each.capitalize() for each in rest)


def tag_of(kind: Type[Element]) -> str:
    return str(vars(kind).get("TAG", kind.__name__))


@lru_cache(maxsize=None)
def plans(kind: Type[Element]) -> Tuple[FieldPlan, ...]:
    hints = get_type_hints(kind)
    return tuple(
        _plan(each.name, hints[each.name], each.metadata, each.default is MISSING)
        for each in fields(kind)
        if each.name != "source"
    )


def _plan(name: str, hint: Any, metadata: Mapping[str, Any], needed: bool) -> FieldPlan:
    many = get_origin(hint) is tuple
    parts = list(get_args(hint)[:1]) if many else [hint]
    if get_origin(parts[0]) is Union:
        parts = list(get_args(parts[0]))
    parts = [each for each in parts if each is not type(None)]
    classes = [each for each in parts if isinstance(each, type) and issubclass(each, Element)]
    tag = metadata.get("tag") or ""
    types = {tag or tag_of(each): each for each in classes}
    return FieldPlan(
        name,
        "" if types else tag or camel(name),
        None if types else parts[0],
        types,
        many,
        needed,
        metadata.get("within") or "",
        metadata.get("low"),
        bool(metadata.get("text")),
        bool(metadata.get("actions")),
    )


class Binder:
    """Binds the elements of one scenario with its catalogues."""

    def __init__(self, catalogues: Catalogues) -> None:
        self.catalogues = catalogues

    def bind(self, kind: Type[Bound], node: XmlNode, declared: bool = False) -> Bound:
        """Bind an element. ``declared``: its parameters have their values already."""
        node = node if declared else with_declared(node)
        read = plans(kind)  # type: ignore[arg-type]  # of a TypeVar's type mypy doubts the hash
        attributes = [each.xml for each in read if not each.types and not each.text]
        node.allow(attributes, [tag for each in read for tag in each.tags])
        values: Dict[str, Any] = {}
        for each in read:
            if each.types:
                found = self._children(each, node)
            elif each.text:
                found = (node.element.text or "").strip()
            else:
                found = _attribute(each, node)
            if found is not None:
                values[each.field] = found
        return kind(source=node.source, **values)

    def _children(self, plan: FieldPlan, node: XmlNode) -> Any:
        found = [child for child in node.children() if node.named(child.tag) in plan.tags]
        if plan.within and any(each.tag == plan.within.rstrip("?") for each in found):
            if len(found) > 1:
                raise found[1].wrong(f"is one too many in <{node.tag}>")
            found[0].allow((), plan.own)
            found = found[0].children() if plan.many else [found[0].only_child()]
        if plan.actions:
            leaves = [leaf for child in found for leaf in innermost(child)]
            bound: List[Any] = [self.bind(plan.types[leaf.tag], leaf) for leaf in leaves]
        else:
            bound = [self._child(plan, node, child) for child in found]
        if plan.many:
            if not bound and plan.needed:
                raise node.wrong(f"needs at least one {_either(plan.tags)}")
            return tuple(bound)
        if len(bound) > 1:
            raise found[1].wrong(f"is one too many in <{node.tag}>")
        if not bound and plan.needed:
            raise node.wrong(f"needs {_either(plan.tags)}")
        return bound[0] if bound else None

    def _child(self, plan: FieldPlan, node: XmlNode, child: XmlNode) -> Element:
        if child.tag == REFERENCE:
            kinds = [tag for tag in plan.types if tag in KINDS]
            child = allowed(child, kinds, self.catalogues.entry(child))
            return self.bind(plan.types[child.tag], child, declared=True)
        return self.bind(plan.types[node.named(child.tag)], child)


def _either(tags: Tuple[str, ...]) -> str:
    return " or ".join(f"<{tag}>" for tag in tags)


def _attribute(plan: FieldPlan, node: XmlNode) -> Any:
    text = node.attributes().get(plan.xml)
    if text is None:
        if plan.needed:
            raise node.wrong(f"has no {plan.xml}")
        return None
    text = node.resolved(plan.xml, text)
    said = f"has {plan.xml}='{text}'"
    if get_origin(plan.simple) is Literal:
        choices = get_args(plan.simple)
        if text not in choices:
            raise node.wrong(f"{said}{suggestion(text, choices)}")
        return text
    if plan.simple is bool:
        if text not in (*TRUE_TEXTS, *FALSE_TEXTS):
            raise node.wrong(f"{said}; it must be true or false")
        return text in TRUE_TEXTS
    if plan.simple in (int, float):
        return _number(plan, node, text, said)
    return text


def _number(plan: FieldPlan, node: XmlNode, text: str, said: str) -> Union[int, float]:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise node.wrong(f"{said}, which must be a finite number")
    if plan.low is not None and value < plan.low:
        raise node.wrong(f"{said}, which must be at least {plan.low:g}")
    if plan.simple is int:
        if value != int(value):
            raise node.wrong(f"{said}, which must be a whole number; round() makes one")
        return int(value)
    return value
