"""ROS side of the monitor."""
