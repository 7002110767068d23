"""Line protocol of the lab: two readers, and refused junk."""

from __future__ import annotations

import math
import socket
import threading
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kitting.detection.independent_parser import parse

from sim.errors import InputError, SimulationError
from sim.kitting.detection.classes import classes_of
from sim.kitting.detection.line_client import LineClient
from sim.kitting.detection.line_reports import line_objects, report_of, sides
from sim.kitting.detection.line_server import LineServer
from sim.kitting.detection.lines import (
    MAX_LINE_SIZE,
    LineObject,
    LineSplitter,
    read_line,
    write_line,
)
from sim.kitting.detections import PART, Detections
from sim.resources import resource
from sim.workcell.bodies import Tray
from sim.workcell.layout import read_layout

LAYOUT = read_layout(resource("config", "kitting_lab.yaml"))
CLASSES = classes_of(LAYOUT)
PLACE = st.floats(-3.0, 3.0)
OBJECTS = st.lists(
    st.builds(
        LineObject,
        st.from_regex(r"[a-z_0-9/]{1,20}", fullmatch=True),
        st.sampled_from(["P", "PT", "KT"]),
        st.one_of(st.none(), st.tuples(PLACE, PLACE, st.floats(-math.pi, math.pi))),
        st.floats(0.0, 1.0),
    ),
    max_size=8,
)


@pytest.mark.not_quick
@given(OBJECTS)
def test_written_lines_are_read_back_by_both_readers(objects: list) -> None:
    line = write_line(objects)
    ours, theirs = read_line(line, "line"), parse(line) if line else []
    assert len(ours) == len(theirs) == len(objects)
    for sent, read, other in zip(objects, ours, theirs):
        assert (read.name, read.kind) == (sent.name, sent.kind) == (other["name"], other["type"])
        assert (read.pose is None) == (sent.pose is None) == other["lost"]
        if sent.pose is not None and read.pose is not None:
            np.testing.assert_allclose(read.pose[:2], sent.pose[:2], atol=1e-7)
            turn = math.remainder(read.pose[2] - sent.pose[2], math.tau)
            assert abs(turn) < 1e-6
            np.testing.assert_allclose(
                [other["x"], other["y"]], [1e3 * v for v in sent.pose[:2]], atol=1e-4
            )
            assert other["rotation"] == pytest.approx(sent.pose[2], abs=1e-6)
            assert read.score == pytest.approx(sent.score, abs=1e-4)


def test_a_line_of_the_lab_is_read_in_si() -> None:
    found = read_line("gear_small,1.5708,416.65,342.5,0.91,P,kit_s2l2,-0.5,-10,20,1,kt", "line 1")
    assert [one.name for one in found] == ["gear_small", "kit_s2l2"]
    assert found[0].pose == pytest.approx((0.41665, 0.3425, 1.5708))
    assert found[0].score == 0.91
    assert found[1].kind == "KT"


@pytest.mark.parametrize(
    "line",
    ["a, 1 , 2 ,3, 0.5 , P ,\r\n", b"a,1,2,3,.5,P", "a,1e0,2,3,0.5,p,", ",,,,,,a,1,2,3,0.5,P,"],
)
def test_small_deviations_are_taken(line: object) -> None:
    assert [one.pose for one in read_line(line, "line") if one.pose] == [(0.002, 0.003, 1.0)]


def test_lost_objects_have_empty_fields() -> None:
    assert write_line([LineObject("gear_small", "P")]) == "gear_small,,,,,P,"
    for line in ("gear_small,,,,,P,", "gear_small,,1,2,0.5,P,"):
        assert read_line(line, "line") == (LineObject("gear_small", "P"),)
    assert read_line("", "line") == read_line("\n", "line") == ()


@pytest.mark.parametrize(
    "line, where",
    [
        ("a,nan,1,2,0.5,P,", "line 3, object 1/rotation"),
        ("a,0,1,2,0.5,P,b,0,inf,2,0.5,P,", "line 3, object 2/x"),
        ("a,0,1,1_0,0.5,P,", "line 3, object 1/y"),
        ("a,0,1,2,1.5,P,", "line 3, object 1/score"),
        ("a,0,1,2,0.5,Q,", "line 3, object 1/type"),
        ("a,0,1,2e9,0.5,P,", "line 3, object 1/x and y"),
        (",0,1,2,0.5,P,", "line 3, object 1/name"),
        ("a,0,1,2,", "line 3: has 4 fields"),
        ("a\x00,0,1,2,0.5,P,", "line 3: has characters"),
        (b"\xff\xfe,0,1,2,0.5,P,", "line 3: is not UTF-8 text"),
        ("a,0,1,2,0.5,P," * 501, "line 3: has 501 objects"),
        ("a" * (MAX_LINE_SIZE + 1), "line 3: has 65537 bytes"),
    ],
)
def test_hostile_lines_are_refused_by_name(line: object, where: str) -> None:
    with pytest.raises(InputError, match=where):
        read_line(line, "line 3")


@given(st.binary(max_size=200))
def test_no_bytes_do_more_than_be_refused(data: bytes) -> None:
    try:
        for one in read_line(data, "line"):
            assert one.pose is None or all(map(math.isfinite, one.pose))
    except InputError as error:
        assert str(error).startswith("line")


@pytest.mark.not_quick
@settings(max_examples=30)
@given(st.lists(st.integers(1, 50_000), min_size=1, max_size=20))
def test_lines_come_whole_however_they_are_cut(cuts: list) -> None:
    stream = b"first\n" + b"x" * (3 * MAX_LINE_SIZE) + b"\nlast\r\n"
    splitter, lines, at = LineSplitter(), [], 0
    while at < len(stream):
        for cut in cuts:
            lines += splitter.feed(stream[at : at + cut])
            at += cut
    assert lines[0] == b"first" and lines[-1] == b"last\r"
    assert len(lines) == 3 and len(lines[1]) == MAX_LINE_SIZE + 1


def test_names_that_break_a_line_are_not_written() -> None:
    with pytest.raises(InputError, match="comma"):
        write_line([LineObject("a,b", "P")])


def report() -> Detections:
    """The layout's parts and trays, as an external detector's line has them."""
    objects = [
        LineObject(
            one.part.name,
            next(each.kind for each in CLASSES if each.part == one.part.name),
            (
                *one.world_from_model[:2, 3],
                math.atan2(one.world_from_model[1, 0], one.world_from_model[0, 0]),
            ),
            0.9,
        )
        for one in LAYOUT.models.values()
        if one.part.name in {each.part for each in CLASSES}
    ]
    return report_of(objects, LAYOUT, CLASSES, 1.0, "lines")


def test_heights_come_from_the_layout() -> None:
    found = report()
    poses = sorted(
        tuple(np.round(one.world_from_model[:3, 3], 9))
        for one in LAYOUT.models.values()
        if one.part.name in {each.part for each in CLASSES}
    )
    assert (
        sorted(tuple(np.round(one.world_from_object[:3, 3], 9)) for one in found.objects) == poses
    )


def test_a_part_beside_trays_lies_on_the_table_with_its_defect() -> None:
    objects = [LineObject("gear_small/faulty", "P", (0.45, 0.9, 0.2), 0.9)]
    found = report_of(objects, LAYOUT, CLASSES, 0.0, "lines")
    assert found.objects[0].faulty
    assert found.objects[0].world_from_object[2, 3] == pytest.approx(0.75)
    assert [one.name for one in line_objects(found, CLASSES)] == ["gear_small/faulty"]


def test_unknown_parts_are_refused() -> None:
    with pytest.raises(InputError, match="part 'bolt' not found"):
        report_of([LineObject("bolt", "P", (0.0, 0.0, 0.0), 1.0)], LAYOUT, CLASSES, 0.0, "line 1")


def test_each_side_has_what_is_near_its_robot() -> None:
    found = sides(report(), LAYOUT)
    assert set(found) == set(LAYOUT.robots)
    assert sum(len(one.objects) for one in found.values()) == len(report().objects)
    for name, side in found.items():
        own = [part for part in LAYOUT.models.values() if part.name.startswith(f"{name}_gear")]
        assert len([one for one in side.objects if one.kind == PART]) == len(own)
        trays = [
            one
            for one in LAYOUT.models.values()
            if isinstance(one.part.body, Tray) and one.name.startswith(name)
        ]
        assert len(side.objects) >= len(own) + len(trays)


def wait_for(condition, what: str) -> None:
    end = time.monotonic() + 30.0
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.005)


@pytest.mark.not_quick
def test_lines_arrive_at_all_clients_and_a_slow_one_gets_the_newest() -> None:
    server = LineServer("127.0.0.1", 0)
    received: list = []
    quick = LineClient(f"127.0.0.1:{server.port}", received.append)
    slow = socket.create_connection(("127.0.0.1", server.port))
    try:
        wait_for(lambda: server.clients == 2, "both clients")
        # More than the kernel's buffers of a connection hold, while nothing is read.
        filler = [
            LineObject(f"filler_{number}", "P", (1.0, 1.0, 0.0), 0.5) for number in range(400)
        ]
        for number in range(1500):
            server.send(write_line([*filler, LineObject(f"frame_{number}", "P")]))
            wait_for(lambda: received and server.clients == 2, "the quick client's line")
        wait_for(lambda: received[-1][-1].name == "frame_1499", "the last line")
        slow.settimeout(30.0)
        splitter, last, count = LineSplitter(), b"", 0
        while b"frame_1499" not in last:
            for line in splitter.feed(slow.recv(1 << 16)):
                last, count = line, count + 1
        assert count < 1500
        assert quick.refused == 0
    finally:
        slow.close()
        quick.close()
        server.close()


def test_a_client_names_bad_lines_goes_on_and_connects_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    received: list = []
    listener = socket.create_server(("127.0.0.1", 0))
    client = LineClient(f"127.0.0.1:{listener.getsockname()[1]}", received.append, retry=0.01)
    try:
        peer, _ = listener.accept()
        peer.sendall(b"a,0,1,2,0.5,P,\na,nope,1,2,0.5,P,\nb,0,1,2,0.5,P,\n")
        wait_for(lambda: len(received) == 2, "the two good lines")
        assert client.refused == 1
        assert "line 2, object 1/rotation" in caplog.text
        peer.close()
        peer, _ = listener.accept()
        peer.sendall(b"c,0,1,2,0.5,P,\n")
        wait_for(lambda: len(received) == 3, "a line of the new connection")
        peer.close()
    finally:
        client.close()
        listener.close()
    assert all(thread.name != f"lines of {client.name}" for thread in threading.enumerate())


def test_a_port_that_is_taken_is_said() -> None:
    server = LineServer("127.0.0.1", 0)
    try:
        with pytest.raises(SimulationError, match=f"127.0.0.1:{server.port}"):
            LineServer("127.0.0.1", server.port)
    finally:
        server.close()


def test_an_address_without_a_port_is_refused() -> None:
    with pytest.raises(InputError, match="HOST:PORT"):
        LineClient("localhost", print)
