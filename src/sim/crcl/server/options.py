"""Options of a CRCL server; all times are in wall s."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sim.errors import InputError

STREAMING = ("auto", "always", "never")


@dataclass(frozen=True)
class ServerOptions:
    """Options of a CRCL server.

    ``status_period`` between streamed statuses; ``streaming``: always, never, or auto (to clients
    that command and do not poll). With auto, streaming begins ``stream_after`` after a client's
    first command, and ends for good with its first GetStatus.

    A commanding client that lost its connection has ``lost_timeout`` to reconnect before the robot
    stops. ``dead_timeout``: a peer that neither acknowledges nor reads counts as gone.
    ``silence_timeout``: so does a commanding one that sends nothing while the robot works; 0:
    never. ``idle_timeout``: a client silent for this long is disconnected, unless it is streamed to
    or has the commander's address; 0: never. ``most_clients`` may be connected,
    ``most_per_address`` of them from one address, and ``reserve`` more, which give way to newcomers
    unless they command. ``schemas`` is a folder with CRCL's .xsd files for validation; "":
    documents are read tolerantly.
    """

    address: str = "127.0.0.1"
    port: int = 64444
    status_period: float = 0.05
    streaming: str = "auto"
    stream_after: float = 0.5
    lost_timeout: float = 1.0
    dead_timeout: float = 5.0
    silence_timeout: float = 0.0
    idle_timeout: float = 600.0
    longest_document: int = 1 << 20
    most_clients: int = 100
    most_per_address: int = 60
    reserve: int = 2
    retry: float = 2.0
    schemas: str = ""

    def __post_init__(self) -> None:
        if self.streaming not in STREAMING:
            raise InputError(
                "streaming", f"'{self.streaming}' is not one of: {', '.join(STREAMING)}"
            )
        if not 0 <= self.port <= 65535:
            raise InputError("port", f"{self.port} must be from 0 (any) to 65535")
        for name in (
            "status_period",
            "dead_timeout",
            "retry",
            "longest_document",
            "most_clients",
            "most_per_address",
            "reserve",
        ):
            if not 0 < getattr(self, name) < math.inf:
                raise InputError(name, f"{getattr(self, name)} must be above 0 and finite")
        for name in ("stream_after", "lost_timeout", "silence_timeout", "idle_timeout"):
            if not getattr(self, name) >= 0:
                raise InputError(name, f"{getattr(self, name)} must not be negative")
