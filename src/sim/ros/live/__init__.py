"""Nodes that start again in place when their source is saved, while the simulation holds."""
