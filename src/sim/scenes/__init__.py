"""Scenes: a model descriptor and a Scenic scenario become sampled, reproducible scenes, on disk and
in a running simulator."""
