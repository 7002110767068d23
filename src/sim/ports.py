"""TCP ports for programs that need a number before they open one."""

from __future__ import annotations

import random
import socket

from sim.errors import SimulationError

# Below Linux's ephemeral ports (net.ipv4.ip_local_port_range begins with 32768): one of these could
# go to another program before ours, which may take seconds to start, opens it.
FIRST_PORT = 20000
LAST_PORT = 32767
MAX_TRIES = 100


def free_port() -> int:
    """Return a port that is free on every interface. SimulationError if none is found."""
    for port in random.SystemRandom().sample(range(FIRST_PORT, LAST_PORT + 1), MAX_TRIES):
        try:
            check_free(port)
        except OSError:
            continue
        return port
    raise SimulationError(
        f"none of {MAX_TRIES} TCP ports from {FIRST_PORT} to {LAST_PORT} can be opened; end the "
        "programs that use them, or check this user's permissions"
    )


def check_free(port: int) -> None:
    """Raise OSError if a port of any interface is in use."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("", port))
