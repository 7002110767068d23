"""Sensors of a link, each kind as data with its reader.

One file each, all registered in ``reader``.
"""
