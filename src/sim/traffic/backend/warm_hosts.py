"""Warm SUMOs of this process, forked for runs with the same inputs.

A fork takes milliseconds where a start with a saved state takes tens of them, and the two move
alike to the last bit. The memory of both is one until either writes to it.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Dict, List, Sequence, Set, Tuple

from sim.errors import SimulationError
from sim.traffic.backend.host_link import HostLink

MOST = 20
# Arguments of SUMO, and the age and size of each file that they name.
_Key = Tuple[Tuple[str, ...], Tuple[Tuple[int, int], ...]]


class WarmHosts:
    """At most ``most`` traffic hosts that have begun nothing; the oldest end.

    A host ends with the thread that has asked for it first, and is started anew if needed.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most, self._owner = most, os.getpid()
        self._hosts: Dict[_Key, HostLink] = {}
        # Those that cannot be forked, since SUMO has threads or writes to files.
        self._alone: Set[_Key] = set()
        self._lock = threading.Lock()

    def start(self, arguments: Sequence[str], files: Sequence[Path]) -> HostLink:
        """Return a host at the start of its simulation.

        ``arguments`` name the ``files``; SUMO reads changed ones again.
        """
        with self._lock:
            if os.getpid() != self._owner:
                # Those of the process from which this one was forked.
                self._owner, self._hosts = os.getpid(), {}
            key = tuple(arguments), tuple(_age_and_size(path) for path in files)
            if key not in self._alone:
                host = self._host(key)
                try:
                    return host.fork()
                except SimulationError:
                    # Killed, so that it writes nothing to files that the next host may write to.
                    self._hosts.pop(key).kill()
                    self._alone.add(key)
            return HostLink.start(arguments)

    @property
    def pids(self) -> List[int]:
        """Process ids, the oldest first."""
        return [host.pid for host in self._hosts.values()]

    def close(self) -> None:
        """End all; their forks go on."""
        with self._lock:
            while self._hosts:
                self._end_oldest()

    def _host(self, key: _Key) -> HostLink:
        host = self._hosts.pop(key, None)
        if host is not None and not host.alive:
            host.close()
            host = None
        while host is None and len(self._hosts) >= self._most:
            self._end_oldest()
        self._hosts[key] = host = host or HostLink.start(key[0])
        return host

    def _end_oldest(self) -> None:
        self._hosts.pop(next(iter(self._hosts))).close()


def _age_and_size(path: Path) -> Tuple[int, int]:
    found = path.stat()
    return found.st_mtime_ns, found.st_size


WARM_HOSTS = WarmHosts()
