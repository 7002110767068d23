"""CRCL's commands (schema: CRCLCommands.xsd): frozen dataclasses, values in the document's
units."""
