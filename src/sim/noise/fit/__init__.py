"""Estimates a noise profile from recordings of a still scene; what draws the estimates is in
``sim.noise.pictures``."""
