"""The monitor's node at the end of its terminal or master.

Recordings are complete, and open pages continue.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import time
import xmlrpc.client
from pathlib import Path
from typing import Any, Callable, Dict, List

import pytest
import rosbag

from sim.ports import free_port
from sim.process import end_child, start_child

pytest.importorskip("aiohttp", reason="setup/requirements/monitor.txt is not installed")
NODE = Path(__file__).resolve().parents[2] / "nodes" / "monitor"
PATIENCE = 60.0
# Publishes, records it, and prints the state of the recording.
RECORDED = """
import rospy
from diagnostic_msgs.msg import DiagnosticArray
from std_msgs.msg import String
from sim.srv import Record

def show(message):
    for status in message.status:
        print(status.message, flush=True)

rospy.init_node("asks")
publisher = rospy.Publisher("/words", String, queue_size=1, latch=True)
publisher.publish("kept")
rospy.wait_for_service("/monitor/record", 60)
print(rospy.ServiceProxy("/monitor/record", Record)("kept", "bag", ["/words"]), flush=True)
rospy.Subscriber("/diagnostics", DiagnosticArray, show)
rospy.spin()
"""


def until(found: Callable[[], Any], what: str) -> Any:
    """Wait until a function returns a true value, and return it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        value = found()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(what)


class Ros:
    """A master that can be started again, and processes beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._children = folder, []  # type: Path, List[Any]
        self.port = free_port()
        self.uri = f"http://127.0.0.1:{self.port}"
        self.environment: Dict[str, str] = {
            **os.environ,
            "ROS_MASTER_URI": self.uri,
            "ROS_HOME": str(folder),
            "ROS_LOG_DIR": str(folder),
        }

    def master(self, run: str) -> Any:
        """Start a master, with the id that roslaunch gives a run."""
        process = self.start("master", "rosmaster", "--core", "-p", str(self.port))
        until(lambda: self._asked(run), "the master does not answer")
        return process

    def _asked(self, run: str) -> bool:
        try:
            master: Any = xmlrpc.client.ServerProxy(self.uri)
            return bool(master.setParam("/test", "/run_id", run)[0] == 1)
        except OSError:
            return False

    def start(self, name: str, *words: str, **environment: str) -> Any:
        with (self.folder / f"{name}.out").open("wb") as output:
            process = start_child(words, output, {**self.environment, **environment})
        self._children.append(process)
        return process

    def said(self, name: str) -> str:
        return (self.folder / f"{name}.out").read_text(errors="replace")

    def addresses(self) -> List[str]:
        """Return the addresses printed by the monitor, with its token."""
        return re.findall(r"open (http://\S+token=\S+) in", self.said("monitor"))

    def close(self) -> None:
        for process in reversed(self._children):
            end_child(process)


def test_an_unrequested_monitor_gives_way_to_rqt(
    tmp_path: Path,
) -> None:
    rqt = tmp_path / "packages" / "rqt_gui"
    rqt.mkdir(parents=True)
    (rqt / "package.xml").write_text("<package><name>rqt_gui</name></package>")
    there = os.environ.get("ROS_PACKAGE_PATH", "")
    words = sys.executable, str(NODE), "_port:=0"
    ros = Ros(tmp_path)
    try:
        ros.master("first")
        path = f"{rqt.parent}{os.pathsep}{there}"
        left = ros.start("left", *words, "_by_itself:=true", ROS_PACKAGE_PATH=path)
        assert left.wait(PATIENCE) == 0
        assert "rqt is here; monitor:=true shows the page too" in ros.said("left")
        assert "open http" not in ros.said("left")
        # On request it is shown all the same.
        ros.start("asked", *words, "_by_itself:=false", ROS_PACKAGE_PATH=path)
        until(lambda: "open http" in ros.said("asked"), "no address was printed")
    finally:
        ros.close()


def test_a_recording_survives_a_hang_up_and_a_token_its_master(
    tmp_path: Path,
) -> None:
    ros = Ros(tmp_path)
    # A node under nohup leaves the end of a terminal alone, as these tests may be run.
    ignored = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        master = ros.master("first")
        monitor = ros.start("monitor", sys.executable, str(NODE), "_port:=0", "_scripts:=true")
        until(ros.addresses, "no address was printed")
        end_child(master)
        ros.master("second")
        until(lambda: len(ros.addresses()) > 1, "it has not started again")
        first, second = ros.addresses()
        assert first == second

        ros.start("asks", sys.executable, "-c", RECORDED)
        said = until(
            lambda: re.search(r"records (\S+): [1-9]", ros.said("asks")), "no message came"
        )
        monitor.send_signal(signal.SIGHUP)
        assert monitor.wait(PATIENCE) == 0
        with rosbag.Bag(said[1]) as bag:
            assert [one.message.data for one in bag.read_messages("/words")] == ["kept"]
    finally:
        signal.signal(signal.SIGHUP, ignored)
        ros.close()
