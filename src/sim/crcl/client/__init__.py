"""A client of any CRCL server: sends commands and programs over TCP, waits for what becomes of
them."""

from sim.crcl.client.connection import Connection
from sim.crcl.client.runner import CommandFailed, Runner, Step

__all__ = ["CommandFailed", "Connection", "Runner", "Step"]
