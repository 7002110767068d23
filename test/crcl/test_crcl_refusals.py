"""Unreadable documents are answered under their CommandID.

A client that waits for that id then gets the error; texts name element and line.
"""

from __future__ import annotations

import logging
import re
import socket
import threading
import time

import pytest
from crcl_robot import Robot, until

from sim.crcl import GetStatus, InitCanon
from sim.crcl.codec import command_id_of, read_status, write_command
from sim.crcl.external import ExternalOptions, ExternalRobot
from sim.crcl.framing import Framer
from sim.errors import InputError

XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
POINT = (
    "<Point><X>%s</X><Y>2</Y><Z>3</Z></Point><XAxis><I>1</I><J>0</J><K>0</K></XAxis><ZAxis>"
    "<I>0</I><J>0</J><K>1</K></ZAxis>"
)
REFUSED = {
    "NaN": (
        "MoveTo",
        f"<MoveStraight>true</MoveStraight>\n<EndPosition>{POINT % 'NaN'}</EndPosition>",
        "EndPosition/Point/X",
    ),
    "INF": ("Dwell", "\n<DwellTime>INF</DwellTime>", "DwellTime"),
    "Fraction": (
        "SetTransSpeed",
        "\n<TransSpeed xsi:type='TransSpeedRelativeType'><Fraction>2</Fraction></TransSpeed>",
        "TransSpeed/Fraction",
    ),
    "Setting": ("SetEndEffector", "\n<Setting>2</Setting>", "Setting"),
    "Waypoint": (
        "MoveThroughTo",
        "<MoveStraight>true</MoveStraight>\n"
        f"<Waypoint>{POINT % 1}</Waypoint><NumPositions>1</NumPositions>",
        "Waypoint",
    ),
    "unknown type": ("Fly", "", "CRCLCommand"),
    "unknown element": ("Dwell", "<DwellTime>1</DwellTime>\n<Speed>1</Speed>", "Speed"),
    "not closed": ("Dwell", "<DwellTime>1", "</CRCLCommandInstance>"),
}


def document(kind: str, rest: str, number: int = 17) -> bytes:
    return (
        f"<CRCLCommandInstance {XSI}>\n<CRCLCommand "
        f'xsi:type="{kind}Type"><CommandID>{number}</CommandID>{rest}</CRCLCommand>'
        "</CRCLCommandInstance>"
    ).encode()


@pytest.mark.parametrize("name", REFUSED)
def test_a_command_that_cannot_be_read_is_an_error_under_its_own_id(name: str) -> None:
    kind, rest, element = REFUSED[name]
    with Robot() as robot, robot.client() as client:
        client.done(InitCanon(1))
        client.socket.sendall(document(kind, rest))
        words = client.wait("17 Error")
        assert element in words and re.search(r"document:[23]: |in its line 2", words), (
            "element and line"
        )
        with robot.client() as other:
            other.socket.sendall(document(kind, rest, 23) + write_command(GetStatus(1)))
            told = other.read().command_status
            assert (told.command_id, told.command_state) == (23, "CRCL_Error"), (
                "also to one that does not command"
            )
        assert client.state().startswith("17 Error")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0",
        b"nonsense",
        b"<CRCLStatus/>",
        b"<CRCLCommandInstance/>",
        document("Dwell", "").replace(b"17", b"x"),
        b"<!DOCTYPE a [<!ENTITY x '17'>]>" + document("Dwell", "").replace(b"17", b"&x;"),
        b"<CRCLCommandInstance><CommandID>17</CommandID></CRCLCommandInstance>",
    ],
)
def test_without_a_readable_id_the_current_command_gets_the_error(data: bytes) -> None:
    assert command_id_of(data) is None


def test_a_program_that_cannot_be_read_is_an_error_of_its_init_canon() -> None:
    text = (
        f"<CRCLProgram {XSI}><InitCanon><CommandID>5</CommandID></InitCanon>\n<MiddleCommand "
        "xsi:type='DwellType'><CommandID>6</CommandID>"
        "<DwellTime>NaN</DwellTime></MiddleCommand><EndCanon><CommandID>7</CommandID></EndCanon></CRCLProgram>"
    )
    with Robot() as robot, robot.client() as client:
        client.socket.sendall(text.encode())
        assert "document:2: CRCLProgram/MiddleCommand/DwellTime" in client.wait("5 Error")


STATUS = (
    "<CRCLStatus>\n"
    "<CommandStatus><CommandID>1</CommandID><StatusID>1</StatusID><CommandState>CRCL_Done</CommandState></CommandStatus>\n%s\n</CRCLStatus>"
)
POSE = f"<PoseStatus>\n<Pose>{POINT % 1}</Pose></PoseStatus>"
MALFORMED = {
    "number": (POSE.replace("<X>1", "<X>one"), ":4: CRCLStatus/PoseStatus/Pose/Point/X:"),
    "missing": ("<PoseStatus/>", ":3: CRCLStatus/PoseStatus:"),
    "twice": (POSE + "\n" + POSE, ":5: CRCLStatus/PoseStatus:"),
    "axis of no length": (
        POSE.replace("<K>1</K>", "<K>0</K>"),
        ":4: CRCLStatus/PoseStatus/Pose/ZAxis:",
    ),
    "axes that are not perpendicular": (
        POSE.replace("<I>1</I>", "<I>0</I>").replace(
            "<XAxis><I>0</I><J>0</J><K>0</K>", "<XAxis><I>0</I><J>0</J><K>1</K>"
        ),
        ":4: CRCLStatus/PoseStatus/Pose:",
    ),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_faulty_status_of_a_real_robot_is_logged_once(name: str, caplog) -> None:
    part, place = MALFORMED[name]
    with socket.create_server(("127.0.0.1", 0)) as server, caplog.at_level(logging.WARNING):
        external = ExternalRobot(
            ExternalOptions("127.0.0.1", server.getsockname()[1]),
            lambda feedback: None,
            time.monotonic,
        )
        link, _ = server.accept()
        drain = threading.Thread(target=_drain, args=(link,), daemon=True)
        drain.start()
        for _ in range(5):
            link.sendall((STATUS % part).encode())
        until(lambda: caplog.records, "a line in the log")
        link.sendall((STATUS % "").encode())
        until(lambda: external._malformed == "", "a status that is right")
        external.close()
        link.close()
        drain.join()
    found = [
        record.getMessage()
        for record in caplog.records
        if "status of the external robot" in record.getMessage()
    ]
    assert len(found) == 1 and f"status of the external robot{place}" in found[0]


def _drain(link: socket.socket) -> None:
    try:
        while link.recv(1 << 16):
            pass
    except OSError:
        pass


def test_a_status_that_breaks_off_is_named_by_line_and_element() -> None:
    broken, whole = Framer().feed((STATUS % POSE).encode()[:-60] + b"\n" + (STATUS % "").encode())
    assert isinstance(broken, InputError) and "breaks off in its line 5, after <" in str(broken)
    assert read_status(whole).command_status.command_id == 1
