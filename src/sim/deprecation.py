"""Deprecated names of a module, which work with one warning."""

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
