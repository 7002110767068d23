"""Splitting of a stream in any pieces, and recovery after bad documents.

Bad ones are junk, broken or over-long.
"""

from __future__ import annotations

import re
from typing import List, Union

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from sim.crcl import Message
from sim.crcl.codec import write_command
from sim.crcl.framing import Framer
from sim.errors import InputError

A = b'<?xml version="1.0"?><CRCLCommandInstance><CRCLCommand/></CRCLCommandInstance>'
B = b"<CRCLStatus><Name>b</Name></CRCLStatus>"


def fed(framer: Framer, data: bytes, size: int) -> List[Union[bytes, str]]:
    """Feed data in equal pieces; return documents, and errors as text."""
    found = [
        one
        for start in range(0, len(data), size)
        for one in framer.feed(data[start : start + size])
    ]
    return [str(one) if isinstance(one, InputError) else one for one in found]


@pytest.mark.parametrize(
    "document",
    [
        A,
        B,
        b"<CRCLStatus/>",
        b"<c:CRCLStatus xmlns:c='x'><c:a/></c:CRCLStatus >",
        b"<!-- </CRCLStatus> --><CRCLStatus><!-- <a> --></CRCLStatus>",
        b"<CRCLStatus><![CDATA[</CRCLStatus> ]] > <b>]]></CRCLStatus>",
        b"<CRCLStatus a='/CRCLStatus>' b=\"/>'\"><x y='>'/></CRCLStatus>",
        b"<CRCLStatus><?pi </CRCLStatus> ?></CRCLStatus>",
        b'<!DOCTYPE a [<!ENTITY b "<>"> <!ELEMENT c ANY>]><CRCLStatus>&b;</CRCLStatus>',
        b"<CRCLStatus>CRCL > ' \" <a>1</a>CRCL_Done</CRCLStatus>",
        b"<CRCLStatus>1 < 2</CRCLStatus>",
    ],
)
@pytest.mark.parametrize("size", [1, 2, 3, 5, 1000])
def test_a_document_ends_with_its_root(document: bytes, size: int) -> None:
    framer = Framer()
    assert fed(framer, document + A + b"\r\n\0 " + document, size) == [document, A, document]
    assert framer.pending == 0


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(
    texts=st.lists(st.text(max_size=30), max_size=4),
    cuts=st.lists(st.integers(1, 60), min_size=1, max_size=8),
)
@pytest.mark.not_quick
def test_documents_come_out_as_they_went_in(texts: List[str], cuts: List[int]) -> None:
    documents = [write_command(Message(number, text)) for number, text in enumerate(texts)]
    framer, found, stream, at = Framer(), [], b"\n".join(documents), 0
    while at < len(stream):
        size = cuts[at % len(cuts)]
        found += framer.feed(stream[at : at + size])
        at += size
    assert found == documents


def test_an_unfinished_document_waits() -> None:
    framer = Framer()
    assert framer.feed(A[:-1]) == [] and framer.pending == len(A) - 1
    assert framer.feed(b">") == [A]


@pytest.mark.parametrize("size", [1, 4, 1000])
def test_junk_is_refused_and_the_next_document_found(size: int) -> None:
    found = fed(Framer(), b"GET / HTTP/1.1\r\n\r\n" + A + b"\x01\x02" + B, size)
    assert [one for one in found if isinstance(one, bytes)] == [A, B]
    assert "stream: b'G" in found[0] and "is not XML; its root must be" in found[0]


def test_much_junk_at_once_is_one_error() -> None:
    assert len(Framer().feed(b"< 1 " * 1000)) == 1


@pytest.mark.parametrize(
    "broken",
    [
        b"<?xml version='1.0'?><CRCLCommandInstance><CRCLCommand>",
        b"<CRCLCommandInstance><CRCLComm",
        b"<CRCLStatus><a></b><b>",
        b"<CRCLStatus a='",
        b"<?xml version='1.0'?><CRCLSta",
    ],
)
@pytest.mark.parametrize(
    "following", [A, b"<CRCLCommandInstance><CRCLCommand/></CRCLCommandInstance>"]
)
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_document_that_breaks_off_costs_only_itself(
    broken: bytes, following: bytes, size: int
) -> None:
    found = fed(Framer(), broken + following + B, size)
    assert found[1:] == [following, B]
    assert "begins a document that breaks off in its line 1" in found[0]


@pytest.mark.parametrize("other", [b"</CRCLStatus>", b"<html></html>", b"<a/>", b"<!-- --></b>"])
def test_other_roots_are_refused_as_one(other: bytes) -> None:
    """Since each refusal costs a server an answer."""
    error, document = fed(Framer(), other * 1000 + A, 1 << 20)
    assert (
        document == A
        and "is not a CRCL document; its root must be CRCLCommandInstance, CRCLProgram or "
        "CRCLStatus"
        in error
    )


@pytest.mark.parametrize(
    "filling", [b"<a>", b"<a/>", b"x", b"<!-- ", b"<b c='", b"<![CDATA[", b"<?p ", b"<a></a>"]
)
@pytest.mark.parametrize("size", [1 << 20, 1000])
def test_an_over_long_document_is_refused_once_and_not_kept(filling: bytes, size: int) -> None:
    framer = Framer(10_000)
    data = b"<CRCLStatus>" + filling + b"y" * 3_000_000
    found = fed(framer, data, size)
    assert found == ["stream: a document is longer than 10000 bytes; it is skipped to its end"]
    assert framer.pending < 200
    ends = {
        b"<!-- ": b"-->",
        b"<b c='": b"'/>",
        b"<![CDATA[": b"]]>",
        b"<?p ": b"?>",
        b"<a>": b"</a>",
    }
    assert framer.feed(ends.get(filling, b"") + b"</CRCLStatus>") == []
    assert framer.feed(A) == [A]


def test_an_over_long_document_that_comes_whole_is_refused_too() -> None:
    found = Framer(100).feed(b"<CRCLStatus>" + b"x" * 200 + b"</CRCLStatus>" + A)
    assert [type(one) for one in found] == [InputError, bytes]


def test_a_new_document_ends_the_skipping_of_one_that_never_ends() -> None:
    framer = Framer(1000)
    framer.feed(b"<CRCLStatus>" + b"x" * 5000)
    assert framer.feed(A) == [A]


@pytest.mark.parametrize(
    "filling", [b"-", b"<a>", b"<a b=' ", b"<!-- ", b"<", b"< ", b"</a>", b"\0"]
)
def test_byte_by_byte_each_is_searched_once(filling: bytes) -> None:
    """After each of 100 000 single bytes, only a possible begin of markup is searched again."""
    framer = Framer()
    for number in range(100_000):
        framer.feed(filling[number % len(filling) :][:1])
        searched = framer._markup.at if framer._markup else framer._at
        assert framer.pending - searched < len(b"<![CDATA[")


@settings(max_examples=200, suppress_health_check=list(HealthCheck))
@given(
    data=st.binary(max_size=200) | st.text("<>/!-[]?'\"CDATAxml= ", max_size=80).map(str.encode),
    size=st.integers(1, 50),
)
def test_any_bytes_leave_it_able_to_go_on(data: bytes, size: int) -> None:
    assume(not re.search(b"<![A-Za-z]", data))  # a DOCTYPE, which ends at its matching bracket
    framer = Framer(500)
    fed(framer, data, size)
    after = fed(framer, b"'\"-->]]>?>" + b">" * 100 + A + A, size)
    assert after[-1] == A


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(data=st.text("<>/!-[]?'\"CDATAxml= ", max_size=80).map(str.encode), size=st.integers(1, 50))
def test_the_size_of_pieces_does_not_matter(data: bytes, size: int) -> None:
    def documents(found: List[Union[bytes, str]]) -> List[bytes]:
        return [one for one in found if isinstance(one, bytes)]

    assert documents(fed(Framer(), data + A, size)) == documents(fed(Framer(), data + A, 1 << 20))
