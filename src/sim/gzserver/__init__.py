"""Real Gazebo: installation, environment, screen, world, and gzserver.

gzserver runs as a child process. No ROS.
"""
