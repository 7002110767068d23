"""Prints the additional Python packages that a launch file needs.

Reads ``launch/requirements.yaml``. Runs before there is a venv, on the system's Python, and so
needs PyYAML alone, which comes with ROS.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, List, Sequence, Tuple

from sim.checks import read_yaml
from sim.errors import InputError

FILE = "requirements.yaml"
KEYS = ("needs", "launches", "if", "unless")


@dataclass(frozen=True)
class Rule:
    """Packages ``needs`` for the launch files ``launches``, on a condition.

    ``given``: an argument that must have a value, or a word ``ARG:=VALUE`` that must be there.
    ``absent``: words that must not
    be there.
    """

    needs: Tuple[str, ...]
    launches: Tuple[str, ...]
    given: str = ""
    absent: Tuple[str, ...] = ()

    def applies(self, launch: str, words: Sequence[str]) -> bool:
        """Return whether a launch with these words needs the packages."""
        if launch not in self.launches or any(word in self.absent for word in words):
            return False
        if not self.given or ":=" in self.given:
            return not self.given or self.given in words
        start = f"{self.given}:="
        return any(word.startswith(start) and word != start for word in words)


def read_rules(path: Path) -> List[Rule]:
    """Read the rules of a file; InputError names a malformed rule."""
    rules = read_yaml(path)
    if not isinstance(rules, list):
        raise InputError(path, "must be a list of rules")
    return [_rule(rule, f"{path}: rule {number}") for number, rule in enumerate(rules, 1)]


def needed(path: Path, launch: str, words: Sequence[str]) -> List[str]:
    """Return the packages that a launch file needs with these words, sorted."""
    rules = [rule for rule in read_rules(path) if rule.applies(launch, words)]
    return sorted({name for rule in rules for name in rule.needs})


def main(words: Sequence[str]) -> int:
    """Print the packages for ``FILE WORD ...``; return 2 after an error."""
    file = Path(words[0])
    try:
        names = needed(file.with_name(FILE), file.stem, words[1:])
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    for name in names:
        print(name)
    return 0


def _rule(rule: Any, where: str) -> Rule:
    if not isinstance(rule, dict):
        raise InputError(where, "must be a mapping")
    unknown = [str(key) for key in rule if key not in KEYS]
    if unknown:
        raise InputError(where, f"unknown key '{unknown[0]}'; allowed are {', '.join(KEYS)}")
    given = rule.get("if", "")
    if not isinstance(given, str):
        raise InputError(where, f"'if' must be ARG or ARG:=VALUE, got {given!r}")
    return Rule(
        _names(rule, "needs", where),
        _names(rule, "launches", where),
        given,
        _names(rule, "unless", where) if "unless" in rule else (),
    )


def _names(rule: Any, key: str, where: str) -> Tuple[str, ...]:
    names = rule.get(key)
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        raise InputError(where, f"'{key}' must be a list of words, got {names!r}")
    return tuple(names)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
