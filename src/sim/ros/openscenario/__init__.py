"""OpenSCENARIO over ROS: launch arguments of a scenario, and its ego in a simulator."""
