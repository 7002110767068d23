"""Base of all CRCL types: frozen dataclasses with fields in schema order.

Schema order puts optional elements before required ones, which a generated ``__init__`` refuses; so
this one takes keywords, or by position the required fields first, then the optional ones, then
``guard`` and ``name``. Values are checked on writing, not here.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, dataclass, field, fields
from functools import lru_cache
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    ClassVar,
    Dict,
    NewType,
    Optional,
    Tuple,
    Type,
    TypeVar,
)

if TYPE_CHECKING:
    from typing_extensions import ParamSpec

    Given = ParamSpec("Given")
Value = TypeVar("Value")

# The schema's simple types that are narrower than Python's.
Int = NewType("Int", int)
Fraction = NewType("Fraction", float)
Token = NewType("Token", str)
NameToken = NewType("NameToken", str)

# Fields that any thing or command may have; they are rarely used.
_LAST = ("name", "guard")

vocabulary = dataclass(frozen=True, init=False, repr=False)


def element(name: str) -> Any:
    """Declare a field with an element name other than the field's."""
    return field(metadata={"element": name})


def at_least(count: int) -> Any:
    """Declare a tuple field with at least ``count`` items."""
    return field(metadata={"least": count})


def cached(function: Callable[Given, Value]) -> Callable[Given, Value]:
    """Cache a function of types without a limit.

    ``lru_cache``, typed for arguments that mypy does not take for hashable.
    """
    kept: Callable[..., Value] = lru_cache(maxsize=None)(function)
    return kept


@vocabulary
class DataThing:
    """Schema: DataThingType."""

    if TYPE_CHECKING:
        # mypy does not recognise ``vocabulary`` as a dataclass decorator.
        __dataclass_fields__: ClassVar[Dict[str, Field[Any]]]

    name: Optional[str] = None

    def __init__(self, *values: Any, **named: Any) -> None:
        order, defaults, kind = (*_call(type(self)), type(self).__name__)
        if len(values) > len(order):
            raise TypeError(f"{kind} takes {len(order)} values, not {len(values)}")
        given = dict(zip(order, values))
        twice = given.keys() & named.keys()
        unknown = named.keys() - set(order)
        missing = [
            one for one in order if one not in defaults and one not in given and one not in named
        ]
        for what, which in (("given twice", twice), ("unknown", unknown), ("missing", missing)):
            if which:
                raise TypeError(
                    f"{kind}: {', '.join(sorted(which))} {what}; its fields are {', '.join(order)}"
                )
        self.__dict__.update({**defaults, **given, **named})

    def __repr__(self) -> str:
        """Return the constructor call without omitted fields."""
        order, defaults = _call(type(self))
        said = [
            f"{one}={getattr(self, one)!r}"
            for one in order
            if one not in defaults or getattr(self, one) != defaults[one]
        ]
        return f"{type(self).__name__}({', '.join(said)})"


def required(one: Field[Any]) -> bool:
    """Return whether a field must be given."""
    return one.default is MISSING


@cached
def _call(kind: Type[DataThing]) -> Tuple[Tuple[str, ...], Dict[str, Any]]:
    """Return a type's positional fields, and the defaults of the optional ones."""
    every = [one for one in fields(kind) if one.name not in _LAST]
    order = [one.name for one in every if required(one)] + [
        one.name for one in every if not required(one)
    ]
    order += [one.name for one in reversed(fields(kind)) if one.name in _LAST]
    return tuple(order), {one.name: one.default for one in fields(kind) if not required(one)}
