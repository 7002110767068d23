"""Half-open connection: a cable pulled while the robot moves.

It connects a commanding client and the server. Needs network namespaces.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
SERVER_ADDRESS = "10.99.0.1"
CLIENT_ADDRESS = "10.99.0.2"
UNSHARE = ["unshare", "--map-root-user", "--net"]


def can_unshare() -> bool:
    if not (shutil.which("unshare") and shutil.which("nsenter") and shutil.which("ip")):
        return False
    return (
        subprocess.run(
            [*UNSHARE, "ip", "link", "add", "va", "type", "veth", "peer", "name", "vb"],
            stderr=subprocess.DEVNULL,
            check=False,
        ).returncode
        == 0
    )


@pytest.mark.skipif(
    not can_unshare(), reason="no network namespaces here, in which a cable could be pulled"
)
@pytest.mark.parametrize("way", ["polls", "is streamed to"])
@pytest.mark.not_quick
def test_a_pulled_cable_stops_the_robot(way) -> None:
    program = [*UNSHARE, sys.executable, str(Path(__file__).resolve()), "pull", way]
    told = subprocess.run(
        program,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    assert told.returncode == 0, told.stdout
    assert (
        f"2 Error the client that commanded ({CLIENT_ADDRESS}:" in told.stdout
        and "StopMotion" in told.stdout
    )


def pull(way: str) -> None:
    """Run server, robot and cable; the client runs in a separate network namespace."""
    from crcl_robot import Client, Robot

    run("ip", "link", "set", "lo", "up")
    other = subprocess.Popen(["unshare", "--net", "sleep", "600"])
    inside = ("nsenter", "--target", str(other.pid), "--net")
    while os.readlink(f"/proc/{other.pid}/ns/net") == os.readlink("/proc/self/ns/net"):
        time.sleep(0.01)
    run("ip", "link", "add", "va", "type", "veth", "peer", "name", "vb")
    run("ip", "link", "set", "vb", "netns", str(other.pid))
    run("ip", "addr", "add", f"{SERVER_ADDRESS}/24", "dev", "va")
    run("ip", "link", "set", "va", "up")
    run(*inside, "ip", "addr", "add", f"{CLIENT_ADDRESS}/24", "dev", "vb")
    run(*inside, "ip", "link", "set", "vb", "up")
    try:
        with Robot(slow=1000.0, address="0.0.0.0", dead_timeout=2.0, lost_timeout=0.1) as robot:
            client = subprocess.Popen(
                [*inside, sys.executable, __file__, "command", way, str(robot.server.port)]
            )
            with Client(robot.server.port) as watcher:
                watcher.wait("2 Working")
                run(*inside, "ip", "link", "set", "vb", "down")
                print(watcher.wait("2 Error"), robot.types[-1])
            client.kill()
    finally:
        other.kill()


def command(way: str, port: str) -> None:
    """Plays the client: begins a motion and hangs on."""
    from crcl_controller import at
    from crcl_robot import Client

    from sim.crcl import InitCanon, MoveTo

    with Client(int(port), SERVER_ADDRESS) as client:
        if way == "polls":
            client.done(InitCanon(1))
        client.send(InitCanon(1), MoveTo(2, True, at(0.4, 0.0, 0.3)))
        time.sleep(600.0)


def run(*words: str) -> None:
    subprocess.run(words, check=True)


if __name__ == "__main__":
    sys.path[:0] = [str(HERE), str(HERE.parents[1] / "src")]
    {"pull": pull, "command": command}[sys.argv[1]](*sys.argv[2:])
