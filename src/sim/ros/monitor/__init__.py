"""What the monitor shows and does, by ROS."""
