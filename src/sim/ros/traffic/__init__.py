"""Traffic over ROS: SUMO's run, its topics and services, and its view for drivers."""
