"""Verdicts on runs: what is measured of a run's folder, and which assertions hold."""
