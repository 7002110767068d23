"""Calibration by one model of the board, fitted to all frames of each sensor."""
