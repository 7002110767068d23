"""ROS addresses for nodes on several hosts, from the simulator's host.

``./run --host`` evaluates the output, on the simulator's host and on the others alike.
"""

from __future__ import annotations

import socket
import sys
from typing import List

from sim.console import exit_code
from sim.errors import InputError

PORT = 11311
# No packet is sent: connecting a UDP socket only queries the routing table.
ANY_PORT = 9


def addresses(host: str) -> str:
    """Return shell commands that set ROS's addresses.

    The master is on ``host``, and nodes here use the address with a route to ``host``. InputError
    without a route.
    """
    if not host or host.startswith("-"):
        raise InputError("--host", f"'{host}' is not an address; give that of the simulator's host")
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
