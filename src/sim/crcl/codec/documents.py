"""Conversion of whole documents between bytes and dataclasses.

Never resolves an entity, reads a DTD or accesses the network.
"""

from __future__ import annotations

import re
from typing import Dict, Mapping, Optional, Type, TypeVar, Union

from lxml import etree

from sim.crcl.codec.reader import XSI, Reader
from sim.crcl.codec.schemas import Schemas
from sim.crcl.codec.values import SIMPLE
from sim.crcl.codec.writer import write
from sim.crcl.commands.base import CRCLCommand
from sim.crcl.documents import CRCLCommandInstance, CRCLProgram, Document
from sim.crcl.status import CRCLStatus
from sim.errors import InputError
from sim.sdf.xml.elements import Element, failure, local_name, parse_text

# The longest document that is looked at: a program of some 20 000 poses.
MAX_DOCUMENT_SIZE = 16 << 20  # bytes
ROOTS: Dict[str, Type[Document]] = {
    "CRCLCommandInstance": CRCLCommandInstance,
    "CRCLProgram": CRCLProgram,
    "CRCLStatus": CRCLStatus,
}
# Elements that hold the CommandID of a document.
_COMMANDS = ("CRCLCommand", "InitCanon")
_STRICT_READER = Reader(lenient=False)
_LENIENT_READER = Reader(lenient=True)

Root = TypeVar("Root", bound=Document)


def read_command(
    data: Union[str, bytes], source: str = "command", schemas: Optional[Schemas] = None
) -> CRCLCommandInstance:
    """Return the command in a CRCLCommandInstance document; InputError with line and element."""
    return _read(data, source, schemas, {"CRCLCommandInstance": CRCLCommandInstance})


def read_program(
    data: Union[str, bytes], source: str = "program", schemas: Optional[Schemas] = None
) -> CRCLProgram:
    """Return the program in a CRCLProgram document; InputError with line and element."""
    return _read(data, source, schemas, {"CRCLProgram": CRCLProgram})


def read_status(
    data: Union[str, bytes], source: str = "status", schemas: Optional[Schemas] = None
) -> CRCLStatus:
    """Return the status in a CRCLStatus document; InputError with line and element."""
    return _read(data, source, schemas, {"CRCLStatus": CRCLStatus})


def read_document(
    data: Union[str, bytes], source: str = "document", schemas: Optional[Schemas] = None
) -> Document:
    """Read a document of any kind, chosen by its root. Raises InputError with line and element."""
    return _read(data, source, schemas, ROOTS)


def command_id_of(data: bytes) -> Optional[int]:
    """Return the CommandID of an unreadable command, or None.

    For a program it is the id of InitCanon. A client looks for a refusal under this id. Malformed
    XML is read up to its first error.
    """
    if len(data) > MAX_DOCUMENT_SIZE or b"<!DOCTYPE" in data:
        return None
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        recover=True,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(data.strip(b" \t\r\n\0"), parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
    if root is None or root.getroottree().docinfo.internalDTD is not None:
        return None
    for command in root:
        if local_name(command) in _COMMANDS:
            for element in command:
                if local_name(element) == "CommandID":
                    return _id(element.text or "")
    return None


def _id(text: str) -> Optional[int]:
    try:
        value: int = SIMPLE[int].read(text)
    except ValueError:
        return None
    return value


def located(error: InputError, data: bytes, source: str) -> InputError:
    """Add the line number to an error about an element.

    The element is given by the path below the document's root.
    """
    root = _root(data, source)
    found = root.find(error.where)
    name = local_name(root)
    line = (root if found is None else found).sourceline or 1
    return InputError(f"{source}:{line}", f"{name}/{error}")


def write_command(command: Union[CRCLCommand, CRCLCommandInstance]) -> bytes:
    """Write a command as a document, with or without its program place.

    Raises InputError if the schema forbids it.
    """
    instance = command if isinstance(command, CRCLCommandInstance) else CRCLCommandInstance(command)
    return write("CRCLCommandInstance", CRCLCommandInstance, instance)


def write_program(program: CRCLProgram, pretty: bool = False) -> bytes:
    """Write a program as a document; ``pretty`` puts one element per line.

    Raises InputError if the schema forbids it.
    """
    data = write("CRCLProgram", CRCLProgram, program)
    if not pretty:
        return data
    root = etree.fromstring(data)
    etree.indent(root)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8") + b"\n"


def write_status(status: CRCLStatus) -> bytes:
    """Return a status as a document. Raises InputError if the schema forbids it."""
    return write("CRCLStatus", CRCLStatus, status)


def _read(
    data: Union[str, bytes],
    source: str,
    schemas: Optional[Schemas],
    roots: Mapping[str, Type[Root]],
) -> Root:
    root = _root(data, source)
    name = local_name(root)
    if name not in roots:
        raise failure(root, f"is not the root of a {' or '.join(roots)}")
    if schemas is not None:
        schemas.check(root)
    return (_LENIENT_READER if name == "CRCLStatus" else _STRICT_READER).read(root, roots[name])


def _root(data: Union[str, bytes], source: str) -> Element:
    if len(data) > MAX_DOCUMENT_SIZE:
        raise InputError(source, f"is {len(data)} bytes long; at most {MAX_DOCUMENT_SIZE} are read")
    if "<!DOCTYPE" in data if isinstance(data, str) else b"<!DOCTYPE" in data:
        raise InputError(source, "has a DOCTYPE, which may define entities; remove it")
    try:
        return parse_text(data, source)
    except InputError as error:
        if "Namespace prefix xsi " not in str(error):
            raise
    return parse_text(_with_xsi(data), source)


def _with_xsi(data: Union[str, bytes]) -> bytes:
    """Add the declaration of the prefix xsi that some clients omit."""
    text = data.encode("utf-8", "replace") if isinstance(data, str) else data
    return re.sub(
        rb"<((?:[\w.\-]+:)?(?:CRCLCommandInstance|CRCLProgram|CRCLStatus))(?=[\s>])",
        rb'<\1 xmlns:xsi="' + XSI.encode() + b'"',
        text,
        count=1,
    )
