"""Finds the folders of the checkout that a Python file lists.

It does so by ``glob`` and the like on a path that begins at ``__file__``, ``resource(...)`` or a
constant that another module defines.
"""

from __future__ import annotations

import ast
from typing import Any, Iterator, Sequence, Set

LISTS = {"glob", "rglob", "iglob", "iterdir", "listdir", "scandir", "walk"}
# Each round follows paths through one more assignment or call.
ROUNDS = 4


def listed_folders(nodes: Sequence[ast.AST]) -> Set[str]:
    """Return the parts of a module's listed paths, ``__file__`` for its own folder.

    ``nodes`` are all of the module.
    """
    if not any(_lists(node) for node in nodes):
        return set()
    known = _Paths(nodes)
    if not any(known.is_path(call) for call in known.listings):
        return set()
    return known.parts - {"", "."}


class _Paths:
    """The names in a module that stand for paths of the checkout."""

    def __init__(self, nodes: Sequence[ast.AST]) -> None:
        self._nodes = nodes
        assigned = {name for node in self._nodes for name in _targets(node)}
        used = {node.id for node in self._nodes if isinstance(node, ast.Name)}
        # Constants that are imported, as ROOT.
        self._names = {name for name in used - assigned if name.isupper()} | {"__file__"}
        self._functions = {
            node.name: node for node in self._nodes if isinstance(node, ast.FunctionDef)
        }
        self.parts: Set[str] = set()
        self.listings = [node for node in self._nodes if _lists(node)]
        for _ in range(ROUNDS):
            self._follow()

    def is_path(self, expression: ast.AST) -> bool:
        """Return whether an expression has a path of the checkout in it."""
        for node in ast.walk(expression):
            if isinstance(node, ast.Name) and (node.id in self._names or node.id == "resource"):
                return True
        return False

    def _follow(self) -> None:
        for node in self._nodes:
            value = getattr(node, "value", None) or getattr(node, "iter", None)
            targets = set(_targets(node))
            if targets and value is not None and self.is_path(value):
                self._names |= targets
                self._take(value)
            function = self._called(node)
            if function and any(self.is_path(argument) for argument in node.args):
                self._names |= {argument.arg for argument in function.args.args}
                self._take(node)
        for call in self.listings:
            if self.is_path(call):
                self._take(call)

    def _called(self, node: ast.AST) -> Any:
        """Return the module's function that a node calls, if it is one."""
        name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
        return self._functions.get(name)

    def _take(self, expression: ast.AST) -> None:
        for node in ast.walk(expression):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                self.parts.update(node.value.split("/"))
            elif isinstance(node, ast.Name) and node.id == "__file__":
                self.parts.add("__file__")


def _lists(node: ast.AST) -> bool:
    """Return whether a node is a call that lists a folder."""
    if not isinstance(node, ast.Call):
        return False
    return (getattr(node.func, "attr", "") or getattr(node.func, "id", "")) in LISTS


def _targets(node: ast.AST) -> Iterator[str]:
    """Yield the names that a statement or a comprehension binds."""
    targets = list(getattr(node, "targets", ()))
    if isinstance(node, (ast.For, ast.comprehension, ast.AnnAssign, ast.NamedExpr)):
        targets.append(node.target)
    for target in targets:
        for one in ast.walk(target):
            if isinstance(one, ast.Name):
                yield one.id
