"""Scenarios in SUMO and in a simulator: their entities are moved there, and somebody else drives
the ego."""
