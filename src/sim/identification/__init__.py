"""Identifies a car's parameters from a recording of a drive.

Tyres, masses, drag and actuators, each with its 95 % interval, and the parameters that a recording
does not determine. Free of ROS and bags.
"""
