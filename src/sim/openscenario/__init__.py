"""OpenSCENARIO: what a scenario's positions mean on its roads. No ROS."""
