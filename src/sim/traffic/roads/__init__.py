"""SUMO's road networks: lanes, links, lights, heights, and map import."""
