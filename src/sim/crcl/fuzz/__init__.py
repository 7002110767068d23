"""Hostile CRCL: seeded inputs that a reader must survive, tried on the codec and on the framing, or
on a running server."""
