"""XML that only Gazebo's parser accepts.

Each case was tried in gzserver 11.1, which loads or refuses the model as stated here.
"""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from sim.errors import InputError
from sim.sdf.xml.report import ReaderReport
from sim.sdf.xml.tinyxml import parse_as_tinyxml, parse_tolerantly

ACCEPTED = {
    "attribute without quotes": "<a><b name=x1 /></a>",
    "single quotes and blanks around =": "<a><b  name = 'x1' ></b ></a >",
    "text after the root": "<a><b name='x1'/></a> and so on",
    "closing tag after the root": "<a><b name='x1'/></a></c>",
    "second root": "<a><b name='x1'/></a><c/>",
    "dashes in a comment": "<a><!-- x -- y --- --><b name='x1'/></a>",
    "comment that never ends": "<a><b name='x1'/></a><!-- x ",
    "attributes without a blank between": "<a><b name='x1'x='2'/></a>",
    "less-than sign in an attribute": "<a><b name='x1' c='1<2'/></a>",
    "ampersand": "<a>x & y<b name='x1' c='a & b &foo;'/></a>",
    "doctype": "<!DOCTYPE sdf><a><b name='x1'/></a>",
    "blank lines before the declaration": "\n\n<?xml version='1.0'?><a><b name='x1'/></a>",
    "a prefix that nobody declared": "<a><c:d>1</c:d><b name='x1'/></a>",
    "byte order mark": "\ufeff<a><b name='x1'/></a>",
}
REFUSED = {
    "not closed": "<a><b name='x1'/>",
    "closed by another name": "<a><b name='x1'></c></a>",
    "closed in capitals": "<a><b name='x1'></B></a>",
    "attribute twice": "<a><b name='x1' name='y'/></a>",
    "attribute without value": "<a><b name='x1' c/></a>",
    "blank before the end of an empty tag": "<a><b name='x1' / ></a>",
    "quote in a value without quotes": "<a><b name=x'1/></a>",
    "less-than sign in text": "<a><c>1 < 2</c><b name='x1'/></a>",
    "text before the root": "x <a><b name='x1'/></a>",
    "nothing": "",
}


@pytest.mark.parametrize("case", sorted(ACCEPTED))
def test_documents_that_gazebo_loads(case):
    root = parse_as_tinyxml(ACCEPTED[case].encode(), "m.sdf")
    assert root.tag == "a" and root.find("b").get("name") == "x1"


@pytest.mark.parametrize("case", sorted(REFUSED))
def test_documents_that_gazebo_refuses(case):
    with pytest.raises(InputError, match=r"m.sdf"):
        parse_as_tinyxml(REFUSED[case].encode(), "m.sdf")


def test_text_entities_sections_and_lines():
    root = parse_as_tinyxml(
        b"<a>1 &lt; &#50; &amp; &no;\n<b><![CDATA[<x>]]></b>\n<c d='&quot;'/>tail</a>", "m.sdf"
    )
    assert (
        root.text == "1 < 2 & &no;\n"
        and root.find("b").text == "<x>"
        and root.find("c").get("d") == '"'
    )
    assert root.find("c").tail == "tail" and [child.sourceline for child in root] == [2, 3]
    assert root.getroottree().docinfo.URL == "m.sdf"


def test_the_error_names_the_line():
    with pytest.raises(InputError, match=r"m.sdf:3: <b> of line 2 is not closed here"):
        parse_as_tinyxml(b"<a>\n<b>\n</c></a>", "m.sdf")


def test_nesting_has_an_end():
    with pytest.raises(InputError, match="more than 200 elements inside each other"):
        parse_as_tinyxml(b"<a>" * 5000, "m.sdf")


def test_xml_is_read_strictly_and_other_files_are_reported(tmp_path):
    report, path = ReaderReport(), tmp_path / "m.sdf"
    path.write_text("<sdf><model name='a'/></sdf>")
    assert parse_tolerantly(path, report)[0].get("name") == "a" and report.messages() == []
    path.write_text("<sdf>\n<model name=a />\n</sdf>")
    assert parse_tolerantly(path, report)[0].get("name") == "a"
    assert "read as Gazebo's parser does, but not well-formed XML" in report.messages()[0]
    path.write_text("<sdf><model></sdf>")
    with pytest.raises(InputError, match="not well-formed XML"):
        parse_tolerantly(path, report)


NAMES = st.sampled_from(["a", "bc", "_d", "e-f", "g.h1"])
TEXTS = st.text("ab <>&\"'\n1é", max_size=8)


@st.composite
def elements(draw, depth=3):
    element = etree.Element(
        draw(NAMES),
        draw(st.dictionaries(NAMES, TEXTS.map(lambda text: text.replace("\n", " ")), max_size=3)),
    )
    element.text = draw(TEXTS)
    for _ in range(draw(st.integers(0, 3 if depth else 0))):
        child = draw(elements(depth - 1))
        child.tail = draw(TEXTS)
        element.append(child)
    return element


@settings(max_examples=60, deadline=None)
@given(elements())
@pytest.mark.not_quick
def test_well_formed_documents_are_read_as_by_lxml(element):
    data = etree.tostring(element, encoding="utf-8")
    assert etree.tostring(parse_as_tinyxml(data, "m.sdf"), encoding="utf-8") == data


@settings(max_examples=100, deadline=None)
@given(st.text("<>/=!-'\"& ab\n[]?", max_size=40))
def test_any_text_gives_an_element_or_an_input_error(text):
    with contextlib.suppress(InputError):
        assert parse_as_tinyxml(text.encode(), "m.sdf").tag
