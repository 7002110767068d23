"""Collector of a file's unsupported elements.

One message per kind of element and place.
"""

from __future__ import annotations

import os
from typing import Container, Dict, List

from sim.sdf.xml.elements import Element, is_document, path_of, source_of, text_of


class ReaderReport:
    """Messages in the order of their first appearance, without repetition."""

    def __init__(self) -> None:
        self._messages: Dict[str, None] = {}

    def add(self, element: Element, what: str) -> None:
        self._messages[f"{short_source(element)}: {path_of(element)}: {what}"] = None

    def unsupported(self, element: Element, note: str = "") -> None:
        """Report that an element is ignored.

        Elements of one kind in one place count once, whatever their names.
        """
        parent = element.getparent()
        place = path_of(parent) + "/" if parent is not None and not is_document(parent) else ""
        suffix = f" ({note})" if note else ""
        self._messages[
            f"{short_source(element)}: {place}{element.tag}: not supported, ignored{suffix}"
        ] = None

    def rest(self, element: Element, known: Container[str]) -> None:
        """Report the children with other tags than ``known``.

        Except empty ones and those switched off.
        """
        for child in self.others(element, known):
            self.unsupported(child)

    @staticmethod
    def others(element: Element, known: Container[str]) -> List[Element]:
        """Return the children for :meth:`rest` to report."""
        return [child for child in element if child.tag not in known and not _says_nothing(child)]

    def messages(self) -> List[str]:
        return list(self._messages)


def _says_nothing(element: Element) -> bool:
    off = text_of(element, "").lower() in ("", "0", "false")
    return off and not element.attrib and all(_says_nothing(child) for child in element)


def short_source(element: Element) -> str:
    """Return the file's name, for a model's file with its folder.

    Most models' files are called model.sdf.
    """
    source = source_of(element)
    folder, name = os.path.split(source)
    return os.path.join(os.path.basename(folder), name) if name.startswith("model") else name
