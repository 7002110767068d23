"""What all elements of a scenario share, and how a class says where its fields stand in the XML.

A class is the schema of its element: a field of a simple type is an attribute of the same name in
camel case, a field of another such class is a child, a tuple of them children in any number, a
union a choice. ``part`` says what differs.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field
from pathlib import Path
from typing import Any, Optional


@dataclass(frozen=True)
class Source:
    """Where something stands: file and line."""

    path: Path
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


@dataclass(frozen=True)
class Element:
    source: Source = field(compare=False, repr=False)


def part(
    default: Any = MISSING,
    *,
    tag: str = "",
    within: str = "",
    low: Optional[float] = None,
    text: bool = False,
) -> Any:
    """A field whose child is called ``tag`` instead of by its class (an attribute: instead of by
    the field's name), whose children stand in an element ``within`` (with a question mark behind
    it: or directly), whose number is at least ``low``, or that is the element's ``text``."""
    metadata = {"tag": tag, "within": within, "low": low, "text": text}
    return field(default=default, metadata=metadata)
