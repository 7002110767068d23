"""OpenSCENARIO: reads scenarios and plays them on their roads. No ROS."""
