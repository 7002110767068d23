"""Readers of SDF elements, one for each kind.

The readers of whole worlds and models build on them.
"""
