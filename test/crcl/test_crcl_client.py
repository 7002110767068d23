"""The client and its command line against good and faulty TCP servers."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Iterator, List, Tuple

import pytest
from crcl_controller import at
from crcl_robot import Robot, until
from support.public_data import CRCL_SCHEMAS, absent

from sim.crcl import (
    ActuateJoint,
    ActuateJoints,
    CommandState,
    CommandStatus,
    CRCLCommandInstance,
    CRCLProgram,
    CRCLStatus,
    Dwell,
    EndCanon,
    GetStatus,
    InitCanon,
    JointSpeedAccel,
    LoopBlockEnd,
    LoopBlockStart,
    MoveTo,
    SetLengthUnits,
)
from sim.crcl.__main__ import main
from sim.crcl.client import CommandFailed, Connection, Runner
from sim.crcl.client.numbering import numbered, unrolled
from sim.crcl.codec import write_command, write_program, write_status
from sim.crcl.framing import Framer
from sim.crcl.fuzz.server import ServerTrial
from sim.crcl.fuzz.trial import try_inputs
from sim.errors import InputError, SimulationError

ROOT = Path(__file__).resolve().parents[2]
MOVE = MoveTo(3, True, at(0.4, 0.0, 0.3))
PROGRAM = CRCLProgram(InitCanon(1), EndCanon(9), (MOVE, Dwell(5, 0.01)))


@pytest.fixture()
def robot() -> Iterator[Robot]:
    with Robot(slow=0.1) as found:
        yield found


def told(
    robot: Robot, program: CRCLProgram = PROGRAM, whole: bool = False
) -> Tuple[List[str], bool]:
    """Return the reports of a runner about a program."""
    steps: List[str] = []
    with Connection("127.0.0.1", robot.server.port) as connection:
        runner = Runner(connection, period=0.005)
        run = runner.run_whole if whole else runner.run
        changed = run(
            program,
            report=lambda step: steps.append(
                f"{step.index}/{step.length} {type(step.command).__name__} "
                f"{step.command.command_id}"
            ),
        )
    return steps, changed


def test_a_program_command_by_command(robot: Robot) -> None:
    steps, changed = told(robot)
    assert (
        steps == ["0/4 InitCanon 1", "1/4 MoveTo 3", "2/4 Dwell 5", "3/4 EndCanon 9"]
        and not changed
    )
    assert robot.types == ["InitCanon", "MoveTo", "Dwell", "EndCanon"]
    assert [order.command_id for order in robot.orders] == [1, 3, 5, 9]


def test_asking_for_a_status_is_done_when_it_comes(robot: Robot) -> None:
    steps, _ = told(
        robot, CRCLProgram(InitCanon(1), EndCanon(9), (GetStatus(2), Dwell(3, 0.01), GetStatus(4)))
    )
    assert steps == [
        "0/5 InitCanon 1",
        "1/5 GetStatus 2",
        "2/5 Dwell 3",
        "3/5 GetStatus 4",
        "4/5 EndCanon 9",
    ]


def test_a_program_sent_twice_gets_other_ids(
    robot: Robot,
) -> None:
    told(robot)
    steps, changed = told(robot)
    assert changed and steps == [
        "0/4 InitCanon 10",
        "1/4 MoveTo 11",
        "2/4 Dwell 12",
        "3/4 EndCanon 13",
    ]


def test_a_program_as_one_document(robot: Robot) -> None:
    steps, _ = told(robot, whole=True)
    assert steps[-1] == "3/4 EndCanon 9" and "1/4 MoveTo 3" in steps and steps == sorted(set(steps))
    assert robot.types == ["InitCanon", "MoveTo", "Dwell", "EndCanon"]
    steps, changed = told(robot, whole=True)
    assert changed and steps[-1] == "3/4 EndCanon 13"


def test_loops_are_unrolled() -> None:
    inner = (LoopBlockStart(3, "in"), Dwell(4, 0.1), LoopBlockEnd(5, "in", 2))
    program = CRCLProgram(
        InitCanon(1),
        EndCanon(9),
        (LoopBlockStart(2, "out"), *inner, Dwell(6, 0.2), LoopBlockEnd(7, "out", 2)),
    )
    assert [one.index for one in unrolled(program)] == [0, 3, 3, 5, 3, 3, 5, 7]
    commands, changed = numbered(unrolled(program), {3, 20})
    assert changed and [one.command.command_id for one in commands] == list(range(21, 29))
    for wrong, message in (
        ((LoopBlockStart(2, "a"),), "loop 'a' has no end"),
        ((LoopBlockEnd(2, "a", 1),), "ends loop 'a'"),
        ((LoopBlockStart(2, "a"), LoopBlockEnd(3, "b", 1)), "ends loop 'b'"),
        (
            (LoopBlockStart(2, "a"), Dwell(3, 0.0), LoopBlockEnd(4, "a", 2**31 - 1)),
            "more than 1000000",
        ),
    ):
        with pytest.raises(InputError, match=message):
            unrolled(CRCLProgram(InitCanon(1), EndCanon(9), wrong))


def test_a_command_that_fails_says_why(robot: Robot) -> None:
    wrong = CRCLProgram(
        InitCanon(1),
        EndCanon(9),
        (ActuateJoints(2, (ActuateJoint(77, 1.0, JointSpeedAccel()),)), MOVE),
    )
    with pytest.raises(CommandFailed, match=r"command 2 \(ActuateJoints\) failed: .*77"):
        told(robot, wrong)
    assert "MoveTo" not in robot.types


def test_a_motion_that_takes_too_long_is_stopped() -> None:
    with Robot(slow=1000.0) as robot, Connection("127.0.0.1", robot.server.port) as connection:
        with pytest.raises(
            CommandFailed, match=r"did not end within 0.2 s; the robot was asked to stop"
        ):
            Runner(connection, period=0.01, most=0.2).run(PROGRAM)
        until(lambda: robot.types[-1] == "StopMotion", "stop")


def written(folder: Path, *programs: CRCLProgram) -> List[str]:
    paths = [folder / f"{number}.xml" for number in range(len(programs))]
    for path, program in zip(paths, programs):
        path.write_bytes(
            write_program(program) if isinstance(program, CRCLProgram) else write_command(program)
        )
    return [str(path) for path in paths]


@pytest.mark.parametrize("whole", [[], ["--whole"]])
def test_send_shows_progress_and_exits_with_0(
    robot: Robot, tmp_path: Path, capsys, whole: List[str]
) -> None:
    files = written(tmp_path, CRCLCommandInstance(InitCanon(100)), PROGRAM)
    assert main(["send", *whole, "127.0.0.1", str(robot.server.port), *files]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"{files[0]}: done" and said[-1] == f"{files[1]}: done"
    assert said[-2].split()[:4] == ["4/4", "9", "EndCanon", "Done"]


def test_a_command_whose_id_was_used_gets_another(robot: Robot, tmp_path: Path, capsys) -> None:
    files = written(
        tmp_path,
        CRCLCommandInstance(InitCanon(1)),
        PROGRAM,
        CRCLCommandInstance(InitCanon(1)),
        CRCLCommandInstance(Dwell(9, 0.01)),
    )
    assert main(["send", "--quiet", "127.0.0.1", str(robot.server.port), *files]) == 0
    assert [order.command_id for order in robot.orders] == [1, 2, 3, 4, 5, 6, 9]
    assert capsys.readouterr().out.count("ids were changed") == 2


def test_send_exits_with_1_on_a_robot_error_and_2_if_unsendable(
    robot: Robot, tmp_path: Path, capsys
) -> None:
    port = str(robot.server.port)
    failing, sound = written(
        tmp_path, CRCLProgram(InitCanon(1), EndCanon(9), (Dwell(2, -1.0),)), PROGRAM
    )
    assert main(["send", "127.0.0.1", port, failing]) == 1
    assert capsys.readouterr().err.startswith(f"{failing}: command 2 (Dwell) failed: ")
    before = len(robot.orders)
    (tmp_path / "broken.xml").write_bytes(write_program(PROGRAM).replace(b"0.01", b"NaN"))
    status = tmp_path / "status.xml"
    status.write_bytes(write_status(CRCLStatus(CommandStatus(1, 1, CommandState.DONE))))
    for files, message in (
        ([str(tmp_path / "broken.xml")], "DwellTime: 'NaN' is not finite"),
        ([sound, str(tmp_path / "none.xml")], "none.xml: cannot be read"),
        ([str(status)], "a program or a command can be sent"),
    ):
        assert main(["send", "127.0.0.1", port, *files]) == 2
        assert message in capsys.readouterr().err
    assert len(robot.orders) == before, "all files are read before anything is sent"


def test_no_server_is_one_line_and_2(tmp_path: Path, capsys) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = str(taken.getsockname()[1])
        for arguments in (
            ["send", "127.0.0.1", port, *written(tmp_path, PROGRAM)],
            ["status", "127.0.0.1", port],
            ["status", "127.0.0.1", "99999"],
        ):
            assert main(arguments) == 2
            assert capsys.readouterr().err.count("\n") == 1


def test_status_as_text_and_as_document(robot: Robot, capsys) -> None:
    told(robot, CRCLProgram(InitCanon(1), EndCanon(9), (SetLengthUnits(2, "millimeter"),)))
    assert main(["status", "127.0.0.1", str(robot.server.port)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("command 9 Done") and "pose     x 400.0000 y 0.0000 z 300.0000" in said
    assert main(["status", "--xml", "127.0.0.1", str(robot.server.port)]) == 0
    assert "<CommandState>CRCL_Done</CommandState>" in capsys.readouterr().out


def run(*arguments: str) -> subprocess.Popen:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    return subprocess.Popen(
        [sys.executable, "-u", "-m", "sim.crcl", *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,
    )


def test_interrupting_send_stops_the_robot(tmp_path: Path) -> None:
    with Robot(slow=1000.0) as robot:
        process = run("send", "127.0.0.1", str(robot.server.port), *written(tmp_path, PROGRAM))
        until(lambda: "MoveTo" in robot.types, "motion")
        process.send_signal(signal.SIGINT)
        assert process.wait(120) == 130 and "interrupted" in process.communicate()[1]
        until(lambda: robot.types[-1] == "StopMotion", "stop")


def test_watch_shows_changes(robot: Robot) -> None:
    process = run("watch", "127.0.0.1", str(robot.server.port), "--period", "0.005")
    assert process.stdout.readline() == "command 0 Ready\n"
    told(robot)
    seen = [process.stdout.readline()]
    while "command 9 Done" not in seen[-1]:
        seen.append(process.stdout.readline())
    assert any("command 3" in line for line in seen)
    process.send_signal(signal.SIGINT)
    assert process.wait(120) == 130
    process.communicate()


def test_check(tmp_path: Path, capsys) -> None:
    (sound,) = written(tmp_path, PROGRAM)
    assert (
        main(["check", sound]) == 0 and capsys.readouterr().out == f"{sound}: a sound CRCLProgram\n"
    )
    (tmp_path / "wrong.xml").write_text("<CRCLProgram>\n<InitCanon/></CRCLProgram>")
    assert main(["check", sound, str(tmp_path / "wrong.xml")]) == 2
    assert "wrong.xml:2: CRCLProgram/InitCanon: has no <CommandID>" in capsys.readouterr().err
    assert main(["check", "--schemas", str(tmp_path), sound]) == 2
    assert main([]) == 2


def test_the_fuzz_report(capsys) -> None:
    assert main(["fuzz", "--inputs", "200"]) == 0
    assert "crashes 0" in capsys.readouterr().out


@pytest.mark.not_quick
def test_hostile_input_leaves_a_server_serving(robot: Robot) -> None:
    tally = try_inputs(400, 2, ServerTrial("127.0.0.1", robot.server.port))
    assert sum(tally.tried.values()) == 400 and tally.crashes == []
    told(robot)
    with pytest.raises(SimulationError):
        ServerTrial("127.0.0.1", 1)


@pytest.mark.skipif(not CRCL_SCHEMAS.is_dir(), reason=absent(CRCL_SCHEMAS))
def test_a_server_with_schemas_refuses_what_they_do_not_allow() -> None:
    swapped = write_command(InitCanon(1, name="a")).replace(
        b"<Name>a</Name><CommandID>1</CommandID>", b"<CommandID>1</CommandID><Name>a</Name>"
    )
    with Robot(schemas=str(CRCL_SCHEMAS)) as strict, Connection(
        "127.0.0.1", strict.server.port
    ) as connection:
        connection.send_bytes(swapped)
        why = until(lambda: connection.ask().command_status.state_description, "error")
        assert "against CRCLCommandInstance.xsd" in why and strict.types == []
        Runner(connection).run(PROGRAM)
    with Robot() as tolerant, Connection("127.0.0.1", tolerant.server.port) as connection:
        connection.send_bytes(swapped)
        until(lambda: tolerant.types == ["InitCanon"], "order")
    with pytest.raises(InputError, match=r"CRCLCommandInstance.xsd not found"):
        Robot(schemas=str(ROOT))


class Fake:
    """Server with a fixed answer to each document, in arbitrary pieces."""

    def __init__(self, *answers: bytes) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self._answers = answers
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        client, _ = self.listener.accept()
        answers, framer = list(self._answers), Framer()
        with client:
            try:
                while self._answers:
                    data = client.recv(65536)
                    if not data:
                        break
                    for _ in framer.feed(data):
                        client.sendall(answers.pop(0) if answers else b"")
            except OSError:
                pass  # the client has had enough

    def __enter__(self) -> Fake:
        return self

    def __exit__(self, *error: object) -> None:
        self._thread.join(120.0)
        self.listener.close()


def said(number: int, state: CommandState) -> bytes:
    return write_status(CRCLStatus(CommandStatus(number, 1, state)))


@pytest.mark.parametrize(
    "answers, message",
    [
        ((), "closed the connection|connection is lost"),
        ((b"HTTP/1.1 400 Bad Request\r\n\r\n",), "sent an invalid CRCL status"),
        (
            (b"<CRCLStatus><nothing/></CRCLStatus>",),
            "sent an invalid CRCL status: .*has no <CommandStatus>",
        ),
        ((b"<CRCLStatus>",), "does not answer GetStatus within 2 s"),
        (
            (said(7, CommandState.DONE), b"", *[said(7, CommandState.DONE)] * 200),
            r"command 1 \(InitCanon\) is not taken: after 2 s .* still speaks of command 7",
        ),
        (
            (
                said(7, CommandState.DONE),
                b"",
                said(1, CommandState.WORKING),
                said(8, CommandState.WORKING),
            ),
            "was preempted: the server speaks of command 8",
        ),
    ],
)
def test_servers_that_behave_badly(answers: Tuple[bytes, ...], message: str) -> None:
    refused = pytest.raises(SimulationError, match=message)
    with Fake(*answers) as server, Connection("127.0.0.1", server.port, 2.0) as connection, refused:
        Runner(connection, period=0.02).run(PROGRAM)


def test_a_server_that_only_streams_will_do() -> None:
    stream = [
        said(0, CommandState.READY),
        *(
            said(number, state)
            for number in (1, 3, 5, 9)
            for state in (CommandState.WORKING, CommandState.DONE)
        ),
        *[said(9, CommandState.DONE)] * 3,
    ]
    with Fake(stream[0], b"".join(stream[1:])) as server, Connection(
        "127.0.0.1", server.port
    ) as connection:
        assert not Runner(connection).run(PROGRAM)
