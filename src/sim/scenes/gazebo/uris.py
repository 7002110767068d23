"""Search for file URIs in SDF files, and their paths.

URIs may also name folders.
"""

from __future__ import annotations

import os
from typing import Iterator, Optional, Tuple

from sim.errors import InputError
from sim.sdf.model_path import ModelPath
from sim.sdf.xml.elements import Element, text_of, where

# Tags with a URI as text even without a scheme; elsewhere only model:// and file:// count.
URI_TAGS = {"uri", "diffuse", "normal", "normal_map", "filename"}
# Gazebo's own files, with their own path (GAZEBO_RESOURCE_PATH).
OWN_MEDIA = "file://media/"


def uris_of(root: Element) -> Iterator[Tuple[Element, str]]:
    """Yield the elements with a file's URI as text, and the URI."""
    for element in root.iter():
        text = text_of(element)
        if text is None or text.startswith(OWN_MEDIA) or text == "__default__":
            continue
        if text.startswith(("model://", "file://")) or (
            element.tag in URI_TAGS and _is_path(element)
        ):
            yield element, text


def _is_path(element: Element) -> bool:
    """Return whether a text without a scheme is a path.

    Colours and the parameters of plugins are not.
    """
    parent = element.getparent()
    if element.tag == "uri":
        return not any(ancestor.tag == "plugin" for ancestor in element.iterancestors())
    if element.tag == "normal_map":
        # A bare name is one among the materials that scripts bring in.
        return "/" in text_of(element, "")
    return parent is not None and (parent.tag, element.tag) in {
        ("texture", "diffuse"),
        ("texture", "normal"),
        ("skin", "filename"),
        ("animation", "filename"),
    }


def find(uri: str, folder: str, model_path: ModelPath, element: Element) -> Optional[str]:
    """Return the absolute path of a URI, or None.

    Relative to a file in ``folder``; None if the file is missing.
    """
    try:
        return os.path.abspath(model_path.resolve(uri, folder, where(element)))
    except InputError:
        return None
