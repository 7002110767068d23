"""Loads the compiled laws, which those who use them bind; no ROS, no simulator."""
