"""Recorded traffic as OpenSCENARIO: trajectory files and their roads."""
