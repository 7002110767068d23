"""Detection of misspelled words in a program.

Such as ``with widht 0.4``, ``-p clearence 3``: unused words similar to a used one. Scenic takes any
property and any global parameter, so that a spelling mistake silently changes nothing.
"""

from __future__ import annotations

import difflib
import re
from typing import Any, Callable, Iterable, Iterator, List, Mapping, Sequence, Set

# Minimum similarity of a word to its likely intended one (difflib's ratio).
ALIKE = 0.75
_READ = re.compile(r"\bglobalParameters\s*\.\s*(\w+)")


def strange_properties(
    items: Sequence[Any], texts: Sequence[str], where: Callable[[Any], str]
) -> Iterator[str]:
    """Yield a warning for each likely misspelled property.

    The object's class lacks it, the program's texts do not read it, and it is similar to one of the
    class.
    """
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
    """Yield a warning for each unused global parameter.

    Given, but not declared in a ``param`` statement and not read in a text of the program.
    """
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
    """Return the most similar known word, or ""."""
    folded = {
        name.lower().replace("_", ""): name for name in sorted(known) if not name.startswith("_")
    }
    found: List[str] = difflib.get_close_matches(
        word.lower().replace("_", ""), list(folded), 1, ALIKE
    )
    return folded[found[0]] if found else ""
