"""Counts what the house style wants fewer of: docstrings that begin with a question word, relative
phrases in docstrings, packed constants of modules.

``docstring_figures.json`` has the most that each tree of Python may have. ``python3 -m
support.docstrings`` in the folder ``test`` lowers these figures to the present ones, and raises
none.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from pathlib import Path
from typing import Dict, Iterable, Iterator, Sequence

from support.parts import ROOT
from support.statements import statements

FILE = Path(__file__).with_name("docstring_figures.json")
TREES = ("src/sim", "test", "bench", "examples", "nodes", "setup")
QUESTION_WORD = re.compile(r"(?:What|Which|Where|Who|Whose|Whether|How|When|Why)\b")
RELATIVE_PHRASE = re.compile(
    r"\b(?:where it|where there|what is|what was|whose|those of|those that|in which|of its own"
    r"|of their own|all that|of which|none of|by which|whoever|who is|from here on)\b",
    re.IGNORECASE,
)
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)

Figures = Dict[str, int]


def figures(texts: Iterable[str]) -> Figures:
    """Return the counts of some modules' texts."""
    found = {"question_words": 0, "relative_phrases": 0, "packed_constants": 0}
    for text in texts:
        module = ast.parse(text)
        for doc in _docstrings(module):
            found["question_words"] += QUESTION_WORD.match(doc.strip()) is not None
            found["relative_phrases"] += len(RELATIVE_PHRASE.findall(doc))
        found["packed_constants"] += sum(map(_is_packed, _of_module(module.body)))
    return found


def _docstrings(module: ast.Module) -> Iterator[str]:
    for node in statements([module]):
        if isinstance(node, DOCUMENTED):
            yield ast.get_docstring(node) or ""


def _of_module(statements: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield a module's statements and the ones in its branches, without functions and classes."""
    for one in statements:
        yield one
        if not isinstance(one, DOCUMENTED):
            for part in ("body", "orelse", "finalbody"):
                yield from _of_module(getattr(one, part, ()))
            for handler in getattr(one, "handlers", ()):
                yield from _of_module(handler.body)


def _is_packed(statement: ast.stmt) -> bool:
    """Return whether a statement binds several names at once, as in ``A, B = 1, 2``."""
    return (
        isinstance(statement, ast.Assign)
        and isinstance(statement.targets[0], (ast.Tuple, ast.List))
        and isinstance(statement.value, (ast.Tuple, ast.List))
    )


def counted(root: Path = ROOT) -> Dict[str, Figures]:
    """Return the figures of each tree of a checkout."""
    return {tree: figures(_texts(root / tree)) for tree in TREES}


def _texts(tree: Path) -> Iterator[str]:
    """Yield the texts of a tree's modules and of its Python programs, which have no suffix."""
    for path in sorted(tree.rglob("*")):
        if path.suffix == ".py" or _is_program(path):
            yield path.read_text(encoding="utf-8")


def _is_program(path: Path) -> bool:
    if path.suffix or not path.is_file():
        return False
    with path.open("rb") as file:
        return b"python" in file.readline(80)


def most(file: Path = FILE) -> Dict[str, Figures]:
    """Return the figures that each tree may have at most."""
    return json.loads(file.read_text(encoding="utf-8"))


def lowered(allowed: Dict[str, Figures], there: Dict[str, Figures]) -> Dict[str, Figures]:
    """Return the lesser of two of each figure; a new tree has its present ones."""
    return {
        tree: {name: min(n, allowed.get(tree, own).get(name, n)) for name, n in own.items()}
        for tree, own in there.items()
    }


def main() -> int:
    """Lower the figures of the file; 0."""
    allowed = most() if FILE.is_file() else {}
    text = json.dumps(lowered(allowed, counted()), indent=2)
    FILE.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
