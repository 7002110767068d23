"""Nodes of other packages that launch files of robots want."""
