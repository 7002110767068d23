"""Gazebo 11 from Debian 11's packages in a separate folder.

Chooses mirror and packages, and installs them. No root needed.
"""
