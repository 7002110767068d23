"""Reader of CRCL elements into dataclasses.

Tolerates other orders, prefixes and older forms; errors name line and element. In commands and
programs an unknown element is an error, since it might have changed the robot's motion. In a
status, an unknown element of a newer or another maker's server is skipped, and so is an optional
number that is NaN.
"""

from __future__ import annotations

import difflib
from typing import Any, Collection, Dict, FrozenSet, Optional, Type

from sim.crcl.codec import older
from sim.crcl.codec.layout import ABSTRACT, ElementSlot, Thing, TypeLayout, concrete, layout_of
from sim.crcl.codec.values import NotFinite
from sim.crcl.thing import DataThing
from sim.sdf.xml.elements import Element, failure, local_name

XSI = "http://www.w3.org/2001/XMLSchema-instance"
_TYPE = f"{{{XSI}}}type"


class Reader:
    """Reads elements; ``lenient`` skips unknown ones."""

    def __init__(self, lenient: bool) -> None:
        self._lenient = lenient
        self._types: Dict[Type[DataThing], Dict[str, Type[Any]]] = {}

    def read(self, element: Element, kind: Type[Thing]) -> Thing:
        """Return the thing in an element, of ``kind`` or derived."""
        layout = layout_of(self._actual(element, kind))
        values: Dict[str, Any] = {}
        for child in element:
            slot = layout.by_element.get(child.tag) or self._unusual(layout, child)
            if slot is not None:
                self._take(slot, child, values)
        if not layout.required <= values.keys():
            self._complete(element, layout, values)
        for slot in layout.many:
            if slot.field in values:
                values[slot.field] = tuple(values[slot.field])
                if len(values[slot.field]) < slot.least:
                    raise failure(
                        element,
                        f"has {len(values[slot.field])} <{slot.element}>; at least {slot.least} "
                        "are needed",
                    )
        thing: Thing = _made(layout, values)
        return thing

    def _take(self, slot: ElementSlot, child: Element, values: Dict[str, Any]) -> None:
        """Add a child's value to ``values``."""
        value: Any
        if slot.simple is None:
            # A slot has the one or the other.
            assert slot.kind is not None
            value = self.read(child, slot.kind)
        else:
            try:
                value = slot.simple.read(child.text or "")
            except NotFinite as error:
                if self._lenient and not slot.required:
                    return
                raise failure(child, str(error)) from None
            except ValueError as error:
                raise failure(child, str(error)) from None
            if len(child):
                raise failure(
                    child, f"has an element <{local_name(child[0])}> in it; write its value alone"
                )
        if slot.many:
            values.setdefault(slot.field, []).append(value)
        elif slot.field in values:
            raise failure(child, "is there twice; leave one out")
        else:
            values[slot.field] = older.filled(slot, value)

    def _actual(self, element: Element, kind: Type[Thing]) -> Type[Thing]:
        """Return the type that xsi:type names."""
        types: Optional[Dict[str, Type[Thing]]] = self._types.get(kind)
        if types is None:
            types = self._types[kind] = concrete(kind)
        named = element.get(_TYPE) or element.get("type")
        if named is None:
            if kind in ABSTRACT:
                raise failure(element, f"xsi:type missing; write {_choice(types)}")
            return kind
        found = types.get(named.rpartition(":")[2].strip())
        if found is None:
            near = difflib.get_close_matches(named, types, 1) or [_choice(types)]
            raise failure(element, f"{named!r:.60} is not a type for it; write {near[0]}")
        return found

    def _unusual(self, layout: TypeLayout, child: Element) -> Optional[ElementSlot]:
        """Return the slot of a namespaced element or of an older document's."""
        name = local_name(child)
        slot = layout.by_element.get(name) or older.slot_of(layout, name)
        if slot is None and not self._lenient:
            raise failure(
                child,
                f"is not an element of a {layout.kind.__name__}; must be one of: "
                f"{', '.join(layout.by_element)}",
            )
        return slot

    @staticmethod
    def _complete(element: Element, layout: TypeLayout, values: Dict[str, Any]) -> None:
        """Fill in elements that older documents omit."""
        missing: FrozenSet[str] = layout.required - values.keys()
        known = older.ABSENT.get(layout.kind, {})
        values.update({field: known[field] for field in missing if field in known})
        absent = [
            slot.element
            for slot in layout.slots
            if slot.field in missing and slot.field not in known
        ]
        if absent:
            raise failure(element, f"has no <{absent[0]}>; a {layout.kind.__name__} needs it")


def _choice(types: Collection[str]) -> str:
    """Return some of the types that an element may have."""
    names = sorted(types)
    return ", ".join(names[:4]) + (f" or one of {len(names) - 4} others" if len(names) > 4 else "")


def _made(layout: TypeLayout, values: Dict[str, Any]) -> Any:
    """Build a thing from checked values.

    Bypasses the constructor, which takes three times as long.
    """
    thing = object.__new__(layout.kind)
    thing.__dict__.update(layout.absent)
    thing.__dict__.update(values)
    return thing
