"""Uses of a Python file: imported modules, and strings that may name files."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import FrozenSet, Iterable, Iterator, List, Sequence, Set

from support.reach.listing import listed_folders
from support.reach.tree import Tree

# Folders of modules, besides the folder of the importing file.
ROOTS = ("src", "test", "test/traffic", "", "test/rostest")
# A module's dotted name in a string: for python3 -m, or importlib; a trailing dot is a package's
# any module.
DOTTED = re.compile(r"\b(?:sim|bench|support)(?:\.\w+)+\.?")


@dataclass(frozen=True)
class Facts:
    """Imported names, string constants, and paths of a module.

    Names are dotted and absolute or with leading dots; constants are not docstrings; paths are in
    parts joined, for files and for listed folders.
    """

    imports: FrozenSet[str] = frozenset()
    strings: FrozenSet[str] = frozenset()
    folders: FrozenSet[str] = frozenset()


def facts(text: str) -> Facts:
    """Return the facts of a module's text; empty after a syntax error."""
    try:
        module = ast.parse(text)
    except SyntaxError:
        return Facts()
    imports: Set[str] = set()
    strings: Set[str] = set()
    typed = {id(node) for node in _for_type_checkers(module)}
    nodes = [node for node in ast.walk(module) if id(node) not in typed]
    documentation = {id(one) for one in _documentation(nodes)}
    for node in nodes:
        if isinstance(node, ast.Import):
            imports |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            separator = "" if base.endswith(".") else "."
            imports |= {base, *(f"{base}{separator}{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in documentation:
                strings.add(node.value)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            strings.add("/".join(_path(node)))
        elif isinstance(node, ast.Call):
            if getattr(node.func, "id", getattr(node.func, "attr", "")) == "resource":
                strings.add("/".join(_constants(node.args)))
        elif isinstance(node, ast.keyword) and node.arg:
            strings.add(node.arg)
    return Facts(frozenset(imports), frozenset(strings), frozenset(listed_folders(nodes)))


def _for_type_checkers(module: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements that never run: the imports of type checkers."""
    for one in ast.walk(module):
        if isinstance(one, ast.If) and getattr(one.test, "id", "") == "TYPE_CHECKING":
            yield from (node for statement in one.body for node in ast.walk(statement))


def _documentation(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield expressions that are only text: docstrings."""
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def modules(tree: Tree, file: str, names: Sequence[str]) -> Set[str]:
    """Return the files of imported names, with the packages above them."""
    own = PurePosixPath(file).parent
    found: Set[str] = set()
    for name in names:
        level = len(name) - len(name.lstrip("."))
        parts = [part for part in name.lstrip(".").split(".") if part]
        if level:
            base = own
            for _ in range(level - 1):
                base = base.parent
            found |= _module(tree, str(base), parts)
        else:
            for root in dict.fromkeys((str(own), *ROOTS)):
                here = _module(tree, root, parts)
                found |= here
                if here:
                    break
    return found - {file}


def _module(tree: Tree, root: str, parts: List[str]) -> FrozenSet[str]:
    """Return the files of the longest module below a root that begins a dotted name."""
    key = (root, *parts)
    if key not in tree.modules:
        tree.modules[key] = frozenset(_found(tree, root, parts))
    return tree.modules[key]


def _found(tree: Tree, root: str, parts: List[str]) -> Set[str]:
    """Return the files of the longest beginning of a dotted name that is a module below a root."""
    found: Set[str] = set()
    folder = PurePosixPath(root)
    for part in parts:
        if str(folder / f"{part}.py") in tree.files:
            return found | {str(folder / f"{part}.py")}
        folder = folder / part
        if str(folder) not in tree.folders:
            return found | _public(tree, root, folder)
        if str(folder / "__init__.py") in tree.files:
            found.add(str(folder / "__init__.py"))
    return found


def _public(tree: Tree, root: str, name: PurePosixPath) -> Set[str]:
    """Return the file that defines a public name of a package (``sim.public_names``)."""
    package = str(name.parent / "__init__.py")
    text = tree.text(package) if package in tree.files else ""
    if "TYPE_CHECKING" not in text:
        return set()
    for node in _for_type_checkers(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and name.name in {one.name for one in node.names}:
            return _found(tree, root, (node.module or "").split("."))
    return set()


def dotted(tree: Tree, strings: FrozenSet[str]) -> Set[str]:
    """Return the files of modules named in full by strings, with ``__main__`` of packages.

    A name that ends with a dot means all of the package's files.
    """
    found: Set[str] = set()
    for name in {name for text in strings for name in DOTTED.findall(text)}:
        here = modules(tree, "", [name.rstrip(".")])
        found |= here
        folder = "src/" + name.rstrip(".").replace(".", "/")
        if folder in tree.folders:
            found |= {f"{folder}/__main__.py"} & tree.files
            if name.endswith("."):
                found |= tree.below(folder)
    return found


def listed(tree: Tree, file: str, known: Facts) -> Set[str]:
    """Return the files of the folders that a file lists."""
    found: Set[str] = set()
    if "__file__" in known.folders and not known.folders & tree.folders.keys():
        found |= tree.below(str(PurePosixPath(file).parent))
    for folder in known.folders & tree.folders.keys():
        inner = {f"{folder}/{part}" for part in known.folders} & tree.folders.keys()
        for one in inner or {folder}:
            found |= tree.below(one)
    return found


def _constants(expressions: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the string constants before the first other expression."""
    for one in expressions:
        if not (isinstance(one, ast.Constant) and isinstance(one.value, str)):
            return
        yield one.value


def _path(division: ast.BinOp) -> List[str]:
    """Return the constant first parts of a path as ``ROOT / "config" / "noise"``."""
    parts: List[ast.AST] = []
    left: ast.AST = division
    while isinstance(left, ast.BinOp) and isinstance(left.op, ast.Div):
        parts.insert(0, left.right)
        left = left.left
    return list(_constants(parts))
