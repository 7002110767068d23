"""A trial while it runs: orders and faults come, robots are driven, and the end is found."""
