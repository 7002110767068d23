"""Recorded traffic as scenarios of OpenSCENARIO: files of trajectories, and their roads."""
