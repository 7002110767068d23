"""No class of the library has more than 30 methods."""

from __future__ import annotations

import ast
from typing import Dict

from support.parts import ROOT

MAX_METHODS = 30


def test_no_class_grows_past_its_number_of_methods() -> None:
    found: Dict[str, int] = {}
    for path in sorted((ROOT / "src" / "sim").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if text.count("    def ") <= MAX_METHODS:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef):
                methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
                name = f"{path.relative_to(ROOT / 'src' / 'sim')}: {node.name}"
                found[name] = max(len(methods), found.get(name, 0))
    large = {name: count for name, count in found.items() if count > MAX_METHODS}
    assert not large, "divide the class where it has more than one idea"
