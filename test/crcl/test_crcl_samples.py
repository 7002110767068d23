"""Every official CRCL sample is read, written again and validated.

The vocabulary equals the schemas', type by type.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Dict, List, Tuple

import pytest
from crcl_things import things
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree
from support.public_data import CRCL_SAMPLES, CRCL_SCHEMAS, absent

from sim.crcl.codec import Schemas, read_document, write_command, write_program, write_status
from sim.crcl.codec.layout import ABSTRACT, layout_of
from sim.crcl.documents import CRCLCommandInstance, CRCLProgram
from sim.crcl.framing import Framer
from sim.crcl.status import CRCLStatus
from sim.crcl.thing import DataThing
from sim.errors import InputError

SAMPLES = sorted(CRCL_SAMPLES.glob("*.xml"))
WRITE = {CRCLCommandInstance: write_command, CRCLProgram: write_program, CRCLStatus: write_status}
XS = "{http://www.w3.org/2001/XMLSchema}"
pytestmark = pytest.mark.skipif(not SAMPLES, reason=absent(CRCL_SAMPLES))


@pytest.fixture(scope="module")
def schemas() -> Schemas:
    return Schemas(CRCL_SCHEMAS)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_a_sample_comes_back_the_same_and_valid(path: Path, schemas: Schemas) -> None:
    found = read_document(path.read_bytes(), path.name, schemas)
    written = WRITE[type(found)](found)
    assert read_document(written, "written", schemas) == found
    assert WRITE[type(found)](read_document(written)) == written


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_a_sample_keeps_all_its_text(path: Path) -> None:
    def leaves(data: bytes) -> List[Tuple[str, str]]:
        found = (
            (one.tag, (one.text or "").strip())
            for one in etree.fromstring(data).iter(etree.Element)
            if not len(one)
        )
        return [(tag, str(float(text)) if number(text) else text) for tag, text in found]

    def number(text: str) -> bool:
        return re.fullmatch(r"-?\d+(\.\d+)?(E-?\d+)?", text) is not None

    data = path.read_bytes()
    found = read_document(data)
    assert leaves(WRITE[type(found)](found)) == leaves(data)


def test_all_samples_come_out_of_one_stream() -> None:
    documents = [path.read_bytes().strip() for path in SAMPLES]
    stream = b"".join(documents)
    framer, found = Framer(), []
    for start in range(0, len(stream), 97):
        found += framer.feed(stream[start : start + 97])
    assert found == documents and framer.pending == 0


def declared() -> Dict[str, List[Tuple[str, bool, bool]]]:
    """Return the elements of each complex type, with inherited ones.

    Each as name, optional, repeated.
    """
    own, base = {}, {}
    for path in sorted(CRCL_SCHEMAS.glob("*.xsd")):
        for kind in etree.parse(str(path)).getroot().iter(f"{XS}complexType"):
            extension = kind.find(f".//{XS}extension")
            base[kind.get("name")] = None if extension is None else extension.get("base")
            own[kind.get("name")] = [
                (one.get("name"), one.get("minOccurs") == "0", one.get("maxOccurs") == "unbounded")
                for one in kind.iter(f"{XS}element")
            ]

    def elements(name: str) -> List[Tuple[str, bool, bool]]:
        return (elements(base[name]) if base[name] else []) + own[name]

    return {name: elements(name) for name in own}


def vocabulary(kind: type = DataThing) -> Dict[str, type]:
    found = {f"{kind.__name__}Type": kind}
    for child in kind.__subclasses__():
        found.update(vocabulary(child))
    return found


def test_the_vocabulary_is_the_schemas() -> None:
    schema, ours = declared(), vocabulary()
    assert set(schema) == set(ours)
    for name, elements in schema.items():
        slots = layout_of(ours[name]).slots
        assert [(slot.element, not slot.required, slot.many) for slot in slots] == elements, name


def test_the_same_types_are_abstract() -> None:
    abstract = {
        kind.get("name")
        for path in CRCL_SCHEMAS.glob("*.xsd")
        for kind in etree.parse(str(path)).getroot().iter(f"{XS}complexType")
        if kind.get("abstract") == "true"
    }
    assert {f"{kind.__name__}Type" for kind in ABSTRACT} == abstract - {"DataThingType"}


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(
    document=st.one_of(things(CRCLCommandInstance), things(CRCLCommandInstance), things(CRCLStatus))
)
@pytest.mark.not_quick
def test_all_written_documents_are_valid(document: DataThing) -> None:
    schemas = Schemas(CRCL_SCHEMAS)
    assert read_document(WRITE[type(document)](document), "written", schemas) == document


def test_strict_mode_refuses_what_tolerant_reading_takes(schemas: Schemas) -> None:
    swapped = (
        (CRCL_SAMPLES / "commandMoveTo.xml")
        .read_text()
        .replace("<CommandID>2</CommandID>", "")
        .replace("</MoveStraight>", "</MoveStraight><CommandID>2</CommandID>")
    )
    assert read_document(swapped).crcl_command.command_id == 2
    with pytest.raises(
        InputError, match=r"swapped:\d+: against CRCLCommandInstance.xsd: .*CommandID"
    ):
        read_document(swapped, "swapped", schemas)
