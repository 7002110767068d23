"""Elements of each CRCL type in schema order, derived from the dataclasses."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from typing import (
    Any,
    Dict,
    FrozenSet,
    Iterator,
    Optional,
    Tuple,
    Type,
    TypeVar,
    Union,
    get_type_hints,
)

from sim.crcl.codec.values import SIMPLE, Simple
from sim.crcl.commands.base import CRCLCommand, MiddleCommand
from sim.crcl.commands.motion import JointDetails
from sim.crcl.primitives import RotAccel, RotSpeed, TransAccel, TransSpeed
from sim.crcl.status import GripperStatus
from sim.crcl.thing import DataThing, cached

ABSTRACT: FrozenSet[type] = frozenset(
    {
        CRCLCommand,
        MiddleCommand,
        JointDetails,
        TransSpeed,
        TransAccel,
        RotSpeed,
        RotAccel,
        GripperStatus,
    }
)
Thing = TypeVar("Thing", bound=DataThing)

_PARTS = {"id": "ID", "crcl": "CRCL"}


@dataclass(frozen=True)
class ElementSlot:
    """One element: of a ``simple`` type or a ``kind`` of thing.

    ``many`` values make a tuple of at least ``least``.
    """

    field: str
    element: str
    simple: Optional[Simple]
    kind: Optional[Type[DataThing]]
    many: bool
    least: int
    required: bool


@dataclass(frozen=True)
class TypeLayout:
    """Elements of a type.

    ``many`` are the repeatable ones; ``absent`` has the values of fields without an element.
    """

    kind: Type[DataThing]
    slots: Tuple[ElementSlot, ...]
    by_element: Dict[str, ElementSlot]
    required: FrozenSet[str]
    many: Tuple[ElementSlot, ...]
    absent: Dict[str, Any]


@cached
def layout_of(kind: Type[DataThing]) -> TypeLayout:
    """Return the layout of a type."""
    hints = get_type_hints(kind)
    slots = tuple(_slot(one, hints[one.name]) for one in fields(kind))
    absent = {one.name: one.default for one in fields(kind) if one.default is not MISSING}
    return TypeLayout(
        kind,
        slots,
        {slot.element: slot for slot in slots},
        frozenset(slot.field for slot in slots if slot.required),
        tuple(slot for slot in slots if slot.many),
        absent,
    )


def concrete(kind: Type[Thing]) -> Dict[str, Type[Thing]]:
    """Return the types allowed in place of ``kind``, by schema name."""
    return {f"{one.__name__}Type": one for one in _family(kind) if one not in ABSTRACT}


def element_name(field: str) -> str:
    """Return ``x_axis_tolerance`` -> ``XAxisTolerance``, ``command_id`` -> ``CommandID``."""
    return "".join(_PARTS.get(part, part.capitalize()) for part in field.split("_"))


def _family(kind: Type[Thing]) -> Iterator[Type[Thing]]:
    yield kind
    for child in kind.__subclasses__():
        yield from _family(child)


def _slot(one: Any, hint: Any) -> ElementSlot:
    value, many = hint, False
    if getattr(hint, "__origin__", None) is Union:
        value = hint.__args__[0]
    elif getattr(hint, "__origin__", None) is tuple:
        value, many = hint.__args__[0], True
    simple = SIMPLE.get(value)
    required = one.default is MISSING
    return ElementSlot(
        one.name,
        one.metadata.get("element") or element_name(one.name),
        simple,
        None if simple else value,
        many,
        one.metadata.get("least", 1) if required else 0,
        required,
    )
