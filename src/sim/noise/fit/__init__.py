"""Estimates noise profiles from recordings of a still scene.

``sim.noise.pictures`` draws the estimates.
"""
