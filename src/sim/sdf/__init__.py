"""SDF and URDF as data: reading, resolution of poses and files, measuring.

The simulators and the scenes build on it.
"""
