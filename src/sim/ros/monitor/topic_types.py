"""Types of topics as the master knows them, asked for when that may have changed."""

from __future__ import annotations

from typing import Callable, Dict, Mapping, Sequence, Tuple

UNKNOWN = "*"
# A topic may have another type with the same name, where its node was started again: looks until
# the types are asked for in any case.
LOOKS = 5


class TopicTypes:
    """What the master said last; to ask each second costs as much as all the rest of a look."""

    def __init__(self) -> None:
        self._names: Tuple[str, ...] = ()
        self._types: Dict[str, str] = {}
        self._looks = 0

    def of(
        self, names: Sequence[str], ask: Callable[[], Mapping[str, str]]
    ) -> Tuple[Tuple[str, str], ...]:
        """Names and types of those whose type is known, by name; ``ask`` asks the master."""
        wanted = tuple(sorted(names))
        known = all(self._types.get(name, UNKNOWN) != UNKNOWN for name in wanted)
        self._looks += 1
        if wanted != self._names or not known or self._looks >= LOOKS:
            self._names, self._types, self._looks = wanted, dict(ask()), 0
        found = ((name, self._types.get(name, UNKNOWN)) for name in wanted)
        return tuple(one for one in found if one[1] != UNKNOWN)
