"""Finds the URIs in SDF files that name files or folders, and what they name on this machine."""

from __future__ import annotations

import os
from typing import Iterator, Optional, Tuple

from sim.errors import InputError
from sim.sdf.model_path import ModelPath
from sim.sdf.xml.elements import Element, text_of, where

# Tags whose text is a URI even without a scheme; elsewhere only model:// and file:// are.
URI_TAGS = {"uri", "diffuse", "normal", "normal_map", "filename"}
# What Gazebo brings along, by paths of its own (GAZEBO_RESOURCE_PATH).
OWN_MEDIA = "file://media/"


def uris_of(root: Element) -> Iterator[Tuple[Element, str]]:
    """The elements of a document whose text is a URI of a file, and the URI."""
    for element in root.iter():
        text = text_of(element)
        if text is None or text.startswith(OWN_MEDIA) or text == "__default__":
            continue
        if text.startswith(("model://", "file://")) or (
            element.tag in URI_TAGS and _is_path(element)
        ):
            yield element, text


def _is_path(element: Element) -> bool:
    """Whether a text without a scheme is a path: colours and the parameters of plugins are none."""
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
    """The absolute path that a URI names, seen from a file in ``folder``; None where there is no
    such file."""
    try:
        return os.path.abspath(model_path.resolve(uri, folder, where(element)))
    except InputError:
        return None
