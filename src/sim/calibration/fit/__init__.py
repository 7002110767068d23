"""Calibration by one board model, fitted to all frames of each sensor."""
