"""Imports of ROS message packages without all of their messages.

``from sim.srv import StepWorld`` runs the package's generated ``__init__.py``, which imports the
modules of all messages there. From :func:`import_on_use` on, such a package imports the module of a
message when its class is first named: 0.1 to 0.2 s less of each start of a node.
"""

from __future__ import annotations

import importlib
import re
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any, List, Optional, Sequence

KINDS = ("msg", "srv")
# A service's module has three classes: its own, and two whose names end like this.
OF_SERVICES = ("Request", "Response")
GENERATED = re.compile(r"(?:\s*from \._(\w+) import \*\s*\n)+")
NAME = re.compile(r"from \._(\w+) import")


def import_on_use() -> None:
    """Make message packages import their messages on first use.

    It affects packages that are imported later.
    """
    if not any(isinstance(finder, MessageFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, MessageFinder())


class MessageFinder(MetaPathFinder):
    """Finds packages like ``geometry_msgs.msg`` that genpy has generated, and no others."""

    def find_spec(
        self, fullname: str, path: Optional[Sequence[str]], target: Optional[ModuleType] = None
    ) -> Optional[ModuleSpec]:
        """Return the spec of a generated package. None leaves the name to other finders."""
        package, _, kind = fullname.rpartition(".")
        if kind not in KINDS or not package or "." in package:
            return None
        spec = PathFinder.find_spec(fullname, path)
        if spec is None or not spec.origin or not spec.submodule_search_locations:
            return None
        text = Path(spec.origin).read_text(encoding="utf-8")
        if not GENERATED.fullmatch(text):
            return None
        spec.loader = MessageLoader(NAME.findall(text), kind)
        return spec


class MessageLoader(Loader):
    """Makes a package that imports its attributes on use. ``messages`` are their names."""

    def __init__(self, messages: List[str], kind: str) -> None:
        self._messages = set(messages)
        self._suffixes = OF_SERVICES if kind == "srv" else ()

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave the module to Python."""

    def exec_module(self, module: ModuleType) -> None:
        """Give the package its ``__getattr__``, and the names that ``import *`` takes."""

        def imported(name: str) -> Any:
            message = self._message_of(name)
            if not message:
                raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")
            found = getattr(importlib.import_module(f"{module.__name__}._{message}"), name)
            setattr(module, name, found)
            return found

        names = [
            message + suffix
            for message in sorted(self._messages)
            for suffix in ("", *self._suffixes)
        ]
        vars(module).update(__getattr__=imported, __all__=names)

    def _message_of(self, name: str) -> str:
        """Return the message with a class in its module, or an empty text."""
        for suffix in ("", *self._suffixes):
            message = name[: len(name) - len(suffix)]
            if name.endswith(suffix) and message in self._messages:
                return message
        return ""
