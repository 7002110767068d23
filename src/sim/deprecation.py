"""Deprecated names and values of settings, which work with a warning."""

from __future__ import annotations

import sys
import warnings
from typing import Any, Callable, Mapping


def deprecated_names(module: str, successors: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` (PEP 562) of a module with renamed definitions.

    ``successors`` maps old names to new ones. The first access to an old name warns once and names
    its successor; the object is the same.
    """

    def get(name: str) -> Any:
        if name not in successors:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warnings.warn(
            f"{module}.{name} is deprecated; use {module}.{successors[name]}",
            DeprecationWarning,
            stacklevel=2,
        )
        found = getattr(sys.modules[module], successors[name])
        setattr(sys.modules[module], name, found)  # Later accesses do not come here again.
        return found

    return get


def current_value(
    value: str, successors: Mapping[str, str], where: str, say: Callable[[str], object]
) -> str:
    """Return a setting's value, or the successor of a deprecated one.

    ``successors`` maps old values to new ones; ``where`` names the setting. The warning goes to
    ``say``.
    """
    if value not in successors:
        return value
    say(f"{where}: {value!r} is deprecated; use {successors[value]!r}")
    return successors[value]
