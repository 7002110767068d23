"""Who may connect: programs on this machine, pages of ours, and whoever knows the token.

A browser lets any page of any site open a WebSocket to loopback, and says in ``Origin`` whose page
it is; a foreign one is refused. A name of the attacker's that resolves to loopback is refused too,
since it is then the ``Host``.
"""

from __future__ import annotations

import hmac
import ipaddress
from dataclasses import dataclass
from typing import Optional, Tuple
from urllib.parse import urlsplit

# The applications of the protocol's makers: their desktop program, and their page.
KNOWN_ORIGINS = ("file://", "https://app.foxglove.dev")


@dataclass(frozen=True)
class Access:
    """``token`` is asked for where it is not empty; ``origins`` are pages beside our own."""

    token: str = ""
    origins: Tuple[str, ...] = KNOWN_ORIGINS

    def has_token(self, token: str) -> bool:
        """Whether this is the token, or none is asked for."""
        return not self.token or hmac.compare_digest(token.encode(), self.token.encode())

    def refusal(self, origin: Optional[str], host: str, token: str) -> str:
        """Why a client is refused; empty: it is not."""
        if self.token:
            if not self.has_token(token):
                return (
                    "the token is missing or wrong: open the address that the monitor has printed"
                )
        elif not is_loopback(urlsplit(f"//{host}").hostname or ""):
            return f"the host {host!r} is not of this machine: use localhost"
        if origin is None or origin in self.origins or urlsplit(origin).netloc == host:
            return ""
        return f"pages of {origin} may not connect: name it in the monitor's origins to allow it"


def is_loopback(name: str) -> bool:
    """Whether a host's name or address is this machine's own, without asking a name server."""
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
