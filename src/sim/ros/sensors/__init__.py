"""Sensors as ROS topics: names, frames, messages."""
