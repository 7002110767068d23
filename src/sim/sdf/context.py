"""Shared context of one document's readers.

Search path of files, SDF version and report.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Optional, Tuple

from sim.errors import InputError
from sim.sdf.model_path import NEWEST, ModelPath, parse_version
from sim.sdf.xml.elements import Element, source_of, where
from sim.sdf.xml.report import ReaderReport

OLDEST = (1, 2)


@dataclass(frozen=True)
class DocumentContext:
    """Context of one document.

    Relative URIs start at the document's ``folder``; ``files`` are the documents that include it.
    ``measured`` is ``collision`` or ``visual`` if only the size of these counts: geometries of all
    kinds are read, tolerantly, and nothing else is.
    """

    model_path: ModelPath
    report: ReaderReport
    version: Tuple[int, ...] = NEWEST
    folder: str = ""
    files: Tuple[str, ...] = ()
    measured: Optional[str] = None

    def resolve(self, element: Element, uri: str) -> str:
        """Return the existing file that an element's URI names."""
        return self.model_path.resolve(uri, self.folder, where(element))


def document_context(
    root: Element,
    model_path: ModelPath,
    report: ReaderReport,
    files: Tuple[str, ...] = (),
    measured: Optional[str] = None,
) -> DocumentContext:
    """Return the context of the last document of ``files``, or of a request.

    A request has an empty ``files``.
    """
    folder = os.path.dirname(os.path.abspath(files[-1])) if files else ""
    return DocumentContext(model_path, report, document_version(root), folder, files, measured)


def world_of(root: Element, path: object) -> Element:
    """Return a document's world; InputError if it is missing."""
    world = root.find("world")
    if world is None:
        raise InputError(
            path, "has no <world>; a world's file is <sdf version=...><world name=...>..."
        )
    return world


def document_version(root: Element) -> Tuple[int, ...]:
    """Return the SDF version of a root element.

    Raises InputError for versions other than 1.2 to 1.7.
    """
    if root.tag == "model":
        return NEWEST
    if root.tag not in ("sdf", "gazebo"):
        raise InputError(
            where(root), f'the root is <{root.tag}>; an SDF file starts with <sdf version="1.6">'
        )
    text = root.get("version")
    if text is None:
        raise InputError(where(root), f'<{root.tag}> has no version; write <sdf version="1.6">')
    version = parse_version(text, where(root))
    if not OLDEST <= version <= NEWEST:
        raise InputError(
            where(root),
            f"SDF {text} is not read; convert {source_of(root)} to a version from 1.4 to 1.7",
        )
    return version
