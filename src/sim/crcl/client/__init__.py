"""Client of any CRCL server over TCP.

Sends commands and programs and waits for their results.
"""

from sim.crcl.client.connection import Connection
from sim.crcl.client.runner import CommandFailed, FinishedCommand, Runner

__all__ = ["CommandFailed", "Connection", "FinishedCommand", "Runner"]
