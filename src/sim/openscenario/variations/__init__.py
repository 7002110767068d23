"""Files of variations: which scenarios with which parameters they ask for."""
