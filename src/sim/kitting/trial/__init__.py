"""Agility trials: orders, faults, scores and records."""
