"""Base class of all elements, and the mapping of fields to XML.

A class is the schema of its element: a field of a simple type is an attribute of the same name in
camel case, a field of another such class is a child, a tuple of them children in any number, a
union a choice. ``part`` declares exceptions.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field
from pathlib import Path
from typing import Any, Optional


@dataclass(frozen=True)
class SourceLocation:
    """Position in a file: file and line."""

    path: Path
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


@dataclass(frozen=True)
class Element:
    source: SourceLocation = field(compare=False, repr=False)


def part(
    default: Any = MISSING,
    *,
    tag: str = "",
    within: str = "",
    low: Optional[float] = None,
    text: bool = False,
    actions: bool = False,
) -> Any:
    """Return a field with an exceptional mapping to XML.

    ``tag`` names the child instead of its class (or the attribute instead of the field); ``within``
    is an element around the children (optional with a question mark behind it); ``low`` is the
    least value; ``text`` maps the field to the element's text; ``actions`` are inside wrappers.
    """
    metadata = {"tag": tag, "within": within, "low": low, "text": text, "actions": actions}
    return field(default=default, metadata=metadata)
