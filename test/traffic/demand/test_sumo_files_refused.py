"""Unsupported elements of SUMO's files, and invalid files."""

from __future__ import annotations

from dataclasses import replace

import pytest
from nets import MERGE_NET
from sumo_files import config

from sim.errors import InputError, SimError
from sim.traffic.demand.source import check_source, read_source
from sim.traffic.demand.sumo_peak import counts
from sim.traffic.roads.network import Network


def test_unsupported_elements_are_named_with_file_and_line(cross, tmp_path):
    (tmp_path / "d.rou.xml").write_text("""<routes>
<vType id="T1" vClass="tram"/><vType id="boat" vClass="ship"/>
<trip id="a" from="wc" to="ce" depart="9" color="red"/>
<trip id="b" from="wc" to="ce" depart="10" color="blue"/>
<trip id="c" from="wc" to="ce" depart="3"/>
<container id="box" depart="11"><tranship from="wc" to="ce"/></container></routes>""")
    (tmp_path / "types.add.xml").write_text(
        '<additional><poly id="house" shape="0,0 1,0 1,1"/></additional>'
    )
    file, notes = tmp_path / "d.rou.xml", read_source(str(cross)).notes
    assert f'{tmp_path / "types.add.xml"}:1: <poly id="house">' in notes[0]
    assert [
        note
        for note in notes
        if f'{file}:2: <vType id="T1">: rail vehicles have no 3D model' in note
    ]
    assert [
        note
        for note in notes
        if f'{file}:2: <vType id="boat">: SUMO\'s class ship has no 3D model' in note
    ]
    assert [
        note
        for note in notes
        if note.startswith(f'{file}:3: <trip id="a"> and 1 more: has a color of its own')
    ]
    assert [
        note
        for note in notes
        if note.startswith(f'{file}:5: <trip id="c">: departs before the element above it')
    ]
    assert [
        note
        for note in notes
        if note.startswith(f'{file}:6: <container id="box">: containers are not shown')
    ]


def test_names_are_traced_to_their_entries(cross, tmp_path):
    demand = read_source(str(cross))
    assert (
        demand.owner_of("plain") == f"{tmp_path / 'd.rou.xml'}:5"
        and demand.owner_of("f.12") == f"{tmp_path / 'd.rou.xml'}:2"
    )
    assert demand.owner_of("ego") == demand.owner_of("plain.3") == ""


@pytest.mark.parametrize(
    "text, message",
    [
        ("<routes><vType id='x'", "d.rou.xml:1: malformed XML"),
        ("<net/>", "d.rou.xml:1: is a SUMO network; give it as net:="),
        (
            "<routes><vType id='x'/></routes>",
            "contains no vehicle, trip, flow, person or personFlow",
        ),
        (
            "<routes><include href='none.xml'/></routes>",
            "d.rou.xml:1: includes 'none.xml'; file not found",
        ),
        ("<routes><include href='d.rou.xml'/></routes>", "includes itself"),
        ("<routes><trip id='t' from='wc' to='nowhere' depart='0'/></routes>", "nowhere"),
        ("<routes><trip id='t' type='none' from='wc' to='ce' depart='0'/></routes>", "none"),
    ],
)
def test_a_wrong_file_is_refused(cross, tmp_path, text, message):
    (tmp_path / "d.rou.xml").write_text(text)
    with pytest.raises(SimError) as refused:
        counts(read_source(str(cross)), tmp_path / "cross.net.xml", 10.0, tmp_path / "cache")
    assert message in str(refused.value) and len(str(refused.value).splitlines()) == 1
    assert not list((tmp_path / "cache").rglob("*.json"))


@pytest.mark.parametrize(
    "more, message",
    [
        (
            "<random_number><random value='true'/></random_number>",
            "random draws its seed from the clock",
        ),
        ("<random_number><seed value='-1'/></random_number>", "seed: '-1' is not a whole number"),
        ("<time><begin value='soon'/></time>", "begin: 'soon' is not a number of seconds"),
        (
            "<input><additional-files value='none.add.xml'/></input>",
            "additional-files: file not found",
        ),
        (
            "<configuration><configuration-file value='x.sumocfg'/></configuration>",
            "names another configuration",
        ),
    ],
)
def test_a_wrong_configuration_is_refused_by_line(cross, tmp_path, more, message):
    path = config(tmp_path, tmp_path / "cross.net.xml", more)
    with pytest.raises(InputError, match=r"d.sumocfg:1: ") as refused:
        read_source(str(path))
    assert message in str(refused.value)


def test_a_configuration_that_contradicts_the_run(cross, tmp_path):
    net = tmp_path / "cross.net.xml"
    with pytest.raises(
        InputError,
        match=r"is for the network .*cross\.net\.xml, and this run has .*merge\.net\.xml; give "
        r"net:=",
    ):
        check_source(read_source(str(cross)), MERGE_NET, Network.read(net))
    read = read_source(str(cross))
    demand = replace(read, config=replace(read.config, step=0.5, begin=10.0, end=100.0))
    with pytest.raises(
        InputError, match=r"step-length is 0.5 s, and this run's step 0.1 s; give step:=0.5"
    ):
        demand.check(net, 0.1)
    with pytest.raises(
        InputError,
        match="ends at 100 s, and this run, warm_up and duration, lasts until 110 s; at most 90 s "
        "are left",
    ):
        demand.check(net, 0.5, 100.0)
    demand.check(net, 0.5, 90.0)


@pytest.mark.parametrize(
    "words, message",
    [
        ("none.rou.xml", "none.rou.xml: no such file"),
        ("d.rou.xml,demand.yaml", "a demand in YAML cannot be joined"),
        ("d.sumocfg,d.rou.xml", "already names its files; give it alone"),
    ],
)
def test_lists_that_cannot_be(cross, tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "demand.yaml").write_text("seed: 1")
    with pytest.raises(InputError, match=message):
        read_source(words)
