"""Code that runs only if a text names it: entries of a registry.

Examples are the noise models of profiles, and laws behind a plugin of a model. Each user of a
registry imports such code. A test that names no entry of it runs nothing of it beyond that import,
which the tests that name one do too.
"""

from __future__ import annotations

import ast
import re
from typing import Dict, FrozenSet, Mapping, Optional, Set

from support.reach import python
from support.reach.cpp import SUFFIXES
from support.reach.tree import Tree

# Modules with a dictionary of classes by the names that users write.
REGISTRIES = ("src/sim/noise/models/catalogue.py",)
# Bindings of C++ that a simulator calls only for worlds and models with one of some words. They
# hold for launches alone: a test in Python may call them itself.
PLUGINS: Mapping[str, FrozenSet[str]] = {
    "src/sim/vehicle/": frozenset({"libsim_vehicle.so", "libsim_vehicle"}),
}
WORD = re.compile(r"[\w.]+")


class Registry:
    """The words that must be named for one file to use another."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._entries: Dict[str, Dict[str, FrozenSet[str]]] = {
            file: _entries(tree, file) for file in REGISTRIES if file in tree.files
        }

        entries = [words for one in self._entries.values() for words in one.values()]
        self.words: FrozenSet[str] = frozenset().union(*entries, *PLUGINS.values())

    def named(self, text: str) -> FrozenSet[str]:
        """Return the words of a text that name an entry."""
        return self.words.intersection(WORD.findall(text))

    def needed(self, user: Optional[str], file: str, launched: bool) -> FrozenSet[str]:
        """Return words; a test must name one for ``user`` to run ``file``.

        Any test runs it if this is empty.
        """
        if user in self._entries:
            return self._entries[user].get(file, frozenset())
        if launched and user and file.endswith(SUFFIXES):
            for folder, words in PLUGINS.items():
                if user.startswith(folder):
                    return words
        return frozenset()


def _entries(tree: Tree, file: str) -> Dict[str, FrozenSet[str]]:
    """Return the names of a registry's classes by their files."""
    module = ast.parse(tree.text(file))
    imports: Dict[str, str] = {}
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                imports[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    found: Dict[str, Set[str]] = {}
    for node in ast.walk(module):
        for key, value in zip(getattr(node, "keys", ()), getattr(node, "values", ())):
            name = _root(value)
            if isinstance(key, ast.Constant) and name in imports:
                for one in python.modules(tree, file, [imports[name]]):
                    if not one.endswith("__init__.py"):
                        found.setdefault(one, set()).add(str(key.value))
    return {one: frozenset(names) for one, names in found.items()}


def _root(expression: ast.AST) -> str:
    """Return the name with which an expression as ``values.Gaussian`` begins."""
    while isinstance(expression, ast.Attribute):
        expression = expression.value
    return getattr(expression, "id", "")
