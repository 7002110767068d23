"""Uneven roads by classes of ISO 8608, as models for both simulators.

No ROS.
"""
