"""Walks the statements of a module, without its many expressions."""

from __future__ import annotations

import ast
from typing import Iterator, Sequence


def statements(among: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Yield all statements among and within some."""
    for one in among:
        yield one
        for part in ("body", "handlers", "orelse", "finalbody", "cases"):
            yield from statements(getattr(one, part, ()))
