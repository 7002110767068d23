"""XML for the SDF and URDF readers: safe parsing and typed values.

Errors name file, line and element. No entities, no network, no DTD. Numbers are returned as
written; units and frames are the caller's.
"""

from __future__ import annotations

import math
import os
import re
from pathlib import Path
from typing import Iterable, List, Optional, Tuple, Union, overload

from lxml import etree

from sim.errors import InputError

Element = etree._Element

_DECLARATION = re.compile(rb"^(\s*)(<\?xml[^>]*\?>)?")
_UTF8_BOM = b"\xef\xbb\xbf"


def parse_file(path: Union[str, os.PathLike[str]]) -> Element:
    """Return the root element of an XML file."""
    path = os.fspath(path)
    try:
        data = Path(path).read_bytes()
    except FileNotFoundError:
        raise InputError(path, "no such file; check the path") from None
    except OSError as error:
        raise InputError(
            path, f"cannot be read ({error.strerror}); a readable XML file is needed"
        ) from None
    return parse_text(data, path)


def parse_text(text: Union[str, bytes], source: str) -> Element:
    """Return the root element of an XML document.

    ``source`` names it in errors, as a file would.
    """
    data = _tidy(text, source)
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(data, parser, base_url=source)
    except etree.XMLSyntaxError as error:
        raise InputError(
            f"{source}:{error.lineno or 1}",
            f"not well-formed XML: {error.msg}; every tag must be "
            "closed and every attribute quoted",
        ) from None
    except ValueError as error:
        raise InputError(source, f"not XML: {error}; write plain UTF-8 text") from None
    if root.getroottree().docinfo.doctype:  # type: ignore[union-attr]  # Missing in lxml's stubs.
        raise InputError(source, "has a DOCTYPE, which may define entities; remove it")
    return root


def _tidy(text: Union[str, bytes], source: str) -> bytes:
    """Move text before the XML declaration behind it. Line numbers stay right."""
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    if data.startswith(_UTF8_BOM):
        data = data[len(_UTF8_BOM) :]
    if not data.strip():
        raise InputError(source, "is empty; an XML document is needed")
    head = _DECLARATION.match(data)
    assert head is not None  # All of it is optional.
    blank, declaration = head.groups()
    body = data[len(blank) + len(declaration or b"") :]
    if isinstance(text, str):
        # A str is decoded already, so whatever encoding it declares no longer applies.
        declaration = b"\n" * (declaration or b"").count(b"\n")
    return (declaration or b"") + b"\n" * blank.count(b"\n") + body


def local_name(element: Element) -> str:
    """Return the tag without its namespace."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def source_of(element: Element) -> str:
    """Return the file (or request) that the element was read from."""
    return element.getroottree().docinfo.URL or "XML"


def where(element: Element) -> str:
    """Return ``file:line`` of the element."""
    return f"{source_of(element)}:{element.sourceline or 1}"


def is_document(element: Element) -> bool:
    """Return whether this is the root around a world or model.

    ``<sdf>``, before 1.3 ``<gazebo>``.
    """
    return element.getparent() is None and element.tag in ("sdf", "gazebo")


def path_of(element: Element) -> str:
    """Return the element's path in its document, such as ``world/model[ego]/link[base]/pose``.

    A URDF's ``<gazebo>`` has its reference as its name.
    """
    steps: List[str] = []
    for step in [element, *element.iterancestors()]:
        if is_document(step):
            break
        name = step.get("reference") if step.tag == "gazebo" else step.get("name")
        # The world follows from the file; models and their parts are numerous.
        steps.append(f"{step.tag}[{name}]" if name and step.tag != "world" else str(step.tag))
    return "/".join(reversed(steps)) or str(element.tag)


def failure(element: Element, what: str) -> InputError:
    """Return the error to raise about an element."""
    return InputError(where(element), f"{path_of(element)}: {what}")


def required_child(element: Element, tag: str) -> Element:
    child = element.find(tag)
    if child is None:
        raise failure(element, f"has no <{tag}>; add one")
    return child


def parent_of(element: Element) -> Element:
    """Return the parent of an element other than a document's root."""
    parent = element.getparent()
    assert parent is not None
    return parent


def name_of(element: Element) -> str:
    """Return the required ``name`` attribute."""
    name = (element.get("name") or "").strip()
    if not name:
        raise failure(element, f'has no name; write <{element.tag} name="...">')
    return name


@overload
def text_of(element: Optional[Element], default: str) -> str: ...


@overload
def text_of(element: Optional[Element], default: Optional[str] = None) -> Optional[str]: ...


def text_of(element: Optional[Element], default: Optional[str] = None) -> Optional[str]:
    """Return the element's text without surrounding blanks.

    ``default`` if it is absent or empty.
    """
    text = (element.text or "").strip() if element is not None else ""
    return text or default


def child_text(element: Element, tag: str) -> str:
    """Return the text of a required child, which must not be empty."""
    child = required_child(element, tag)
    text = text_of(child)
    if text is None:
        raise failure(child, "is empty; give it a value")
    return text


def parse_numbers(
    element: Element, text: str, counts: Iterable[int], names: str
) -> Tuple[float, ...]:
    """Return the finite numbers in ``text``.

    As many as one of ``counts``; ``names`` describes them in errors.
    """
    values = tuple(parse_number(element, word, f"{text!r}: write {names}") for word in text.split())
    if len(values) not in tuple(counts):
        raise failure(element, f"{text!r} has {len(values)} numbers; write {names}")
    if not all(math.isfinite(value) for value in values):
        raise failure(element, f"{text!r} is not finite; write {names}")
    return values


def parse_number(element: Element, word: str, advice: str) -> float:
    try:
        if "_" in word:
            raise ValueError(word)
        value = float(word)
    except ValueError:
        raise failure(element, f"{word!r} is not a number in {advice}") from None
    if math.isnan(value):
        raise failure(element, f"{word!r} is not a number in {advice}")
    return value


@overload
def vector(
    element: Optional[Element], default: Tuple[float, float], names: str
) -> Tuple[float, float]: ...


@overload
def vector(
    element: Optional[Element], default: Tuple[float, float, float], names: str
) -> Tuple[float, float, float]: ...


@overload
def vector(
    element: Optional[Element], default: Tuple[float, ...], names: str
) -> Tuple[float, ...]: ...


def vector(element: Optional[Element], default: Tuple[float, ...], names: str) -> Tuple[float, ...]:
    """Return as many numbers from the element's text as in ``default``.

    ``default`` if it is absent or empty.
    """
    text = text_of(element)
    if element is None or text is None:
        return default
    return parse_numbers(element, text, [len(default)], f"{len(default)} numbers: {names}")


def number(element: Optional[Element], default: float, finite: bool = True) -> float:
    """Return one number from the element's text, or ``default``.

    Infinities only if ``finite`` is false.
    """
    text = text_of(element)
    if element is None or text is None:
        return default
    value = parse_number(element, text, f"{text!r}: write one number")
    if finite and not math.isfinite(value):
        raise failure(element, f"{text!r} is not finite; write one number")
    return value


def positive(element: Element, value: float) -> float:
    """Return a ``value`` greater than zero. Otherwise raises an error about the element."""
    if not value > 0.0:
        raise failure(element, f"is {value:g}; it must be greater than 0")
    return value


def boolean(element: Optional[Element], default: bool) -> bool:
    """Return a truth value written as true, false, 1 or 0."""
    text = text_of(element)
    if element is None or text is None:
        return default
    if text.lower() in ("true", "1"):
        return True
    if text.lower() in ("false", "0"):
        return False
    raise failure(element, f"{text!r} is not a truth value; write true or false")
