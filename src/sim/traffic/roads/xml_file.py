"""Opens XML files that may be gzipped.

Read errors are one line with the place.
"""

from __future__ import annotations

import gzip
import io
import zlib
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Iterator

from lxml import etree

from sim.errors import InputError


@contextmanager
def open_xml(path: Path) -> Iterator[BinaryIO]:
    """Yield the file's XML, decompressed if its name ends in ``.gz``.

    Malformed XML is refused with its line.
    """
    try:
        with (
            io.BufferedReader(gzip.open(str(path))) if path.suffix == ".gz" else path.open("rb")
        ) as stream:
            yield stream
    except etree.XMLSyntaxError as error:
        raise InputError(
            f"{path}:{error.lineno or 1}", f"malformed XML ({error.msg or 'no element'})"
        ) from error
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(
            path, f"cannot be read ({getattr(error, 'strerror', None) or error})"
        ) from error


def read_xml(path: Path, **options: Any) -> etree._Element:
    """Return the root of a file as opened by :func:`open_xml`.

    ``options`` are passed to lxml's parser.
    """
    with open_xml(path) as stream:
        parser = etree.XMLParser(resolve_entities=False, no_network=True, **options)
        return etree.parse(stream, parser).getroot()


def line_of(element: etree._Element) -> int:
    """Return the line of the file that an element begins in."""
    line: int = element.sourceline  # type: ignore[assignment]  # lxml's stubs give it no type
    return line
