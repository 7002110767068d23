"""Traffic demand: the demand file, its checks, and SUMO's routes."""
