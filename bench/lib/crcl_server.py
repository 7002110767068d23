"""CRCL bridge from its clients' view, over loopback.

Round trip of a status while the robot moves, and many clients for long. The robot controller is a
separate process that reports every 4 ms and carries out motions, so that only the bridge is
measured.
"""

from __future__ import annotations

import os
import re
import selectors
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Dict, Iterator, List, Tuple

import numpy as np

from bench.lib.processes import master
from bench.lib.report import ROOT, Figure
from sim.crcl import GetStatus, InitCanon, MoveTo, Point, Pose, Vector
from sim.crcl.codec import read_status, write_command
from sim.crcl.framing import Framer
from sim.process import end_child, start_child

QUESTIONS = 4000
QUESTION_PERIOD = 0.002  # s
CLIENTS = 50
REPORT_RATE = 50.0  # Hz
DURATION = 60.0  # s
CYCLE = 0.004
TIMEOUT = 60.0
ASK = write_command(GetStatus(1))
STATUS_ID = re.compile(rb"<StatusID>(\d+)</StatusID>")


def figures() -> List[Figure]:
    """Both figures on one bridge."""
    import rospy

    with master(), tempfile.TemporaryDirectory() as folder, open(os.devnull, "wb") as log:
        os.environ.update(ROS_HOSTNAME="127.0.0.1", ROS_HOME=folder)
        rospy.init_node("bench", disable_signals=True, anonymous=True)
        try:
            with bridge(log) as (process, port):
                link = _moving(port)
                return [*_round_trips(link), *_many(process, port)]
        finally:
            rospy.signal_shutdown("done")


@contextmanager
def bridge(log: Any) -> Iterator[Tuple[subprocess.Popen, int]]:
    """Yield the port of a bridge with its controller."""
    import rospy

    node = start_child([sys.executable, str(ROOT / "nodes" / "crcl_bridge"), "_port:=0"], log)
    controller = start_child([sys.executable, "-m", __spec__.name, "controller"], log)
    try:
        end = time.monotonic() + TIMEOUT
        while not rospy.has_param("/crcl_bridge/bound_port"):
            if time.monotonic() > end:
                raise TimeoutError("no CRCL bridge")
            time.sleep(0.05)
        yield node, rospy.get_param("/crcl_bridge/bound_port")
    finally:
        end_child(controller)
        end_child(node)


def _ask(link: socket.socket, framer: Framer) -> bytes:
    link.sendall(ASK)
    while True:
        documents = framer.feed(link.recv(65536))
        if documents:
            return documents[0]


def _moving(port: int) -> socket.socket:
    """Return a commanding client, with the robot in a long motion."""
    link, framer = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT), Framer()
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    goal = Pose(Point(0.4, 0.0, 0.3), Vector(1, 0, 0), Vector(0, 0, -1))
    for command, wanted in (
        (InitCanon(1), "1 CRCL_Done"),
        (MoveTo(2, True, goal), "2 CRCL_Working"),
    ):
        link.sendall(write_command(command))
        while True:
            told = read_status(_ask(link, framer)).command_status
            if f"{told.command_id} {told.command_state.value}" == wanted:
                break
            time.sleep(0.01)
    return link


def _round_trips(link: socket.socket) -> List[Figure]:
    framer, times = Framer(), []
    for _ in range(QUESTIONS):
        begun = time.perf_counter()
        _ask(link, framer)
        times.append(1e3 * (time.perf_counter() - begun))
        time.sleep(QUESTION_PERIOD)
    half, worst = np.percentile(times, (50, 99))
    note = (
        f"{QUESTIONS} questions {1e3 * QUESTION_PERIOD:g} ms apart, the robot moving and "
        "reporting every "
        f"{1e3 * CYCLE:g} ms; longest {max(times):.1f} ms"
    )
    return [
        Figure(
            "GetStatus round trip over loopback, robot moving, p50",
            float(half),
            "ms",
            2.0,
            note=note,
        ),
        Figure("GetStatus round trip over loopback, robot moving, p99", float(worst), "ms", 10.0),
    ]


def _many(process: subprocess.Popen, port: int) -> List[Figure]:
    """Measure 50 clients at 50 Hz: errors, latency, memory growth."""
    links = [socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT) for _ in range(CLIENTS)]
    events = selectors.DefaultSelector()
    framers: Dict[socket.socket, Framer] = {}
    for link in links:
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link.setblocking(False)
        framers[link] = Framer()
        events.register(link, selectors.EVENT_READ)
    asked: Dict[socket.socket, float] = {}
    wrong, late, times, seen = 0, 0, [], set()
    begun, memory = time.monotonic(), []
    due = [begun + k / CLIENTS / REPORT_RATE for k in range(CLIENTS)]
    while time.monotonic() < begun + DURATION:
        now = time.monotonic()
        if not memory and now > begun + DURATION / 6:
            memory.append(_resident(process.pid))
        for k, link in enumerate(links):
            if now >= due[k]:
                due[k] += 1.0 / REPORT_RATE
                if link in asked:
                    late += 1
                    continue
                asked[link] = time.perf_counter()
                link.sendall(ASK)
        for key, _ in events.select(max(0.0, min(due) - time.monotonic())):
            for document in framers[key.fileobj].feed(key.fileobj.recv(65536)):
                found = STATUS_ID.search(document) if isinstance(document, bytes) else None
                whole = (
                    found
                    and document.rstrip().endswith(b"</CRCLStatus>")
                    and found.group(1) not in seen
                    and key.fileobj in asked
                )
                wrong += 0 if whole else 1
                if whole:
                    seen.add(found.group(1))
                    times.append(1e3 * (time.perf_counter() - asked.pop(key.fileobj)))
                    if len(times) % 100 == 0:
                        read_status(document)
    memory.append(_resident(process.pid))
    for link in links:
        link.close()
    lost = sum(1 for one in asked.values() if time.perf_counter() - one > 1.0)
    note = (
        f"{len(times)} answers in {DURATION:g} s, "
        f"{100.0 * len(times) / (CLIENTS * REPORT_RATE * DURATION):.1f} % of the questions that "
        "were "
        f"due, {late} put off; "
        f"p50 {np.percentile(times, 50):.1f} ms, p99 {np.percentile(times, 99):.1f} ms, longest "
        f"{max(times):.0f} ms"
    )
    return [
        Figure(
            f"{CLIENTS} clients at {REPORT_RATE:g} Hz for {DURATION:g} s: wrong, lost or mixed-up "
            "documents",
            float(wrong + lost),
            "",
            0.0,
            note=note,
        ),
        Figure(
            "the same: growth of the bridge's memory after 10 s",
            memory[1] - memory[0],
            "MiB",
            2.0,
            note=f"from {memory[0]:.1f} to {memory[1]:.1f} MiB; statuses are answered "
            f"{len(times) / DURATION:.0f} times a second",
        ),
    ]


def _resident(pid: int) -> float:
    """MiB that a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def controller() -> None:
    """Act as the robot controller.

    A motion takes longer than any benchmark, and joints and pose change in each cycle.
    """
    import rospy

    from sim.crcl.session import Feedback, GripperFeedback, SessionState
    from sim.msg import CrclCommand, CrclStatus
    from sim.ros.crcl.messages import feedback_message

    taken: List[CrclCommand] = []
    rospy.init_node("robot_controller")
    publisher = rospy.Publisher("crcl/status", CrclStatus, queue_size=10, tcp_nodelay=True)
    rospy.Subscriber("crcl/command", CrclCommand, taken.append, tcp_nodelay=True)
    rate, count = rospy.Rate(1.0 / CYCLE), 0
    while not rospy.is_shutdown():
        count += 1
        number, kind = (taken[-1].id, taken[-1].type) if taken else (0, "")
        state = (
            SessionState.READY
            if not taken
            else SessionState.WORKING
            if kind == "MoveTo"
            else SessionState.DONE
        )
        moving = np.sin(0.01 * count + np.arange(6)).tolist()
        feedback = Feedback(
            rospy.get_time(),
            number,
            state,
            joints=tuple(moving),
            velocities=tuple(moving),
            efforts=tuple(moving),
            position=(0.4, 0.1 * moving[0], 0.3),
            orientation=(1.0, 0.0, 0.0, 0.0),
            gripper=GripperFeedback(width=0.04),
        )
        publisher.publish(feedback_message(feedback, tuple(f"joint_{k}" for k in range(1, 7))))
        rate.sleep()


if __name__ == "__main__":
    if sys.argv[1:2] == ["controller"]:
        controller()
    else:
        for figure in figures():
            print(figure.row(), figure.note)
