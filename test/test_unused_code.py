"""The library is free of code that only tests use.

Exceptions are in support/unused_code.yaml, with the reason.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Dict, Set

import pytest
import yaml

pytest.importorskip("vulture")
from support.parts import ROOT, TESTS
from support.unused_code import unused, unused_of
from vulture import Vulture

KEPT = TESTS / "support" / "unused_code.yaml"
pytestmark = pytest.mark.not_quick


@lru_cache(maxsize=None)
def found() -> Dict[str, str]:
    return unused()


def kept() -> Set[str]:
    """Return the names that are kept for a reason."""
    return {
        f"{module}:{name}"
        for group in yaml.safe_load(KEPT.read_text(encoding="utf-8"))
        for module, names in group.items()
        if module != "used by"
        for name in names
    }


def test_everything_is_used_outside_of_tests() -> None:
    dead = [f"{where}: {name}" for name, where in found().items() if name not in kept()]
    assert dead == [], f"used by tests alone: remove it, or give a reason in {KEPT.name}"


@pytest.mark.slow
def test_what_is_kept_is_otherwise_unused() -> None:
    assert sorted(kept() - found().keys()) == []


def test_what_nothing_names_is_found() -> None:
    scanner = Vulture()
    source = "LIMIT = 3\ndef alone(given): given.field = 1\ndef called(): pass\ncalled()\n"
    scanner.scan(source, filename=ROOT / "src" / "sim" / "module.py")
    assert sorted(unused_of(scanner, set())) == ["src/sim/module:LIMIT", "src/sim/module:alone"]
    assert sorted(unused_of(scanner, {"alone"})) == ["src/sim/module:LIMIT"]
