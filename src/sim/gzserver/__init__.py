"""Real Gazebo: where it is, the environment and screen it needs, the world that it loads, and
gzserver as our child. No ROS."""
