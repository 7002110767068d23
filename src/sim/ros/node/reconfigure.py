"""Replaces dynamic_reconfigure's build step for .cfg files.

That step would require dynamic_reconfigure when this package is built.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Dict, List, NamedTuple, Sequence


class ReconfigureSetting(NamedTuple):
    """A setting of ``kind`` str, bool, int or double.

    It is between ``least`` and ``most``; "" means unbounded.
    """

    name: str
    kind: str
    least: Any
    most: Any
    text: str


def description(settings: Sequence[ReconfigureSetting], values: Dict[str, Any]) -> SimpleNamespace:
    """Return the type for a dynamic_reconfigure server, with defaults ``values``."""
    parameters: List[Dict[str, Any]] = [
        {
            "name": one.name,
            "type": one.kind,
            "default": values[one.name],
            "level": 1,
            "description": one.text,
            "min": one.least,
            "max": one.most,
            "edit_method": "",
            "srcline": 0,
            "srcfile": __file__,
            "cconsttype": "",
            "ctype": "",
        }
        for one in settings
    ]
    group = {
        "name": "Default",
        "type": "",
        "state": True,
        "id": 0,
        "parent": 0,
        "parameters": parameters,
        "groups": [],
        "cstate": "true",
        "class": "DEFAULT",
        "parentclass": "",
        "parentname": "Default",
        "field": "default",
        "upper": "DEFAULT",
        "lower": "groups",
    }
    return SimpleNamespace(
        config_description=group,
        defaults=dict(values),
        min={one.name: one.least for one in settings},
        max={one.name: one.most for one in settings},
        level=dict.fromkeys(values, 1),
        all_level=1,
    )
