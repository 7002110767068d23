"""The addresses of ROS for nodes on several hosts, from that of the simulator's: ``./run --host``
evaluates what this prints, on the simulator's host and on the others alike."""

from __future__ import annotations

import socket
import sys
from typing import List

from sim.console import exit_code
from sim.errors import InputError

PORT = 11311
# Nothing is sent there: to connect a UDP socket asks the routing table alone.
ANY_PORT = 9


def addresses(host: str) -> str:
    """Shell commands that set ROS's addresses: the master is on ``host``, and nodes here are
    reached by the address from which ``host`` is. InputError where no way leads there."""
    if not host or host.startswith("-"):
        raise InputError("--host", f"'{host}' is no address; give that of the simulator's host")
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            place = socket.gethostbyname(host)
            # As Debian's /etc/hosts has a machine's own name.
            if place.startswith("127.") and host != "localhost" and not host.startswith("127."):
                raise InputError(
                    "--host",
                    f"{host} is {place} here, which other hosts do not reach; give its address in "
                    "the network",
                )
            probe.connect((place, ANY_PORT))
            own = probe.getsockname()[0]
    except OSError as error:
        raise InputError("--host", f"{host} is not reached from here ({error})") from None
    return f"export ROS_MASTER_URI=http://{place}:{PORT} ROS_IP={own}; unset ROS_HOSTNAME"


def main(words: List[str]) -> int:
    return exit_code(lambda: print(addresses(words[0] if words else "")))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
