"""OpenSCENARIO over ROS: launch arguments, and the ego in a simulator."""
