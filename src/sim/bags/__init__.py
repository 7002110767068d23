"""Converts ROS 1 recordings to MCAP and ROS 2 bags."""
