"""User messages of a module: texts of errors, warnings and log lines."""

from __future__ import annotations

import ast
import re
from typing import Dict, Iterator, Tuple

# Names of functions with messages, or of the objects that have them: ``InputError``, ``log.info``.
SPEAKER = re.compile(r".*Error|_?warn\w*|_?log\w*")


def messages(module: ast.Module) -> Iterator[str]:
    """Yield the string constants in raise statements and calls of errors, warnings and logs.

    An f-string is one message, with ``{}`` for its values.
    """
    texts: Dict[ast.AST, str] = {}
    for node in ast.walk(module):
        if isinstance(node, ast.Raise) or (isinstance(node, ast.Call) and _speaks(node.func)):
            texts.update(_texts(node))
    yield from texts.values()


def _speaks(function: ast.expr) -> bool:
    """Return whether any part of a called function's dotted name is that of a speaker."""
    while isinstance(function, ast.Attribute):
        if SPEAKER.fullmatch(function.attr):
            return True
        function = function.value
    return isinstance(function, ast.Name) and SPEAKER.fullmatch(function.id) is not None


def _texts(node: ast.AST) -> Iterator[Tuple[ast.AST, str]]:
    """Yield the strings within a node, with the nodes as keys: errors within raise occur twice."""
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
        yield node, "".join(map(str, parts))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node, node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from _texts(child)
