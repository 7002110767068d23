"""Sampled, reproducible scenes from a model descriptor and a Scenic scenario.

Scenes are written to disk or shown in a running simulator.
"""
