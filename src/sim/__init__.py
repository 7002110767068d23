"""Library of the ROS package ``sim``; imports no ROS outside ``sim.ros``."""
