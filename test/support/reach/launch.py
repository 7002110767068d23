"""Reads programs and names of a launch file as roslaunch does, without ROS.

Arguments that a caller may set to anything are *open*: a condition on one counts both ways.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, Callable, Dict, FrozenSet, List, Mapping, Optional, Set, Tuple
from xml.etree import ElementTree

from support.reach.tree import Tree

SUBSTITUTION = re.compile(r"\$\((\w+)\s*((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)")
# Stands for an open argument.
OPEN = "\0"
Values = Dict[str, Optional[str]]


@dataclass
class Found:
    """Launch files, programs as package and type, and words that may name files."""

    files: Set[str] = field(default_factory=set)
    programs: Set[Tuple[str, str]] = field(default_factory=set)
    words: Set[str] = field(default_factory=set)


def read(
    tree: Tree, file: str, given: Mapping[str, str], open_arguments: FrozenSet[str] = frozenset()
) -> Found:
    """Return the programs and names of a launch file with some arguments."""
    found = Found()
    values: Values = {**given, **dict.fromkeys(open_arguments)}
    _Reader(tree, found).file(file, values)
    return found


class _Reader:
    def __init__(self, tree: Tree, found: Found) -> None:
        self._tree, self._found = tree, found
        self._under_way: List[str] = []

    def file(self, file: str, given: Values) -> None:
        """Read a launch file; ``given`` are its arguments, None for open ones."""
        if file in self._under_way:
            return
        self._found.files.add(file)
        try:
            root = ElementTree.fromstring(self._tree.text(file))
        except ElementTree.ParseError:
            return
        self._under_way.append(file)
        self._elements(root, file, given, {})
        self._under_way.pop()

    def _elements(
        self, parent: ElementTree.Element, file: str, given: Values, values: Values
    ) -> None:
        for one in parent:
            if not self._may_be(one, file, values):
                continue
            if one.tag == "arg":
                values[one.get("name", "")] = self._argument(one, file, given, values)
            elif one.tag == "group":
                self._elements(one, file, given, dict(values))
            elif one.tag == "include":
                self._include(one, file, values)
            else:
                self._names(one, file, values)

    def _may_be(self, one: ElementTree.Element, file: str, values: Values) -> bool:
        for attribute, wanted in (("if", True), ("unless", False)):
            if one.get(attribute) is not None:
                text = self._resolved(one.get(attribute, ""), file, values)
                if text is not None and (text.strip().lower() in ("1", "true")) != wanted:
                    return False
        return True

    def _argument(
        self, one: ElementTree.Element, file: str, given: Values, values: Values
    ) -> Optional[str]:
        name = one.get("name", "")
        if one.get("value") is None and name in given:
            if given[name] is None:
                self._words(one.get("default", ""), file, values)
            return given[name]
        return self._resolved(one.get("value", one.get("default", "")), file, values)

    def _include(self, one: ElementTree.Element, file: str, values: Values) -> None:
        passed: Values = dict(values) if one.get("pass_all_args") == "true" else {}
        for argument in one.iter("arg"):
            text = argument.get("value", argument.get("default", ""))
            passed[argument.get("name", "")] = self._resolved(text, file, values)
            self._words(text, file, values)
        path = self._resolved(one.get("file", ""), file, values)
        if path is None:
            self._words(one.get("file", ""), file, values)
        elif self._inside(path) in self._tree.files:
            self.file(self._inside(path), passed)

    def _names(self, one: ElementTree.Element, file: str, values: Values) -> None:
        """Take a node, a test, a parameter and all within it."""
        for element in one.iter():
            if element.tag in ("node", "test") and element.get("type"):
                kind = self._resolved(element.get("type", ""), file, values) or ""
                self._found.programs.add((element.get("pkg", ""), kind))
            for name, text in (*element.attrib.items(), ("", element.text or "")):
                if name not in ("doc", "if", "unless"):
                    self._words(text, file, values)

    def _words(self, text: str, file: str, values: Values) -> None:
        resolved = self._resolved(text, file, values)
        if resolved is None:
            # Of a path with an open argument in it, the folder before that is known.
            constant = SUBSTITUTION.sub(self._known(file), text).partition(OPEN)[0]
            self._found.words.add(constant.rpartition("/")[0])
        else:
            self._found.words.update(resolved.split())

    def _known(self, file: str) -> Callable[[re.Match], str]:
        """Return a function that replaces what does not depend on arguments."""

        def replaced(match: re.Match) -> str:
            found = match.group(1) in ("find", "dirname")
            return self._resolved(match.group(0), file, {}) or "" if found else OPEN

        return replaced

    def _inside(self, path: str) -> str:
        return path.replace(f"{self._tree.root}/", "", 1)

    def _resolved(self, text: str, file: str, values: Values) -> Optional[str]:
        """Return a text with its substitutions; None if it depends on an open argument."""
        unknown = False

        def replaced(match: re.Match) -> str:
            nonlocal unknown
            kind, rest = match.group(1), match.group(2).strip()
            value: Optional[str] = ""
            if kind == "arg":
                value = values.get(rest, "")
            elif kind == "eval":
                value = _evaluated(rest, values)
            elif kind == "find":
                value = self._package(rest)
            elif kind == "dirname":
                value = str(self._tree.root / PurePosixPath(file).parent)
            elif kind in ("optenv", "anon"):
                value = rest.partition(" ")[2] if kind == "optenv" else rest
            if value is None:
                unknown = True
            return value or ""

        resolved = SUBSTITUTION.sub(replaced, text)
        return None if unknown else resolved

    def _package(self, name: str) -> str:
        inner = str(self._tree.root / name)
        return inner if f"{name}/package.xml" in self._tree.files else str(self._tree.root)


class _Open(Exception):
    """An expression depends on an open argument."""


def _evaluated(expression: str, values: Values) -> Optional[str]:
    """Return the value of ``$(eval ...)``; None if it depends on an open argument.

    The value is None, too, for an expression that cannot be evaluated here.
    """

    def arg(name: str) -> Any:
        value = values.get(name, "")
        if value is None:
            raise _Open
        return _converted(value)

    names = {"arg": arg, "true": True, "false": False, "find": str, "env": str, "optenv": str}
    known = {name: _converted(value) for name, value in values.items() if value is not None}
    with contextlib.suppress(Exception):
        return str(eval(expression, {"__builtins__": {}}, {**known, **names}))
    return None


def _converted(value: str) -> Any:
    """Return a value as roslaunch's eval does: a bool or number if it looks so."""
    if value.lower() in ("true", "false"):
        return value.lower() == "true"
    for kind in (int, float):
        with contextlib.suppress(ValueError):
            return kind(value)
    return value
