"""Files of variations: scenarios with sets of parameters."""
