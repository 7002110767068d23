"""Road traffic: networks and their 3D worlds, demand, the SUMO session and its coupling to a 3D
simulator."""
