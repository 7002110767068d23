"""Plots of runs' folders; the only part that needs matplotlib."""
