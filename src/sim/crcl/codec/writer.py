"""Strict writer of dataclasses as CRCL of 2021.

Raises InputError with the field's name if the schema forbids a value.
"""

from __future__ import annotations

from typing import Any, List, NamedTuple, Tuple, Type

from sim.crcl.codec.layout import ABSTRACT, ElementSlot, layout_of
from sim.crcl.codec.reader import XSI
from sim.crcl.thing import DataThing, cached
from sim.errors import InputError

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<{0} xmlns:xsi="{1}">'


def write(root: str, kind: Type[DataThing], thing: DataThing) -> bytes:
    """Write a document in UTF-8 without blanks between elements.

    ``kind`` is the type of the root's content.
    """
    parts: List[str] = [_HEAD.format(root, XSI)]
    try:
        _start(kind, type(thing), root)
        _write(parts, thing)
    except _Refused as error:
        raise InputError("/".join([root, *reversed(error.path)]), error.what) from None
    parts.append(f"</{root}>")
    return "".join(parts).encode("utf-8")


class _Refused(Exception):
    """An unwritable value; callers prepend to its path."""

    def __init__(self, what: str, *path: str) -> None:
        super().__init__(what)
        self.what = what
        self.path = list(path)


class _Line(NamedTuple):
    """Name, slot and writer of one field."""

    slot: ElementSlot
    tag: str
    end: str


@cached
def _lines(kind: Type[DataThing]) -> Tuple[_Line, ...]:
    return tuple(
        _Line(slot, f"<{slot.element}>", f"</{slot.element}>") for slot in layout_of(kind).slots
    )


@cached
def _start(kind: type, actual: type, element: str) -> str:
    """Return the start tag of a thing. The tag names the type if the schema leaves a choice."""
    if actual in ABSTRACT or not issubclass(actual, kind):
        raise _Refused(
            f"a {actual.__name__} cannot stand here; a {kind.__name__} that is not abstract is "
            "needed"
        )
    return f"<{element}>" if actual is kind else f'<{element} xsi:type="{actual.__name__}Type">'


def _write(parts: List[str], thing: DataThing) -> None:
    for slot, tag, end in _lines(type(thing)):
        value = getattr(thing, slot.field)
        if value is None and not slot.required:
            continue
        try:
            if slot.many:
                _write_many(parts, slot, tag, end, value)
            elif slot.simple is not None:
                parts += (tag, slot.simple.write(value), end)
            else:
                _write_thing(parts, slot, end, value)
        except ValueError as error:
            raise _Refused(str(error), slot.element) from None
        except _Refused as error:
            error.path.append(slot.element)
            raise


def _write_thing(parts: List[str], slot: ElementSlot, end: str, value: Any) -> None:
    # A slot that is not simple has a kind.
    assert slot.kind is not None
    parts.append(_start(slot.kind, type(value), slot.element))
    _write(parts, value)
    parts.append(end)


def _write_many(parts: List[str], slot: ElementSlot, tag: str, end: str, values: Any) -> None:
    if not isinstance(values, (tuple, list)) or len(values) < slot.least:
        raise ValueError(f"{values!r:.60} is not a tuple of at least {slot.least}")
    for value in values:
        if slot.simple is not None:
            parts += (tag, slot.simple.write(value), end)
        else:
            _write_thing(parts, slot, end, value)
