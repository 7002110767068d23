"""Motions of an arm: what is asked for, the path that does it, and the speed along it."""
