"""CRCL documents to dataclasses and back; values stay in the document's units."""

from sim.crcl.codec.documents import (
    command_id_of,
    located,
    read_command,
    read_document,
    read_program,
    read_status,
    write_command,
    write_program,
    write_status,
)
from sim.crcl.codec.schemas import Schemas

__all__ = [
    "Schemas",
    "command_id_of",
    "located",
    "read_command",
    "read_document",
    "read_program",
    "read_status",
    "write_command",
    "write_program",
    "write_status",
]
