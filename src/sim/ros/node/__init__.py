"""Base of all nodes: start, parameters, waiting, services, and ends with a reason."""
