"""Calibration on ROS's topics and bags."""
