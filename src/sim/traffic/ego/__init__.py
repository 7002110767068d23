"""Egos in the traffic: their representation in SUMO and their watch."""
