"""Choice of one velocity command among several sources.

As documented for ROS's twist_mux. Time in s.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional

from sim.errors import InputError

MAX_PRIORITY = 255


@dataclass
class PrioritySource:
    """A source of commands or of a lock.

    Its message counts for ``timeout`` s, and without end if that is 0.
    """

    name: str
    topic: str
    priority: int
    timeout: float
    stamp: Optional[float] = None
    locked: bool = False

    def expired(self, now: float) -> bool:
        """Return whether no message counts."""
        return self.stamp is None or (self.timeout > 0.0 and now - self.stamp > self.timeout)

    def locks(self, now: float) -> bool:
        """Return whether a lock holds, by its message or its silence."""
        silent = self.timeout > 0.0 and self.expired(now)
        return silent or self.locked


class TwistPriority:
    """Sources of commands and their locks."""

    def __init__(self, topics: List[PrioritySource], locks: List[PrioritySource]) -> None:
        self.topics, self.locks = topics, locks

    def passes(self, source: PrioritySource, now: float) -> bool:
        """Note a source's command; return whether it goes to the robot."""
        source.stamp = now
        barrier = max((lock.priority for lock in self.locks if lock.locks(now)), default=0)
        free = [one for one in self.topics if not one.expired(now) and one.priority >= barrier]
        return bool(free) and max(free, key=lambda one: one.priority) is source


def read_sources(where: str, given: Any) -> List[PrioritySource]:
    """Return the sources of a parameter, a list of mappings."""
    if not isinstance(given, list):
        raise InputError(where, f"must be a list of sources, not {given!r}")
    return [_source(f"{where}[{number}]", one) for number, one in enumerate(given)]


def _source(where: str, given: Any) -> PrioritySource:
    if not isinstance(given, Mapping):
        raise InputError(where, f"must have name, topic, timeout and priority, not be {given!r}")
    values: Dict[str, Any] = {}
    for tag in ("name", "topic", "timeout", "priority"):
        if tag not in given:
            raise InputError(where, f"has no {tag}; write name, topic, timeout and priority")
        values[tag] = given[tag]
    timeout, priority = values["timeout"], values["priority"]
    if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not timeout >= 0.0:
        raise InputError(f"{where}: timeout", f"must be a number of at least 0 s, not {timeout!r}")
    if isinstance(priority, bool) or priority not in range(MAX_PRIORITY + 1):
        raise InputError(
            f"{where}: priority",
            f"must be a whole number from 0 to {MAX_PRIORITY}, not {priority!r}",
        )
    return PrioritySource(str(values["name"]), str(values["topic"]), int(priority), float(timeout))
