"""Road traffic: networks, 3D worlds, demand, and SUMO co-simulation."""
