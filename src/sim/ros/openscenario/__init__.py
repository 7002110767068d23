"""Scenarios of OpenSCENARIO over ROS: what a launch is told of one, and its ego in a simulator."""
