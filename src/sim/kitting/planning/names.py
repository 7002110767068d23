"""Names of the cell as PDDL takes them, and back.

PDDL has letters without case, digits, ``-`` and ``_``, and a letter first; a cell's names may hold
anything.
"""

from __future__ import annotations

import re
from typing import Dict, FrozenSet, Iterable, Tuple

IDENTIFIER = re.compile(r"(?<![\w?-])[A-Za-z][\w-]*")
COMMENT = re.compile(r";[^\n]*")


def identifiers(pddl: str) -> FrozenSet[str]:
    """All names in a text of PDDL but variables, in lower case: types, predicates, actions,
    keywords."""
    return frozenset(name.lower() for name in IDENTIFIER.findall(COMMENT.sub("", pddl)))


class Names:
    """One PDDL name for each name of a kind (a type of the domain), none of them ``reserved``."""

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self._pddl: Dict[Tuple[str, str], str] = {}
        self._cell: Dict[str, str] = {}
        self._reserved = frozenset(reserved)

    def pddl(self, kind: str, name: str) -> str:
        """The PDDL name of a name of the cell, which is given here the first time."""
        if (kind, name) not in self._pddl:
            stem = re.sub(r"[^a-z0-9_-]", "_", name.lower())
            stem = stem if stem[:1].isalpha() else f"o_{stem}"
            found, number = stem, 1
            while found in self._cell or found in self._reserved:
                number += 1
                found = f"{stem}_{number}"
            self._pddl[kind, name], self._cell[found] = found, name
        return self._pddl[kind, name]

    def known(self, kind: str, name: str) -> str:
        """The PDDL name that a name has, by preference one of this kind (in any case), else as it
        is."""
        same = [(of, found) for (of, one), found in self._pddl.items() if one == name]
        return next(
            (found for of, found in same if of.lower() == kind.lower()),
            (same or [("", name)])[0][1],
        )

    def cell(self, pddl: str) -> str:
        """The cell's name; what this did not name itself stays as it is."""
        return self._cell.get(pddl.lower(), pddl)
