"""Walk through a launch file and its includes, past whatever is missing."""

from __future__ import annotations

import os
import shlex
from typing import Any, Callable, Dict, Iterator, List, Mapping, Tuple

import yaml

from sim.errors import InputError
from sim.ros.launch_check.description_scan import scan_description
from sim.ros.launch_check.needs import LaunchNeeds, note
from sim.ros.launch_check.substitution import MISSING, Substitution
from sim.sdf.xml.elements import Element, parse_file

MAX_DEPTH = 32
DESCRIPTIONS = (".xacro", ".urdf")


def walk(path: str, args: Mapping[str, str], folder_of: Callable[[str], str]) -> LaunchNeeds:
    """Return the needs of a launch file with values of its arguments.

    ``folder_of`` returns a package's folder or raises LookupError. Raises InputError if the file
    itself cannot be read.
    """
    needs = LaunchNeeds()
    _Walk(path, needs, folder_of, 0).read(parse_file(path), args)
    return needs


class _Walk:
    """One file of the walk."""

    def __init__(
        self, path: str, needs: LaunchNeeds, folder_of: Callable[[str], str], depth: int
    ) -> None:
        self._path, self._needs, self._folder_of, self._depth = path, needs, folder_of, depth
        self._values = Substitution(path, needs, folder_of)
        self._given: Dict[str, str] = {}
        self._readers: Dict[str, Callable[[Element], None]] = {
            "arg": self._read_arg,
            "group": self._children,
            "include": self._read_include,
            "node": self._read_node,
            "test": self._read_node,
            "remap": self._read_remap,
            "param": self._read_param,
            "rosparam": self._read_rosparam,
        }

    def read(self, root: Element, args: Mapping[str, str]) -> None:
        """Read the file with arguments from outside."""
        self._given = dict(args)
        self._children(root)

    def _children(self, parent: Element) -> None:
        for element in parent:
            if element.tag in self._readers and self._included(element):
                self._readers[element.tag](element)

    def _included(self, element: Element) -> bool:
        yes, no = element.get("if"), element.get("unless")
        if yes is not None and not self._values.holds(yes):
            return False
        return no is None or not self._values.holds(no)

    def _read_arg(self, element: Element) -> None:
        name = element.get("name") or ""
        value, default = element.get("value"), element.get("default")
        if value is not None:
            self._values.args[name] = self._values.text(value)
        elif name in self._given:
            self._values.args[name] = self._given[name]
        elif default is not None:
            self._values.args[name] = self._values.text(default)

    def _read_include(self, element: Element) -> None:
        path = self._values.text(element.get("file") or "")
        passed = dict(self._values.args) if element.get("pass_all_args") == "true" else {}
        for name, text in self._passed(element):
            passed[name] = text
        if path.startswith(MISSING + os.sep) or self._depth >= MAX_DEPTH:
            return
        try:
            root = parse_file(path)
        except InputError as error:
            note(self._needs.files, str(error), self._path)
            return
        _Walk(path, self._needs, self._folder_of, self._depth + 1).read(root, passed)

    def _passed(self, element: Element) -> Iterator[Tuple[str, str]]:
        for child in element.iterfind("arg"):
            text = child.get("value", child.get("default"))
            if text is not None and self._included(child):
                yield child.get("name") or "", self._values.text(text)

    def _read_node(self, element: Element) -> None:
        package, program = (self._values.text(element.get(name) or "") for name in ("pkg", "type"))
        note(self._needs.packages, package, self._path)
        places = self._needs.programs.setdefault((package, program), [])
        if self._path not in places:
            places.append(self._path)
        self._values.text(element.get("args") or "")
        self._children(element)

    def _read_remap(self, element: Element) -> None:
        note(self._needs.topics, self._values.text(element.get("to") or ""), self._path)

    def _read_param(self, element: Element) -> None:
        for name in ("value", "textfile", "binfile", "command"):
            text = self._values.text(element.get(name) or "")
            for word in _words(text):
                if word.endswith(DESCRIPTIONS):
                    scan_description(word, self._values)

    def _read_rosparam(self, element: Element) -> None:
        path = element.get("file")
        if path is None:
            self._parameters(element.text or "")
            return
        file = self._values.text(path)
        if file.startswith(MISSING + os.sep):
            return
        try:
            with open(file, encoding="utf-8") as opened:
                self._parameters(opened.read())
        except OSError:
            note(self._needs.files, file, self._path)

    def _parameters(self, text: str) -> None:
        try:
            self._collect(yaml.safe_load(text))
        except yaml.YAMLError:
            # roslaunch reads additional types, such as angles in degrees.
            return

    def _collect(self, value: Any) -> None:
        """Note topics and controllers in a parameter's value."""
        if isinstance(value, list):
            for one in value:
                self._collect(one)
        if not isinstance(value, Dict):
            return
        for name, inner in value.items():
            if name == "topic" and isinstance(inner, str):
                note(self._needs.topics, inner, self._path)
            elif name == "type" and isinstance(inner, str) and "ontroller" in inner:
                note(self._needs.controllers, inner, self._path)
            else:
                self._collect(inner)


def _words(text: str) -> List[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()
