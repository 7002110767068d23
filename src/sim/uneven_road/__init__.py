"""Roads whose unevenness is of a class of ISO 8608, as models for both simulators; no ROS."""
