"""Counts of breaches of the house style in docstrings, messages and names.

It counts packed constants too. ``docstring_figures.json`` has the maximum of each tree of Python.
``python3 -m support.docstrings`` in the folder ``test`` lowers these figures to the present ones,
and raises none.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from pathlib import Path
from typing import Dict, Iterable, Iterator, Sequence

from support.messages import messages
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
# "is no longer" has an adverb, not a noun.
NEGATED_NOUN = re.compile(r"\b(?:is|are) (?:none\b|no (?!longer\b|more\b))")
SENTENCE_END = re.compile(r"(?<=\.)\s")
MAX_WORDS = 12  # of a docstring's first sentence
MAX_LETTERS = 60  # of a test's name after test_
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)

NAMES = (
    "question_words",
    "relative_phrases",
    "first_sentences",
    "packed_constants",
    "messages",
    "test_names",
)

Figures = Dict[str, int]


def figures(texts: Iterable[str]) -> Figures:
    """Return the counts of some modules' texts."""
    found = dict.fromkeys(NAMES, 0)
    for text in texts:
        module = ast.parse(text)
        documented = [node for node in statements([module]) if isinstance(node, DOCUMENTED)]
        for node in documented:
            doc = ast.get_docstring(node) or ""
            found["question_words"] += QUESTION_WORD.match(doc.strip()) is not None
            found["relative_phrases"] += len(RELATIVE_PHRASE.findall(doc))
            found["first_sentences"] += len(_first_sentence(doc).split()) > MAX_WORDS
            found["test_names"] += _is_long_test(node)
        found["packed_constants"] += sum(map(_is_packed, _of_module(module.body)))
        found["messages"] += sum(bool(NEGATED_NOUN.search(one)) for one in messages(module))
    return found


def _first_sentence(doc: str) -> str:
    return SENTENCE_END.split(" ".join(doc.split("\n\n")[0].split()))[0]


def _is_long_test(node: ast.AST) -> bool:
    name = str(getattr(node, "name", ""))
    return name.startswith("test_") and len(name) - len("test_") > MAX_LETTERS


def _of_module(statements: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield a module's statements and those in branches, not in functions and classes."""
    for one in statements:
        yield one
        if not isinstance(one, DOCUMENTED):
            for part in ("body", "orelse", "finalbody"):
                yield from _of_module(getattr(one, part, ()))
            for handler in getattr(one, "handlers", ()):
                yield from _of_module(handler.body)


def _is_packed(statement: ast.stmt) -> bool:
    """Return whether a statement binds several names at once. ``A, B = 1, 2`` does."""
    return (
        isinstance(statement, ast.Assign)
        and isinstance(statement.targets[0], (ast.Tuple, ast.List))
        and isinstance(statement.value, (ast.Tuple, ast.List))
    )


def counted(root: Path = ROOT) -> Dict[str, Figures]:
    """Return the figures of each tree of a checkout."""
    return {tree: figures(_texts(root / tree)) for tree in TREES}


def _texts(tree: Path) -> Iterator[str]:
    """Yield the texts of a tree's modules and Python programs (files without suffix)."""
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
    """Return the lesser of two of each figure; a new tree keeps its own."""
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
