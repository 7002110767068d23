"""Robots under ros_control: controllers beside the embedded simulator, and the programs that load
them."""
