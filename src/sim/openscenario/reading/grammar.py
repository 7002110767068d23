"""Grammar of a scenario file: OpenSCENARIO's own, or a lenient one."""

from __future__ import annotations

from typing import List, Set, Tuple

from sim.errors import InputError
from sim.openscenario.model.element import SourceLocation

STRICT = "strict"
LENIENT = "lenient"
GRAMMARS: Tuple[str, ...] = (LENIENT, STRICT)


class Grammar:
    """Grammar that accepts or refuses text beyond the standard.

    ``notes`` has a line for each accepted kind.
    """

    def __init__(self, name: str = LENIENT) -> None:
        if name not in GRAMMARS:
            raise InputError("grammar", f"must be one of: {', '.join(GRAMMARS)}; got '{name}'")
        self.name = name
        self.notes: List[str] = []
        self._kinds: Set[str] = set()

    @property
    def lenient(self) -> bool:
        """True if text beyond the standard is accepted."""
        return self.name == LENIENT

    def accept(self, source: SourceLocation, kind: str, what: str) -> None:
        """Note text beyond the standard, once for each ``kind``.

        Raises InputError in a strict grammar.
        """
        if not self.lenient:
            raise InputError(source, f"{what}; beyond OpenSCENARIO's grammar (grammar {LENIENT})")
        if kind not in self._kinds:
            self._kinds.add(kind)
            self.notes.append(f"{source}: {what}; accepted beyond OpenSCENARIO's grammar")
