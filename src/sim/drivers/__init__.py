"""Drivers: what decides an ego's commands from its state, its path and the traffic around it."""
