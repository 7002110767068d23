"""A session over TCP."""

from sim.crcl.server.options import ServerOptions
from sim.crcl.server.server import Server

__all__ = ["Server", "ServerOptions"]
