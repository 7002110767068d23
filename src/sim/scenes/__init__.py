"""Sampled, reproducible scenes from a model descriptor and a Scenic scenario.

On disk and in a running simulator.
"""
