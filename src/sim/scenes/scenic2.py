"""Conversion of programs for Scenic 2 to Scenic 3.

Inserts the ``new`` that Scenic 3 requires before a class that makes an object. Works on tokens, so
that strings and comments stay; line numbers stay too. A program of Scenic 3 is returned unchanged.
GzScenic's programs need no other change.
"""

from __future__ import annotations

import contextlib
import io
import keyword
import token
import tokenize
from typing import Any, Dict, FrozenSet, Iterable, Iterator, List, Set, Tuple

BUILT_IN = ("Object", "Point", "OrientedPoint")
# Words with which the first specifier of an object begins. Scenic and Python have the others as
# operators too, so these decide less.
_SPECIFIERS = frozenset(
    (
        "at",
        "on",
        "with",
        "offset",
        "beyond",
        "visible",
        "left",
        "right",
        "ahead",
        "behind",
        "above",
        "below",
        "following",
        "facing",
        "apparently",
        "using",
        "contained",
    )
)
_OPERATORS_TOO = frozenset(("in", "not"))
_NAMING = frozenset(
    (
        "new",
        "class",
        "def",
        "import",
        "as",
        "from",
        "behavior",
        "monitor",
        "scenario",
        "global",
        "nonlocal",
        "del",
        ".",
    )
)
_LOOPS = frozenset(("for", "while", "if", "elif", "else", "try", "except", "finally", "def"))
_END = frozenset((token.NEWLINE, token.ENDMARKER))
_SKIPPED = frozenset((token.NL, tokenize.COMMENT, token.INDENT, token.DEDENT))
Token = tokenize.TokenInfo
Notes = Dict[int, str]


def modernize(text: str, path: str = "", classes: Iterable[str] = ()) -> Tuple[str, Notes]:
    """Return a program for Scenic 3, and the changes by line.

    ``classes``: names of the models' classes, also as GzScenic writes them (Lampandstand); others
    are defined in the program, or begin with a capital as a class does. A text that cannot be
    tokenized is returned unchanged, for Scenic to report the error.
    """
    try:
        tokens = [
            item
            for item in tokenize.generate_tokens(io.StringIO(text).readline)
            if item.type not in _SKIPPED
        ]
    except (tokenize.TokenError, SyntaxError):
        return text, {}
    variables, defined = _names(tokens)
    folded = {name.lower() for name in classes}
    known = (
        frozenset(BUILT_IN)
        | defined
        | {
            item.string
            for item in tokens
            if item.string.lower() in folded and item.string[:1].isupper()
        }
    )
    scenic3 = any(
        this.string == "new" and after.type == token.NAME for this, after in zip(tokens, tokens[1:])
    )
    bare = frozenset() if scenic3 else known
    made = [
        item
        for number, item in enumerate(tokens)
        if item.type == token.NAME
        and item.string not in variables
        and (item.string in known or (not scenic3 and _like_class(item.string)))
        and _makes(tokens, number, bare, known)
    ]
    return _inserted(text, made)


@contextlib.contextmanager
def modernized_imports(classes: Iterable[str] = ()) -> Iterator[Dict[str, Tuple[str, Notes]]]:
    """Modernize imported programs within the block.

    At the end the mapping has all compiled ones, by file: their original text and the changes.
    """
    from scenic.syntax import translator

    known = tuple(classes)
    compiled: Dict[str, Tuple[str, Notes]] = {}
    compile_stream = translator.compileStream

    def modern(stream: Any, namespace: Any, options: Any, filename: str) -> Any:
        original = stream.read().decode("utf-8")
        text, notes = modernize(original, filename, known)
        compiled[str(filename)] = original, notes
        return compile_stream(io.BytesIO(text.encode("utf-8")), namespace, options, filename)

    translator.compileStream = modern
    try:
        yield compiled
    finally:
        translator.compileStream = compile_stream


def _names(tokens: List[Token]) -> Tuple[FrozenSet[str], FrozenSet[str]]:
    """Return the program's assigned names, and its classes."""
    assigned: Set[str] = set()
    defined: Set[str] = set()
    words = ["", *(item.string for item in tokens), ""]
    for before, this, after in zip(words, tokens, words[2:]):
        if this.type == token.NAME and before == "class":
            defined.add(this.string)
        elif this.type == token.NAME and (after == "=" or before in ("for", "as")):
            assigned.add(this.string)
    return frozenset(assigned - defined), frozenset(defined)


def _like_class(name: str) -> bool:
    return name[0].isupper() and not name.isupper() and not keyword.iskeyword(name)


def _makes(tokens: List[Token], number: int, bare: FrozenSet[str], known: FrozenSet[str]) -> bool:
    """Return whether the class at ``number`` makes an object there."""
    before = tokens[number - 1] if number else None
    previous = "" if before is None else before.string
    this, after = tokens[number], tokens[number + 1]
    if (before is not None and before.string in _NAMING) or (
        after.start[0] != this.end[0] and after.type not in _END
    ):
        return False
    if after.string in _SPECIFIERS:
        return after.string != "with" or _first(tokens, number) != "with"
    starts = before is None or before.type == token.NEWLINE
    if after.string in _OPERATORS_TOO:
        return starts or (this.string in known and previous in ("=", ":"))
    if after.type not in _END:
        return False
    if previous == "=":
        return this.string in bare or tokens[number - 2].string == "ego"
    return this.string in bare and (
        starts or (previous == ":" and _first(tokens, number) in _LOOPS)
    )


def _first(tokens: List[Token], number: int) -> str:
    """Return the first word of the statement that holds a token."""
    while number and tokens[number - 1].type != token.NEWLINE:
        number -= 1
    return tokens[number].string


def _inserted(text: str, made: List[Token]) -> Tuple[str, Notes]:
    lines = io.StringIO(text, newline="\n").readlines()
    notes: Notes = {}
    for item in made:
        said = f"inserted 'new' before {item.string}, which Scenic 3 wants where an object is made"
        notes[item.start[0]] = f"{notes[item.start[0]]}; {said}" if item.start[0] in notes else said
    for item in reversed(made):
        line, column = item.start
        lines[line - 1] = f"{lines[line - 1][:column]}new {lines[line - 1][column:]}"
    return "".join(lines), notes
