"""Numbers as SDF text that gives the same floats back."""

from __future__ import annotations

from typing import Iterable


def number_text(value: float) -> str:
    """Return the shortest text that reads back as the same number."""
    value = float(value)
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def numbers_text(values: Iterable[float]) -> str:
    """Format numbers with blanks between them."""
    return " ".join(number_text(value) for value in values)
