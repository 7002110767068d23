"""Recordings of ROS 1 for the tools that come after it: as MCAP, and as bags of ROS 2."""
