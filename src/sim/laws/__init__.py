"""Loads the compiled laws for their bindings; free of ROS and simulators."""
