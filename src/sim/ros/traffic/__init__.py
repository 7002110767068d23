"""Traffic over ROS: SUMO's run, topics, services, and a driver's view."""
