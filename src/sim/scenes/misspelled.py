"""Words of a program that stand for nothing and are near to one that does: ``with widht 0.4``, ``-p
clearence 3``.

Scenic takes any property and any global parameter, so that a slip of the pen changes nothing and
says nothing.
"""

from __future__ import annotations

import difflib
import re
from typing import Any, Callable, Iterable, Iterator, List, Mapping, Sequence, Set

# How alike two words are at least where one may be meant for the other (difflib's ratio).
ALIKE = 0.75
_READ = re.compile(r"\bglobalParameters\s*\.\s*(\w+)")


def strange_properties(
    items: Sequence[Any], texts: Sequence[str], where: Callable[[Any], str]
) -> Iterator[str]:
    """A warning for each property of an object that its class has not, that no text of the program
    reads, and that is near to one that it has."""
    reported: Set[str] = set()
    for item in items:
        known = set(type(item)._defaults) | {"name"}
        for name in sorted(set(item.properties) - known):
            near = nearest(name, known)
            text = (
                f"{where(item)}: {type(item).__name__} has no property {name!r}; did you mean "
                f"{near}?"
            )
            if (
                near
                and text not in reported
                and not any(re.search(rf"\.{name}\b", program) for program in texts)
            ):
                reported.add(text)
                yield text


def strange_parameters(
    given: Mapping[str, Any], declared: Iterable[str], texts: Iterable[str], path: str
) -> Iterator[str]:
    """A warning for each global parameter that is given and that no ``param`` statement declares
    and no text of the program reads."""
    known = {*declared, *(name for text in texts for name in _READ.findall(text))}
    for name in given:
        if name not in known:
            near = nearest(name, known)
            there = f"; it has {', '.join(sorted(known))}" if known else ""
            yield (
                f"{path}: the program has no parameter {name!r}, and it has no "
                f"effect{f'; did you mean {near}?' if near else there}"
            )


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that is most like another; empty where none is."""
    folded = {
        name.lower().replace("_", ""): name for name in sorted(known) if not name.startswith("_")
    }
    found: List[str] = difflib.get_close_matches(
        word.lower().replace("_", ""), list(folded), 1, ALIKE
    )
    return folded[found[0]] if found else ""
