"""Checks a running simulator against the contract: ``rosrun sim check_simulator``."""
