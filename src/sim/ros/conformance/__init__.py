"""Does a running simulator keep the contract? The checks of ``rosrun sim check_simulator``."""
