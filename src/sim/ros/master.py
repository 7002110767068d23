"""Looks at what listens where ROS_MASTER_URI points, before roslaunch does, which waits for ever for an answer or prints a traceback."""
from __future__ import annotations

import http.client
import os
import socket
import sys
import urllib.parse
import xmlrpc.client
from typing import Sequence

DEFAULT = "http://localhost:11311"


class _Patient(xmlrpc.client.Transport):
    """HTTP that gives up after ``timeout`` s."""

    def __init__(self, timeout: float) -> None:
        super().__init__()
        self._timeout = timeout

    def make_connection(self, host: str) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(host, timeout=self._timeout)


def taken_by_another(uri: str, timeout: float = 5.0) -> bool:
    """Whether something listens at ``uri`` that does not answer as a ROS master; one that starts or is overloaded has ``timeout`` s."""
    place = urllib.parse.urlparse(uri)
    try:
        socket.create_connection((place.hostname or "localhost", place.port or 11311), timeout=timeout).close()
    except OSError:
        return False
    try:
        code, _, _ = xmlrpc.client.ServerProxy(uri, transport=_Patient(timeout)).getPid("/look")
        return code != 1
    except (OSError, http.client.HTTPException, xmlrpc.client.Error, ValueError, TypeError):
        return True


def main(words: Sequence[str]) -> int:
    """1 after a line on stderr if roslaunch with these arguments could not use its port."""
    uri = os.environ.get("ROS_MASTER_URI") or DEFAULT
    for option, value in zip(words, words[1:]):
        if option in ("-p", "--port"):
            uri = f"http://localhost:{value}"
    if not taken_by_another(uri):
        return 0
    port = urllib.parse.urlparse(uri).port or 11311
    print(f"ROS_MASTER_URI={uri}: port {port} is taken by something that is no ROS master; free it or choose another: "
          f"export ROS_MASTER_URI=http://localhost:{port + 1}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
