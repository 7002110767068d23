"""Domain file: ours, or a user's with the predicates and actions that execution supports."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Dict, FrozenSet, Iterable, Iterator, List, Mapping, Sequence, Tuple

from sim.checks import read_text
from sim.errors import InputError
from sim.kitting.planning.names import COMMENT, identifiers
from sim.resources import resource

ACTION = re.compile(r"\(\s*:action\s+([^\s()]+)\s*:parameters\s*\(([^()]*)\)", re.IGNORECASE)
DOMAIN = re.compile(r"\(\s*domain\s+([^\s()]+)\s*\)", re.IGNORECASE)
TYPED = re.compile(r"((?:\?[\w-]+\s*)+)(?:-\s*([A-Za-z][\w-]*))?")
DECLARED = re.compile(r"\(\s*([A-Za-z][\w-]*)")


@dataclass(frozen=True)
class Domain:
    """A domain's text and its file."""

    path: str
    text: str

    @cached_property
    def identifiers(self) -> FrozenSet[str]:
        """All its names, in lower case."""
        return identifiers(self.text)

    @cached_property
    def name(self) -> str:
        """Name in the file; InputError if it is not a domain."""
        found = DOMAIN.search(self._bare)
        if found is None:
            raise InputError(self.path, "no PDDL domain: (define (domain NAME) ...) is missing")
        return found.group(1)

    @cached_property
    def actions(self) -> Dict[str, List[Tuple[str, str]]]:
        """Parameters by action, each with its type.

        As the file writes them, without question mark.
        """
        return {name: list(_typed(parameters)) for name, parameters in ACTION.findall(self._bare)}

    def check_predicates(self, needed: Iterable[str]) -> None:
        """Raise InputError for a missing predicate that problems need."""
        declared = {name.lower() for name in DECLARED.findall(self._bare)}
        missing = sorted(name for name in needed if name.lower() not in declared)
        if missing:
            raise InputError(
                self.path,
                f"predicate {', '.join(missing)} not found in the domain; kitting "
                "problems need it: keep the predicates of config/kitting/kitting.pddl",
            )

    @cached_property
    def _bare(self) -> str:
        return COMMENT.sub("", self.text)


def _typed(parameters: str) -> Iterator[Tuple[str, str]]:
    for names, kind in TYPED.findall(parameters):
        yield from ((name, kind) for name in re.findall(r"\?([\w-]+)", names))


@dataclass(frozen=True)
class PddlProblem:
    """A problem in PDDL and its file."""

    path: str
    text: str


def read_domain(path: Path) -> Domain:
    """Read a domain file; InputError if it is unreadable."""
    return Domain(str(path), read_text(path))


def read_pddl(path: Path) -> PddlProblem:
    """Read a problem file; InputError if it is unreadable."""
    return PddlProblem(str(path), read_text(path))


def kitting_domain() -> Domain:
    """Return the domain of this package."""
    return read_domain(resource("config", "kitting", "kitting.pddl"))


def check_actions(domain: Domain, known: Mapping[str, Sequence[str]]) -> None:
    """Raise InputError for an action that execution does not support.

    Or for one without a required parameter; ``known`` are these by action.
    """
    by_name = {name.lower(): name for name in known}
    if not domain.actions:
        raise InputError(
            domain.path,
            "no action found in the domain: (:action NAME :parameters (...) ...) is needed; "
            f"known actions: {', '.join(known)}",
        )
    for name, parameters in domain.actions.items():
        if name.lower() not in by_name:
            raise InputError(
                domain.path,
                f"execution knows no action '{name}'; known actions: {', '.join(known)}",
            )
        needed = known[by_name[name.lower()]]
        given = {one.lower() for one, _ in parameters}
        missing = [f"?{one}" for one in needed if one.lower() not in given]
        if missing:
            raise InputError(
                domain.path,
                f"the action {name} lacks the parameter {', '.join(missing)}; it needs "
                f"{' '.join(f'?{one}' for one in needed)}",
            )
