"""Files used by each file of a checkout, and files reached by a test."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Dict, FrozenSet, Iterable, List, Optional, Set, Tuple

from support.reach import launch, python
from support.reach.cpp import Sources
from support.reach.kept_facts import KeptFacts
from support.reach.registry import Registry
from support.reach.tree import FILE_NAME, Tree

NODES = "nodes/"
# Loaded by gzserver: plugins are chosen by names in worlds and models, and a test may use any of
# these.
GAZEBO = "gazebo"
# The program that nodes/simulator becomes on the embedded simulator.
EMBEDDED = "nodes/embedded"
STARTED = re.compile(r"(?:rosrun sim|nodes/) ?(\w+)")
NAME = re.compile(r"[A-Za-z_]\w*")
VALUE = re.compile(r"[\s<>=\"'\[\]{}()]+")


@dataclass(frozen=True)
class Target:
    """A file of pytest, or a .test file on a simulator."""

    file: str
    simulator: str = ""


class Graph:
    """The files that each file uses, found on request."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.sources = Sources(tree)
        self.registry = Registry(tree)
        self._programs: Dict[str, Set[str]] = {}
        for file in tree.files:
            if file.startswith(NODES):
                self._programs[PurePosixPath(file).name] = {file}
        self.kept = KeptFacts(tree.root)
        self.facts = lru_cache(maxsize=None)(lambda file: self.kept.of(tree.text(file)))
        self.uses = lru_cache(maxsize=None)(self._uses)
        self.words = lru_cache(maxsize=None)(self._words)
        self.lists = lru_cache(maxsize=None)(self._lists)

    def reached(self, test: Target) -> Dict[str, Optional[str]]:
        """Return all files that a test uses, each with its user."""
        walk = _Walk(self, test)
        walk.take(None, test.file)
        for file in self._by_simulator(test):
            walk.take(test.file, file)
        return walk.ended()

    def _by_simulator(self, test: Target) -> Set[str]:
        found: Set[str] = set()
        if test.file.endswith(".test"):
            found |= self._launched(test.file, {"simulator": test.simulator}, frozenset())
        if test.simulator == GAZEBO:
            found |= self.tree.below(GAZEBO)
        return found

    def _words(self, file: str) -> FrozenSet[str]:
        """Return the words that data and tests may use for an entry of a registry."""
        if file.startswith("test/") or is_text(file):
            return self.registry.named(self.tree.text(file))
        return frozenset()

    def _lists(self, file: str) -> FrozenSet[str]:
        """Return the files that a file may read since it lists their folders.

        It does not run the modules that they use, but for nodes that a test lists.
        """
        if not is_python(self.tree, file):
            return frozenset()
        return frozenset(python.listed(self.tree, file, self.facts(file)))

    def _uses(self, file: str) -> FrozenSet[str]:
        """Return the files that a file names, imports or includes."""
        if file in self.sources.files:
            return frozenset(self.sources.uses(file))
        if is_python(self.tree, file):
            return frozenset(self._python(file))
        if file.endswith((".launch", ".test")):
            # Reached by the starter's file, with its arguments.
            return frozenset()
        return frozenset(self._data(file)) if is_text(file) else frozenset()

    def _data(self, file: str) -> Set[str]:
        """Return the data files and modules (dotted names) in a YAML or XML file."""
        texts = self.tree.text(file).splitlines()
        words = {word for text in texts for word in VALUE.split(text)}
        return self.tree.named({*texts, *words}) | python.dotted(self.tree, frozenset(words))

    def _python(self, file: str) -> Set[str]:
        known = self.facts(file)
        found = python.modules(self.tree, file, sorted(known.imports))
        found |= python.dotted(self.tree, known.strings)
        found |= self.tree.named(known.strings)
        for name in known.strings & self.sources.exporting.keys():
            found |= self.sources.exporting[name]
        if file.startswith((NODES, "test/")):
            for name in known.strings & self._programs.keys():
                found |= self._programs[name]
        if file.startswith("test/"):
            if PurePosixPath(file).name.startswith("test_"):
                found |= {one for one in self.lists(file) if one.startswith(NODES)}
            names = {name for text in known.strings for name in FILE_NAME.findall(text)}
            found |= self.tree.code(names) | self._conftests(file)
            for name in {name for text in known.strings for name in STARTED.findall(text)}:
                found |= self._programs.get(name, set())
            found |= self._started(file, known, found)
        return found - {file}

    def _conftests(self, file: str) -> Set[str]:
        folders = [str(folder) for folder in PurePosixPath(file).parents if str(folder) != "."]
        return {f"{folder}/conftest.py" for folder in folders} & self.tree.files

    def _started(self, file: str, known: python.Facts, imported: Set[str]) -> Set[str]:
        """Return the files used by the launch files that a test names.

        An argument may have any value if the test, or its imports among the tests, names it too.
        """
        texts = set(known.strings)
        for other in imported:
            if other.startswith("test/") and is_python(self.tree, other):
                texts |= self.facts(other).strings
        names = frozenset(name for text in texts for name in NAME.findall(text))
        # ./run takes a launch file without its suffix.
        bare = known.strings & {"run", "./run"}
        launches = {
            f"launch/{text.partition('.')[0]}.launch"
            for text in known.strings
            if bare or text.endswith(".launch")
        }
        found: Set[str] = set()
        for one in launches & self.tree.files:
            found |= self._launched(one, {}, names)
        return found

    def _launched(self, file: str, given: Dict[str, str], names: FrozenSet[str]) -> Set[str]:
        read = launch.read(self.tree, file, given, names)
        root = f"{self.tree.root}/"
        words = {word.replace(root, "") for text in read.words for word in text.split(":")}
        found = read.files | self.tree.named(words) | (words & self.tree.files)
        for package, program in read.programs:
            found |= self._program(package, program)
        return found

    def _program(self, package: str, program: str) -> Set[str]:
        if package == "sim" and program in self._programs:
            return self._programs[program]
        return self.tree.code([program]) | self.tree.named([program])


class _Walk:
    """Walk from a test to all files that it uses. A registry's entries wait for their names."""

    def __init__(self, graph: Graph, test: Target) -> None:
        self._graph, self._test = graph, test
        self._launched = test.file.endswith(".test")
        self._found: Dict[str, Optional[str]] = {}
        self._read: Dict[str, Optional[str]] = {}
        self._waiting: List[Tuple[Optional[str], str, FrozenSet[str]]] = []

    def take(self, user: Optional[str], file: str) -> None:
        """Take a file and the files that it uses, directly or not."""
        left = [file] if self._enter(user, file) else []
        while left:
            file = left.pop()
            left += [
                one for one in self._graph.uses(file) - self._found.keys() if self._enter(file, one)
            ]
            for one in self._graph.lists(file):
                self._read.setdefault(one, file)

    def _enter(self, user: Optional[str], file: str) -> bool:
        """Return whether a file is found now; an entry of a registry may have to wait."""
        if file in self._found or (file == EMBEDDED and self._test.simulator == GAZEBO):
            return False
        needed = self._graph.registry.needed(user, file, self._launched)
        if needed:
            self._waiting.append((user, file, needed))
            return False
        self._found[file] = user
        return True

    def ended(self) -> Dict[str, Optional[str]]:
        """Return the taken files, with entries of registries named by any text."""
        named: Set[str] = set()
        seen: Set[str] = set()
        while self._waiting:
            new = self._found.keys() - seen
            seen |= new
            named = named.union(*(self._graph.words(file) for file in new))
            due = [one for one in self._waiting if one[2] & named]
            if not due:
                break
            self._waiting = [one for one in self._waiting if one not in due]
            for user, file, _ in due:
                self._found.setdefault(file, user)
                for one in self._graph.uses(file):
                    self.take(file, one)
        return {**self._read, **self._found}


def is_python(tree: Tree, file: str) -> bool:
    """Return whether a file is a module, or a program in Python."""
    if file.endswith(".py"):
        return True
    path = PurePosixPath(file)
    return not path.suffix and "python" in tree.text(file)[:80].partition("\n")[0]


def is_text(file: str) -> bool:
    """Return whether a file is data with names, not a mesh, picture or page."""
    if file.endswith((".net.xml", ".poly.xml", ".rou.xml")):
        return False
    return PurePosixPath(file).suffix in (
        *(".yaml", ".yml", ".world", ".sdf", ".urdf", ".xacro", ".xml", ".config", ".scenic"),
        *(".xosc", ".sumocfg", ".json", ".material", ".rviz", ".toml"),
    )


def order(tests: Iterable[Target]) -> List[Target]:
    """Return tests by file and simulator."""
    return sorted(tests, key=lambda test: (test.file, test.simulator))
