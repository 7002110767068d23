"""Drivers: compute an ego's commands from state, path, and traffic."""
