"""Splitting of a byte stream into CRCL documents.

Documents come back to back in pieces of any size, with no length before and no mark after. A
document ends at its root's end tag. Comments, CDATA and quoted attributes are respected, so that
text which looks like a tag stays text. An incomplete document is refused when another begins. Each
byte is scanned once, whatever the size of the pieces.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import List, Optional, Union

from sim.errors import InputError

LIMIT = 1 << 20
# May stand between documents: blanks, and what some clients send as a mark (NUL, the byte order
# mark).
_FILLER = b" \t\r\n\0\xef\xbb\xbf"
_ROOT = re.compile(rb"<(?:[\w.\-]+:)?(?:CRCLCommandInstance|CRCLProgram|CRCLStatus)[\s/>]")
_DECLARATION = re.compile(rb"<\?xml\s")
_KINDS = re.compile(
    rb"<(?:(?P<comment>!--)|(?P<cdata>!\[CDATA\[)|(?P<instruction>\?)|(?P<end>/)|"
    rb"(?P<doctype>![A-Za-z])|(?P<tag>[A-Za-z_:\x80-\xff]))"
)
_FIXED_ENDS = {"comment": b"-->", "cdata": b"]]>", "instruction": b"?>"}
# Patterns to search for next, by kind and open quote. "<" is not allowed in a tag or an attribute:
# one there marks an incomplete document.
_STOPS = {
    ("end", b""): re.compile(rb"[<>]"),
    ("tag", b""): re.compile(rb"[<>\"']"),
    ("tag", b'"'): re.compile(rb'[<"]'),
    ("tag", b"'"): re.compile(rb"[<']"),
    ("doctype", b""): re.compile(rb"[<>\"']"),
    ("doctype", b'"'): re.compile(rb'"'),
    ("doctype", b"'"): re.compile(rb"'"),
}
# Most tags have no attributes; this pattern skips them fast.
_PLAIN = re.compile(rb"[^<]*<(/?)[A-Za-z_:][^<>\"'/]*(/?)>")
_EXPECTED = "its root must be CRCLCommandInstance, CRCLProgram or CRCLStatus"
# Bytes needed to distinguish kinds of markup, and a root or a declaration from others.
_LOOK_AHEAD = len(b"<![CDATA[")
_HEAD = 64
# Complete tags; the last bytes are searched for the last tag before a break.
_TAG = re.compile(rb"<(/?[A-Za-z_][\w.:\-]*)(?=[\s/>])")
_NEAR = 4096

Framed = Union[bytes, InputError]


class Broken(InputError):
    """An incomplete document; ``data`` holds its received bytes."""

    def __init__(self, what: str, data: bytes) -> None:
        super().__init__("stream", what)
        self.data = data


@dataclass
class _Markup:
    """Markup under way.

    Start (negative once discarded), number of bytes scanned, and the open quote and brackets.
    """

    kind: str
    start: int
    at: int
    quote: bytes = b""
    brackets: int = 1


class Framer:
    """Splits received bytes into complete documents of at most ``limit`` bytes."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._buffer = bytearray()
        self._at = 0
        self._depth = 0
        self._begun = False
        self._skipping = False
        self._markup: Optional[_Markup] = None

    @property
    def pending(self) -> int:
        """Bytes that are kept of a document that is not whole yet."""
        return len(self._buffer)

    def feed(self, data: bytes) -> List[Framed]:
        """Return complete documents in order, with an InputError for each refused one."""
        self._buffer += data
        found: List[Framed] = []
        while self._finish(self._markup, found) if self._markup else self._begin(found):
            pass
        if len(self._buffer) > self._limit and not self._skipping:
            found.append(self._too_long())
            self._skipping = True
        if self._skipping:
            self._forget(self._markup.at if self._markup else self._at)
        return found

    def _begin(self, found: List[Framed]) -> bool:
        """Find the next markup; return False if more bytes are needed."""
        self._step_over_plain_tags()
        start = self._buffer.find(b"<", self._at)
        if not self._begun:
            self._drop_junk(len(self._buffer) if start < 0 else start, found)
            start = min(start, 0)
        if start < 0:
            self._at = len(self._buffer)
            return False
        self._at = start
        kind = _KINDS.match(self._buffer, start)
        if kind is None:
            return self._no_markup(start, found)
        if (
            kind.lastgroup == "instruction"
            and self._begun
            and not self._is_declaration(start, found)
        ):
            return False
        self._begun = True
        # One of the groups has matched, since the pattern is a choice of them.
        assert kind.lastgroup is not None
        self._markup = _Markup(kind.lastgroup, self._at, self._at + len(kind.group()))
        return True

    def _step_over_plain_tags(self) -> None:
        """Skip tags without attributes that cannot end or begin a document."""
        depth, at = self._depth, self._at
        while depth:
            tag = _PLAIN.match(self._buffer, at)
            if tag is None or (tag.group(1) and depth == 1) or b"CRCL" in tag.group():
                break
            depth += -1 if tag.group(1) else 0 if tag.group(2) else 1
            at = tag.end()
        self._depth, self._at = depth, at

    def _no_markup(self, start: int, found: List[Framed]) -> bool:
        """Skip a "<" that begins no markup. Returns False if more bytes are needed to decide."""
        if len(self._buffer) - start < _LOOK_AHEAD:
            return False
        if self._begun:
            self._at = start + 1
        else:
            self._drop_junk(start + 1, found)
        return True

    def _is_declaration(self, start: int, found: List[Framed]) -> bool:
        """Begin a new document at an XML declaration inside another.

        Returns False if more bytes are needed to decide.
        """
        if len(self._buffer) - start < len(b"<?xml "):
            return False
        if _DECLARATION.match(self._buffer, start):
            self._break_off(start, found)
        return True

    def _finish(self, markup: _Markup, found: List[Framed]) -> bool:
        """Advance to the markup's end; return False if it is incomplete."""
        if markup.kind in _FIXED_ENDS:
            end = _FIXED_ENDS[markup.kind]
            index = self._buffer.find(end, markup.at)
            if index < 0:
                markup.at = max(markup.at, len(self._buffer) - len(end) + 1)
                return False
            self._past(index + len(end))
            return True
        stop = _STOPS[markup.kind, markup.quote].search(self._buffer, markup.at)
        if stop is None:
            markup.at = len(self._buffer)
            return False
        self._stop(markup, stop.group(), stop.start(), found)
        return True

    def _stop(self, markup: _Markup, found_byte: bytes, index: int, found: List[Framed]) -> None:
        """Handle a bracket or quote in a tag or DOCTYPE."""
        markup.at = index + 1
        if found_byte in (b'"', b"'"):
            markup.quote = b"" if markup.quote else found_byte
        elif found_byte == b"<" and markup.kind != "doctype":
            self._past(index)
            if not self._depth:
                self._break_off(index, found)
        else:
            markup.brackets += 1 if found_byte == b"<" else -1
            if markup.brackets == 0:
                self._tag(markup, index + 1, found)

    def _tag(self, markup: _Markup, end: int, found: List[Framed]) -> None:
        """Handle the end of a tag or DOCTYPE."""
        if (
            markup.kind == "tag"
            and self._depth
            and markup.start >= 0
            and _ROOT.match(self._buffer, markup.start, markup.start + _HEAD)
        ):
            end -= markup.start
            self._break_off(markup.start, found)
            self._begun = True
        self._past(end)
        if markup.kind == "end":
            self._depth -= 1
        elif markup.kind == "tag" and self._buffer[end - 2 : end - 1] != b"/":
            self._depth += 1
        if self._depth <= 0 and markup.kind != "doctype":
            self._hand_out(end, found)

    def _past(self, index: int) -> None:
        self._markup = None
        self._at = index

    def _hand_out(self, end: int, found: List[Framed]) -> None:
        """End a document at ``end``."""
        if not self._skipping:
            if end > self._limit:
                found.append(self._too_long())
            elif _ROOT.search(self._buffer, 0, end):
                found.append(bytes(self._buffer[:end]))
            else:
                _refuse(
                    found,
                    InputError(
                        "stream",
                        f"{bytes(self._buffer[:40])!r} is not a CRCL document; {_EXPECTED}",
                    ),
                )
        self._start_anew(end)

    def _break_off(self, end: int, found: List[Framed]) -> None:
        """Refuse a document that another one interrupts at ``end``."""
        if not self._skipping:
            text = bytes(self._buffer[:end])
            line, tags = text.count(b"\n") + 1, _TAG.findall(text, max(0, end - _NEAR))
            within = f", after <{tags[-1].decode('ascii', 'replace')}>" if tags else ""
            _refuse(
                found,
                Broken(
                    f"{text[:40]!r} begins a document that breaks off in its line {line}{within}, "
                    "where another begins",
                    text,
                ),
            )
        self._start_anew(end)

    def _start_anew(self, end: int) -> None:
        del self._buffer[:end]
        self._at, self._depth, self._begun, self._skipping = 0, 0, False, False

    def _drop_junk(self, end: int, found: List[Framed]) -> None:
        """Discard bytes between documents; refuse more than blanks."""
        junk = bytes(self._buffer[:end]).strip(_FILLER)
        del self._buffer[:end]
        self._at = 0
        if junk:
            _refuse(found, InputError("stream", f"{junk[:40]!r} is not XML; {_EXPECTED}"))

    def _forget(self, at: int) -> None:
        """Discard bytes of a refused document. Keeps the few that the next bytes may need."""
        drop = max(0, at - _HEAD)
        del self._buffer[:drop]
        self._at -= drop
        if self._markup:
            self._markup.start -= drop
            self._markup.at -= drop

    def _too_long(self) -> InputError:
        return InputError(
            "stream", f"a document is longer than {self._limit} bytes; it is skipped to its end"
        )


def _refuse(found: List[Framed], error: InputError) -> None:
    """Add an error, at most one until the next document."""
    if not (found and isinstance(found[-1], InputError)):
        found.append(error)
