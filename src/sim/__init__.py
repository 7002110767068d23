"""Library of the ROS package ``sim``; imports no ROS outside ``sim.ros``."""

__version__ = "1.0.0"
