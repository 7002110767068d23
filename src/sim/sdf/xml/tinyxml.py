"""XML as accepted by TinyXML 2.6, Gazebo's parser.

It accepts more than XML allows, such as attributes without quotes and text after the root. Gives
the same elements as :mod:`sim.sdf.xml.elements`, which tries its strict parser first. Documents
that TinyXML refuses are errors here too.
"""

from __future__ import annotations

import html
import os
import re
from pathlib import Path
from typing import Dict, List, Optional, Tuple, Union

from lxml import etree

from sim.errors import InputError
from sim.sdf.xml.elements import Element, parse_file
from sim.sdf.xml.report import ReaderReport

_NAME = re.compile(r"[A-Za-z_\x7f-\U0010ffff][\w\-.:\x7f-\U0010ffff]*", re.ASCII)
_BARE_VALUE = re.compile(r"[^\s/>]*")
_SPACE = re.compile(r"\s*")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_ENTITY = re.compile(r"&(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9A-Fa-f]+);")
_DEEPEST = 200


def parse_tolerantly(path: Union[str, os.PathLike[str]], report: ReaderReport) -> Element:
    """Return the root element of a file, XML or TinyXML's dialect. The dialect is reported."""
    try:
        return parse_file(path)
    except InputError as strict:
        try:
            root = parse_as_tinyxml(Path(path).read_bytes(), os.fspath(path))
        except (InputError, OSError):
            raise strict from None
        report.add(
            root,
            f"read as Gazebo's parser does, but {str(strict).split(': ', 1)[-1].split(';')[0]}",
        )
        return root


def parse_bytes(data: bytes, source: str) -> Element:
    """Return the root element of a document of any size.

    XML or TinyXML's dialect, for example a mesh.
    """
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=True,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        return etree.fromstring(data, parser, base_url=source)
    except (etree.XMLSyntaxError, ValueError):
        return parse_as_tinyxml(data, source)


def parse_as_tinyxml(data: bytes, source: str) -> Element:
    """Return the root element of a document, its first element.

    Anything but tags after the last one is ignored.
    """
    try:
        root = _first_element(_decoded(data), source)
    except ValueError as error:
        # Gazebo's parser takes names that no XML may have.
        raise InputError(source, f"is not an XML document: {error}") from None
    root.getroottree().docinfo.URL = source
    return root


def _first_element(text: str, source: str) -> Element:
    parser = _Parser(text, source)
    position, root = 0, None
    while True:
        position = _after_space(text, position)
        if not text.startswith("<", position):
            break
        skipped = parser.skip(position)
        if skipped is not None:
            position = skipped
        else:
            element, position = parser.element(position)
            root = element if root is None else root
    if root is None:
        raise InputError(source, "is not an XML document: no element found")
    return root


def _decoded(data: bytes) -> str:
    data = data[3:] if data.startswith(b"\xef\xbb\xbf") else data
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _after_space(text: str, position: int) -> int:
    space = _SPACE.match(text, position)
    assert space is not None  # It may be empty.
    return space.end()


class _Parser:
    """Recursive descent over one document; positions are indices of ``text``."""

    def __init__(self, text: str, source: str) -> None:
        self.text, self.source = text, source
        self._depth = 0

    def failure(self, position: int, what: str) -> InputError:
        return InputError(f"{self.source}:{self.line(position)}", what)

    def line(self, position: int) -> int:
        return self.text.count("\n", 0, position) + 1

    def skip(self, position: int) -> Optional[int]:
        """Return the position after a comment, declaration or similar tag.

        None if an element begins.
        """
        if _NAME.match(self.text, position + 1):
            return None
        comment = self.text.startswith("<!--", position)
        end = "-->" if comment else ">"
        found = self.text.find(end, position)
        if found < 0 and comment:
            return len(self.text)
        if found < 0:
            raise self.failure(position, f"a tag that begins here never ends; close it with {end}")
        return found + len(end)

    def element(self, position: int) -> Tuple[Element, int]:
        """Return the element that begins at a position, and its end."""
        start = position
        name = _NAME.match(self.text, position + 1)
        assert name is not None  # Else ``skip`` would have passed it.
        attributes, position, closed = self._attributes(name.end())
        element = etree.Element(_plain_name(name.group()), attributes)
        line = min(self.line(start), 65535)
        element.sourceline = line  # type: ignore[assignment]  # Has no type in lxml's stubs.
        if closed:
            return element, position
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self.failure(start, f"more than {_DEEPEST} elements inside each other")
        position = self._content(element, position)
        self._depth -= 1
        end = re.compile(r"</" + re.escape(name.group()) + r"\s*>").match(self.text, position)
        if end is None:
            raise self.failure(
                position,
                f"<{name.group()}> of line {self.line(start)} is not closed here; write "
                f"</{name.group()}>",
            )
        return element, end.end()

    def _attributes(self, position: int) -> Tuple[Dict[str, str], int, bool]:
        attributes: Dict[str, str] = {}
        while True:
            position = _after_space(self.text, position)
            if self.text.startswith("/", position):
                if not self.text.startswith("/>", position):
                    raise self.failure(position, "'/' in a tag must be followed by '>'")
                return attributes, position + 2, True
            if self.text.startswith(">", position):
                return attributes, position + 1, False
            key, value, position = self._attribute(position)
            if key in attributes:
                raise self.failure(position, f"the attribute {key!r} is there twice; remove one")
            attributes[key] = value

    def _attribute(self, position: int) -> Tuple[str, str, int]:
        name = _NAME.match(self.text, position)
        if name is None:
            raise self.failure(position, "an attribute, '/>' or '>' should be here")
        equals = re.compile(r"\s*=\s*").match(self.text, name.end())
        if equals is None:
            raise self.failure(
                position, f'the attribute {name.group()!r} has no value; write {name.group()}="..."'
            )
        position = equals.end()
        quote = self.text[position : position + 1]
        if quote and quote in "'\"":
            end = self.text.find(quote, position + 1)
            if end < 0:
                raise self.failure(position, "a quote is not closed")
            return _plain_name(name.group()), _plain_text(self.text[position + 1 : end]), end + 1
        bare = _BARE_VALUE.match(self.text, position)
        assert bare is not None  # It may be empty.
        if "'" in bare.group() or '"' in bare.group():
            raise self.failure(position, "a value without quotes has a quote in it")
        return _plain_name(name.group()), _plain_text(bare.group()), bare.end()

    def _content(self, element: Element, position: int) -> int:
        """Add children and text up to the closing tag. Returns the tag's position."""
        while True:
            opening = self.text.find("<", position)
            if opening < 0:
                raise self.failure(len(self.text), f"<{element.tag}> is never closed")
            _append_text(element, _plain_text(self.text[position:opening]))
            position = opening
            if self.text.startswith("</", position):
                return position
            if self.text.startswith("<![CDATA[", position):
                end = self.text.find("]]>", position)
                if end < 0:
                    raise self.failure(position, "a CDATA section is never closed")
                _append_text(element, _CONTROL.sub("", self.text[position + 9 : end]))
                position = end + 3
                continue
            skipped = self.skip(position)
            if skipped is not None:
                position = skipped
            else:
                child, position = self.element(position)
                element.append(child)


def _append_text(element: Element, text: str) -> None:
    """Append text as lxml does. Before the first child, or in the tail of the last."""
    children: List[Element] = list(element)
    if children:
        children[-1].tail = (children[-1].tail or "") + text
    else:
        element.text = (element.text or "") + text


def _plain_text(text: str) -> str:
    """Replace entities in a text; unknown ones stay. Only the entities of TinyXML are supported."""
    return _CONTROL.sub("", _ENTITY.sub(lambda match: html.unescape(match.group()), text))


def _plain_name(name: str) -> str:
    """Return a name that lxml accepts. lxml reads a colon as the end of a namespace's prefix."""
    return name.replace(":", "_")
