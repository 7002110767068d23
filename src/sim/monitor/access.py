"""Access control: local programs, the monitor's pages, and holders of the token.

A browser lets a page of any site open a WebSocket to loopback and sends the page's site in
``Origin``; foreign origins are refused. A foreign name that resolves to loopback (DNS rebinding) is
refused by its ``Host``.
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
    """Access rules; an empty ``token`` admits without one.

    ``origins`` are the allowed pages beside the monitor's own.
    """

    token: str = ""
    origins: Tuple[str, ...] = KNOWN_ORIGINS

    def has_token(self, token: str) -> bool:
        """Return whether the token is right, or not needed."""
        return not self.token or hmac.compare_digest(token.encode(), self.token.encode())

    def refusal(self, origin: Optional[str], host: str, token: str) -> str:
        """Return the reason to refuse a client; empty: admitted."""
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
    """Return whether a host name or address is loopback, without DNS."""
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
