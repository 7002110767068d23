"""Library of the ROS package ``sim``; imports no ROS outside ``sim.ros``."""

__version__ = "0.1.0"
