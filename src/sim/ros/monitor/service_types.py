"""Types of services, which the master does not store.

Each is requested from the service's node, once for each address.
"""

from __future__ import annotations

import time
from typing import Collection, Dict, FrozenSet, List, Mapping, Optional, Tuple

import rosgraph
import rosservice

# Wall s until a node that did not answer is queried again.
AGAIN = 10.0
# Number of services of unchanged nodes looked up each time: a node restarted under its name has
# another address.
LOOKED_UP = 2
# Nodes that offer a service, its address, and its type.
_Known = Tuple[FrozenSet[str], str, str]


class ServiceTypes:
    """Cache of services' types and addresses. ``watched`` ones are looked up each time."""

    def __init__(self, watched: Collection[str] = ()) -> None:
        self._watched = watched
        # By the name of the service.
        self._known: Dict[str, _Known] = {}
        self._silent: Dict[str, float] = {}
        self._turn = 0

    def of(
        self, providers: Mapping[str, FrozenSet[str]], master: rosgraph.Master
    ) -> List[Tuple[str, str]]:
        """Return names and types of the services of live nodes.

        ``providers`` are the nodes that offer each.
        """
        names = sorted(providers)
        again = {names[(self._turn + i) % len(names)] for i in range(LOOKED_UP)} if names else set()
        self._turn += LOOKED_UP
        known = {}
        for name in names:
            before = self._known.get(name)
            asked = name in again or name in self._watched
            if before is None or before[0] != providers[name] or asked:
                before = self._looked_up(name, providers[name], master)
            if before is not None:
                known[name] = before
        self._known = known
        return [(name, known[name][2]) for name in names if name in known]

    def address(self, name: str) -> str:
        """Return the last address of a service, ``rosrpc://HOST:PORT``, or empty."""
        return self._known[name][1] if name in self._known else ""

    def _looked_up(
        self, name: str, nodes: FrozenSet[str], master: rosgraph.Master
    ) -> Optional[_Known]:
        try:
            uri = master.lookupService(name)
        except (rosgraph.MasterException, OSError):
            return None
        before = self._known.get(name)
        kind = before[2] if before and before[1] == uri else self._asked(name, uri)
        return (nodes, uri, kind) if kind else None

    def _asked(self, name: str, uri: str) -> str:
        if time.monotonic() < self._silent.get(uri, 0.0):
            return ""
        try:
            header = rosservice.get_service_headers(name, uri)
        except (rosservice.ROSServiceException, rosgraph.network.ROSHandshakeException, OSError):
            self._silent[uri] = time.monotonic() + AGAIN
            return ""
        return str(header.get("type", ""))
