"""Types of topics from the master, requested only after possible changes."""

from __future__ import annotations

from typing import Callable, Dict, Mapping, Sequence, Tuple

UNKNOWN = "*"
# Updates until the types are requested in any case: a restarted node may have changed a topic's
# type.
LOOKS = 5


class TopicTypes:
    """Cache of the master's answer, as requests are expensive. One costs as much as the rest of an
    update.
    """

    def __init__(self) -> None:
        self._names: Tuple[str, ...] = ()
        self._types: Dict[str, str] = {}
        self._looks = 0

    def of(
        self, names: Sequence[str], ask: Callable[[], Mapping[str, str]]
    ) -> Tuple[Tuple[str, str], ...]:
        """Return the topics with known types, by name; ``ask`` queries the master."""
        wanted = tuple(sorted(names))
        known = all(self._types.get(name, UNKNOWN) != UNKNOWN for name in wanted)
        self._looks += 1
        if wanted != self._names or not known or self._looks >= LOOKS:
            self._names, self._types, self._looks = wanted, dict(ask()), 0
        found = ((name, self._types.get(name, UNKNOWN)) for name in wanted)
        return tuple(one for one in found if one[1] != UNKNOWN)
