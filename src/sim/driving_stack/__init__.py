"""Example of a driving stack: drives a car by its sensors alone.

It uses neither the simulator nor ground truth; its map is the SUMO network.
"""
