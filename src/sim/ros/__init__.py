"""The only part of the library that depends on ROS.

Conversions, the simulator's gazebo_ros API, and helpers for nodes.
"""
