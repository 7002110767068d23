"""Traffic over ROS: SUMO's run, its topics and services, and what a driver sees of it."""
