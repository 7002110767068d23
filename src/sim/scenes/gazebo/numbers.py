"""Numbers as SDF text that gives the same floats back."""

from __future__ import annotations

from typing import Iterable


def number_text(value: float) -> str:
    """The shortest text of a number that is read as the same one."""
    value = float(value)
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def numbers_text(values: Iterable[float]) -> str:
    """Numbers with blanks between them."""
    return " ".join(number_text(value) for value in values)
