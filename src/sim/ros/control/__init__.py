"""Robots under ros_control: controllers beside the embedded simulator, and loaders."""
