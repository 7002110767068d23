"""Strategies for any CRCL thing that the schema allows, for property-based tests.

Drawn from the same layouts that the codec uses.
"""

from __future__ import annotations

import enum
from typing import Dict

from hypothesis import strategies as st

from sim.crcl.codec.layout import ElementSlot, concrete, layout_of
from sim.crcl.codec.values import SIMPLE

# Characters that XML 1.0 can hold.
TEXT = st.text(
    st.characters(
        blacklist_categories=("Cs", "Cc"),
        blacklist_characters="\ufffe\uffff",
        whitelist_characters="\t\n\r",
    ),
    max_size=20,
)
WORDS = st.lists(st.text("abcXYZ019-.<&>\"'é", min_size=1, max_size=8), max_size=3).map(" ".join)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
DRAWN: Dict[str, st.SearchStrategy] = {
    "float": FINITE,
    "Fraction": st.floats(0.0, 1.0),
    "bool": st.booleans(),
    "int": st.integers(-(2**63), 2**63 - 1),
    "Int": st.integers(-(2**31), 2**31 - 1),
    "str": TEXT,
    "Token": WORDS,
    "NameToken": st.text("abcXYZ019-._:", min_size=1, max_size=8),
}


def values(slot: ElementSlot) -> st.SearchStrategy:
    """Values of one slot."""
    if slot.simple is None:
        one = things(slot.kind)
    else:
        kind = next(key for key, simple in SIMPLE.items() if simple is slot.simple)
        one = (
            st.sampled_from(list(kind)) if isinstance(kind, enum.EnumMeta) else DRAWN[kind.__name__]
        )
    if slot.many:
        return st.lists(one, min_size=slot.least, max_size=slot.least + 2).map(tuple)
    return one if slot.required else st.none() | one


def things(kind: type) -> st.SearchStrategy:
    """Things of a type or of types derived from it."""
    return st.one_of([st.deferred(lambda kind=kind: _of(kind)) for kind in concrete(kind).values()])


def _of(kind: type) -> st.SearchStrategy:
    return st.fixed_dictionaries({slot.field: values(slot) for slot in layout_of(kind).slots}).map(
        lambda given: kind(**given)
    )
