"""Extrinsic calibration of lidar and camera by a board with holes, and the simulated suite on which
calibrations are judged; knows nothing of ROS."""
