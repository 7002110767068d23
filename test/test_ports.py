"""Free ports for programs that open them later."""

import socket
from pathlib import Path

import pytest

from sim import ports
from sim.errors import SimulationError


def test_a_free_port_can_be_opened_and_is_not_ephemeral():
    port = ports.free_port()
    first, _ = map(int, Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split())
    assert first < ports.FIRST_PORT or port < first
    with socket.socket() as ours:
        ours.bind(("127.0.0.1", port))


@pytest.mark.parametrize("address", ["127.0.0.1", ""])
def test_a_port_that_another_listens_on_is_not_free(address):
    with socket.socket() as other:
        other.bind((address, 0))
        other.listen(1)
        with pytest.raises(OSError):
            ports.check_free(other.getsockname()[1])


def test_no_port_at_all(monkeypatch):
    def taken(port):
        raise OSError("taken")

    monkeypatch.setattr(ports, "check_free", taken)
    with pytest.raises(
        SimulationError, match="none of 100 TCP ports from 20000 to 32767 can be opened"
    ):
        ports.free_port()
