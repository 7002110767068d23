"""Types of services, which the master does not know: each is asked of the node that offers it, once
for each address."""

from __future__ import annotations

import time
from typing import Dict, List, Sequence, Tuple

import rosgraph
import rosservice

# Wall s until a node that did not answer is asked again.
AGAIN = 10.0


class ServiceTypes:
    """What has been learnt of services."""

    def __init__(self) -> None:
        self._types: Dict[Tuple[str, str], str] = {}
        self._silent: Dict[str, float] = {}

    def of(self, names: Sequence[str], master: rosgraph.Master) -> List[Tuple[str, str]]:
        """Names and types of the services whose nodes answer."""
        found = []
        known: Dict[Tuple[str, str], str] = {}
        for name in names:
            try:
                uri = master.lookupService(name)
            except (rosgraph.MasterException, OSError):
                continue
            kind = self._types.get((name, uri)) or self._asked(name, uri)
            if kind:
                known[(name, uri)] = kind
                found.append((name, kind))
        self._types = known
        return found

    def _asked(self, name: str, uri: str) -> str:
        if time.monotonic() < self._silent.get(uri, 0.0):
            return ""
        try:
            header = rosservice.get_service_headers(name, uri)
        except (rosservice.ROSServiceException, rosgraph.network.ROSHandshakeException, OSError):
            self._silent[uri] = time.monotonic() + AGAIN
            return ""
        return str(header.get("type", ""))
