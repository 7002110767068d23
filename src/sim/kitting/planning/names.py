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
    """Return all names in a PDDL text except variables, in lower case.

    Types, predicates, actions, keywords.
    """
    return frozenset(name.lower() for name in IDENTIFIER.findall(COMMENT.sub("", pddl)))


class PddlNames:
    """Unique PDDL names for the cell's names of each kind.

    A kind is a type of the domain; ``reserved`` names are not used.
    """

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self._pddl: Dict[Tuple[str, str], str] = {}
        self._cell: Dict[str, str] = {}
        self._reserved = frozenset(reserved)

    def pddl(self, kind: str, name: str) -> str:
        """Return the PDDL name of a cell's name, made on first use."""
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
        """Return the existing PDDL name, else the name unchanged.

        Names of this kind come first (in any case).
        """
        same = [(of, found) for (of, one), found in self._pddl.items() if one == name]
        return next(
            (found for of, found in same if of.lower() == kind.lower()),
            (same or [("", name)])[0][1],
        )

    def cell(self, pddl: str) -> str:
        """Return the cell's name; unknown names are unchanged."""
        return self._cell.get(pddl.lower(), pddl)
