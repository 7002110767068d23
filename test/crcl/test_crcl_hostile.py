"""Hostile documents are refused quickly, without reading external entities."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.crcl.codec import read_command, read_document
from sim.crcl.framing import Framer
from sim.crcl.fuzz.inputs import KINDS
from sim.crcl.fuzz.seeds import seeds
from sim.crcl.fuzz.trial import MAX_TIME, codec, inputs, try_inputs
from sim.errors import InputError

XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
SAYS = (
    f"<CRCLCommandInstance {XSI}><CRCLCommand "
    'xsi:type="MessageType"><CommandID>1</CommandID><Message>%s</Message></CRCLCommand></CRCLCommandInstance>'
)


def refused(data: object) -> str:
    with pytest.raises(InputError) as caught:
        read_command(data)
    return str(caught.value)


def test_external_entities_are_never_read(tmp_path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("squeamish ossifrage")
    for head in (
        f'<!DOCTYPE a [<!ENTITY x SYSTEM "{secret}">]>',
        f'<!DOCTYPE a SYSTEM "{secret}" [<!ENTITY x "y">]>',
        f'<!DOCTYPE a [<!ENTITY % p SYSTEM "{secret}"> %p; <!ENTITY x "y">]>',
    ):
        for encoding in ("utf-8", "utf-16"):
            message = refused((head + SAYS % "&x;").encode(encoding))
            assert "DOCTYPE" in message and "squeamish" not in message
    assert "Message" in refused(
        SAYS
        % f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{secret}" parse="text"/>'
    )
    assert "squeamish" not in refused(SAYS % "&x;")


def test_a_billion_laughs_are_not_laughed() -> None:
    entities = '<!ENTITY e0 "ha">' + "".join(
        f'<!ENTITY e{level} "{f"&e{level - 1};" * 10}">' for level in range(1, 30)
    )
    for document in (
        f"<!DOCTYPE a [{entities}]>" + SAYS % "&e29;",
        f'<!DOCTYPE a [{entities}]><a b="&e29;"/>',
    ):
        for encoding in ("utf-8", "utf-16"):
            assert "DOCTYPE" in refused(document.encode(encoding)) or encoding == "utf-16"


def test_a_hundred_megabytes_are_refused_without_being_read_or_kept() -> None:
    piece = b"<Message>" + b"x" * 65527
    framer, refusals = Framer(), 0
    tracemalloc.start()
    assert framer.feed(b"<CRCLCommandInstance>") == []
    for _ in range(1600):
        refusals += len(framer.feed(piece))
    highest = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert refusals == 1 and highest < 8e6
    assert "at most" in refused(b"<a>" + b" " * (100 << 20) + b"</a>")


@pytest.mark.parametrize("depth", [200, 300, 100_000])
def test_deep_nesting(depth: int) -> None:
    assert refused("<CRCLCommandInstance>" * depth + "</CRCLCommandInstance>" * depth)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_hostile_input_is_survived(kind: str) -> None:
    tried = [data for name, data in inputs(2000, 5) if name == kind][:60]
    assert tried
    for data in tried:
        try:
            codec(data)
        except InputError as error:
            assert 0 < len(str(error)) < 1000


def test_a_report_counts_what_was_tried_and_finds_crashes() -> None:
    tally = try_inputs(300, 3, codec)
    assert sum(tally.tried.values()) == 300 and tally.crashes == [] and tally.slowest < MAX_TIME
    assert "crashes 0" in tally.table()
    broken = try_inputs(20, 3, lambda data: 1 / 0)
    assert (
        len(broken.crashes) == 20 and broken.crashes[0][1] == "ZeroDivisionError: division by zero"
    )
    assert list(inputs(50, 9)) == list(inputs(50, 9)) != list(inputs(50, 10))


@settings(max_examples=400, suppress_health_check=list(HealthCheck))
@given(data=st.binary(max_size=300) | st.text(max_size=200))
@pytest.mark.not_quick
def test_any_bytes_and_any_text_are_a_document_or_an_input_error(data: object) -> None:
    with pytest.raises(InputError):
        read_document(data)


@pytest.mark.not_quick
@settings(max_examples=400, suppress_health_check=list(HealthCheck))
@given(seed=st.sampled_from(seeds()), data=st.data())
def test_any_document_with_any_piece_exchanged(seed: bytes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(seed)))
    end = data.draw(st.integers(start, min(len(seed), start + 40)))
    piece = data.draw(
        st.binary(max_size=20)
        | st.sampled_from(
            [b"NaN", b"<", b">", b"&x;", b"1e999", b"\x00", b'"', b"-->", b"</CRCLCommand>"]
        )
    )
    try:
        codec(seed[:start] + piece + seed[end:])
    except InputError as error:
        assert str(error)
