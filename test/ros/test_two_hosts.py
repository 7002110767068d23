"""A driver on another host than the simulator's.

Addresses, and a run between two network namespaces.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
from pathlib import Path
from typing import Iterator, Tuple

import pytest

from sim.errors import InputError
from sim.ros.launch.addresses import addresses

PACKAGE = Path(__file__).resolve().parents[2]
SIMULATOR_ADDRESS = "10.77.0.1"
DRIVER_ADDRESS = "10.77.0.2"
ENTER = (
    f"cd {PACKAGE} && source devel/setup.bash && PATH=$PWD/.venv/bin:$PATH && "
    f'eval "$(python3 -m sim.ros.launch.addresses {SIMULATOR_ADDRESS})" && '
)
SIMULATE = (
    "exec roslaunch sim hybrid_merge.launch simulator:=embedded gui:=false driver:=none "
    "warm_up:=20 mode:=lockstep wait_for:=ego_driver, duration:=2 run_folder:={folder}/run"
)
DRIVE = (
    "until rosservice list 2>/dev/null | grep -q lockstep/join; do sleep 0.3; done; "
    "rosparam load config/lane_follow.yaml /ego_driver && "
    "exec rosrun sim lane_follow __name:=ego_driver _net:=$PWD/networks/merge/merge.net.xml "
    "_ego:=ego _lane:=In1_0 _destination:=Out _wait_for_traffic:=true"
)


def test_one_address_sets_those_of_the_master_and_of_this_host() -> None:
    said = addresses("127.0.0.1")
    assert said.startswith("export ROS_MASTER_URI=http://127.0.0.1:11311 ROS_IP=127.0.0.1;")
    assert addresses("localhost") == said
    for wrong in ("", "--help", "no.such.host.invalid", "256.1.1.1"):
        with pytest.raises(InputError, match="--host"):
            addresses(wrong)


def test_a_name_that_leads_back_to_this_host_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in Debian's /etc/hosts. Other hosts would look for the master on themselves."""
    monkeypatch.setattr(socket, "gethostbyname", lambda name: "127.0.1.1")
    with pytest.raises(InputError, match=r"simulator is 127\.0\.1\.1 here"):
        addresses("simulator")


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, timeout=20)


@pytest.fixture
def hosts() -> Iterator[Tuple[str, str]]:
    """Create two network namespaces with a cable between them."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("network namespaces need root and iproute2")
    names = tuple(f"sim{which}{os.getpid()}" for which in "ab")
    try:
        for name in names:
            ip("netns", "add", name)
        ends = ("peer", names[1], "netns", names[1])
        ip("link", "add", names[0], "netns", names[0], "type", "veth", *ends)
    except subprocess.CalledProcessError as error:
        for name in names:
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)
        pytest.skip(f"network namespaces are not allowed here: {error.stderr.decode().strip()}")
    try:
        for name, address in zip(names, (SIMULATOR_ADDRESS, DRIVER_ADDRESS)):
            ip("-n", name, "addr", "add", f"{address}/24", "dev", name)
            ip("-n", name, "link", "set", "lo", "up")
            ip("-n", name, "link", "set", name, "up")
        yield names[0], names[1]
    finally:
        for name in names:
            ip("netns", "del", name)


def started(host: str, script: str, folder: Path) -> subprocess.Popen:
    environment = {**os.environ, "ROS_HOME": str(folder / host)}
    with (folder / f"{host}.txt").open("wb") as output:
        return subprocess.Popen(
            ["ip", "netns", "exec", host, "bash", "-c", ENTER + script],
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )


@pytest.mark.slow
def test_a_driver_on_another_host_drives_in_lockstep(
    hosts: Tuple[str, str], tmp_path: Path
) -> None:
    simulation = started(hosts[0], SIMULATE.format(folder=tmp_path), tmp_path)
    driver = started(hosts[1], DRIVE, tmp_path)
    try:
        status = simulation.wait(240)
    finally:
        for process in (simulation, driver):
            process.terminate()
            process.wait(60)
    assert status == 0, (tmp_path / f"{hosts[0]}.txt").read_text()[-3000:]
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert summary["status"] == "ok" and summary["egos"]["ego"]["distance_m"] > 0.5
