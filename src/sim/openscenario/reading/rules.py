"""Comparison rules of OpenSCENARIO."""

from __future__ import annotations

import operator
from typing import Any, Callable, Dict

COMPARE: Dict[str, Callable[[Any, Any], bool]] = {
    "equalTo": operator.eq,
    "greaterOrEqual": operator.ge,
    "greaterThan": operator.gt,
    "lessOrEqual": operator.le,
    "lessThan": operator.lt,
    "notEqualTo": operator.ne,
}


def compare_texts(left: str, rule: str, right: str) -> bool:
    """Compare as numbers if both are numeric, else as texts. Texts have only equality."""
    try:
        return COMPARE[rule](float(left), float(right))
    except ValueError:
        return rule in ("equalTo", "notEqualTo") and COMPARE[rule](left, right)
