"""Base of all nodes: start, parameters, waiting, services, end."""
