"""A running trial: orders and faults, robots, and the end."""
