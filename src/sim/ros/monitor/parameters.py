"""The parameter server's tree as names and values, as JSON has them."""

from __future__ import annotations

import math
from typing import Any, Dict, Mapping


def flattened(tree: Mapping[str, Any], prefix: str = "") -> Dict[str, Any]:
    """Return all leaves of a tree of parameters by their full names."""
    found: Dict[str, Any] = {}
    for name, value in tree.items():
        if isinstance(value, dict):
            found.update(flattened(value, f"{prefix}/{name}"))
        else:
            found[f"{prefix}/{name}"] = _plain(value)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {str(name): _plain(one) for name, one in value.items()}
    # JSON has neither of these.
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if isinstance(value, (bool, int, float, str)) else str(value)
