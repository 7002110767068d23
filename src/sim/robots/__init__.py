"""Robot arms: what they are, where they are, how they move. No ROS; SI units and radians;
transforms are ``target_from_source``."""
