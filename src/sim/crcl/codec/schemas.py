"""Strict mode: validation against CRCL's own schemas in a given folder."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Union

from lxml import etree

from sim.errors import InputError
from sim.sdf.xml.elements import Element, local_name, source_of

FILES = {
    "CRCLCommandInstance": "CRCLCommandInstance.xsd",
    "CRCLProgram": "CRCLProgramInstance.xsd",
    "CRCLStatus": "CRCLStatus.xsd",
}


class Schemas:
    """The three schemas of a folder, each loaded on first use.

    Raises InputError if one is missing.
    """

    def __init__(self, folder: Union[str, Path]) -> None:
        self._folder = Path(folder)
        for name in FILES.values():
            if not (self._folder / name).is_file():
                raise InputError(
                    self._folder, f"{name} not found; give the folder with CRCL's five .xsd files"
                )
        self._read = lru_cache(maxsize=None)(self._read_file)

    def check(self, root: Element) -> None:
        """Raise InputError for the first violation of the root's schema."""
        name = local_name(root)
        if name not in FILES:
            raise InputError(
                f"{source_of(root)}:{root.sourceline}",
                f"<{name}> is not a root of a CRCL document; must be one of: {', '.join(FILES)}",
            )
        schema = self._read(FILES[name])
        if not schema.validate(root):
            # The stubs of lxml do not declare the type of log entries.
            found: Any = schema.error_log
            error = found[0]
            raise InputError(
                f"{source_of(root)}:{error.line}", f"against {FILES[name]}: {error.message}"
            )

    def _read_file(self, name: str) -> etree.XMLSchema:
        path = self._folder / name
        try:
            return etree.XMLSchema(
                etree.parse(str(path), etree.XMLParser(resolve_entities=False, no_network=True))
            )
        except (etree.XMLSchemaParseError, etree.XMLSyntaxError, OSError) as error:
            raise InputError(
                path, f"is not a valid XML schema ({str(error).splitlines()[0]})"
            ) from None
