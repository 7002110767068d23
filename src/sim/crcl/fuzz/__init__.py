"""Fuzzing of CRCL readers with seeded hostile inputs.

Inputs go to the codec and the framing, or to a running server.
"""
