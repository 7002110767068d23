"""Extrinsic calibration of lidar and camera by a board with holes.

The simulated suite evaluates calibrations. Free of ROS.
"""
